/// The size of a QR code, 1 to 40, at the lowest error correction (L), which screens and paper use
/// here.
public struct QRVersion: Hashable, Sendable, Comparable {
  /// 1 to 40.
  public let number: Int

  /// A version from 1 to 40; nil for any other number.
  public init?(_ number: Int) {
    guard (1...40).contains(number) else { return nil }
    self.number = number
  }

  private init(unchecked number: Int) { self.number = number }

  /// The largest that poor cameras read at arm's length (QR version 12, 65 modules).
  public static let careful = QRVersion(unchecked: 12)
  /// The largest that a series begins with, until the other side is known to read larger ones (QR
  /// version 17, 85 modules).
  ///
  /// It is the largest of which libzbar, the reader of many other programs, reads every frame that is
  /// seen from the side and a little out of focus (`Benchmarks density`).
  public static let usual = QRVersion(unchecked: 17)
  /// The largest that webcams read at arm's length (QR version 27, 125 modules).
  public static let webcam = QRVersion(unchecked: 27)
  /// The largest there is (177 modules): files read by a program, and mosaics on paper.
  public static let largest = QRVersion(unchecked: 40)

  /// Modules along one side, without the quiet zone.
  public var modules: Int { 17 + 4 * number }

  /// Bits for data in a QR code of this version at error correction L.
  var dataBits: Int {
    let index = number - 1
    return 8
      * (rawModules / 8 - Self.correctionPerBlock[index] * Self.blocks[index])
  }

  /// The most characters of `0-9A-Z $%*+-./:` it holds.
  public var alphanumericCapacity: Int {
    let bits = dataBits - 4 - (number < 10 ? 9 : number < 27 ? 11 : 13)
    return bits / 11 * 2 + (bits % 11 >= 6 ? 1 : 0)
  }

  /// The most bytes it holds.
  public var byteCapacity: Int { (dataBits - 4 - (number < 10 ? 8 : 16)) / 8 }

  /// The smallest version with room for `characters` alphanumeric characters; nil if none has.
  public static func smallest(alphanumeric characters: Int) -> QRVersion? {
    (1...40).lazy.map { QRVersion(unchecked: $0) }.first { $0.alphanumericCapacity >= characters }
  }

  /// The smallest version with room for so many bytes; nil if none has.
  public static func smallest(bytes: Int) -> QRVersion? {
    (1...40).lazy.map { QRVersion(unchecked: $0) }.first { $0.byteCapacity >= bytes }
  }

  /// The smallest version with room for the content of a QR code, in the mode that it needs; nil if none
  /// has.
  public static func smallest(holding content: [UInt8]) -> QRVersion? {
    content.allSatisfy(isAlphanumeric)
      ? smallest(alphanumeric: content.count) : smallest(bytes: content.count)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x20, 0x24, 0x25, 0x2A, 0x2B, 0x2D, 0x2E, 0x2F: true
    default: false
    }
  }

  public static func < (left: QRVersion, right: QRVersion) -> Bool { left.number < right.number }

  /// Modules left for data and correction once the fixed patterns are drawn (ISO/IEC 18004, 6.3 and
  /// annex D).
  private var rawModules: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let alignments = number / 7 + 2
      modules -= (25 * alignments - 10) * alignments - 55
      if number >= 7 { modules -= 36 }
    }
    return modules
  }

  /// ISO/IEC 18004 table 9, level L.
  private static let correctionPerBlock = [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ]
  private static let blocks = [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
    8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  ]
}
