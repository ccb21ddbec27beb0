internal import Hashes

/// Bytewords (BCR-2020-012): bytes as four-letter words, followed by their CRC-32.
///
/// Only the minimal style (first and last letter of each word) crosses the gap; the two long styles
/// are for reading aloud.
public enum Bytewords {
  /// How the words are written.
  public enum Style: Hashable, Sendable {
    /// Words separated by spaces.
    case standard
    /// Words separated by hyphens.
    case uri
    /// First and last letter of each word, nothing between.
    case minimal
  }

  /// The words for `payload` and its checksum (CRC-32, big-endian), in lower case.
  public static func encode(_ payload: [UInt8], style: Style = .minimal) -> String {
    String(decoding: ascii(payload, style: style, upperCase: false), as: UTF8.self)
  }

  /// The letters for `payload` and its checksum as ASCII.
  static func ascii(_ payload: [UInt8], style: Style, upperCase: Bool) -> [UInt8] {
    let letters = BytewordsTable.letters
    let shift: UInt8 = upperCase ? 0x20 : 0
    let separator: UInt8 = style == .standard ? 0x20 : 0x2D
    var text: [UInt8] = []
    text.reserveCapacity((payload.count + 4) * (style == .minimal ? 2 : 5))
    let append = { (byte: UInt8) in
      let start = 4 * Int(byte)
      if style == .minimal {
        text.append(letters[start] - shift)
        text.append(letters[start + 3] - shift)
      } else {
        if !text.isEmpty { text.append(separator) }
        for letter in letters[start..<start + 4] { text.append(letter - shift) }
      }
    }
    for byte in payload { append(byte) }
    let checksum = CRC32.checksum(payload)
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: checksum >> shift)) }
    return text
  }

  /// The payload behind `text`, letters of any case, its checksum verified and removed.
  ///
  /// Throws: `invalidByteword` with the position of the letters, `bodyTooShort`,
  /// `bodyChecksumMismatch`.
  public static func decode(_ text: String, style: Style = .minimal) throws(QRTransportError)
    -> [UInt8]
  {
    try decode(ascii: Array(text.utf8)[...], style: style)
  }

  static func decode(ascii text: ArraySlice<UInt8>, style: Style) throws(QRTransportError)
    -> [UInt8]
  {
    var bytes: [UInt8] = []
    let pairs = BytewordsTable.byteForPair
    let separator: UInt8 = style == .standard ? 0x20 : 0x2D
    let stride = style == .minimal ? 2 : 5
    bytes.reserveCapacity(text.count / stride + 1)
    var position = text.startIndex
    while position < text.endIndex {
      let last = position + (style == .minimal ? 1 : 3)
      guard last < text.endIndex,
        let pair = pairIndex(text[position], text[last]), pairs[pair] >= 0
      else { throw .invalidByteword(position: position - text.startIndex) }
      let byte = UInt8(truncatingIfNeeded: pairs[pair])
      if style != .minimal {
        let start = 4 * Int(byte)
        let separated = last + 1 == text.endIndex || text[last + 1] == separator
        guard (text[position + 1] | 0x20) == BytewordsTable.letters[start + 1],
          (text[position + 2] | 0x20) == BytewordsTable.letters[start + 2], separated
        else { throw .invalidByteword(position: position - text.startIndex) }
      }
      bytes.append(byte)
      position += stride
    }
    return try removingChecksum(bytes)
  }

  private static func pairIndex(_ first: UInt8, _ last: UInt8) -> Int? {
    let first = Int(first | 0x20) - 0x61
    let last = Int(last | 0x20) - 0x61
    guard (0..<26).contains(first), (0..<26).contains(last) else { return nil }
    return first * 26 + last
  }

  private static func removingChecksum(_ bytes: [UInt8]) throws(QRTransportError) -> [UInt8] {
    guard bytes.count > 4 else { throw .bodyTooShort(bytes: bytes.count) }
    var stated: UInt32 = 0
    for byte in bytes.suffix(4) { stated = stated << 8 | UInt32(byte) }
    let payload = Array(bytes.dropLast(4))
    guard CRC32.checksum(payload) == stated else { throw .bodyChecksumMismatch }
    return payload
  }
}
