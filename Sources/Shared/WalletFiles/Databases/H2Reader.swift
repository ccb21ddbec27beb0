/// Reads what H2 writes into a page or a header, front to back; nothing is allocated before it is known to be there.
struct H2Reader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  private static let hint =
    "in Sparrow, export the wallet as Output Descriptor or Coldcard Multisig, and give that file"

  static func unread(_ what: String) -> WalletFileError {
    .unread(type: H2Store.type, what: what, hint: hint)
  }

  /// Beyond a limit; `what` is the rest of a sentence about the database.
  static func tooLarge(_ what: String) -> WalletFileError {
    .tooLarge(type: H2Store.type, what: what, hint: hint)
  }

  static func malformed(_ what: String) -> WalletFileError {
    .malformed(type: H2Store.type, what: what)
  }

  mutating func byte() throws(WalletFileError) -> UInt8 {
    guard let byte = rest.popFirst() else { throw Self.malformed("a page ends too early") }
    return byte
  }

  mutating func bytes(_ count: Int) throws(WalletFileError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= rest.count else { throw Self.malformed("a page ends too early") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// A big-endian number of fixed size.
  mutating func number(bytes count: Int) throws(WalletFileError) -> UInt64 {
    try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Seven bits a byte, the lowest first, at most 64 bits.
  mutating func variable() throws(WalletFileError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 70, by: 7) {
      let byte = try byte()
      value |= shift == 63 ? UInt64(byte & 1) << 63 : UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
    }
    throw Self.malformed("a number in it has more than 64 bits")
  }

  /// A count of what follows, each of which takes a byte at least.
  mutating func count() throws(WalletFileError) -> Int {
    guard let count = Int(exactly: try variable()), count <= rest.count else {
      throw Self.malformed("a page ends too early")
    }
    return count
  }

  /// A text with its length before it.
  mutating func string() throws(WalletFileError) -> String { try string(count: count()) }

  /// A text of so many UTF-16 units, each in one to three bytes: as in UTF-8, but the highest bit of further bytes is 0.
  mutating func string(count: Int) throws(WalletFileError) -> String {
    guard count <= rest.count else { throw Self.malformed("a page ends too early") }
    var units: [UInt16] = []
    units.reserveCapacity(count)
    for _ in 0..<count {
      let first = UInt16(try byte())
      switch first {
      case ..<0x80: units.append(first)
      case 0xc0..<0xe0: units.append((first & 0x1f) << 6 | (try continuation()))
      case 0xe0..<0xf0:
        let middle = try continuation()
        units.append((first & 0xf) << 12 | middle << 6 | (try continuation()))
      default: throw Self.malformed("a text in it is damaged")
      }
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw Self.malformed("a text in it is damaged")
    }
    return text
  }

  private mutating func continuation() throws(WalletFileError) -> UInt16 {
    let byte = try byte()
    guard byte < 0x40 else { throw Self.malformed("a text in it is damaged") }
    return UInt16(byte)
  }
}
