internal import Bytes

/// The directory at the end of a ZIP archive.
struct ZIPDirectory {
  let entries: [ZIPArchive.Entry]
  /// Where it begins: all files lie before it.
  let offset: Int

  /// The bytes of the record at the very end, without a comment.
  private static let endSize = 22

  /// Reads it; what encrypts, splits or enlarges an archive is refused by name.
  init(of bytes: [UInt8]) throws(WalletFileError) {
    let end = try Self.endRecord(bytes)
    do {
      var reader = ByteReader(bytes[(end + 4)...])
      let disks = (try reader.readUInt16LE(), try reader.readUInt16LE())
      let counts = (try reader.readUInt16LE(), try reader.readUInt16LE())
      let (size, start) = (try reader.readUInt32LE(), try reader.readUInt32LE())
      guard counts.1 != 0xffff, size != .max, start != .max else {
        throw ZIPArchive.unread("has the extensions of ZIP64, which are not read here")
      }
      guard disks == (0, 0), counts.0 == counts.1 else {
        throw ZIPArchive.unread("is one part of several")
      }
      guard counts.1 <= ZIPArchive.entryLimit else {
        throw ZIPArchive.tooLarge(
          "holds \(counts.1) files and folders, and at most \(ZIPArchive.entryLimit) are read")
      }
      guard Int(start) + Int(size) == end else {
        throw ZIPArchive.malformed("its directory does not end where its last record begins")
      }
      var directory = ByteReader(bytes[Int(start)..<end])
      var entries: [ZIPArchive.Entry] = []
      for _ in 0..<counts.1 { entries.append(try Self.entry(&directory)) }
      try directory.requireEnd()
      self.entries = entries
      offset = Int(start)
    } catch let error as WalletFileError {
      throw error
    } catch {
      throw ZIPArchive.malformed("its directory is cut off or has another size than it says")
    }
    var names: Set<[UInt8]> = []
    for entry in entries where !names.insert(entry.nameBytes).inserted {
      throw ZIPArchive.malformed("it has two files named \(entry.name)")
    }
  }

  /// Where the record at the very end begins: the last place whose comment reaches to the end.
  private static func endRecord(_ bytes: [UInt8]) throws(WalletFileError) -> Int {
    var place = bytes.count - endSize
    while place >= 0, bytes.count - endSize - place <= 0xffff {
      if bytes[place] == 0x50, bytes[place...].starts(with: [0x50, 0x4b, 5, 6]),
        Int(bytes[place + 20]) | Int(bytes[place + 21]) << 8 == bytes.count - endSize - place
      {
        return place
      }
      place -= 1
    }
    throw ZIPArchive.malformed("it ends too early, without the list of its files")
  }

  private static func entry(_ reader: inout ByteReader) throws -> ZIPArchive.Entry {
    guard try reader.readUInt32LE() == 0x0201_4b50 else {
      throw ZIPArchive.malformed("its directory lists something that is not a file")
    }
    _ = try reader.readUInt32LE()
    let (flags, method) = (try reader.readUInt16LE(), try reader.readUInt16LE())
    _ = try reader.readUInt32LE()
    let checksum = try reader.readUInt32LE()
    let (packedSize, size) = (try reader.readUInt32LE(), try reader.readUInt32LE())
    let (nameSize, extraSize) = (try reader.readUInt16LE(), try reader.readUInt16LE())
    let commentSize = try reader.readUInt16LE()
    let disk = try reader.readUInt16LE()
    _ = try reader.read(6)
    let offset = try reader.readUInt32LE()
    let nameBytes = Array(try reader.read(Int(nameSize)))
    _ = try reader.read(Int(extraSize) + Int(commentSize))
    let name = FileText.plainName(String(decoding: nameBytes, as: UTF8.self), limit: 100)
    // Encrypted, also by the newer schemes; bits 1 and 2 are of deflate, 3 streams, 11 says UTF-8.
    guard flags & 0x2041 == 0, method != 99 else {
      throw ZIPArchive.unread("holds \(name) encrypted with a password, which is not read here")
    }
    guard flags & ~0x080e == 0, method == 0 || method == 8 else {
      throw ZIPArchive.unread("holds \(name) packed otherwise than stored or deflated")
    }
    guard packedSize != .max, size != .max, offset != .max, disk == 0 else {
      throw ZIPArchive.unread("has the extensions of ZIP64, which are not read here")
    }
    guard method == 8 || packedSize == size else {
      throw ZIPArchive.malformed("\(name) is stored with another size than it has")
    }
    return ZIPArchive.Entry(
      name: name, nameBytes: nameBytes, flags: flags, method: method, checksum: checksum,
      packedSize: Int(packedSize), size: Int(size), offset: Int(offset))
  }
}
