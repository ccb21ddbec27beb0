/// The languages that BIP-39 has word lists for.
public enum MnemonicLanguage: String, Hashable, Sendable, CaseIterable {
  case english
  case japanese
  case korean
  case spanish
  case chineseSimplified = "chinese-simplified"
  case chineseTraditional = "chinese-traditional"
  case french
  case italian
  case czech
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
