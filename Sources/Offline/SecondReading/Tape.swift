/// Bytes that are walked over once, by offsets; what is read is told as a range of the whole.
///
/// Nothing is taken that is not there: every step is held against the end first.
struct Tape {
  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  /// A part of the bytes, which must lie inside of them.
  init(_ bytes: [UInt8], _ part: Range<Int>) {
    self.bytes = bytes
    let inside = part.clamped(to: bytes.indices)
    position = inside.lowerBound
    end = inside.upperBound
  }

  var left: Int { end - position }

  mutating func skip(_ count: Int) throws(SecondReadingError) -> Range<Int> {
    guard count >= 0, count <= left else {
      throw .packet("\(count) more bytes are needed, and \(left) are left", offset: position)
    }
    defer { position += count }
    return position..<(position + count)
  }

  mutating func number(bytes count: Int) throws(SecondReadingError) -> UInt64 {
    var value: UInt64 = 0
    for (place, index) in try skip(count).enumerated() {
      value |= UInt64(bytes[index]) << UInt64(8 * place)
    }
    return value
  }

  mutating func number32() throws(SecondReadingError) -> UInt32 {
    UInt32(truncatingIfNeeded: try number(bytes: 4))
  }

  /// A number of one, three, five or nine bytes, the shortest that holds it.
  mutating func compact() throws(SecondReadingError) -> UInt64 {
    let start = position
    let first = try number(bytes: 1)
    guard first > 0xfc else { return first }
    let width = 1 << Int(first - 0xfc)
    let value = try number(bytes: width)
    let least: UInt64 = width == 2 ? 0xfd : 1 << UInt64(4 * width)
    guard value >= least else {
      throw .packet("a number is not in its shortest form", offset: start)
    }
    return value
  }

  /// How many things of at least `size` bytes follow: no more than there are bytes for.
  mutating func count(ofAtLeast size: Int) throws(SecondReadingError) -> Int {
    let start = position
    let value = try compact()
    guard value <= UInt64(left / size) else {
      throw .packet("\(value) items do not fit into the \(left) bytes that are left", offset: start)
    }
    return Int(value)
  }

  /// A length, and as many bytes.
  mutating func string() throws(SecondReadingError) -> Range<Int> {
    try skip(try count(ofAtLeast: 1))
  }

  func requireEnd() throws(SecondReadingError) {
    guard left == 0 else { throw .packet("there are \(left) bytes too many", offset: position) }
  }
}

/// Numbers as transactions and scripts write them.
enum Written {
  static func number(_ value: UInt64, bytes count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  static func compact(_ value: Int) -> [UInt8] {
    switch value {
    case ..<0xfd: [UInt8(truncatingIfNeeded: value)]
    case ...0xffff: [0xfd] + number(UInt64(value), bytes: 2)
    case ...0xffff_ffff: [0xfe] + number(UInt64(value), bytes: 4)
    default: [0xff] + number(UInt64(value), bytes: 8)
    }
  }
}
