/// Base32 (RFC 4648) without padding, and upper-case hexadecimal, as BBQr writes them.
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + 4) / 5)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(buffer >> bits & 31)])
      }
      buffer &= (1 << bits) - 1
    }
    if bits > 0 { text.append(alphabet[Int(buffer << (5 - bits) & 31)]) }
    return text
  }

  /// The bytes; nil for a character of another alphabet, an impossible length or bits left over
  /// that are not zero.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    // 1, 3 and 6 characters beyond whole blocks cannot come from whole bytes.
    guard ![1, 3, 6].contains(text.count % 8) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 5 / 8)
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      let value: UInt8
      switch character {
      case 0x41...0x5A: value = character - 0x41
      case 0x32...0x37: value = character - 0x32 + 26
      default: return nil
      }
      buffer = buffer << 5 | UInt32(value)
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
        buffer &= (1 << bits) - 1
      }
    }
    return buffer == 0 ? bytes : nil
  }

  static func decodedHex(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 2)
    var high: UInt8?
    for character in text {
      let value: UInt8
      switch character {
      case 0x30...0x39: value = character - 0x30
      case 0x41...0x46: value = character - 0x41 + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
