internal import Bytes
public import Refusals
internal import SecretCodes
public import SecureMemory

/// Refusals of one string of codex32 (BIP-93); never with a character of it.
///
/// Positions count characters from 1, without spaces.
public enum Codex32Error: HintedError, Equatable, Sendable {
  /// No string has this number of characters.
  case length(found: Int)
  /// The text does not start with `ms1`.
  case prefix
  /// Capital and small letters are mixed.
  case mixedCase(position: Int)
  /// A character is not one of the 32, or marked as not readable.
  case character(position: Int)
  /// The character after `ms1` is not 0 or 2 to 9.
  case threshold
  /// The threshold is 0, but the string is not the secret itself.
  case shareWithoutThreshold
  /// The checksum does not match.
  case checksum
  /// More characters are wrong than the checksum can find.
  case notCorrectable
  /// A seed has fewer than 16 or more than 64 bytes.
  case seedLength(found: Int)
  /// The string is a share, which is not a seed by itself.
  case notSecret
  /// An identifier is not four characters of the 32.
  case identifier
  /// A secret cannot be split so: 2 to 9 are needed, of at most 31.
  case sharing(threshold: Int, count: Int)
  /// There is no randomness.
  case randomness(RandomnessError)
}

extension Codex32Error {
  public var description: String {
    switch self {
    case .length(let found):
      "a codex32 string of \(found) characters; there must be 48 to 127 that fill whole bytes"
    case .prefix: "a codex32 seed starts with ms1"
    case .mixedCase(let position):
      "character \(position) is of another case than those before it"
    case .character(let position):
      "character \(position) is not a codex32 character (BIP-93), or is marked as unreadable"
    case .threshold: "the character after ms1 is the number of shares needed: 0, or 2 to 9"
    case .shareWithoutThreshold: "a share that needs no others must have the index s"
    case .checksum: "the checksum of codex32 (BIP-93) does not match: a character is wrong"
    case .notCorrectable: "more characters are wrong than the checksum can correct"
    case .seedLength(let found): "a seed of \(found) bytes; there must be 16 to 64"
    case .notSecret: "this is one share of several, not a whole seed"
    case .identifier: "an identifier has four characters of \(Codex32Error.alphabet)"
    case .sharing(let threshold, let count):
      "\(threshold) of \(count) shares: 2 to 9 can be needed, of at most 31"
    case .randomness(let error): "\(error)"
    }
  }

  private static let alphabet = String(decoding: Alphabet.bech32.characters, as: UTF8.self)

  /// The rule that refuses it, where the machine gives no randomness.
  ///
  /// A share that was mistyped breaks a standard, which the sentence names.
  public var rule: Rule? {
    if case .randomness(let error) = self { error.rule } else { nil }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .length: "compare the number of characters with the sheet; write ? for each unreadable one"
    case .prefix: "copy the whole string, starting with ms1"
    case .mixedCase: "write all of it in capitals or none"
    case .character: "the letters b, i, o and the digit 1 are never used; is it 8, l, 0 or l?"
    case .threshold, .shareWithoutThreshold: "compare the beginning with the sheet"
    case .checksum: "let the program propose a correction, and compare it with the sheet"
    case .notCorrectable: "up to 4 wrong or 8 unreadable characters can be corrected: look again"
    case .seedLength: "use 16, 32 or 64 bytes"
    case .notSecret: "add the other shares"
    case .identifier: "choose four letters and digits"
    case .sharing: "choose another rule, such as 2 of 3"
    case .randomness(let error): error.hint
    }
  }
}
