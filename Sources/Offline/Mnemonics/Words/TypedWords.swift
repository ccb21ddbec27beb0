internal import SecretCodes
package import SecureMemory

/// Words as somebody typed them: normalized to NFKD, in lower case, and cut at spaces.
package struct TypedWords: ~Copyable {
  private let text: SecretBytes
  private let bounds: [Range<Int>]

  /// Cuts the text, which may have line breaks and ideographic spaces between the words.
  ///
  /// Throws when there are more words than `limit`.
  package init(_ typed: borrowing SecretBytes, limit: Int = 24) throws(MnemonicError) {
    var text: SecretBytes
    do throws(SecretUnicodeError) {
      text = try SecretUnicode.decomposed(typed)
    } catch {
      throw .unreadable(error)
    }
    var bounds: [Range<Int>] = []
    var count = 0
    text.withUnsafeMutableBytes { bytes in
      var start = 0
      for index in 0...bytes.count {
        if index < bytes.count {
          // Accents are separate code points in NFKD: folding the letters is enough.
          if (0x41...0x5a).contains(bytes[index]) { bytes[index] |= 0x20 }
          guard bytes[index] == 0x20 || (0x09...0x0d).contains(bytes[index]) else { continue }
        }
        if index > start {
          count += 1
          if bounds.count < limit { bounds.append(start..<index) }
        }
        start = index + 1
      }
    }
    guard count <= limit else { throw .wordCount(found: count) }
    self.text = text
    self.bounds = bounds
  }

  /// The number of words.
  package var count: Int { bounds.count }

  /// Lends the word at `position`, counted from 0.
  package borrowing func withWord<R: ~Copyable, E: Error>(
    at position: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try text.withUnsafeBytes { bytes throws(E) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[bounds[position]]))
    }
  }

  /// Whether no word has more than four letters, as on steel plates and in some QR codes.
  var areAbbreviated: Bool {
    (0..<count).allSatisfy { withWord(at: $0) { WordList.letters(in: $0) <= 4 } }
  }

  /// The places of the words in the list.
  ///
  /// Words may be cut after four letters when all of them are that short: half a sentence of whole
  /// words is not a sentence of cut ones. Throws at the first word that is not in the list.
  borrowing func packed(in list: WordList) throws(MnemonicError) -> PackedWords {
    let areAbbreviated = areAbbreviated
    var packed = PackedWords(count: count)
    for position in 0..<count {
      let index = withWord(at: position) {
        areAbbreviated ? list.index(ofAbbreviation: $0) : list.index(of: $0)
      }
      guard let index else {
        throw .unknownWord(position: position + 1, language: list.language)
      }
      packed.set(index, at: position)
    }
    return packed
  }

  /// The places of the words in the list, of which one may not be in it; nil when several are not.
  borrowing func known(in list: WordList) -> KnownWords? {
    let areAbbreviated = areAbbreviated
    var packed = PackedWords(count: count)
    var unknown: Int?
    for position in 0..<count {
      let index = withWord(at: position) {
        areAbbreviated ? list.index(ofAbbreviation: $0) : list.index(of: $0)
      }
      if let index {
        packed.set(index, at: position)
      } else if unknown == nil {
        unknown = position
      } else {
        return nil
      }
    }
    return KnownWords(packed: packed, unknown: unknown)
  }

  /// Says which word is of another language than most, when every word is in some list and no list has
  /// all; nil otherwise.
  borrowing func mixedLanguages() -> MnemonicError? {
    var lists: [[MnemonicLanguage]] = []
    for position in 0..<count {
      let found = MnemonicLanguage.allCases.filter { language in
        withWord(at: position) { WordList.list(of: language).index(of: $0) != nil }
      }
      guard !found.isEmpty else { return nil }
      lists.append(found)
    }
    let most = MnemonicLanguage.allCases.max { first, second in
      lists.count { $0.contains(first) } < lists.count { $0.contains(second) }
    }
    guard let most, let odd = lists.firstIndex(where: { !$0.contains(most) }) else { return nil }
    return .mixedLanguages(position: odd + 1, found: lists[odd], language: most)
  }
}

/// Words of which at most one is not in a list.
struct KnownWords: ~Copyable {
  /// Their places in the list; at that of the unknown word the first word of the list.
  let packed: PackedWords
  /// Which word is not in the list, counted from 0.
  let unknown: Int?
}
