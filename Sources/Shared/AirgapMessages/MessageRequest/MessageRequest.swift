public import BitcoinPSBT
public import BitcoinPrimitives
internal import Bytes
public import ExtendedKeys
public import SignedMessages

/// A text that somebody is asked to sign, and by which key (docs/formats.md, "A request for a signature").
///
/// This program's own form names an address and the coins of a proof of funds; those of other programs name the path of
/// a key.
public struct MessageRequest: Hashable, Sendable {
  /// The most bytes of a text: what is read, far above what is signed.
  public static let mostText = 100_000
  /// The most coins of a proof of funds.
  public static let mostCoins = 500
  /// The longest message, in bytes: what QR codes carry (R18).
  public static let mostBytes = 16_000_000

  /// The most bytes of the coins' transactions, each counted once for every coin of it: a PSBT repeats them (R18).
  public static let mostPrevious = 16_000_000

  /// A place in a wallet.
  public struct Place: Hashable, Sendable {
    /// 0 receives, 1 is change, by custom.
    public let branch: Int
    /// The index in it, below 2^31.
    public let index: UInt32

    /// Takes both.
    public init(branch: Int, index: UInt32) {
      self.branch = branch
      self.index = index
    }
  }

  /// A coin of the wallet that a proof of funds is to show.
  public struct Coin: Hashable, Sendable {
    /// Where it is.
    public let outPoint: OutPoint
    /// In satoshis.
    public let amount: Int64
    /// Where the wallet has its script.
    public let place: Place

    /// Takes the three.
    public init(outPoint: OutPoint, amount: Int64, place: Place) {
      self.outPoint = outPoint
      self.amount = amount
      self.place = place
    }
  }

  /// Who is to sign.
  public enum Signer: Hashable, Sendable {
    /// An address and its place in the wallet.
    case address(String, Place)
    /// The key at a path from the master key, with the kind of script where the request names one.
    case path(DerivationPath, script: KeyScript?)
  }

  /// The scripts of one key that Coldcard has names for.
  public enum KeyScript: String, Hashable, Sendable, CaseIterable {
    case p2pkh
    case p2wpkh
    case p2shP2WPKH = "p2sh-p2wpkh"
    case p2tr

    /// Reads its name, in each way that it is written.
    init?(named name: String) {
      self.init(rawValue: name == "p2wpkh-p2sh" ? "p2sh-p2wpkh" : name.lowercased())
    }
  }

  /// The text as it is signed: no length before it, nothing behind it.
  public let text: [UInt8]
  /// Who is to sign.
  public let signer: Signer
  /// How it is to be signed; nil where the request does not say it.
  public let form: MessageForm?
  /// The coins that the signature is to show.
  public let coins: [Coin]
  /// The transactions that made them, where signatures do not commit to the amounts.
  public let previous: [PreviousTransaction]

  /// Takes everything; a text of more than ``mostText`` bytes or more coins than ``mostCoins`` cannot be read back.
  public init(
    text: [UInt8], signer: Signer, form: MessageForm?, coins: [Coin] = [],
    previous: [PreviousTransaction] = []
  ) {
    self.text = text
    self.signer = signer
    self.form = form
    self.coins = coins
    self.previous = previous
  }

  /// Whether the transactions come to more than ``mostPrevious`` bytes.
  public static func hasTooMuch(
    _ previous: [PreviousTransaction], for coins: [Coin]
  ) -> Bool {
    var sizes: [Txid: Int] = [:]
    for transaction in previous { sizes[transaction.txid] = transaction.bytes.count }
    // At most 500 coins of at most 16 MB: no overflow.
    return coins.reduce(0) { $0 + (sizes[$1.outPoint.txid] ?? 0) } > mostPrevious
  }

  /// What it is called in errors.
  static let type = "request for a signature"

  static func malformed(_ what: String) -> AirgapMessageError { .malformed(type: type, what: what) }
}
