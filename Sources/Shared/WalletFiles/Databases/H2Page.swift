/// A page of H2's store: a node with the positions of its children, or a leaf.
struct H2Page {
  /// Bytes of the page as it lies in the file.
  let length: Int
  let keyCount: Int
  /// The positions of the pages below; nil for a leaf.
  private(set) var children: [UInt64]?
  /// Of a leaf, its keys and values.
  var contents: H2Reader
  private let isCompressed: Bool

  /// The number of the chunk that a position names: its highest 26 bits.
  static func chunk(of position: UInt64) -> Int { Int(position >> 38) }

  /// The place within the chunk: the next 32 bits.
  static func offset(of position: UInt64) -> Int { Int(position >> 6 & 0xffff_ffff) }

  /// Reads its head; `bytes` reach from where it begins to the end of its chunk.
  ///
  /// Throws for more than `limit` bytes, before any child is read.
  init(
    at position: UInt64, in bytes: ArraySlice<UInt8>, map: Int, limit: Int
  ) throws(WalletFileError) {
    let (chunk, offset) = (Self.chunk(of: position), Self.offset(of: position))
    let damaged = H2Reader.malformed("a page of chunk \(chunk) is damaged")
    var head = H2Reader(bytes)
    length = Int(try head.number(bytes: 4))
    guard length >= 6, length <= bytes.count, length <= Self.longest(position) else {
      throw damaged
    }
    let check = UInt16(try head.number(bytes: 2))
    guard check == Self.check(chunk) ^ Self.check(offset) ^ Self.check(length) else {
      throw damaged
    }
    guard length <= limit else { throw H2Reader.tooLarge("has pages that are too large") }
    var page = H2Reader(bytes.prefix(length).dropFirst(6))
    _ = try page.variable()
    guard try page.variable() == UInt64(map) else { throw damaged }
    let keys = try page.variable()
    let kind = try page.byte()
    // Bit 0 is of a node, as in the position; bit 1 of compression, bit 2 of a stronger one.
    guard kind & 1 == UInt8(position & 1), kind & 0xf8 == 0 else { throw damaged }
    guard kind & 4 == 0 else {
      throw H2Reader.unread("has pages compressed otherwise than by LZF")
    }
    guard keys <= H2Store.pageBytesLimit else { throw damaged }
    keyCount = Int(keys)
    isCompressed = kind & 2 != 0
    if kind & 1 != 0 {
      guard (keyCount + 1) * 9 <= page.rest.count else { throw damaged }
      var children: [UInt64] = []
      for _ in 0...keyCount { children.append(try page.number(bytes: 8)) }
      self.children = children
    }
    contents = page
  }

  /// Expands a leaf that is compressed; throws for more than `limit` bytes.
  mutating func expand(limit: Int) throws(WalletFileError) {
    var size = contents.rest.count
    var expanded = contents.rest
    if isCompressed {
      let added = try contents.variable()
      let packed = contents.rest
      guard added <= UInt64(limit) else { throw H2Reader.tooLarge("has pages that are too large") }
      size = packed.count + Int(added)
      guard size <= limit else { throw H2Reader.tooLarge("has pages that are too large") }
      guard let bytes = LZF.expanded(packed, size: size) else {
        throw H2Reader.malformed("a compressed page is damaged")
      }
      expanded = bytes[...]
    }
    guard size <= limit, keyCount <= size else {
      throw H2Reader.tooLarge("has pages that are too large")
    }
    contents = H2Reader(expanded)
  }

  /// The most bytes that a page at this position may have, by the 5 bits that say so.
  private static func longest(_ position: UInt64) -> Int {
    let code = Int(position >> 1 & 31)
    return code == 31 ? .max : (2 + code & 1) << (code >> 1 + 4)
  }

  private static func check(_ number: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: number >> 16 ^ number)
  }
}
