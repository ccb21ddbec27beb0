public import Refusals

/// Refusals of SeedQR and CompactSeedQR.
///
/// Positions count words and digits from 1; no digit is ever in an error.
public enum SeedQRError: HintedError, Equatable, Sendable {
  /// The number of digits is not 48, 60, 72, 84 or 96: four for each of 12 to 24 words.
  case digitCount(found: Int)
  /// The number of bytes of a compact one is not 16, 20, 24, 28 or 32.
  case byteCount(found: Int)
  /// A character is not a digit.
  case notDigit(position: Int)
  /// Four digits are 2048 or more: there is no such word.
  case indexTooLarge(word: Int)
  /// The words do not belong together.
  case checksum
  /// SeedQR is defined for English words only: another reader would make another wallet of them.
  case notEnglish(MnemonicLanguage)
  /// CompactSeedQR is defined for 12 and 24 words only.
  case compactWordCount(Int)
}

extension SeedQRError {
  public var description: String {
    switch self {
    case .digitCount(let found):
      "a SeedQR of \(found) digits; there must be 48, 60, 72, 84 or 96"
    case .byteCount(let found):
      "a CompactSeedQR of \(found) bytes; there must be 16, 20, 24, 28 or 32"
    case .notDigit(let position): "character \(position) of the SeedQR is not a digit"
    case .indexTooLarge(let word):
      "the digits of word \(word) of the SeedQR are above 2047: there is no such word"
    case .checksum: "the words of the SeedQR do not belong together: their checksum does not match"
    case .notEnglish(let language):
      "a SeedQR holds English words only, and these are \(language)"
    case .compactWordCount(let count):
      "a CompactSeedQR holds 12 or 24 words, and these are \(count)"
    }
  }

  /// Nil: no rule is about words and keys that somebody mistyped; the sentence names their standard.
  public var rule: Rule? { nil }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .digitCount, .byteCount: "read the whole QR code, or type the words"
    case .notDigit, .indexTooLarge, .checksum:
      "a copy by hand may have a wrong square: compare it with the words"
    case .notEnglish: "write down the words themselves"
    case .compactWordCount: "use the SeedQR of digits"
    }
  }
}
