internal import Bytes
internal import Hashes
internal import QRTransport

/// A ZIP archive, read strictly: what its directory says and what stands before each file must agree.
///
/// Files may be stored or deflated. Encrypted and split archives, ZIP64 and other methods are refused by name. No file
/// overlaps another one, so an archive inflates to no more than its limits, however it was made.
struct ZIPArchive {
  /// The most bytes of an archive, and of all files together that are taken out of one.
  static let sizeLimit = 16_000_000
  /// The most files and folders in an archive.
  static let entryLimit = 1_000
  static let type = "ZIP archive"

  /// A file or a folder, as the directory at the end lists it.
  struct Entry: Hashable {
    /// Foreign text; printable ASCII, at most 100 characters.
    let name: String
    let nameBytes: [UInt8]
    let flags: UInt16
    let method: UInt16
    let checksum: UInt32
    let packedSize: Int
    let size: Int
    /// Where its local header begins.
    let offset: Int

    /// Whether the sizes stand behind the contents, as programs write them that cannot go back.
    var isStreamed: Bool { flags & 8 != 0 }
  }

  /// In the order of the directory.
  let entries: [Entry]
  private let bytes: [UInt8]
  /// What lies between its local header and the next one, by the name's position in ``entries``.
  private let contents: [Range<Int>]

  /// Whether the bytes begin as an archive does that has a file in it.
  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4b, 3, 4]) }

  /// Reads the directory, and every local header; nothing is inflated yet.
  init(_ bytes: [UInt8]) throws(WalletFileError) {
    guard bytes.count <= Self.sizeLimit else {
      throw Self.tooLarge("has more than \(Self.sizeLimit) bytes")
    }
    let directory = try ZIPDirectory(of: bytes)
    var contents: [Range<Int>] = []
    for entry in directory.entries {
      contents.append(try Self.contents(of: entry, in: bytes, before: directory.offset))
    }
    self.bytes = bytes
    self.entries = directory.entries
    self.contents = contents
    try requireNoOverlap()
  }

  /// The contents of a file, of at most `limit` bytes, and of what is left of ``sizeLimit`` for all that are taken out.
  ///
  /// Their size and checksum are right.
  func file(_ position: Int, limit: Int, of room: inout Int) throws(WalletFileError) -> [UInt8] {
    let entry = entries[position]
    guard entry.size <= limit else {
      throw Self.tooLarge(
        "holds \(entry.name) with \(entry.size) bytes, and at most \(limit) are read")
    }
    guard entry.size <= room else {
      throw Self.tooLarge(
        "holds files that have together more than \(Self.sizeLimit) bytes")
    }
    room -= entry.size
    return try file(position)
  }

  private func file(_ position: Int) throws(WalletFileError) -> [UInt8] {
    let entry = entries[position]
    let packed = Array(bytes[contents[position]])
    let file =
      entry.method == 0 ? packed : (try? Deflate.inflated(packed, limit: entry.size)) ?? []
    guard file.count == entry.size, CRC32.checksum(file) == entry.checksum else {
      throw Self.malformed("\(entry.name) is damaged: its size or its checksum is another one")
    }
    return file
  }

  private static let hint = "unpack it, and give the file that you want"

  static func unread(_ what: String) -> WalletFileError {
    .unread(type: type, what: what, hint: hint)
  }

  /// Beyond a limit; `what` is the rest of a sentence about the archive.
  static func tooLarge(_ what: String) -> WalletFileError {
    .tooLarge(type: type, what: what, hint: hint)
  }

  static func malformed(_ what: String) -> WalletFileError { .malformed(type: type, what: what) }

  // MARK: Local headers

  /// Compares the local header with the directory, and says where the contents lie.
  private static func contents(
    of entry: Entry, in bytes: [UInt8], before end: Int
  ) throws(WalletFileError) -> Range<Int> {
    let disagrees = malformed(
      "what stands before \(entry.name) disagrees with the directory at the end")
    do {
      guard entry.offset <= end else { throw disagrees }
      var reader = ByteReader(bytes[entry.offset..<end])
      guard try reader.readUInt32LE() == 0x0403_4b50 else { throw disagrees }
      _ = try reader.readUInt16LE()
      let (flags, method) = (try reader.readUInt16LE(), try reader.readUInt16LE())
      _ = try reader.readUInt32LE()
      let stated = (
        try reader.readUInt32LE(), try reader.readUInt32LE(), try reader.readUInt32LE()
      )
      let nameSize = Int(try reader.readUInt16LE())
      let extraSize = Int(try reader.readUInt16LE())
      let name = try reader.read(nameSize)
      _ = try reader.read(extraSize)
      let listed = (entry.checksum, UInt32(entry.packedSize), UInt32(entry.size))
      guard flags == entry.flags, method == entry.method, name.elementsEqual(entry.nameBytes),
        stated == listed || entry.isStreamed && stated == (0, 0, 0)
      else { throw disagrees }
      let start = entry.offset + reader.offset
      _ = try reader.read(entry.packedSize)
      return start..<(start + entry.packedSize)
    } catch let error as WalletFileError {
      throw error
    } catch {
      throw malformed("\(entry.name) is cut off")
    }
  }

  /// Two files that share bytes are how small archives become huge.
  private func requireNoOverlap() throws(WalletFileError) {
    let inOrder = entries.indices.sorted { entries[$0].offset < entries[$1].offset }
    for (position, next) in zip(inOrder, inOrder.dropFirst())
    where contents[position].upperBound > entries[next].offset {
      throw Self.malformed("\(entries[position].name) and \(entries[next].name) overlap")
    }
  }
}
