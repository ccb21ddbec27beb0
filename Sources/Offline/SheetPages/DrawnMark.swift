/// The mark in a picture of a page that this program drew, by which it is not taken for a
/// photograph of the paper.
///
/// A `tEXt` chunk of PNG (RFC 2083, 4.2.7) right after the header. A photograph, a scan and a picture
/// that another program wrote do not have it.
public enum DrawnMark {
  /// Where it stands: after the signature (8 bytes) and the header's chunk (25).
  public static let place = 33

  /// The whole chunk: length, name, text, CRC-32; big-endian.
  public static let chunk: [UInt8] =
    [0, 0, 0, 47] + Array("tEXtComment\0drawn by offline-signer, never on paper".utf8)
    + [0x92, 0x36, 0x1d, 0xa0]

  /// How many bytes of a file are needed to see the mark.
  public static let headLength = place + chunk.count

  /// Whether a file begins as a picture that this program drew.
  public static func isIn(_ head: some Collection<UInt8>) -> Bool {
    head.dropFirst(place).starts(with: chunk)
  }
}
