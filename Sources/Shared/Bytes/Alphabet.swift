/// The characters that an encoding writes numbers with, each of them ASCII.
///
/// Two ways lead from one to the other. What is not secret is looked up in a table. A secret never
/// indexes one, because which of its lines was read stays in the processor's cache: there every
/// character is looked at.
public struct Alphabet: Sendable {
  /// The characters; the first stands for 0.
  public let characters: [UInt8]

  /// The number of each of the 256 bytes; 255 for what is not one of the characters.
  public let values: [UInt8]

  /// Takes ASCII characters, fewer than 255, each once; the first stands for 0.
  public init(_ characters: StaticString) {
    self.characters = characters.withUTF8Buffer { Array($0) }
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in self.characters.enumerated() {
      values[Int(character)] = UInt8(truncatingIfNeeded: value)
    }
    self.values = values
  }

  /// The 32 characters of RFC 4648 section 6, without padding.
  public static let base32 = Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
  /// The 43 characters of Electrum: those of a QR symbol's alphanumeric mode without the blank and `%`.
  public static let base43 = Alphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-./:")
  /// The 58 characters of Bitcoin.
  public static let base58 = Alphabet("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
  /// The 64 characters of RFC 4648 section 4, without padding.
  public static let base64 = Alphabet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  /// The base 85 of git, Mercurial and Python's `b85encode` (RFC 1924's characters).
  public static let base85 = Alphabet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~")
  /// The 32 characters of BIP-173, in lower case.
  public static let bech32 = Alphabet("qpzry9x8gf2tvdw0s3jn54khce6mua7l")

  /// The character of a secret number, which must be below the number of characters; no table.
  public func character(ofSecret value: UInt8) -> UInt8 {
    characters.withUnsafeBufferPointer { characters in
      var found: UInt8 = 0
      for index in characters.indices {
        found |= characters[index] & Self.mask(UInt8(truncatingIfNeeded: index) ^ value)
      }
      return found
    }
  }

  /// The number of a secret character, without a table; nil when it is not one of them.
  public func value(ofSecret character: UInt8) -> UInt8? {
    characters.withUnsafeBufferPointer { characters in
      var found: UInt8 = 0
      var isKnown: UInt8 = 0
      for index in characters.indices {
        let mask = Self.mask(characters[index] ^ character)
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
