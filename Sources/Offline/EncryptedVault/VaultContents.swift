public import Bytes

/// Everything a home keeps: copy it, change the copy, save it.
///
/// What was not saved never happened.
public struct VaultContents: Sendable {
  /// Which network the home belongs to, by its name (`mainnet`, `signet` ...).
  public let network: String
  /// The challenge script of a custom signet.
  public let signetChallenge: [UInt8]?
  /// The seeds, in the order in which they came.
  public var seeds: [StoredSeed] = []
  /// The registered wallets, in the order in which they came.
  public var wallets: [StoredWallet] = []
  /// Limits and switches that differ from their defaults, by name.
  public var settings: [String: Int64] = [:]
  /// Oldest first.
  public var log: [SigningRecord] = []
  /// What is known of coins: proved by their transaction, or claimed and accepted (R01).
  public var coins: [CoinKey: CoinRecord] = [:]
  /// Recovery sheets that were printed, oldest first.
  public var sheets: [SheetRecord] = []

  /// An empty vault for a network.
  public init(network: String, signetChallenge: [UInt8]? = nil) {
    self.network = network
    self.signetChallenge = signetChallenge
  }

  /// The most coins and recipients that the log remembers in all: about 6 MB.
  public static let mostLogDetails = 100_000
  /// The most coins of ours that the log remembers in all: 18 MB.
  ///
  /// Apart from the details: whoever builds payments chooses how many recipients and coins of
  /// others they have, and could otherwise have the log forget which coins were ours (R12).
  public static let mostOwnCoins = 500_000

  /// Adds an entry to the log.
  ///
  /// Once there are too many details, the oldest entries lose their recipients and the coins of
  /// others, and far later their own coins too. No entry keeps more than a newer one.
  public mutating func appendToLog(_ record: SigningRecord) {
    log.append(record)
    var (details, own) = (0, 0)
    for index in log.indices.reversed() {
      details += log[index].detailCount
      own += log[index].ownCount
      guard index < log.count - 1 else { continue }
      if own > Self.mostOwnCoins {
        log[index] = log[index].withoutDetails
      } else if details > Self.mostLogDetails {
        log[index] = log[index].withOwnCoinsAlone
      }
    }
  }

  /// Whether the home is on mainnet, where coins are worth money.
  var isForMainnet: Bool { network == "mainnet" }

  /// The seed of that name; nil when there is none.
  public func seed(named name: String) -> StoredSeed? { seeds.first { $0.name == name } }
  /// The wallet of that name; nil when there is none.
  public func wallet(named name: String) -> StoredWallet? {
    wallets.first { $0.name == name }
  }
}

/// One key of a wallet that derives from a seed of this vault, as it was proved at registration.
public struct OwnKey: Sendable, Hashable {
  /// Which of the descriptor's keys, from 0 in the order they are written.
  public let position: Int
  /// The seed it derives from, by name.
  public let seed: String

  /// Takes the place of the key in the descriptor and the name of its seed.
  public init(position: Int, seed: String) {
    self.position = position
    self.seed = seed
  }
}

/// A wallet whose coins this signer may spend.
public struct StoredWallet: Sendable, Equatable {
  /// What the person calls it; unique in the vault.
  public var name: String
  /// Canonical, with its checksum.
  public let descriptor: String
  /// The keys that are ours; every other key of the wallet is somebody else's.
  public var keys: [OwnKey]
  /// How it was registered, in words.
  public let source: String
  /// Seconds since 1970.
  public let registered: Int64
  /// The highest index used in a payment that was signed (R07).
  public var highestReceive: UInt32?
  /// The same of the change branch; nil when no payment was signed yet.
  public var highestChange: UInt32?

  /// Takes everything that the vault keeps of a wallet.
  public init(
    name: String, descriptor: String, keys: [OwnKey], source: String, registered: Int64,
    highestReceive: UInt32? = nil, highestChange: UInt32? = nil
  ) {
    self.name = name
    self.descriptor = descriptor
    self.keys = keys
    self.source = source
    self.registered = registered
    self.highestReceive = highestReceive
    self.highestChange = highestChange
  }

