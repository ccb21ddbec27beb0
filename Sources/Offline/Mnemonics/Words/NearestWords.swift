public import SecureMemory

/// What may have been meant by words that do not belong together.
///
/// A hint at a secret: for the terminal only.
public enum MnemonicRepair: Hashable, Sendable {
  /// The word at `position`, counted from 1, is another one that looks like it.
  case replacing(position: Int, word: String)
  /// The words at `position` and after it stand in the wrong order.
  case swapping(position: Int)
}

extension Mnemonic {
  /// Finds the words of a list that look like the one somebody typed at a position.
  ///
  /// For a person who misspelt it: at most three words, the closest first. The result hints at a
  /// secret word: show it on the terminal and forget it. Empty when the position (from 1) is wrong or
  /// nothing is close.
  public static func revealingNearestWords(
    in text: borrowing SecretBytes, at position: Int, language: MnemonicLanguage
  ) -> [String] {
    guard let words = try? TypedWords(text), (1...max(1, words.count)).contains(position),
      words.count > 0
    else { return [] }
    let list = WordList.list(of: language)
    return nearest(to: words, at: position - 1, in: list).prefix(3).map { list.word(at: $0.index) }
  }

  /// Finds what could be wrong with words that are all in the list but fail their checksum.
  ///
  /// Tries two neighbours in each other's place, and for each word those that look like it; what
  /// gives a valid checksum is likely, the likeliest first, `limit` at most. One wrong guess in 16
  /// (12 words) or 256 (24 words) is valid by chance, so compare with the backup. Empty when the
  /// words are valid, are not all in the list, or nothing close fixes them.
  public static func revealingRepairs(
    of text: borrowing SecretBytes, language: MnemonicLanguage, limit: Int = 8
  ) -> [MnemonicRepair] {
    guard let words = try? TypedWords(text), wordCounts.contains(words.count),
      var packed = try? words.packed(in: .list(of: language)), !packed.hasValidChecksum()
    else { return [] }
    let list = WordList.list(of: language)
    var found: [(distance: Int, repair: MnemonicRepair)] = []
    for position in 0..<words.count {
      let typed = packed.index(at: position)
      for near in nearest(to: words, at: position, in: list) where near.index != typed {
        packed.set(near.index, at: position)
        guard packed.hasValidChecksum() else { continue }
        let word = list.word(at: near.index)
        found.append((near.distance, .replacing(position: position + 1, word: word)))
      }
      packed.set(typed, at: position)
      guard position + 1 < words.count else { continue }
      let next = packed.index(at: position + 1)
      packed.set(next, at: position)
      packed.set(typed, at: position + 1)
      if next != typed, packed.hasValidChecksum() {
        found.append((1, .swapping(position: position + 1)))
      }
      packed.set(typed, at: position)
      packed.set(next, at: position + 1)
    }
    found.sort { $0.distance < $1.distance }
    return found.prefix(max(0, limit)).map(\.repair)
  }

  /// The words that look like a typed one, the closest first.
  private static func nearest(
    to words: borrowing TypedWords, at position: Int, in list: WordList
  ) -> [(distance: Int, index: Int)] {
    words.withWord(at: position) { typed in
      guard typed.count <= EditDistance.limit else { return [] }
      var found: [(distance: Int, index: Int)] = []
      for index in 0..<WordList.count {
        let distance = list.withWord(at: index) { EditDistance.between(typed, $0) }
        // A word with half of its letters wrong is too far away.
        if distance <= 2, distance * 2 < typed.count { found.append((distance, index)) }
      }
      found.sort { ($0.distance, $0.index) < ($1.distance, $1.index) }
      return found
    }
  }
}

extension MnemonicLanguage {
  /// The words that begin as somebody has typed so far, in the order of the list, `limit` at most.
  ///
  /// Any case, composed or not; empty when nothing begins like this. Hints at a secret word: show it
  /// on the terminal and forget it.
  public func revealingWords(
    startingWith typed: borrowing SecretBytes, limit: Int = 8
  ) -> [String] {
    guard let words = try? TypedWords(typed), words.count == 1 else { return [] }
    let list = WordList.list(of: self)
    return words.withWord(at: 0) { typed in
      var found: [String] = []
      for index in 0..<WordList.count where found.count < limit {
        let begins = list.withWord(at: index) { word in
          word.count >= typed.count
            && SecretBytes.constantTimeEquals(
              UnsafeRawBufferPointer(rebasing: word[..<typed.count]), typed)
        }
        if begins { found.append(list.word(at: index)) }
      }
      return found
    }
  }
}
