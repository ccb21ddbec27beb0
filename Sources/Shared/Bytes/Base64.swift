/// Base64 of RFC 4648 section 4, strict: padding required, no line breaks, unused bits zero.
public enum Base64 {
  private static let pad = UInt8(ascii: "=")

  /// Writes four characters for every three bytes begun.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let alphabet = Alphabet.base64.characters
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var group: UInt32 = 0
    var held = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      held += 1
      if held == 3 {
        text.append(alphabet[Int(group >> 18 & 63)])
        text.append(alphabet[Int(group >> 12 & 63)])
        text.append(alphabet[Int(group >> 6 & 63)])
        text.append(alphabet[Int(group & 63)])
        group = 0
        held = 0
      }
    }
    if held == 1 {
      text.append(alphabet[Int(group >> 2 & 63)])
      text.append(alphabet[Int(group << 4 & 63)])
      text.append(pad)
      text.append(pad)
    } else if held == 2 {
      text.append(alphabet[Int(group >> 10 & 63)])
      text.append(alphabet[Int(group >> 4 & 63)])
      text.append(alphabet[Int(group << 2 & 63)])
      text.append(pad)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads padded Base64; the unused bits before the padding must be zero.
  public static func decode(_ text: some StringProtocol) throws(BytesError) -> [UInt8] {
    try decode(utf8: Array(text.utf8))
  }

  /// Reads padded Base64 from its ASCII bytes; same rules as ``decode(_:)``.
  public static func decode(utf8 text: [UInt8]) throws(BytesError) -> [UInt8] {
    guard !text.isEmpty else { return [] }
    let padding = text.suffix(2).reversed().prefix { $0 == pad }.count
    let values = Alphabet.base64.values
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var held = 0
    for offset in 0..<(text.count - padding) {
      let value = values[Int(text[offset])]
      guard value != 255 else { throw .invalidCharacter(encoding: "base64", offset: offset) }
      group = group << 6 | UInt32(value)
      held += 1
      if held == 4 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
        held = 0
      }
    }
    switch (held, padding) {
    case (0, 0): break
    case (2, 2) where group & 0x0f == 0:
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    case (3, 1) where group & 0x03 == 0:
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    default: throw .invalidPadding(encoding: "base64")
    }
    return bytes
  }
}
