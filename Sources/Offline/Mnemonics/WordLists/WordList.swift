internal import WordLists

/// The 2,048 words of a language, in NFKD and in the order of BIP-39.
struct WordList: Sendable {
  let language: MnemonicLanguage
  let table: WordTable

  static let count = 2048

  private init(_ language: MnemonicLanguage, _ text: StaticString) {
    self.language = language
    table = WordTable(text)
  }

  /// The number of words found in the text: ``count``, unless the source was tampered with.
  var wordCount: Int { table.count }

  /// Lends the word at `index`, which must be below ``count``, as UTF-8.
  func withWord<R: ~Copyable, E: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try table.withWord(at: index, body)
  }

  /// The word at `index`, which must be below ``count``.
  func word(at index: Int) -> String { table.word(at: index) }

  /// Where a word stands; nil when it is not in the list.
  func index(of word: UnsafeRawBufferPointer) -> Int? { table.index(of: word) }

  /// Where a word stands that may be cut after its fourth letter; nil when it is not in the list.
  ///
  /// A whole word comes first: `act` is not cut from `action`. Only for the languages whose words
  /// differ in their first four letters.
  func index(ofAbbreviation word: UnsafeRawBufferPointer) -> Int? {
    if let whole = index(of: word) { return whole }
    guard language.hasAbbreviations, Self.letters(in: word) == 4 else { return nil }
    return table.index(ofOnlyWordStartingWith: word)
  }

  /// The number of letters in NFKD: accents are code points of their own and do not count.
  static func letters(in word: UnsafeRawBufferPointer) -> Int {
    var count = 0
    for byte in word where startsLetter(byte) { count += 1 }
    return count
  }

  /// Whether a byte of UTF-8 in NFKD begins a letter: it is neither inside of one nor of an accent.
  static func startsLetter(_ byte: UInt8) -> Bool {
    byte & 0xc0 != 0x80 && byte != 0xcc && byte != 0xcd
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
