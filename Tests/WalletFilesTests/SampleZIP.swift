import Bytes
import Hashes
import QRTransport

/// A ZIP archive that can lie in any of its fields.
struct SampleZIP {
  /// What stands in front of a file, and once more in the directory.
  struct Header {
    var name: String
    var flags: UInt16 = 0
    var method: UInt16
    var checksum: UInt32
    var packedSize: UInt32
    var size: UInt32

    func write(to writer: inout ByteWriter) {
      writer.writeUInt16LE(20)
      writer.writeUInt16LE(flags)
      writer.writeUInt16LE(method)
      writer.writeUInt32LE(0)
      for number in [checksum, packedSize, size] { writer.writeUInt32LE(number) }
      writer.writeUInt16LE(UInt16(name.utf8.count))
      writer.writeUInt16LE(0)
    }
  }

  struct File {
    var packed: [UInt8]
    var local: Header
    var listed: Header
    /// Where the directory says that it begins; nil for the truth.
    var offset: UInt32?

    mutating func both(_ change: (inout Header) -> Void) {
      change(&local)
      change(&listed)
    }
  }

  var files: [File]
  var comment: [UInt8] = []
  var disk: UInt16 = 0
  /// What the last record says in place of the truth.
  var (start, count, commentSize): (UInt32?, UInt16?, UInt16?)

  init(_ files: [(String, [UInt8])], deflated: Bool = false) {
    self.files = files.map { name, bytes in
      let packed = deflated ? Deflate.compressed(bytes) ?? [] : bytes
      let header = Header(
        name: name, method: deflated ? 8 : 0, checksum: CRC32.checksum(bytes),
        packedSize: UInt32(packed.count), size: UInt32(bytes.count))
      return File(packed: packed, local: header, listed: header)
    }
  }

  var bytes: [UInt8] {
    var (front, directory) = (ByteWriter(), ByteWriter())
    for file in files {
      let offset = file.offset ?? UInt32(front.count)
      front.writeUInt32LE(0x0403_4b50)
      file.local.write(to: &front)
      front.write(Array(file.local.name.utf8))
      front.write(file.packed)
      directory.writeUInt32LE(0x0201_4b50)
      directory.writeUInt16LE(20)
      file.listed.write(to: &directory)
      directory.write([UInt8](repeating: 0, count: 10))
      directory.writeUInt32LE(offset)
      directory.write(Array(file.listed.name.utf8))
    }
    let start = UInt32(front.count)
    front.write(directory.bytes)
    front.writeUInt32LE(0x0605_4b50)
    front.writeUInt16LE(disk)
    front.writeUInt16LE(0)
    for _ in 0..<2 { front.writeUInt16LE(count ?? UInt16(files.count)) }
    front.writeUInt32LE(UInt32(directory.count))
    front.writeUInt32LE(self.start ?? start)
    front.writeUInt16LE(commentSize ?? UInt16(comment.count))
    front.write(comment)
    return front.bytes
  }
}
