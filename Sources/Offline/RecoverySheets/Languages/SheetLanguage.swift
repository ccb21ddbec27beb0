/// The languages in which a sheet says what it is, by their two letters (ISO 639-1).
///
/// Only sentences are translated: names of standards and programs, paths, commands and everything
/// that is compared letter by letter are the same in all of them.
public enum SheetLanguage: String, Hashable, Sendable, CaseIterable {
  /// English, which every letter to the heirs is also printed in.
  case english = "en"

  /// What sheets say in this language.
  var sentences: SheetSentences {
    switch self {
    case .english: .english
    }
  }

  /// Whether there is a space between two sentences.
  var isSpaced: Bool { !["ja", "zh"].contains(rawValue) }

  /// The language's own name for itself.
  public var name: String { sentences.language }
}
