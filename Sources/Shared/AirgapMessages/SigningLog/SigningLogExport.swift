public import BitcoinPrimitives
public import Bytes
public import Descriptors
internal import Hashes
internal import WordLists

/// The log of a signer as it crosses the gap: what was signed, out of which coins, for `reconcile`
/// (docs/formats.md, "The log across the gap").
///
/// Nothing in it is secret: transactions, coins and amounts are what the chain shows one day. It says
/// who recipients are as little as the log does, and not what was acknowledged. It is what the signer
/// says of itself: the hashes of the entries are not in it, only the head, whose words a person compares.
public struct SigningLogExport: Hashable, Sendable {
  /// The most entries of one export.
  public static let mostEntries = 100_000
  /// The most wallets.
  public static let mostWallets = 1_000
  /// The longest message, in bytes: what QR codes carry (R18).
  public static let mostBytes = 16_000_000
  /// What a uniform resource around it takes at most, in bytes.
  public static let resourceBytes = 9
  /// The longest name, in bytes of UTF-8.
  public static let longestName = 200

  /// A wallet that the signer has registered.
  public struct Wallet: Hashable, Sendable {
    /// What the signer calls it.
    public let name: String
    /// Which wallet it is: ``SigningLogExport/mark(of:)`` of its descriptor.
    public let mark: Bytes32
    /// When it was registered, in seconds since 1970 by the signer's clock.
    public let registered: Int64
    /// Whether nobody can spend from it without this signer, as far as it knows.
    public let needsSigner: Bool

    /// Takes the four.
    public init(name: String, mark: Bytes32, registered: Int64, needsSigner: Bool) {
      self.name = name
      self.mark = mark
      self.registered = registered
      self.needsSigner = needsSigner
    }
  }

  /// One signing.
  public struct Entry: Hashable, Sendable {
    /// Seconds since 1970, by the signer's clock.
    public let time: Int64
    /// The wallet or wallets that it spends from, as they were called then.
    public let wallet: String
    /// The txid with the signatures that there were.
    public let txid: Txid
    /// The txid without any signature; nil where an earlier version did not keep it.
    public let unsignedTxid: Txid?
    /// What leaves the wallet without the fee, in satoshis; nil where it was not known.
    public let sent: Int64?
    /// In satoshis; nil where it was not known.
    public let fee: Int64?
    /// The coins of the signer that it spends; empty where they are not remembered any more.
    public let coins: [OutPoint]

    /// Takes what was signed.
    public init(
      time: Int64, wallet: String, txid: Txid, unsignedTxid: Txid?, sent: Int64?, fee: Int64?,
      coins: [OutPoint]
    ) {
      self.time = time
      self.wallet = wallet
      self.txid = txid
      self.unsignedTxid = unsignedTxid
      self.sent = sent
      self.fee = fee
      self.coins = coins
    }
  }

  /// The network, by its name.
  public let network: String
  /// The hash of the last entry; 32 zero bytes of an empty log.
  public let head: Bytes32
  /// How many entries the log has; at least as many as are here.
  public let count: Int
  /// When it was exported, in seconds since 1970 by the signer's clock.
  public let made: Int64
  /// How many of the entries are texts that were signed: none of them is here, for the chain shows nothing of them.
  public let texts: Int
  /// The registered wallets.
  public let wallets: [Wallet]
  /// The newest entries, oldest first.
  public let entries: [Entry]

  /// Takes a whole log.
  public init(
    network: String, head: Bytes32, count: Int, texts: Int = 0, made: Int64, wallets: [Wallet],
    entries: [Entry]
  ) {
    self.network = network
    self.head = head
    self.count = count
    self.texts = texts
    self.made = made
    self.wallets = wallets
    self.entries = entries
  }

  /// How many payments are not here: the oldest of the log.
  public var leftOut: Int { max(0, count - texts - entries.count) }

  /// The four words of the head, as the signer shows them.
  public var words: String { CheckWords(.log, head.bytes).description }

  /// Tells a wallet from others without saying its keys: a tagged hash of the first script of each
  /// branch, in the order of their bytes, as a CBOR array of byte strings.
  ///
  /// The same for each way to write the wallet. Whoever knows these scripts recognizes it.
  public static func mark(of descriptor: Descriptor) -> Bytes32 {
    let scripts = descriptor.firstScripts.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
    return TaggedHash(tag: "Drawbridge/log-wallet").hash(
      CBORWriter.encode(.array(scripts.map { .bytes($0) })))
  }

  /// The same log with its newest entries alone, as many as make at most so many bytes, and at most
  /// `last` of them.
  public func newest(
    _ last: Int = .max, within bytes: Int = mostBytes - resourceBytes
  ) -> SigningLogExport {
    // The frame around the entries, with the longest head of their array.
    var size = of([]).encoded().count + 9
    var kept = 0
    for entry in entries.reversed() {
      size += entry.byteCount
      guard kept < min(max(0, last), Self.mostEntries), size <= bytes else { break }
      kept += 1
    }
    return of(Array(entries.suffix(kept)))
  }

  private func of(_ entries: [Entry]) -> SigningLogExport {
    SigningLogExport(
      network: network, head: head, count: count, texts: texts, made: made, wallets: wallets,
      entries: entries)
  }
}
