public import Refusals

/// Refusals of text that is to be normalized; never with a part of it.
public enum SecretUnicodeError: HintedError, Equatable, Sendable {
  /// The text is longer than any words or passphrase: bytes.
  case tooLong(limit: Int)
  /// The text is not valid UTF-8.
  case notUnicode

  public var description: String {
    switch self {
    case .tooLong(let limit): "the text is longer than \(limit) bytes"
    case .notUnicode: "the text is not valid UTF-8"
    }
  }

  /// R18 for a text that is longer than any words; nil for what was mistyped.
  public var rule: Rule? { if case .tooLong = self { .r18 } else { nil } }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .tooLong: "give the words alone"
    case .notUnicode: "use a terminal or file in UTF-8"
    }
  }
}
