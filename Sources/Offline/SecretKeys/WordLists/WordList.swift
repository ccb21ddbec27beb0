/// The 2,048 words of a language, in NFKD and in the order of BIP-39.
///
/// The words lie in the program's constant memory; only where each starts and ends is worked out,
/// once per language and when it is first used.
struct WordList: Sendable {
  let language: MnemonicLanguage
  private let text: StaticString
  private let bounds: [Range<UInt16>]

  static let count = 2048

  private init(_ language: MnemonicLanguage, _ text: StaticString) {
    self.language = language
    self.text = text
    bounds = text.withUTF8Buffer { bytes in
      var bounds: [Range<UInt16>] = []
      bounds.reserveCapacity(Self.count)
      var start = 0
      for index in 0...bytes.count {
        let isEnd = index == bytes.count || bytes[index] == 0x20 || bytes[index] == 0x0a
        guard isEnd else { continue }
        if index > start { bounds.append(UInt16(start)..<UInt16(index)) }
        start = index + 1
      }
      return bounds
    }
  }

  /// The number of words found in the text: ``count``, unless the source was tampered with.
  var wordCount: Int { bounds.count }

  /// Lends the word at `index`, which must be below ``count``, as UTF-8.
  func withWord<R: ~Copyable, E: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    let range = bounds[index]
    let all = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return try body(
      UnsafeRawBufferPointer(rebasing: all[Int(range.lowerBound)..<Int(range.upperBound)]))
  }

  /// The word at `index`, which must be below ``count``.
  func word(at index: Int) -> String {
    withWord(at: index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Where a word stands; nil when it is not in the list.
  ///
  /// Always looks at every word of the same length, wherever it is found: the time tells about the
  /// length of a secret word but not about its place.
  func index(of word: UnsafeRawBufferPointer) -> Int? {
    var found = -1
    text.withUTF8Buffer { bytes in
      for index in 0..<bounds.count {
        let start = Int(bounds[index].lowerBound)
        guard Int(bounds[index].upperBound) - start == word.count else { continue }
        var difference: UInt8 = 0
        for offset in 0..<word.count { difference |= bytes[start + offset] ^ word[offset] }
        // All ones when equal, else zero; no branch on the secret.
        let mask = Int(truncatingIfNeeded: (Int(difference) &- 1) >> 63)
        found = (found & ~mask) | (index & mask)
      }
    }
    return found < 0 ? nil : found
  }

  static func list(of language: MnemonicLanguage) -> WordList {
    switch language {
    case .english: english
    case .japanese: japanese
    case .korean: korean
    case .spanish: spanish
    case .chineseSimplified: chineseSimplified
    case .chineseTraditional: chineseTraditional
    case .french: french
    case .italian: italian
    case .czech: czech
    case .portuguese: portuguese
    }
  }

  private static let english = WordList(.english, EnglishWords.text)
  private static let japanese = WordList(.japanese, JapaneseWords.text)
  private static let korean = WordList(.korean, KoreanWords.text)
  private static let spanish = WordList(.spanish, SpanishWords.text)
  private static let chineseSimplified = WordList(
    .chineseSimplified, ChineseSimplifiedWords.text)
  private static let chineseTraditional = WordList(
    .chineseTraditional, ChineseTraditionalWords.text)
  private static let french = WordList(.french, FrenchWords.text)
  private static let italian = WordList(.italian, ItalianWords.text)
  private static let czech = WordList(.czech, CzechWords.text)
  private static let portuguese = WordList(.portuguese, PortugueseWords.text)
}
