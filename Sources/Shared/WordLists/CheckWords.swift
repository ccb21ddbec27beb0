internal import Bytes
internal import Hashes

/// Four words that stand for something two people or two machines should see alike.
///
/// They are read aloud or compared by eye; they are no secret and no proof. Their hash is BIP-340's
/// tagged SHA-256 with the tag `Drawbridge/` and the kind's name over the bytes, hashed 4,096 times more
/// with SHA-256. Its first 44 bits, from the highest, are four numbers of 11 bits: places in the
/// English list of BIP-39. Finding something else with the words of a given thing takes about 2^56
/// hashes; whoever may choose both needs about 2^34.
public struct CheckWords: Hashable, Sendable, CustomStringConvertible {
  /// What the words stand for; the same bytes have other words as something else.
  public enum Kind: String, CaseIterable, Sendable {
    /// The unsigned transaction, as consensus encodes it without witnesses, every scriptSig empty.
    case payment
    /// The descriptor of a wallet as far as its scripts depend on it, without checksum, as UTF-8.
    case wallet
    /// The last hash of the signing log (32 bytes).
    case log
  }

  /// The words, four.
  public let words: [String]

  /// The words for these bytes.
  public init(_ kind: Kind, _ bytes: [UInt8]) {
    var hash = TaggedHash(tag: "Drawbridge/\(kind.rawValue)").hash(bytes)
    for _ in 0..<Self.rounds {
      var hasher = SHA256Hasher()
      hasher.update(hash)
      hash = hasher.finalized()
    }
    let bits = hash.bytes.prefix(6).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    words = [37, 26, 15, 4].map { (shift: UInt64) -> String in
      Self.table.word(at: Int(bits >> shift & 0x7ff))
    }
  }

  /// The words with blanks between them.
  public var description: String { words.joined(separator: " ") }

  private static let rounds = 4_096
  private static let table = WordTable(EnglishWords.text)
}
