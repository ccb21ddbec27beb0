package import Bytes
package import EncryptedVault
internal import Refusals
internal import WordLists

/// The head of the log as a person compares it: how many entries there are, and four words.
package struct LogHead: Sendable {
  /// How many entries it covers.
  package let count: Int
  /// Its hash.
  package let hash: Bytes32
  /// Four words of it.
  package let words: String

  /// Of the whole log.
  package init(_ log: SigningLog) {
    self.init(count: log.count, hash: log.head)
  }

  /// Of the first `count` entries; nil when there never were so many.
  package init?(_ log: SigningLog, after count: Int) {
    guard let hash = log.head(after: count) else { return nil }
    self.init(count: count, hash: hash)
  }

  /// Takes what was said about a log: its entries and its hash.
  package init(count: Int, hash: Bytes32) {
    self.count = count
    self.hash = hash
    words = CheckWords(.log, hash.bytes).description
  }

  /// How many entries, in words.
  package var entries: String { counted(count, "entry", plural: "entries") }

  /// Both, for one line.
  package var text: String { "\(entries), words: \(words)" }

  /// The members of a report; amounts are integers, and the words one text.
  package var json: JSONValue {
    ["entries": .integer(count), "words": .string(words), "head": .string(hash.hex)]
  }
}
