/// BC32 (BCR-2020-004): bytes as Bech32 writes them, without a readable prefix and a separator.
///
/// Only uniform resources of the first version use it. Six characters at the end are the checksum.
public enum BC32 {
  private static let constant: UInt32 = 0x3fff_ffff

  /// Writes lower-case text.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let values = Bech32.fiveBitValues(of: bytes)
    var checksum = Bech32.Polymod(hrp: [])
    for value in values { checksum.feed(value) }
    for _ in 0..<6 { checksum.feed(0) }
    let remainder = checksum.state ^ constant
    let alphabet = Alphabet.bech32.characters
    var text = values.map { alphabet[Int($0)] }
    for index in 0..<6 { text.append(alphabet[Int(remainder >> UInt32(5 * (5 - index)) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads ASCII of either case, at most `maxLength` characters.
  ///
  /// Throws on foreign characters, on a checksum that is cut off or does not match, and on bits left over.
  public static func decode(
    _ text: some Collection<UInt8>, maxLength: Int
  ) throws(BytesError) -> [UInt8] {
    guard text.count <= maxLength else {
      throw .tooLarge(
        what: "BC32 text", value: UInt64(text.count), limit: UInt64(maxLength), offset: 0)
    }
    guard text.count >= 6 else {
      throw .malformed(format: "BC32", reason: "checksum is cut off", offset: text.count)
    }
    let values = Alphabet.bech32.values
    var checksum = Bech32.Polymod(hrp: [])
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    for (offset, character) in text.enumerated() {
      let lower = (0x41...0x5a).contains(character) ? character + 0x20 : character
      let value = values[Int(lower)]
      guard value != 255 else { throw .invalidCharacter(encoding: "BC32", offset: offset) }
      checksum.feed(value)
      decoded.append(value)
    }
    guard checksum.state == constant else { throw .checksumMismatch(encoding: "BC32") }
    return try Bech32.bytes(ofFiveBitValues: decoded.dropLast(6))
  }
}
