import BitcoinPSBT
public import BitcoinPrimitives
import Bytes
import Descriptors
public import ExtendedKeys
import Secp256k1
public import TransactionReview

/// What this machine knows, in a form that a fixture can change.
public struct ContextDraft: Sendable {
  public var network = Network.mainnet
  public var wallets: [RegisteredWallet]
  public var fingerprints: Set<Fingerprint> = [Accounts.fingerprint]
  public var limits = ReviewLimits()
  public var proved: [OutPoint: TxOut] = [:]
  public var claimed: [OutPoint: TxOut] = [:]
  public var estimatedHeight: UInt32? = 840_000
  public var isFromPayload = false
  public var payloadData = RidingData()
  public var remembers = true
  /// What this machine signed before, oldest first.
  public var history: [SignedPayment] = []

  public init(wallets: [RegisteredWallet]) {
    self.wallets = wallets
    // Half a second for each review with a stranger's coin: what looks far says so.
    limits.farKeys = 300
  }

  public var context: ReviewContext {
    let (proved, claimed) = (proved, claimed)
    return ReviewContext(
      network: network, wallets: wallets, fingerprints: fingerprints, limits: limits,
      provedOutput: { proved[$0] }, claimedOutput: { claimed[$0] },
      estimatedHeight: estimatedHeight, isFromPayload: isFromPayload,
      payloadData: payloadData, remembers: remembers, history: SigningHistory(history))
  }
}

/// A PSBT and the machine that looks at it.
public struct Scene: Sendable {
  public var draft: PacketDraft
  public var machine: ContextDraft

  public func review() throws -> Review {
    Review(of: try draft.psbt(), in: machine.context)
  }
}

/// Payments with nothing wrong: two coins in, one payment and one change output.
public enum HonestPayment {
  /// 0.01 and 0.005 BTC in; 0.006 BTC paid, 0.0089 BTC back, 0.0001 BTC fee.
  public static func scene(_ script: StandardAccount = .wpkh) throws -> Scene {
    let coins = [
      try coin(script, branch: 0, index: 2, satoshis: 1_000_000, decoys: 1),
      try coin(script, branch: 1, index: 1, satoshis: 500_000, decoys: 0),
    ]
    let payments = [
      try payment(to: recipient, satoshis: 600_000),
      try change(script, branch: 1, index: 3, satoshis: 890_000),
    ]
    return Scene(
      draft: PacketDraft(coins: coins, payments: payments),
      machine: ContextDraft(wallets: [try Accounts.wallet(script)]))
  }

  /// The recipient of every honest payment: the P2WSH example of BIP-173.
  public static let recipient = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"

  /// Pays an address.
  public static func payment(to address: String, satoshis: Int64) throws -> PacketDraft.Payment {
    let script = try Address(parsing: address, on: .mainnet).script
    return PacketDraft.Payment(TxOut(rawValue: satoshis, scriptPubKey: script))
  }

  /// A coin of one of our accounts, with all that an honest coordinator sends along.
  ///
  /// The transaction that made it has `decoys` outputs before it, and a witness.
  public static func coin(
    _ script: StandardAccount, of account: String? = nil, branch: Int, index: UInt32,
    satoshis: Int64, decoys: Int = 0
  ) throws -> PacketDraft.Coin {
    let derived = try Accounts.derived(script, of: account, branch, index)
    var coin = bareCoin(
      paying: derived.scriptPubKey, satoshis: satoshis, decoys: decoys,
      seed: UInt8(truncatingIfNeeded: UInt32(branch) * 100 + index))
    coin.fields = []
    if script != .tr { coin.set(.nonWitnessUTXO, [], coin.previous.encoded()) }
    if script != .pkh { coin.set(.witnessUTXO, [], coin.output.encoded()) }
    if let redeem = derived.redeemScript { coin.set(.redeemScript, [], redeem.bytes) }
    for field in try origins(of: derived, ecdsa: 0x06, taproot: 0x16, internalKey: 0x17) {
      coin.fields.append(field)
    }
    return coin
  }

  /// A coin with nothing in its map.
  public static func bareCoin(
    paying script: Script, satoshis: Int64, decoys: Int = 0, seed: UInt8
  ) -> PacketDraft.Coin {
    let source = OutPoint(
      txid: Txid(Bytes32([UInt8](repeating: seed, count: 32)) ?? .zero), vout: UInt32(seed))
    let decoy = TxOut(
      rawValue: 30_000_000, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: seed, count: 20)))
    let previous = Transaction(
      inputs: [TxIn(previousOutput: source, witness: [[1, seed], []])],
      outputs: [TxOut](repeating: decoy, count: decoys)
        + [TxOut(rawValue: satoshis, scriptPubKey: script)])
    let input = TxIn(previousOutput: OutPoint(txid: previous.txid, vout: UInt32(decoys)))
    return PacketDraft.Coin(input: input, previous: previous, fields: [])
  }

  /// A foreign coin with its previous transaction and its witness UTXO.
  public static func foreignCoin(satoshis: Int64) throws -> PacketDraft.Coin {
    try coin(.wpkh, of: Accounts.foreign, branch: 0, index: 7, satoshis: satoshis)
  }

  /// An output of one of our accounts with its derivation.
  public static func change(
    _ script: StandardAccount, of account: String? = nil, branch: Int, index: UInt32,
    satoshis: Int64
  ) throws -> PacketDraft.Payment {
    let derived = try Accounts.derived(script, of: account, branch, index)
    var fields: [PacketDraft.Field] = []
    if let redeem = derived.redeemScript { fields.append(.init(0x00, [], redeem.bytes)) }
    fields += try origins(of: derived, ecdsa: 0x02, taproot: 0x07, internalKey: 0x05)
    return PacketDraft.Payment(
      TxOut(rawValue: satoshis, scriptPubKey: derived.scriptPubKey), fields: fields)
  }

  private static func origins(
    of derived: DerivedScript, ecdsa: UInt64, taproot: UInt64, internalKey: UInt64
  ) throws -> [PacketDraft.Field] {
    guard let key = derived.keys.first else { throw FixtureError(reason: "no key") }
    guard let details = derived.taproot else {
      return [.init(ecdsa, key.publicKey.compressed, key.origin.encoded())]
    }
    let xOnly = details.internalKey.bytes.bytes
    return [.init(taproot, xOnly, [0] + key.origin.encoded()), .init(internalKey, [], xOnly)]
  }
}
