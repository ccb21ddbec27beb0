/// The characters that an encoding writes numbers with.
///
/// Always looks at all of them: a table that is indexed by a secret tells about it through the
/// processor's cache.
public struct SecretAlphabet: Sendable {
  private let characters: StaticString

  /// Takes ASCII characters, the first of which stands for 0.
  public init(_ characters: StaticString) {
    self.characters = characters
  }

  /// Hexadecimal digits in lower case.
  public static let hex = SecretAlphabet("0123456789abcdef")
  /// The 58 characters of Bitcoin.
  public static let base58 = SecretAlphabet(
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
  /// The 64 characters of RFC 4648, without padding.
  public static let base64 = SecretAlphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  /// The base 85 of git, Mercurial and Python's `b85encode` (RFC 1924's characters).
  public static let base85 = SecretAlphabet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~")
  /// The 32 characters of BIP-173, in lower case.
  public static let bech32 = SecretAlphabet("qpzry9x8gf2tvdw0s3jn54khce6mua7l")

  /// The character of a number, which must be below the number of characters.
  public func character(of value: UInt8) -> UInt8 {
    characters.withUTF8Buffer { characters in
      var found: UInt8 = 0
      for (index, character) in characters.enumerated() {
        found |= character & Self.mask(UInt8(truncatingIfNeeded: index) ^ value)
      }
      return found
    }
  }

  /// The number of a character; nil when it is none of them.
  public func value(of character: UInt8) -> UInt8? {
    characters.withUTF8Buffer { characters in
      var found: UInt8 = 0
      var isKnown: UInt8 = 0
      for (index, known) in characters.enumerated() {
        let mask = Self.mask(known ^ character)
        found |= UInt8(truncatingIfNeeded: index) & mask
        isKnown |= mask
      }
      return isKnown == 0 ? nil : found
    }
  }

  /// All ones when the difference is zero, else zero; no branch.
  private static func mask(_ difference: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int(difference) &- 1) >> 8)
  }
}
