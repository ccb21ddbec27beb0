public import SecureMemory

/// What was done to words so that they lead to a known fingerprint.
///
/// It says where, and never which word: that stands in the words themselves.
public enum WordChange: Hashable, Sendable {
  /// The word at `position`, counted from 1, is another one.
  case replaced(position: Int)
  /// A word was missing, and stands at `position`.
  case inserted(position: Int)
  /// The words at the two positions stood in each other's place.
  case swapped(first: Int, second: Int)
}

/// What putting words right by their fingerprint led to.
public enum RepairedWords: ~Copyable, Sendable {
  /// No such change leads to the seed that is meant.
  case none
  /// One does: the words, and how they differ from what was typed.
  case one(Mnemonic, WordChange)
  /// So many do, and nothing says which is meant.
  case several(Int)
}

extension Mnemonic {
  /// The most work that ``repaired(_:language:isRight:)`` has: how many times `isRight` is asked.
  ///
  /// Of 12 words with a wrong one that is 12 times 2,047, of which one in 16 has a right checksum.
  public static let repairLimit = 2_000

  /// Finds what one wrong word, one missing word or two swapped words should have been.
  ///
  /// Tries every word of the list at every place, and every pair of words in each other's place;
  /// `isRight` is asked about each that has a right checksum, and says whether it is the seed that
  /// is meant: a fingerprint does, four billion of them tell candidates apart. All are tried, also
  /// after one was found, so that the time says nothing of the place. `typed` has 11 to 24 words,
  /// at most one of which is in no list. Of several languages that have the words each is tried.
  ///
  /// Throws what `isRight` throws, and `MnemonicError` for text that is not words.
  public static func repaired(
    _ typed: borrowing SecretBytes, language: MnemonicLanguage? = nil,
    isRight: (borrowing Mnemonic) throws -> Bool
  ) throws -> RepairedWords {
    let words = try TypedWords(typed)
    var found = FoundWords()
    for language in language.map({ [$0] }) ?? MnemonicLanguage.allCases {
      guard let known = words.known(in: .list(of: language)) else { continue }
      try found.search(known.packed, unknown: known.unknown, language, isRight)
    }
    return try found.result()
  }
}

/// The candidates that were right, each once.
private struct FoundWords: ~Copyable {
  private var entropies = SecretList()
  private var changes: [(change: WordChange, language: MnemonicLanguage)] = []

  borrowing func result() throws -> RepairedWords {
    guard changes.count <= 1 else { return .several(changes.count) }
    guard let only = changes.first else { return .none }
    let entropy = entropies.withUnsafeBytes(at: 0) { SecretBytes(copying: $0) }
    return .one(try Mnemonic(entropy: entropy, language: only.language), only.change)
  }

  mutating func search(
    _ packed: borrowing PackedWords, unknown: Int?, _ language: MnemonicLanguage,
    _ isRight: (borrowing Mnemonic) throws -> Bool
  ) throws {
    if Mnemonic.wordCounts.contains(packed.count) {
      for position in unknown.map({ $0...$0 }) ?? 0...(packed.count - 1) {
        var changed = packed.duplicated()
        for index in 0..<WordList.count {
          changed.set(index, at: position)
          try consider(changed, .replaced(position: position + 1), language, isRight)
        }
      }
      guard unknown == nil else { return }
      for first in 0..<packed.count {
        for second in (first + 1)..<max(first + 1, packed.count) {
          var changed = packed.duplicated()
          changed.set(packed.index(at: second), at: first)
          changed.set(packed.index(at: first), at: second)
          try consider(
            changed, .swapped(first: first + 1, second: second + 1), language, isRight)
        }
      }
    } else if Mnemonic.wordCounts.contains(packed.count + 1), unknown == nil {
      for position in 0...packed.count {
        var longer = PackedWords(count: packed.count + 1)
        for old in 0..<packed.count {
          longer.set(packed.index(at: old), at: old < position ? old : old + 1)
        }
        for index in 0..<WordList.count {
          longer.set(index, at: position)
          try consider(longer, .inserted(position: position + 1), language, isRight)
        }
      }
    }
  }

  private mutating func consider(
    _ packed: borrowing PackedWords, _ change: WordChange, _ language: MnemonicLanguage,
    _ isRight: (borrowing Mnemonic) throws -> Bool
  ) throws {
    guard packed.hasValidChecksum() else { return }
    let entropy = try packed.checkedEntropy(language)
    let mnemonic = try Mnemonic(entropy: entropy, language: language)
    // One word beside an equal one may be missing at two places: it is one seed all the same.
    guard try isRight(mnemonic), !entropy.withUnsafeBytes({ entropies.contains($0) }) else {
      return
    }
    entropy.withUnsafeBytes { entropies.append($0) }
    changes.append((change, language))
  }
}
