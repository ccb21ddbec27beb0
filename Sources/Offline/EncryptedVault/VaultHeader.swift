internal import Bytes

/// The first 137 bytes of a vault (136 in format 1), in the clear and authenticated with the contents.
///
/// Numbers are big-endian; docs/formats.md has the table.
struct VaultHeader: Equatable, Sendable {
  static let magic: [UInt8] = Array("DBVAULT\0".utf8)
  /// The formats that are read; 2 is written.
  static let versions: ClosedRange<UInt16> = 1...2
  static let scrypt: UInt8 = 1
  /// The longest and the shortest header, in bytes.
  static let longest = 137
  static let shortest = 136
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
  /// Whether the home is on mainnet; nil in format 1, which did not say.
  ///
  /// In the clear, because it decides whether a passphrase may be typed on this machine at all.
  var isForMainnet: Bool?

  /// In bytes.
  var length: Int { isForMainnet == nil ? Self.shortest : Self.longest }

  private static let mainnet: UInt8 = 1
  private static let rehearsal: UInt8 = 2

  func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: Self.longest)
    writer.write(Self.magic)
    writer.writeUInt16BE(isForMainnet == nil ? 1 : 2)
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
    if let isForMainnet { writer.writeByte(isForMainnet ? Self.mainnet : Self.rehearsal) }
    return writer.bytes
  }

  init(
    parameters: KDFParameters, stretchingSalt: [UInt8], fileSalt: [UInt8], commitment: [UInt8],
    generation: UInt64, oldestKept: UInt64, sealedLength: Int, isForMainnet: Bool?
  ) {
    self.parameters = parameters
    self.stretchingSalt = stretchingSalt
    self.fileSalt = fileSalt
    self.commitment = commitment
    self.generation = generation
    self.oldestKept = oldestKept
    self.sealedLength = sealedLength
    self.isForMainnet = isForMainnet
  }

  /// Reads a header; says which field is off.
  init(decoding bytes: ArraySlice<UInt8>, path: String) throws(VaultError) {
    var reader = ByteReader(bytes)
    let fixed: (magic: [UInt8], version: UInt16, derivation: UInt8, realm: UInt8?)
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
      fixed = (magic, version, derivation, version == 2 ? try reader.readByte() : nil)
    } catch {
      throw .damaged(path: path, what: "its header is cut short")
    }
    guard fixed.magic == Self.magic else {
      throw .damaged(path: path, what: "it does not begin as a vault does")
    }
    guard Self.versions.contains(fixed.version) else {
      throw .newerFormat(path: path, version: Int(fixed.version))
    }
    guard fixed.derivation == Self.scrypt else {
      throw .damaged(path: path, what: "it names no known key derivation")
    }
    switch fixed.realm {
    case nil: isForMainnet = nil
    case Self.mainnet: isForMainnet = true
    case Self.rehearsal: isForMainnet = false
    default: throw .damaged(path: path, what: "it names no kind of network")
    }
  }
}
