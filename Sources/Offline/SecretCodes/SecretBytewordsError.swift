public import Refusals

/// Refusals of secrets in bytewords (BCR-2020-012); never with a part of one.
///
/// Positions count words from 1.
public enum SecretBytewordsError: HintedError, Equatable, Sendable {
  /// The text is longer than what is read here: bytes.
  case tooLong(limit: Int)
  /// A word, or a pair of letters, is not one of the bytewords.
  case word(position: Int)
  /// The words are all in the list, but one is wrong or in the wrong place.
  case checksum
  /// There is nothing but the checksum, or less.
  case tooShort

  public var description: String {
    switch self {
    case .tooLong(let limit): "the text is longer than \(limit) bytes"
    case .word(let position): "word \(position) is not a byteword"
    case .checksum: "the bytewords do not belong together: their checksum does not match"
    case .tooShort: "there are too few bytewords"
    }
  }

  /// Nil: no rule is about words that somebody mistyped; the sentence names their standard.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .tooLong: "give the bytewords alone, without other text"
    case .word(let position): "compare word \(position) with the sheet, letter by letter"
    case .checksum: "a word is wrong or in the wrong place: compare all of them with the sheet"
    case .tooShort: "give all of the bytewords"
    }
  }
}
