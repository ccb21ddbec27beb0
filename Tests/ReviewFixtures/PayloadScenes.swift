import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import Secp256k1
import TransactionReview

/// Payments that come as `multisig:` payloads: legacy multisig of lone keys, one address.
enum PayloadScenes {
  /// The wallet of the complete payload in `PayloadSamples`: ours is the first key.
  static let wallet =
    "sh(multi(2,[73c5da0a/44h/0h/0h]03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd,"
    + "026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a7,"
    + "02c8f40912c8c7d247dff463d8ab5a962555d8fd027813a95cd2707abb6fa9c55a))"

  /// The usual payment with the previous transactions that came beside the payload.
  static func scene(proved: Bool) throws -> Scene {
    let descriptor = try Descriptor(parsing: wallet)
    let derived = try descriptor.derived(branch: 0, index: 0)
    let amounts: [Int64] = [1_000_000, 500_000]
    let coins = amounts.enumerated().map { number, satoshis in
      var coin = HonestPayment.bareCoin(
        paying: derived.scriptPubKey, satoshis: satoshis, decoys: 1 - number,
        seed: UInt8(number + 1))
      if proved { coin.set(.nonWitnessUTXO, [], coin.previous.encoded()) }
      coin.set(.redeemScript, [], derived.redeemScript?.bytes ?? [])
      return coin
    }
    var change = PacketDraft.Payment(
      TxOut(rawValue: 890_000, scriptPubKey: derived.scriptPubKey))
    change.set(.redeemScript, [], derived.redeemScript?.bytes ?? [])
    var draft = PacketDraft(
      coins: coins,
      payments: [
        try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 600_000), change,
      ])
    draft.version = 1
    draft.lockTime = .none
    let registered = RegisteredWallet(
      name: "family", network: .mainnet, descriptor: descriptor, ownKeys: [0],
      seedNames: [0: "first"])
    var machine = ContextDraft(wallets: [registered])
    machine.isFromPayload = true
    return Scene(draft: draft, machine: machine)
  }
}

extension Flaw {
  private init(
    _ name: String, _ severity: Finding.Severity, proved: Bool,
    spoil: @escaping @Sendable (inout Scene) throws -> Void = { _ in }
  ) {
    self.init(name, severity, base: { try PayloadScenes.scene(proved: proved) }, spoil: spoil)
  }

  /// R21, and what it must not let through.
  static let payloads: [Flaw] = [
    Flaw("r19-payload-with-many-unknown-members", .warn, proved: true) {
      $0.machine.payloadData = RidingData(fields: 101, bytes: 900)
    },
    Flaw("r19-payload-with-a-large-unknown-member", .warn, proved: true) {
      $0.machine.payloadData = RidingData(fields: 1, bytes: 4_097)
    },
    Flaw("r21-payload-without-amounts", .warn, proved: false),
    Flaw("r21-payload-with-one-amount", .warn, proved: true) {
      $0.draft.coins[1].remove(.nonWitnessUTXO)
    },
    Flaw("r01-payload-with-a-claimed-amount", .refuse, proved: false) {
      $0.draft.coins[0].set(.witnessUTXO, [], $0.draft.coins[0].output.encoded())
    },
    Flaw("r01-no-payload-and-no-amounts", .refuse, proved: false) {
      $0.machine.isFromPayload = false
    },
    Flaw("r03-payload-pays-more-than-it-spends", .refuse, proved: true) {
      $0.draft.payments[0].output.rawValue = 700_000
    },
    Flaw("r04-payload-with-a-high-fee", .refuse, proved: true) {
      $0.draft.payments[0].output.rawValue = 10_000
    },
    Flaw("r12-payload-of-an-unregistered-wallet", .refuse, proved: false) {
      $0.machine.wallets = [try Accounts.wallet(.pkh)]
    },
    Flaw("r12-payload-with-a-redeem-script-of-others", .refuse, proved: false) {
      $0.draft.coins[1].set(.redeemScript, [], Array($0.draft.coins[1].fields[0].value.dropLast()))
    },
    Flaw("r20-payload-with-a-signature-that-does-not-verify", .refuse, proved: false) {
      let key = try Descriptor(parsing: PayloadScenes.wallet).derived(branch: 0, index: 0).keys[2]
      $0.draft.coins[0].set(
        .partialSig, key.publicKey.encoded, [0x30, 6, 2, 1, 1, 2, 1, 1, 1])
    },
  ]
}
