internal import BitcoinPrimitives
internal import Bytes
internal import Hashes
public import SecureMemory

/// The container that backups of the coordinator's records are written in.
///
/// ChaCha20-Poly1305 under a key of each file's own, the header authenticated, the length of the
/// contents hidden in a power of two. `docs/formats.md` has every byte of it.
public struct SealedBackup: Equatable, Sendable {
  /// The most bytes of contents.
  public static let contentsLimit = 16 << 20
  /// The most bytes of a file: header, contents with their length padded, tag, checksum.
  public static let fileLimit = headerLength + 2 * contentsLimit + AEAD.tagLength + checksumLength

  static let magic = Array("DBBACKUP".utf8)
  static let version = 1
  static let headerLength = 112
  static let checksumLength = 32
  private static let smallest = 4_096

  /// The network, as the SHA-256 of its name.
  private let network: Bytes32
  private let salt: Bytes32
  private let commitment: Bytes32
  private let sealed: [UInt8]

  /// Whether bytes begin like a sealed backup of any version.
  public static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  // MARK: Sealing

  /// Seals contents under a new file key.
  ///
  /// Throws ``BackupError/tooLarge(bytes:limit:)``, and what the source of randomness throws.
  public init(
    sealing contents: [UInt8], key: borrowing BackupKey,
    random: any RandomSource = SystemRandomSource()
  ) throws(BackupError) {
    guard contents.count <= Self.contentsLimit else {
      throw .tooLarge(bytes: contents.count, limit: Self.contentsLimit)
    }
    let bytes: [UInt8]
    do {
      bytes = try random.bytes(count: 32)
    } catch {
      throw .libraryFailed("\(error)")
    }
    guard let salt = Bytes32(bytes) else { throw .libraryFailed("the system's randomness") }
    try self.init(sealing: contents, key: key, salt: salt)
  }

  /// Seals under a given salt, which must never serve twice: for vectors.
  init(
    sealing contents: [UInt8], key: borrowing BackupKey, salt: Bytes32
  ) throws(BackupError) {
    network = Self.mark(of: key.network)
    self.salt = salt
    commitment = key.fileSecret("drawbridge backup commitment", salt).withUnsafeBytes {
      Bytes32($0) ?? .zero
    }
    var size = Self.smallest
    while size < contents.count + 4 { size *= 2 }
    let padded = SecretBytes(count: size) { target in
      let length = UInt32(contents.count).bigEndian
      withUnsafeBytes(of: length) { target.copyBytes(from: $0) }
      UnsafeMutableRawBufferPointer(rebasing: target[4...]).copyBytes(from: contents)
    }
    let header = Self.header(
      total: Self.headerLength + size + AEAD.tagLength + Self.checksumLength, network, salt,
      commitment)
    do {
      sealed = try AEAD.seal(
        padded, key: key.fileSecret("drawbridge backup key", salt),
        nonce: [UInt8](repeating: 0, count: AEAD.nonceLength), header: header)
    } catch {
      throw .libraryFailed("\(error)")
    }
  }

  // MARK: Opening

  /// The contents.
  ///
  /// Throws ``BackupError/otherNetwork(found:key:)``, ``BackupError/wrongKey``, or
  /// ``BackupError/altered`` when the key is right and a bit is not.
  public func opened(with key: borrowing BackupKey) throws(BackupError) -> [UInt8] {
    guard network == Self.mark(of: key.network) else {
      throw .otherNetwork(found: networkName, key: key.network.name)
    }
    guard isSealed(under: key) else { throw .wrongKey }
    let total =
      Self.headerLength + sealed.count + Self.checksumLength
    let padded: SecretBytes
    do {
      padded = try AEAD.open(
        sealed, key: key.fileSecret("drawbridge backup key", salt),
        nonce: [UInt8](repeating: 0, count: AEAD.nonceLength),
        header: Self.header(total: total, network, salt, commitment))
    } catch {
      throw .altered
    }
    return try padded.withUnsafeBytes { bytes throws(BackupError) in
      guard bytes.count >= 4 else { throw .altered }
      let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= Self.contentsLimit, length <= bytes.count - 4,
        bytes[(4 + length)...].allSatisfy({ $0 == 0 })
      else { throw .altered }
      return Array(bytes[4..<4 + length])
    }
  }

