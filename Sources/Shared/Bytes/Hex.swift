/// Hexadecimal text: two digits a byte, written in lower case, read in either.
public enum Hex {
  /// Writes two lower-case digits a byte.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var digits: [UInt8] = []
    digits.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes {
      digits.append(digit(byte >> 4))
      digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Reads two digits a byte, nothing else: no prefix, no spaces.
  ///
  /// Throws at the first character that is not a digit, or when their number is odd.
  public static func decode(_ text: some StringProtocol) throws(BytesError) -> [UInt8] {
    try decode(utf8: Array(text.utf8))
  }

  /// Reads the digits from their ASCII bytes; same rules as ``decode(_:)``.
  public static func decode(utf8 digits: [UInt8]) throws(BytesError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var index = 0
    while index + 1 < digits.count {
      guard let high = value(digits[index]) else {
        throw .invalidCharacter(encoding: "hex", offset: index)
      }
      guard let low = value(digits[index + 1]) else {
        throw .invalidCharacter(encoding: "hex", offset: index + 1)
      }
      bytes.append(high << 4 | low)
      index += 2
    }
    if index < digits.count {
      guard value(digits[index]) != nil else {
        throw .invalidCharacter(encoding: "hex", offset: index)
      }
      throw .malformed(format: "hex", reason: "odd number of digits", offset: index)
    }
    return bytes
  }

  /// Writes the digits of bytes that may be a secret into memory of twice their size; nothing else holds
  /// them on the way.
  public static func encode(
    secret bytes: UnsafeRawBufferPointer, into digits: UnsafeMutableRawBufferPointer
  ) {
    for (index, byte) in bytes.enumerated() {
      digits[2 * index] = digit(byte >> 4)
      digits[2 * index + 1] = digit(byte & 15)
    }
  }

  /// Reads digits that may be a secret into memory of half their size; false at a character that is no
  /// digit, and when their number is odd.
  public static func decode(
    secret digits: UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard digits.count == 2 * bytes.count else { return false }
    for index in bytes.indices {
      guard let high = value(digits[2 * index]), let low = value(digits[2 * index + 1]) else {
        return false
      }
      bytes[index] = high << 4 | low
    }
    return true
  }

  /// The lower-case digit of a number below 16, which may be a secret: no branch, no table.
  public static func digit(_ nibble: UInt8) -> UInt8 {
    0x30 &+ nibble &+ (0x27 & below(nibble, 10) ^ 0x27)
  }

  /// The number of a digit of either case, which may be a secret; nil for any other character.
  public static func value(_ character: UInt8) -> UInt8? {
    let decimal = character &- 0x30
    let letter = (character | 0x20) &- 0x61
    let (isDecimal, isLetter) = (below(decimal, 10), below(letter, 6))
    guard isDecimal | isLetter != 0 else { return nil }
    return decimal & isDecimal | (letter &+ 10) & isLetter
  }

  /// All ones when a number is below the other, else zero; no branch.
  private static func below(_ number: UInt8, _ limit: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int(number) &- Int(limit)) >> 8)
  }
}
