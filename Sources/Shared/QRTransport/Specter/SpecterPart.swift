/// One QR code of Specter's series: `p`, its number from 1, `of`, how many there are, a blank, then
/// a slice of a text.
///
/// The slices are joined as they are. There is no checksum: whether it is whole has to be judged by
/// what the text is.
struct SpecterPart: Equatable, Sendable {
  /// The most parts that are read or written: others read two digits only.
  static let limit = 99

  /// From 1 to `total`.
  let number: Int
  let total: Int
  let content: [UInt8]

  private static let letterP = UInt8(ascii: "p")
  private static let of = Array("of".utf8)
  private static let blank = UInt8(ascii: " ")

  /// Whether a QR code begins as a part does.
  static func recognizes(_ frame: [UInt8]) -> Bool { header(frame) != nil }

  init(number: Int, total: Int, content: [UInt8]) {
    self.number = number
    self.total = total
    self.content = content
  }

  init(parsing frame: [UInt8], limits: TransportLimits) throws(QRTransportError) {
    guard let (number, total, start) = Self.header(frame), (1...total).contains(number) else {
      throw .invalidSpecterHeader
    }
    guard start < frame.count else { throw .emptySpecterPart(number: number) }
    guard frame.count - start <= limits.messageBytes / total else {
      throw .messageTooLong(
        bytes: UInt64(frame.count - start) * UInt64(total), limit: limits.messageBytes)
    }
    self.number = number
    self.total = total
    content = Array(frame[start...])
  }

  /// The numbers of the header, and where the slice begins; nil for anything else.
  private static func header(_ frame: [UInt8]) -> (number: Int, total: Int, start: Int)? {
    guard frame.first == letterP else { return nil }
    var rest = frame.dropFirst()
    guard let number = number(taking: &rest), rest.starts(with: of) else { return nil }
    rest = rest.dropFirst(of.count)
    guard let total = Self.number(taking: &rest), rest.first == blank, total > 0 else { return nil }
    return (number, total, rest.startIndex + 1)
  }

  /// One or two decimal digits.
  private static func number(taking rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(3).prefix { (0x30...0x39).contains($0) }
    guard (1...2).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
