/// Base58 as Bitcoin writes it: no checksum here (see `Base58Check` in Hashes).
public enum Base58 {
  /// Turns a number into digits, values below 58.
  ///
  /// Both are big-endian and fill their memory, zeros first; 138 digits for 100 bytes are enough.
  /// The steps follow from the lengths alone, so the number may be a secret.
  public static func convert(
    bytes: UnsafeRawBufferPointer, intoDigits digits: UnsafeMutableRawBufferPointer
  ) {
    for index in digits.indices { digits[index] = 0 }
    for byte in bytes {
      var carry = UInt32(byte)
      for index in digits.indices.reversed() {
        carry += UInt32(digits[index]) << 8
        digits[index] = UInt8(truncatingIfNeeded: carry % 58)
        carry /= 58
      }
    }
  }

  /// Turns digits into a number; false when it is larger than its memory.
  ///
  /// Both as in ``convert(bytes:intoDigits:)``.
  public static func convert(
    digits: UnsafeRawBufferPointer, intoBytes bytes: UnsafeMutableRawBufferPointer
  ) -> Bool {
    for index in bytes.indices { bytes[index] = 0 }
    var lost: UInt32 = 0
    for digit in digits {
      var carry = UInt32(digit)
      for index in bytes.indices.reversed() {
        carry += UInt32(bytes[index]) * 58
        bytes[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
      }
      lost |= carry
    }
    return lost == 0
  }

  /// Writes the bytes; each leading zero byte becomes a leading `1`.
  ///
  /// The cost grows with the square of the length: meant for keys and addresses.
  public static func encode(_ bytes: [UInt8]) -> String {
    let zeros = bytes.prefix { $0 == 0 }.count
    var digits = [UInt8](repeating: 0, count: (bytes.count - zeros) * 138 / 100 + 1)
    bytes.withUnsafeBytes { bytes in
      digits.withUnsafeMutableBytes {
        convert(bytes: UnsafeRawBufferPointer(rebasing: bytes[zeros...]), intoDigits: $0)
      }
    }
    let alphabet = Alphabet.base58.characters
    let text =
      [UInt8](repeating: alphabet[0], count: zeros)
      + digits.drop { $0 == 0 }.map { alphabet[Int($0)] }
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
    let values = Alphabet.base58.values
    var digits: [UInt8] = []
    digits.reserveCapacity(characters.count)
    for (offset, character) in characters.enumerated() {
      let value = values[Int(character)]
      guard value != 255 else { throw .invalidCharacter(encoding: "base58", offset: offset) }
      digits.append(value)
    }
    let zeros = digits.prefix { $0 == 0 }.count
    // A digit is less than three quarters of a byte.
    var bytes = [UInt8](repeating: 0, count: (digits.count - zeros) * 3 / 4 + 1)
    digits.withUnsafeBytes { digits in
      bytes.withUnsafeMutableBytes {
        _ = convert(digits: UnsafeRawBufferPointer(rebasing: digits[zeros...]), intoBytes: $0)
      }
    }
    return [UInt8](repeating: 0, count: zeros) + bytes.drop { $0 == 0 }
  }
}
