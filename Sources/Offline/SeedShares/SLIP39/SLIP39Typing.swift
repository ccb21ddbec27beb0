internal import Mnemonics
internal import SecretCodes
internal import SecureMemory
internal import WordLists

/// Words of SLIP-39 as a person types them.
enum SLIP39Typing {
  static func words(of text: borrowing SecretBytes) throws(SLIP39Error) -> TypedWords {
    let words: TypedWords
    do throws(MnemonicError) {
      words = try TypedWords(text, limit: SLIP39Share.wordCounts.upperBound)
    } catch {
      if case .wordCount(let found) = error { throw .wordCount(found: found) }
      throw .text(error)
    }
    let count = words.count
    guard SLIP39Share.wordCounts.contains(count) else { throw .wordCount(found: count) }
    return words
  }

  /// Where a word stands, whole or cut after four letters; nil when it is not in the list.
  static func index(_ word: UnsafeRawBufferPointer) -> Int? {
    word.count == 4
      ? SLIP39Words.table.index(ofOnlyWordStartingWith: word) : SLIP39Words.table.index(of: word)
  }
}

extension SLIP39Share {
  /// Whether all words of a text, but one at most, are in the list of SLIP-39, whole or cut.
  ///
  /// A guess for choosing a reader, also where a word is missing.
  public static func mostAreWords(of text: UnsafeRawBufferPointer) -> Bool {
    let words = text.split(whereSeparator: SecretUnicode.isSpace)
    let known = words.count { word in
      let small = SecretBytes(lowercasing: UnsafeRawBufferPointer(rebasing: word))
      return small.withUnsafeBytes { SLIP39Typing.index($0) } != nil
    }
    return words.count > 1 && known >= words.count - 1
  }
}
