internal import Bytes

/// Base32 (RFC 4648) without padding, as BBQr writes it.
enum Base32 {
  static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Alphabet.base32.characters
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
    let values = Alphabet.base32.values
    for character in text {
      let value = values[Int(character)]
      guard value < 32 else { return nil }
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
}
