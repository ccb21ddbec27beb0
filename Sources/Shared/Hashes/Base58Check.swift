public import Bytes

/// Base58 with the first four bytes of a double SHA-256 at the end: addresses and extended keys.
public enum Base58Check {
  /// Writes the payload and its checksum.
  public static func encode(_ payload: [UInt8]) -> String {
    Base58.encode(payload + SHA256.doubleHash(payload).bytes.prefix(4))
  }

  /// Reads text of at most `maxLength` characters and gives the payload without its checksum.
  ///
  /// Throws when a character is wrong, the text is too long or the checksum does not match.
  public static func decode(
    _ text: some StringProtocol, maxLength: Int = 256
  ) throws(BytesError) -> [UInt8] {
    let bytes = try Base58.decode(text, maxLength: maxLength)
    guard bytes.count >= 4 else {
      throw .truncated(offset: 0, needed: 4, remaining: bytes.count)
    }
    let payload = bytes.dropLast(4)
    guard SHA256.doubleHash(payload).bytes.prefix(4) == bytes.suffix(4) else {
      throw .checksumMismatch(encoding: "base58")
    }
    return Array(payload)
  }
}
