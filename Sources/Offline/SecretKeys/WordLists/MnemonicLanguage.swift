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

extension MnemonicLanguage: CustomStringConvertible {
  public var description: String { rawValue }
}
