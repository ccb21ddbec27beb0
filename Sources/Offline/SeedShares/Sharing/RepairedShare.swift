public import Mnemonics
public import SecureMemory

/// What the checksum of a damaged share says about it: to be compared with the paper, never to be
/// taken silently.
///
/// One wrong word, one missing word and two words in each other's place are looked for.
public enum RepairedShare: ~Copyable, Sendable {
  /// No such change gives a share.
  case none
  /// One does: the share in words, and how it differs from what was typed.
  case one(SecretBytes, WordChange)
  /// So many do, and nothing in them says which is meant.
  case several(Int)
}

/// The shares that one change of a damaged one gives, each once.
struct FoundShares: ~Copyable {
  private var texts = SecretList()
  private var changes: [WordChange] = []

  /// Takes a share in words; the same one by another change, as of two equal words one of which is
  /// missing, is one share all the same.
  mutating func add(_ text: borrowing SecretBytes, _ change: WordChange) {
    guard !text.withUnsafeBytes({ texts.contains($0) }) else { return }
    text.withUnsafeBytes { texts.append($0) }
    changes.append(change)
  }

  borrowing func result() -> RepairedShare {
    guard changes.count <= 1 else { return .several(changes.count) }
    guard let only = changes.first else { return .none }
    return .one(texts.secret(at: 0), only)
  }
}
