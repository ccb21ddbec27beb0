import Bytes

/// The first 136 bytes of a vault, in the clear and authenticated with the contents.
///
/// Numbers are big-endian; docs/formats.md has the table.
struct VaultHeader: Equatable, Sendable {
  static let magic: [UInt8] = Array("DBVAULT\0".utf8)
  static let version: UInt16 = 1
  static let scrypt: UInt8 = 1
  static let length = 136
  static let checksumLength = 32

  var parameters: KDFParameters
  /// Of the passphrase; new with each passphrase: 32 bytes.
  var stretchingSalt: [UInt8]
  /// Of the file's key; new with each save: 32 bytes.
  var fileSalt: [UInt8]
  /// Binds the file to one key, 32 bytes: without it a file could be made that opens under two.
  var commitment: [UInt8]
  /// Counts saves, from 1.
  var generation: UInt64
  /// No generation below this one may be kept: something was removed since.
  var oldestKept: UInt64
  /// Of the encrypted contents with their tag, in bytes.
  var sealedLength: Int

  func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: Self.length)
    writer.write(Self.magic)
    writer.writeUInt16BE(Self.version)
    writer.writeByte(Self.scrypt)
    writer.writeByte(UInt8(truncatingIfNeeded: parameters.logN))
    writer.writeUInt32BE(UInt32(truncatingIfNeeded: parameters.r))
    writer.writeUInt32BE(UInt32(truncatingIfNeeded: parameters.p))
    writer.write(stretchingSalt)
    writer.write(fileSalt)
    writer.write(commitment)
    writer.writeUInt64BE(generation)
    writer.writeUInt64BE(oldestKept)
    writer.writeUInt32BE(UInt32(truncatingIfNeeded: sealedLength))
    return writer.bytes
  }

  init(
    parameters: KDFParameters, stretchingSalt: [UInt8], fileSalt: [UInt8], commitment: [UInt8],
    generation: UInt64, oldestKept: UInt64, sealedLength: Int
  ) {
    self.parameters = parameters
    self.stretchingSalt = stretchingSalt
    self.fileSalt = fileSalt
    self.commitment = commitment
    self.generation = generation
    self.oldestKept = oldestKept
    self.sealedLength = sealedLength
  }

  /// Reads a header; says which field is off.
  init(decoding bytes: ArraySlice<UInt8>, path: String) throws(VaultError) {
    var reader = ByteReader(bytes)
    let fixed: (magic: [UInt8], version: UInt16, derivation: UInt8)
    do throws(BytesError) {
      let magic = Array(try reader.read(8))
      let version = try reader.readUInt16BE()
      let derivation = try reader.readByte()
      let logN = try reader.readByte()
      let r = try reader.readUInt32BE()
      let p = try reader.readUInt32BE()
      parameters = KDFParameters(unchecked: Int(logN), r: Int(r), p: Int(p))
      stretchingSalt = Array(try reader.read(32))
      fileSalt = Array(try reader.read(32))
      commitment = Array(try reader.read(32))
      generation = try reader.readUInt64BE()
      oldestKept = try reader.readUInt64BE()
      sealedLength = Int(try reader.readUInt32BE())
      fixed = (magic, version, derivation)
    } catch {
      throw .damaged(path: path, what: "its header is cut short")
    }
    guard fixed.magic == Self.magic else {
      throw .damaged(path: path, what: "it does not begin as a vault does")
    }
    guard fixed.version == Self.version else {
      throw .newerFormat(path: path, version: Int(fixed.version))
    }
    guard fixed.derivation == Self.scrypt else {
      throw .damaged(path: path, what: "it names no known key derivation")
    }
  }
}