  /// Whether this is the key that it was sealed under.
  public func isSealed(under key: borrowing BackupKey) -> Bool {
    let expected = key.fileSecret("drawbridge backup commitment", salt)
    let found = commitment.withUnsafeBytes { SecretBytes(copying: $0) }
    return expected.constantTimeEquals(found)
  }

  /// The name of its network; nil when it is none of those that are built in.
  public var networkName: String? {
    NetworkRegistry.builtIn.all.first { Self.mark(of: $0) == network }?.name
  }

  // MARK: Bytes

  /// The file.
  public func encoded() -> [UInt8] {
    let total = Self.headerLength + sealed.count + Self.checksumLength
    let bytes = Self.header(total: total, network, salt, commitment) + sealed
    return bytes + SHA256.hash(bytes).bytes
  }

  /// Reads a file; nothing is decrypted yet.
  ///
  /// The magic, the length and the checksum stand where they stand in every version, so that a cut
  /// or scratched file is never taken for a newer one.
  public init(decoding bytes: [UInt8]) throws(BackupError) {
    guard bytes.starts(with: Self.magic) else {
      let isStart = !bytes.isEmpty && Self.magic.starts(with: bytes)
      throw isStart || bytes.isEmpty
        ? .truncated(found: bytes.count, needed: Self.headerLength) : .notABackup
    }
    guard bytes.count >= 16 else {
      throw .truncated(found: bytes.count, needed: Self.headerLength)
    }
    let number = { (range: Range<Int>) in bytes[range].reduce(0) { $0 << 8 | Int($1) } }
    let total = number(12..<16)
    guard bytes.count >= total else { throw .truncated(found: bytes.count, needed: total) }
    guard total <= Self.fileLimit else { throw .tooLarge(bytes: total, limit: Self.fileLimit) }
    guard bytes.count == total else { throw .trailing(bytes: bytes.count - total) }
    guard total >= 16 + Self.checksumLength,
      SHA256.hash(bytes[..<(total - Self.checksumLength)]).bytes.elementsEqual(
        bytes.suffix(Self.checksumLength))
    else { throw .damaged }
    let version = number(8..<10)
    guard version <= Self.version else { throw .newer(version: version) }
    let length = total - Self.headerLength - AEAD.tagLength - Self.checksumLength
    guard version == Self.version, number(10..<12) == 0, length >= Self.smallest,
      length & (length - 1) == 0, let network = Bytes32(bytes[16..<48]),
      let salt = Bytes32(bytes[48..<80]), let commitment = Bytes32(bytes[80..<112])
    else { throw .malformed(place: "header", reason: "is not one that this format has") }
    self.network = network
    self.salt = salt
    self.commitment = commitment
    sealed = Array(bytes[Self.headerLength..<(total - Self.checksumLength)])
  }

  private static func header(
    total: Int, _ network: Bytes32, _ salt: Bytes32, _ commitment: Bytes32
  ) -> [UInt8] {
    var writer = ByteWriter(capacity: headerLength)
    writer.write(magic)
    writer.writeUInt16BE(UInt16(version))
    writer.writeUInt16BE(0)
    writer.writeUInt32BE(UInt32(total))
    writer.writeBytes32(network)
    writer.writeBytes32(salt)
    writer.writeBytes32(commitment)
    return writer.bytes
  }

  private static func mark(of network: Network) -> Bytes32 {
    SHA256.hash(Array(network.identity.utf8))
  }
}

extension BackupKey {
  /// HMAC-SHA-256 under the sealing key of a label and a salt, 32 bytes.
  borrowing func fileSecret(_ label: String, _ salt: Bytes32) -> SecretBytes {
    HMAC.secretSHA256(key: sealingKey, message: Array(label.utf8) + salt.bytes)
  }
}
