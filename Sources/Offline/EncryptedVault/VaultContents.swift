public import Bytes

/// Everything a home keeps: copy it, change the copy, save it.
///
/// What was not saved never happened.
public struct VaultContents: Sendable {
  /// Which network the home belongs to, by its name (`mainnet`, `signet` ...).
  ///
  /// Behind the name of a signet, and of ``forkOfBitcoin``, there may be a space and the JSON of its entry.
  public let network: String
  /// The challenge script of a custom signet.
  public let signetChallenge: [UInt8]?
  /// The seeds, in the order in which they came.
  public var seeds: [StoredSeed] = []
  /// The registered wallets, in the order in which they came.
  public var wallets: [StoredWallet] = []
  /// Limits and switches that differ from their defaults, by name.
  public var settings: [String: Int64] = [:]
  /// What was signed, oldest first; it only grows (``appendToLog(_:)``).
  public internal(set) var log = SigningLog()
  /// What is known of coins: proved by their transaction, or claimed and accepted (R01).
  public var coins: [CoinKey: CoinRecord] = [:]
  /// Recovery sheets that were printed, oldest first.
  public var sheets: [SheetRecord] = []
  /// What is kept of the second passphrase; nil where the seeds have none of their own.
  var seedsPassphrase: SeedsPassphrase?

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

  /// Adds an entry to the log, chained to the one before.
  ///
  /// Once there are too many details, the oldest entries lose their recipients and the coins of
  /// others, and far later their own coins too. No entry keeps more than a newer one.
  public mutating func appendToLog(_ record: SigningRecord) {
    log.append(record)
    log.forgetDetails(beyond: Self.mostLogDetails, ownBeyond: Self.mostOwnCoins)
  }

  /// Whether the seeds have a passphrase of their own.
  public var hasSeedsPassphrase: Bool { seedsPassphrase != nil }

  /// How ``network`` begins in a home of a fork of Bitcoin, whose entry follows.
  public static let forkOfBitcoin = "fork"

  /// Whether the home is on a network where coins are worth money: mainnet, or a fork of it.
  var isForMainnet: Bool { network == "mainnet" || network.hasPrefix(Self.forkOfBitcoin + " ") }

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
