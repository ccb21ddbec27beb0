internal import Bytes
public import SecureMemory

extension BIP85 {
  /// The lengths of a password in base 64, in characters.
  public static let base64PasswordLengths = 20...86
  /// The lengths of a password in base 85, in characters.
  public static let base85PasswordLengths = 10...80

  /// A password of letters, digits, `+` and `/`: application 707764; ASCII, 6 bits a character.
  ///
  /// Throws when `length` is not 20 to 86.
  public borrowing func revealingBase64Password(
    length: Int, index: UInt32
  ) throws(BIP85Error) -> SecretBytes {
    guard Self.base64PasswordLengths.contains(length) else {
      throw .length(length, allowed: Self.base64PasswordLengths)
    }
    let entropy = try entropy(at: [707_764, UInt32(length), index])
    return SecretBytes(count: length) { text in
      entropy.withUnsafeBytes { entropy in
        for position in 0..<length {
          var value: UInt8 = 0
          for bit in (position * 6)..<(position * 6 + 6) {
            // The last character of all 64 bytes is filled up with zero bits.
            let isSet = bit < entropy.count * 8 ? entropy[bit / 8] >> UInt8(7 - bit % 8) & 1 : 0
            value = value << 1 | isSet
          }
          text[position] = Alphabet.base64.character(ofSecret: value)
        }
      }
    }
  }

  /// A password of letters, digits and signs: application 707785; ASCII, 6.4 bits a character.
  ///
  /// Throws when `length` is not 10 to 80.
  public borrowing func revealingBase85Password(
    length: Int, index: UInt32
  ) throws(BIP85Error) -> SecretBytes {
    guard Self.base85PasswordLengths.contains(length) else {
      throw .length(length, allowed: Self.base85PasswordLengths)
    }
    let entropy = try entropy(at: [707_785, UInt32(length), index])
    return SecretBytes(count: length) { text in
      entropy.withUnsafeBytes { entropy in
        for group in 0..<((length + 4) / 5) {
          var number: UInt32 = 0
          for byte in entropy[(group * 4)..<(group * 4 + 4)] { number = number << 8 | UInt32(byte) }
          for place in (0..<5).reversed() {
            if group * 5 + place < length {
              text[group * 5 + place] = Alphabet.base85.character(
                ofSecret: UInt8(truncatingIfNeeded: number % 85))
            }
            number /= 85
          }
        }
      }
    }
  }
}
