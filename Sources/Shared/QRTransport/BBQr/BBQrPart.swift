internal import Bytes

/// One QR code of a BBQr series: `B$`, encoding, file type, total and index in two base-36 digits
/// each, then the content.
struct BBQrPart: Equatable, Sendable {
  enum Encoding: UInt8, Sendable {
    case hex = 0x48
    case base32 = 0x32
    case deflatedBase32 = 0x5A

    /// Characters that make whole bytes: every part but the last is a multiple of it.
    var block: Int { self == .hex ? 2 : 8 }
  }

  /// At most ZZ (1,295) parts can be written in two digits of base 36.
  static let limit = 1_295

  let encoding: Encoding
  let kind: BBQrFile.Kind
  let total: Int
  let index: Int
  let content: [UInt8]

  static func recognizes(_ frame: [UInt8]) -> Bool {
    frame.count >= 8 && frame[0] == 0x42 && frame[1] == 0x24 && Encoding(rawValue: frame[2]) != nil
  }

  init(parsing frame: [UInt8], limits: TransportLimits) throws(QRTransportError) {
    guard frame.count > 8, frame[0] == 0x42, frame[1] == 0x24 else {
      throw .invalidBBQrHeader(position: 0)
    }
    guard let encoding = Encoding(rawValue: frame[2]) else {
      throw .invalidBBQrHeader(position: 2)
    }
    guard let kind = BBQrFile.Kind(rawValue: Character(Unicode.Scalar(frame[3]))) else {
      throw .invalidBBQrHeader(position: 3)
    }
    guard let total = Self.base36(frame[4], frame[5]), total > 0 else {
      throw .invalidBBQrHeader(position: 4)
    }
    guard let index = Self.base36(frame[6], frame[7]), index < total else {
      throw .invalidBBQrHeader(position: 6)
    }
    guard total <= limits.parts else {
      throw .tooManyParts(count: UInt64(total), limit: limits.parts)
    }
    self.encoding = encoding
    self.kind = kind
    self.total = total
    self.index = index
    let body = frame[8...]
    let isLast = index == total - 1
    guard isLast || body.count % encoding.block == 0, !body.isEmpty else {
      throw .invalidBBQrBody(part: index + 1)
    }
    let decoded = encoding == .hex ? Self.upperCaseHex(body) : Base32.decoded(body)
    guard let decoded, !decoded.isEmpty else { throw .invalidBBQrBody(part: index + 1) }
    guard total == 1 || isLast || decoded.count <= limits.messageBytes / (total - 1) else {
      throw .messageTooLong(
        bytes: UInt64(decoded.count) * UInt64(total - 1), limit: limits.messageBytes)
    }
    guard decoded.count <= limits.messageBytes else {
      throw .messageTooLong(bytes: UInt64(decoded.count), limit: limits.messageBytes)
    }
    content = decoded
  }

  /// Another part of the same file.
  init(of other: BBQrPart, index: Int, content: [UInt8]) {
    encoding = other.encoding
    kind = other.kind
    total = other.total
    self.index = index
    self.content = content
  }

  private static func upperCaseHex(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard !text.contains(where: { (0x61...0x66).contains($0) }) else { return nil }
    return try? Hex.decode(utf8: Array(text))
  }

  private static func base36(_ high: UInt8, _ low: UInt8) -> Int? {
    guard let high = digit(high), let low = digit(low) else { return nil }
    return high * 36 + low
  }

  private static func digit(_ ascii: UInt8) -> Int? {
    switch ascii {
    case 0x30...0x39: Int(ascii) - 0x30
    case 0x41...0x5A: Int(ascii) - 0x41 + 10
    default: nil
    }
  }

  /// Two digits of base 36, upper case; `number` is 0 to 1,295.
  static func base36(_ number: Int) -> String {
    let digits = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let number = min(max(0, number), limit)
    return String([digits[number / 36], digits[number % 36]])
  }
}
