/// Electrum's way to put bytes into the characters that QR codes hold best: a number in base 43,
/// big-endian, each leading zero byte as a leading `0`.
///
/// Source: Electrum's `bitcoin.base_encode` and `base_decode`.
public enum Base43 {
  /// The most characters that are read: decoding takes time with their square.
  public static let limit = 30_000

  /// Decodes a text.
  ///
  /// - Throws: `BytesError` for another character, or more than `limit` of them.
  public static func decode(_ text: some StringProtocol) throws(BytesError) -> [UInt8] {
    guard text.utf8.count <= limit else {
      throw .tooLarge(
        what: "base43", value: UInt64(text.utf8.count), limit: UInt64(limit), offset: 0)
    }
    // The number in base 2^16, the lowest digit first.
    var limbs: [UInt32] = []
    var leadingZeros = 0
    let values = Alphabet.base43.values
    for (offset, character) in text.utf8.enumerated() {
      let value = UInt32(values[Int(character)])
      guard value < 43 else {
        throw .invalidCharacter(encoding: "base43", offset: offset)
      }
      if value == 0, limbs.isEmpty { leadingZeros += 1 }
      var carry = value
      for index in limbs.indices {
        carry += limbs[index] * 43
        limbs[index] = carry & 0xFFFF
        carry >>= 16
      }
      if carry > 0 { limbs.append(carry) }
    }
    let digits = limbs.reversed().flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    return Array(repeating: 0, count: leadingZeros) + digits.drop { $0 == 0 }
  }

  /// Encodes bytes; takes time with the square of their number.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let rest = bytes.drop { $0 == 0 }
    // The number in base 43^2, the lowest digit first.
    var limbs: [UInt32] = []
    for byte in rest {
      var carry = UInt32(byte)
      for index in limbs.indices {
        carry += limbs[index] << 8
        (carry, limbs[index]) = carry.quotientAndRemainder(dividingBy: 43 * 43)
      }
      if carry > 0 { limbs.append(carry) }
    }
    let digits = limbs.reversed().flatMap { [UInt8($0 / 43), UInt8($0 % 43)] }.drop { $0 == 0 }
    let characters = Alphabet.base43.characters
    let zeros = [UInt8](repeating: characters[0], count: bytes.count - rest.count)
    return String(decoding: zeros + digits.map { characters[Int($0)] }, as: UTF8.self)
  }
}
