import BitcoinPSBT
import BitcoinPrimitives
import Descriptors
import ExtendedKeys
import TransactionReview

/// Wallets that somebody else can spend from, or must sign for.
enum TrustScenes {
  /// A wallet of one key that is not this vault's alone: a single key that came from outside, or the
  /// account of a child.
  static func wallet(_ source: KeySource) throws -> RegisteredWallet {
    let account = try Accounts.wallet(.shWpkh).descriptor
    guard source == .importedKey else {
      return RegisteredWallet(
        name: "niece", network: .mainnet, descriptor: account, keySources: [0: source])
    }
    let key = try account.derived(branch: 0, index: 0).keys[0].publicKey
    return RegisteredWallet(
      name: "paper-combo", network: .mainnet,
      descriptor: try Descriptor(parsing: "combo(\(key))"), keySources: [0: source])
  }

  /// The family's wallet, spent by the rule that is given.
  static func family(threshold: Int, _ people: [String]) throws -> RegisteredWallet {
    RegisteredWallet(
      name: "family", network: .mainnet,
      descriptor: try Quorum.descriptor(.wsh, threshold: threshold, people), ownKeys: [0],
      seedNames: [0: "first"])
  }

  /// An output to a wallet's first address of the kind p2wpkh, or of its only kind.
  static func payment(_ wallet: RegisteredWallet, satoshis: Int64) throws -> PacketDraft.Payment {
    PacketDraft.Payment(TxOut(rawValue: satoshis, scriptPubKey: try script(wallet)))
  }

  /// A coin of a wallet, proved, without a word about its key.
  static func coin(_ wallet: RegisteredWallet, satoshis: Int64) throws -> PacketDraft.Coin {
    var coin = HonestPayment.bareCoin(
      paying: try script(wallet), satoshis: satoshis, seed: 77)
    coin.set(.nonWitnessUTXO, [], coin.previous.encoded())
    coin.set(.witnessUTXO, [], coin.output.encoded())
    return coin
  }

  private static func script(_ wallet: RegisteredWallet) throws -> Script {
    let forms = wallet.descriptor.alternatives
    guard let form = forms.first(where: { $0.script == .wpkh }) ?? forms.first else {
      throw FixtureError(reason: "no script")
    }
    return try form.derived(branch: 0, index: 0).scriptPubKey
  }

  /// Pays another wallet that is registered here, in place of the recipient.
  static func pay(_ wallet: RegisteredWallet, in scene: inout Scene) throws {
    scene.machine.wallets.append(wallet)
    scene.draft.payments[0] = try payment(wallet, satoshis: 600_000)
  }
}

extension Flaw {
  /// A wallet of test coins whose keys lie at `path`, and which spends one of them.
  private static func onTestNetwork(_ scene: inout Scene, keysAt path: String) throws {
    let descriptor = try Descriptor(
      parsing:
        "sh(multi(2,[73c5da0a/\(path)]"
        + "03774c910fcf07fa96886ea794f0d5caed9afe30b44b83f7e213bb92930e7df4bd,"
        + "026a5d8527ccde4c7501c86d30c13e8701f425e466a697122667d4353b6e3965a7,"
        + "02c8f40912c8c7d247dff463d8ab5a962555d8fd027813a95cd2707abb6fa9c55a))")
    scene.machine.network = .testnet4
    scene.machine.wallets = [
      RegisteredWallet(
        name: "club", network: .testnet4, descriptor: descriptor, ownKeys: [0],
        seedNames: [0: "first"])
    ]
    scene.draft.coins = [try Quorum.coin(descriptor, branch: 0, index: 0, satoshis: 1_500_000)]
    scene.draft.payments[1] = try Quorum.change(
      descriptor, branch: 0, index: 0, satoshis: 890_000)
  }

  /// R11: keys that are the same on mainnet, in a rehearsal.
  static let rehearsals: [Flaw] = [
    Flaw("r11-chance-keys-on-a-test-network", .warn, quorum: .sh) {
      try onTestNetwork(&$0, keysAt: "44h/0h/0h")
    },
    Flaw("r11-keys-without-a-coin-type-on-a-test-network", .warn, quorum: .sh) {
      try onTestNetwork(&$0, keysAt: "45h/0/0/7")
    },
    Flaw("r19-proofs-where-blocks-cost-nothing", .warn, quorum: .sh) {
      try onTestNetwork(&$0, keysAt: "44h/0h/0h")
      try ConfirmationScenes.prove(&$0)
    },
  ]

  /// R06, R07: money that goes where somebody else can spend it, though it is registered here.
  static let trust: [Flaw] = [
    Flaw("r07-to-a-shared-wallet", .warn) {
      try TrustScenes.pay(
        TrustScenes.family(threshold: 2, [Quorum.ours, Quorum.bob, Quorum.carol]), in: &$0)
    },
    Flaw("r07-to-a-joint-wallet", .warn) {
      try TrustScenes.pay(
        TrustScenes.family(threshold: 2, [Quorum.ours, Quorum.bob]), in: &$0)
    },
    Flaw("r07-to-a-sweep-key", .warn) {
      try TrustScenes.pay(TrustScenes.wallet(.importedKey), in: &$0)
    },
    Flaw("r07-to-a-handed-out-wallet", .warn) {
      try TrustScenes.pay(TrustScenes.wallet(.child), in: &$0)
    },
    // The change, not the payment: found by attack, where it read "to our other wallet".
    Flaw("r07-change-to-a-sweep-key", .warn) {
      let sweep = try TrustScenes.wallet(.importedKey)
      $0.machine.wallets.append(sweep)
      $0.draft.payments[1] = try TrustScenes.payment(sweep, satoshis: 890_000)
    },
    Flaw("r06-change-back-to-the-sweep-key", .warn) {
      let sweep = try TrustScenes.wallet(.importedKey)
      $0.machine.wallets = [sweep]
      $0.draft.coins = [try TrustScenes.coin(sweep, satoshis: 1_500_000)]
      $0.draft.payments[1] = try TrustScenes.payment(sweep, satoshis: 890_000)
    },
    // A little of the sweep key is spent too, so that what goes to it would count as coming back.
    Flaw("r06-money-of-another-wallet-as-change-of-a-sweep-key", .warn) {
      let sweep = try TrustScenes.wallet(.importedKey)
      $0.machine.wallets.append(sweep)
      $0.draft.coins[1] = try TrustScenes.coin(sweep, satoshis: 500_000)
      $0.draft.payments[1] = try TrustScenes.payment(sweep, satoshis: 890_000)
    },
  ]
}
