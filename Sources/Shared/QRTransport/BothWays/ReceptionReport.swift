internal import Hashes

/// What a receiver shows of a series while it reads: which parts are missing, and how well it reads.
///
/// Nothing proves who wrote it. It may choose among the parts that are shown anyway, and how fast they
/// follow each other; it never ends the showing, and never changes a message (docs/formats.md).
public struct ReceptionReport: Equatable, Sendable {
  /// The beginning of its text: what it is, and of which version.
  static let prefix = Array("DRAWBRIDGE:1:".utf8)
  /// Parts that its list reaches over.
  public static let window = 168
  /// The bytes behind the prefix, with the checksum, and the characters of all.
  private static let size = 40
  static let length = 77
  /// The size of its QR code, which it fills at error correction L.
  public static let version = 3

  /// Which series of parts it is about.
  public let series: SeriesIdentity
  /// How many parts told something new.
  public let received: Int
  /// How many QR codes were read so far, one that stands in several frames counted once; modulo 65,536.
  public let read: UInt16
  /// How many frames of the camera were looked at so far; modulo 65,536.
  public let frames: UInt16
  /// How wide a module is in the camera's frame, in quarters of a pixel; 0 where nobody knows.
  public let module: UInt8
  /// Parts that are missing, from 0, in order: the first one and those of the ``window`` behind it.
  public let missing: [Int]

  /// A report; parts beyond the window are left out.
  ///
  /// `missing` are in order. Nil for numbers that no series has.
  public init?(
    series: SeriesIdentity, received: Int, read: UInt16, frames: UInt16, module: UInt8,
    missing: [Int]
  ) {
    guard (2...TransportLimits.standard.parts).contains(series.count),
      (0...series.count).contains(received), missing.allSatisfy((0..<series.count).contains)
    else { return nil }
    (self.series, self.received, self.read) = (series, received, read)
    (self.frames, self.module) = (frames, module)
    let first = missing.first ?? 0
    self.missing = missing.filter { $0 - first < Self.window }
  }

  /// The text of its QR code.
  public var text: String {
    var bytes: [UInt8] = []
    Self.append(UInt64(series.identifier), 4, to: &bytes)
    Self.append(UInt64(series.count), 2, to: &bytes)
    Self.append(UInt64(received), 2, to: &bytes)
    Self.append(UInt64(read), 2, to: &bytes)
    Self.append(UInt64(frames), 2, to: &bytes)
    bytes.append(module)
    let first = missing.first ?? 0
    Self.append(UInt64(first), 2, to: &bytes)
    var map = [UInt8](repeating: 0, count: Self.window / 8)
    for part in missing { map[(part - first) / 8] |= 0x80 >> UInt8((part - first) % 8) }
    bytes += map
    Self.append(UInt64(CRC32.checksum(bytes)), 4, to: &bytes)
    return String(decoding: Self.prefix + Base32.encoded(bytes), as: UTF8.self)
  }

  /// Whether a QR code says that it is a report, of whatever version.
  public static func recognizes(_ symbol: [UInt8]) -> Bool {
    symbol.starts(with: prefix.dropLast(2))
  }

  /// Reads the text of a QR code; nil for anything but exactly what ``text`` writes.
  public init?(_ symbol: [UInt8]) {
    guard symbol.count == Self.length, symbol.starts(with: Self.prefix),
      let bytes = Base32.decoded(symbol[Self.prefix.count...]), bytes.count == Self.size,
      UInt64(CRC32.checksum(bytes.prefix(Self.size - 4))) == Self.number(bytes[(Self.size - 4)...])
    else { return nil }
    let first = Int(Self.number(bytes[13..<15]))
    var missing: [Int] = []
    for place in 0..<Self.window where bytes[15 + place / 8] & (0x80 >> UInt8(place % 8)) != 0 {
      missing.append(first + place)
    }
    // One way to write each: the list begins with a part that is missing, or with none at 0.
    guard missing.first ?? 0 == first else { return nil }
    self.init(
      series: SeriesIdentity(
        identifier: UInt32(truncatingIfNeeded: Self.number(bytes[0..<4])),
        count: Int(Self.number(bytes[4..<6]))),
      received: Int(Self.number(bytes[6..<8])),
      read: UInt16(truncatingIfNeeded: Self.number(bytes[8..<10])),
      frames: UInt16(truncatingIfNeeded: Self.number(bytes[10..<12])), module: bytes[12],
      missing: missing)
  }

  private static func append(_ value: UInt64, _ count: Int, to bytes: inout [UInt8]) {
    for place in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
