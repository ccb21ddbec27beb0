/// Base58 as Bitcoin writes it: no checksum here (see `Base58Check` in Hashes).
public enum Base58 {
  private static let alphabet = Array(
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Writes the bytes; each leading zero byte becomes a leading `1`.
  ///
  /// The cost grows with the square of the length: meant for keys and addresses.
  public static func encode(_ bytes: [UInt8]) -> String {
    let zeros = bytes.prefix { $0 == 0 }.count
    var digits: [UInt8] = []  // last digit first
    digits.reserveCapacity(bytes.count * 138 / 100 + 1)
    for byte in bytes[zeros...] {
      var carry = UInt32(byte)
      for index in digits.indices {
        carry += UInt32(digits[index]) << 8
        digits[index] = UInt8(carry % 58)
        carry /= 58
      }
      while carry > 0 {
        digits.append(UInt8(carry % 58))
        carry /= 58
      }
    }
    let text =
      [UInt8](repeating: alphabet[0], count: zeros) + digits.reversed().map { alphabet[Int($0)] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads Base58 text of at most `maxLength` characters; no spaces are skipped.
  ///
  /// The length is checked before any work, which grows with its square.
  public static func decode(
    _ text: some StringProtocol, maxLength: Int = 256
  ) throws(BytesError) -> [UInt8] {
    let characters = Array(text.utf8.prefix(maxLength + 1))
    guard characters.count <= maxLength else {
      throw .tooLarge(
        what: "base58 text", value: UInt64(text.utf8.count), limit: UInt64(maxLength), offset: 0)
    }
    let zeros = characters.prefix { $0 == alphabet[0] }.count
    var bytes: [UInt8] = []  // last byte first
    bytes.reserveCapacity(characters.count)
    for (offset, character) in characters.enumerated() {
      let value = values[Int(character)]
      guard value != 255 else { throw .invalidCharacter(encoding: "base58", offset: offset) }
      guard offset >= zeros else { continue }
      var carry = UInt32(value)
      for index in bytes.indices {
        carry += UInt32(bytes[index]) * 58
        bytes[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
      }
      if carry > 0 { bytes.append(UInt8(carry)) }
    }
    return [UInt8](repeating: 0, count: zeros) + bytes.reversed()
  }
}