  /// The seeds that keys of it derive from, each once, in the order of the keys.
  public var seeds: [String] {
    keys.map(\.seed).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// One transaction that was signed.
public struct SigningRecord: Sendable, Equatable {
  /// Seconds since 1970.
  public let time: Int64
  /// The name of the wallet at that time.
  public let wallet: String
  /// The txid as it is hashed, in the byte order of transactions.
  public let txid: Bytes32
  /// What leaves the wallet without the fee, in satoshis.
  public let sent: Int64
  /// In satoshis.
  public let fee: Int64
  /// The lock time of the transaction.
  public let lockTime: UInt32
  /// What was acknowledged: rules, and the names of consents in words.
  public let accepted: [String]
  /// The txid without signatures; nil where it was not kept.
  public let unsignedTxid: Bytes32?
  /// The coins that it spends; empty where they are not kept any more.
  public let spent: [CoinKey]
  /// Which of `spent` were ours when it was signed, in the same order (R12); empty where it was not kept.
  public let own: [Bool]
  /// Marks of whom it pays how much, 24 bytes each (R33); empty where they are not kept any more.
  public let payees: [UInt8]

  /// The bytes of one mark of a recipient.
  public static let payeeLength = 24

  /// Describes a signing.
  ///
  /// Of `payees` only whole marks of 24 bytes are kept, and `own` only with a value for each of `spent`.
  public init(
    time: Int64, wallet: String, txid: Bytes32, sent: Int64, fee: Int64, lockTime: UInt32,
    accepted: [String], unsignedTxid: Bytes32? = nil, spent: [CoinKey] = [], own: [Bool] = [],
    payees: [UInt8] = []
  ) {
    self.time = time
    self.wallet = wallet
    self.txid = txid
    self.sent = sent
    self.fee = fee
    self.lockTime = lockTime
    self.accepted = accepted
    self.unsignedTxid = unsignedTxid
    self.spent = spent
    self.own = own.count == spent.count ? own : []
    self.payees = Array(payees.prefix(payees.count / Self.payeeLength * Self.payeeLength))
  }

  /// What stands for recipients that are not kept any more: a mark of zeros, which nobody's script
  /// gives.
  private static let forgottenPayees = [UInt8](repeating: 0, count: payeeLength)

  /// Whether its coins and recipients are remembered: every payment spends a coin.
  public var hasDetails: Bool { !spent.isEmpty && payees != Self.forgottenPayees }

  /// Whether the coins of it that were ours are remembered.
  public var hasOwnCoins: Bool { !spent.isEmpty }

  /// How many coins and recipients it remembers.
  var detailCount: Int { hasDetails ? spent.count + payees.count / Self.payeeLength : 0 }

  /// How many coins it remembers that were ours, or may have been.
  var ownCount: Int { own.isEmpty ? spent.count : own.count { $0 } }

  /// The same signing with its own coins alone; with all of them where it does not say which those are.
  var withOwnCoinsAlone: SigningRecord {
    guard hasDetails else { return self }
    let kept = own.isEmpty ? spent : zip(spent, own).filter(\.1).map(\.0)
    return SigningRecord(
      time: time, wallet: wallet, txid: txid, sent: sent, fee: fee, lockTime: lockTime,
      accepted: accepted, unsignedTxid: unsignedTxid, spent: kept,
      own: own.isEmpty ? [] : kept.map { _ in true },
      payees: kept.isEmpty ? [] : Self.forgottenPayees)
  }

  /// The same signing without its coins and recipients.
  var withoutDetails: SigningRecord {
    SigningRecord(
      time: time, wallet: wallet, txid: txid, sent: sent, fee: fee, lockTime: lockTime,
      accepted: accepted, unsignedTxid: unsignedTxid)
  }
}

/// A coin, by the output that made it.
public struct CoinKey: Hashable, Sendable, Comparable {
  /// The txid as it is hashed, in the byte order of transactions.
  public let txid: Bytes32
  /// The number of the output, counted from 0.
  public let vout: UInt32

  /// Takes the txid and the number of the output.
  public init(txid: Bytes32, vout: UInt32) {
    self.txid = txid
    self.vout = vout
  }

  public static func < (first: CoinKey, second: CoinKey) -> Bool {
    (first.txid, first.vout) < (second.txid, second.vout)
  }
}

/// What is known of a coin.
public struct CoinRecord: Equatable, Sendable {
  /// In satoshis.
  public let amount: Int64
  /// The script that it pays.
  public let script: [UInt8]
  /// Whether its transaction was seen, or the amount only claimed.
  public let isProved: Bool

  /// Takes the three.
  public init(amount: Int64, script: [UInt8], isProved: Bool) {
    self.amount = amount
    self.script = script
    self.isProved = isProved
  }
}
