/// The languages that BIP-39 has word lists for.
public enum MnemonicLanguage: String, Hashable, Sendable, CaseIterable {
  /// The list that every wallet reads.
  case english
  /// Its words are separated by ideographic spaces (U+3000).
  case japanese
  /// Its words are composed of Hangul, in NFKD.
  case korean
  /// Some words have accents; their first four letters tell all words apart without them.
  case spanish
  /// One character each.
  case chineseSimplified = "chinese-simplified"
  /// One character each; many stand in the simplified list too.
  case chineseTraditional = "chinese-traditional"
  /// Some words have accents; it shares a hundred words with the English list.
  case french
  /// Its words are told apart by their first four letters.
  case italian
  /// Its words are told apart by their first four letters, without accents.
  case czech
  /// Its words are told apart by their first four letters, without accents.
  case portuguese
}

extension MnemonicLanguage {
  /// Whether the first four letters of each word name it, so that words may be written cut.
  public var hasAbbreviations: Bool {
    switch self {
    case .english, .spanish, .french, .italian, .czech, .portuguese: true
    case .japanese, .korean, .chineseSimplified, .chineseTraditional: false
    }
  }
}

extension MnemonicLanguage: CustomStringConvertible {
  public var description: String { rawValue }
}
