/// H2's store of maps ("MVStore", format 2), read strictly: the state in which it was closed, and nothing older.
///
/// A file of blocks of 4,096 bytes: two headers that must be the same, then chunks, each with a header and a footer,
/// whose pages are the nodes of trees. The tree "layout" says where chunks and the roots of all other trees lie. Headers
/// and footers have checksums; of a page only its place and length are guarded.
struct H2Store {
  static let type = "Sparrow database"
  /// The most bytes of a file.
  static let sizeLimit = 64_000_000
  /// The most pages that are looked at, and the most bytes in them together: nodes as they are, leaves expanded.
  static let pageLimit = 20_000
  static let pageBytesLimit = 32_000_000
  private static let depthLimit = 16
  /// The most entries of the layout, and of the list of maps.
  static let entryLimit = 50_000
  private static let blockSize = 4_096

  private let bytes: [UInt8]
  /// Where each chunk begins, as the number of a block.
  private var chunks: [Int: Int] = [:]
  /// Where the trees begin, by their names.
  private var roots: [String: (map: Int, root: UInt64)] = [:]
  private var pagesLeft = Self.pageLimit
  private var bytesLeft = Self.pageBytesLimit

  /// Whether the bytes begin as a store does that is not encrypted.
  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: "H:2,".utf8) }

  /// Reads headers, layout and the names of all maps.
  init(_ bytes: [UInt8]) throws(WalletFileError) {
    guard bytes.count <= Self.sizeLimit else {
      throw H2Reader.tooLarge("has more than \(Self.sizeLimit) bytes")
    }
    self.bytes = bytes
    let last = try lastChunk()
    let layout = try readLayout(last)
    guard let number = layout["meta.id"], let meta = Int(number, radix: 16),
      let root = layout["root.\(number)"].flatMap({ UInt64($0, radix: 16) })
    else { throw H2Reader.malformed("it has no list of its maps") }
    for (name, value) in try texts(map: meta, root: root).values where name.hasPrefix("name.") {
      guard let map = Int(value, radix: 16) else {
        throw H2Reader.malformed("the number of a map is none")
      }
      // A map that was never written has no root.
      let root = layout["root.\(value)"].map { UInt64($0, radix: 16) } ?? 0
      guard let root else { throw H2Reader.malformed("the root of a map is none") }
      roots[String(name.dropFirst(5))] = (map, root)
    }
  }

  /// Hands over each leaf of a map, with the number of its keys; a map that is not there has none.
  ///
  /// `visit` must read all of the leaf.
  mutating func leaves(
    of name: String, _ visit: (inout H2Reader, Int) throws(WalletFileError) -> Void
  ) throws(WalletFileError) {
    guard let tree = roots[name], tree.root != 0 else { return }
    try leaves(map: tree.map, root: tree.root, visit)
  }

  // MARK: Headers and chunks

  /// The newest chunk, of which both headers must speak: a program that still writes says so there.
  private func lastChunk() throws(WalletFileError) -> (id: Int, root: UInt64) {
    let size = Self.blockSize
    guard bytes.count >= 3 * size, bytes.count % size == 0 else {
      throw H2Reader.malformed("it is cut off: it has \(bytes.count) bytes, not whole blocks")
    }
    guard let first = H2Header(checked: bytes[..<size]) else {
      throw H2Reader.malformed("the checksum of its header is wrong")
    }
    for name in ["format", "formatRead"] {
      guard let format = first.number(name), format != 2 else { continue }
      throw H2Reader.unread("is in format \(format) of H2, and only format 2 is read")
    }
    guard first.number("blockSize") == size else {
      throw H2Reader.unread("has blocks of another size than 4096 bytes")
    }
    guard let second = H2Header(checked: bytes[size..<(2 * size)]),
      first.number("clean") == 1, second.number("clean") == 1,
      first.number("version") == second.number("version"), let id = first.number("chunk"),
      let block = first.number("block"), second.number("chunk") == id,
      second.number("block") == block
    else { throw .openDatabase }
    let header = try chunkHeader(id, at: block)
    guard let root = header.position("root"), header.number("version") == first.number("version")
    else { throw H2Reader.malformed("its newest chunk is not the one that its header names") }
    return (id, root)
  }

  /// The header of a chunk, once its footer agrees.
  private func chunkHeader(_ id: Int, at block: Int) throws(WalletFileError) -> H2Header {
    let damaged = H2Reader.malformed("chunk \(id) is damaged or cut off")
    let blocks = bytes.count / Self.blockSize
    guard (2..<blocks).contains(block) else { throw damaged }
    let start = block * Self.blockSize
    guard let end = bytes[start..<(start + 1_024)].firstIndex(of: 0x0a) else { throw damaged }
    let header = try H2Header(String(decoding: bytes[start..<end], as: UTF8.self).trimmingBlanks)
    guard header.number("chunk") == id, header.number("block") == block,
      let count = header.number("len"), count >= 1, count <= blocks - block
    else { throw damaged }
    let close = start + count * Self.blockSize
    guard let footer = H2Header(checked: bytes[(close - 128)..<close]),
      footer.number("chunk") == id, footer.number("block") == block,
      footer.number("version") == header.number("version")
    else { throw damaged }
    return header
  }

  /// Reads the layout, parts of which may lie in older chunks, whose places only the layout says.
  ///
  /// So all blocks are looked at first, and what is found there has to agree with the layout in the end.
  private mutating func readLayout(
    _ last: (id: Int, root: UInt64)
  ) throws(WalletFileError) -> [String: String] {
    for block in 2..<(bytes.count / Self.blockSize)
    where bytes[(block * Self.blockSize)...].starts(with: "chunk:".utf8) {
      let start = block * Self.blockSize
      let line = bytes[start..<(start + 1_024)].prefix { $0 != 0x0a }
      guard let header = try? H2Header(String(decoding: line, as: UTF8.self).trimmingBlanks),
        let id = header.number("chunk"), (try? chunkHeader(id, at: block)) != nil
      else { continue }
      chunks[id] = block
    }
    for _ in 0..<3 {
      let (layout, used) = try texts(map: 0, root: last.root)
      var stated = chunks
      for (name, value) in layout where name.hasPrefix("chunk.") {
        let header = try H2Header(value)
        guard let id = header.number("chunk"), let block = header.number("block") else {
          throw H2Reader.malformed("its list of chunks is damaged")
        }
        stated[id] = block
      }
      let agrees = used.allSatisfy { stated[$0] == chunks[$0] }
      chunks = stated
      if agrees { return layout }
    }
    throw H2Reader.malformed("its list of chunks contradicts itself")
  }

  // MARK: Trees

  /// A map from text to text, and the chunks in which it lies.
  private mutating func texts(
    map: Int, root: UInt64
  ) throws(WalletFileError) -> (values: [String: String], chunks: Set<Int>) {
    var values: [String: String] = [:]
    let chunks = try leaves(map: map, root: root) { leaf, count throws(WalletFileError) in
      guard count <= Self.entryLimit - values.count else {
        throw H2Reader.tooLarge("has more than \(Self.entryLimit) entries in a list")
      }
      var names: [String] = []
      for _ in 0..<count { names.append(try leaf.string()) }
      for name in names { values[name] = try leaf.string() }
    }
    return (values, chunks)
  }

  @discardableResult
  private mutating func leaves(
    map: Int, root: UInt64, _ visit: (inout H2Reader, Int) throws(WalletFileError) -> Void
  ) throws(WalletFileError) -> Set<Int> {
    var chunks: Set<Int> = []
    var visited: Set<UInt64> = []
    var waiting = [(position: root, depth: 0)]
    while let (position, depth) = waiting.popLast() {
      guard pagesLeft > 0, depth < Self.depthLimit else {
        throw H2Reader.malformed("it has too many pages, or a page lies within itself")
      }
      guard visited.insert(position).inserted else {
        throw H2Reader.malformed("a page lies within itself or in two places")
      }
      pagesLeft -= 1
      var page = try H2Page(
        at: position, in: try contents(of: position), map: map, limit: bytesLeft)
      chunks.insert(H2Page.chunk(of: position))
      if let children = page.children {
        bytesLeft -= page.length
        for child in children.reversed() where child != 0 { waiting.append((child, depth + 1)) }
        guard waiting.count <= Self.pageLimit else {
          throw H2Reader.malformed("it has too many pages, or a page lies within itself")
        }
        continue
      }
      try page.expand(limit: bytesLeft)
      bytesLeft -= page.contents.rest.count
      try visit(&page.contents, page.keyCount)
      guard page.contents.isAtEnd else {
        throw H2Reader.malformed("a page is longer than its rows")
      }
    }
    return chunks
  }

  /// From where a page begins to the end of its chunk.
  private func contents(of position: UInt64) throws(WalletFileError) -> ArraySlice<UInt8> {
    let id = H2Page.chunk(of: position)
    guard let block = chunks[id] else { throw H2Reader.malformed("chunk \(id) is missing") }
    let count = try chunkHeader(id, at: block).number("len") ?? 0
    let (start, offset) = (block * Self.blockSize, H2Page.offset(of: position))
    guard offset < count * Self.blockSize else {
      throw H2Reader.malformed("a page lies outside of chunk \(id)")
    }
    return bytes[(start + offset)..<(start + count * Self.blockSize)]
  }
}

extension String {
  fileprivate var trimmingBlanks: String { String(FileText.trimmed(self[...])) }
}
