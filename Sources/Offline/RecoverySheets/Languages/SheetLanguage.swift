/// The languages of sheets, by their two letters (ISO 639-1).
///
/// Only sentences are translated: names of standards and programs, paths, commands and everything
/// that is compared letter by letter are the same in all of them.
public enum SheetLanguage: String, Hashable, Sendable, CaseIterable {
  /// English, which every letter to the heirs is also printed in.
  case english = "en"
  /// German.
  case german = "de"
  /// French.
  case french = "fr"
  /// Spanish.
  case spanish = "es"
  /// Italian.
  case italian = "it"
  /// Portuguese.
  case portuguese = "pt"
  /// Japanese.
  case japanese = "ja"
  /// Korean.
  case korean = "ko"
  /// Chinese in simplified characters.
  case chinese = "zh"
  /// Czech.
  case czech = "cs"

  /// What sheets say in this language.
  var sentences: SheetSentences {
    switch self {
    case .english: .english
    case .german: .german
    case .french: .french
    case .spanish: .spanish
    case .italian: .italian
    case .portuguese: .portuguese
    case .japanese: .japanese
    case .korean: .korean
    case .chinese: .chinese
    case .czech: .czech
    }
  }

  /// Their letters, for help texts: `en, de ... or cs`.
  public static var list: String {
    let all = allCases.map(\.rawValue)
    return "\(all.dropLast().joined(separator: ", ")) or \(all.last ?? "")"
  }

  /// Whether there is a space between two sentences.
  var isSpaced: Bool { self != .japanese && self != .chinese }

  /// What stands between two names.
  var comma: String { isSpaced ? ", " : "、" }

  /// What stands between two parts of a sentence; as wide as the letters beside it, in French behind a space.
  var semicolon: String {
    switch self {
    case .japanese, .chinese: "；"
    case .french: " ; "
    default: "; "
    }
  }

  /// What stands between a label and its text.
  var colon: String {
    switch self {
    case .japanese, .chinese: "："
    case .french: " : "
    default: ": "
    }
  }

  /// Sentences, one after the other.
  func joined(_ sentences: [String]) -> String { sentences.joined(separator: isSpaced ? " " : "") }

  /// The language's own name for itself.
  public var name: String { sentences.language }
}
