public import Bytes
internal import Hashes
internal import Secp256k1
public import SecureMemory

/// The container of Automatic Encrypted Wallet Backups, version 1, as Mycelium designed it.
///
/// Encrypted with AES-128-CBC under a vector that is the plain text's own MAC, and signed with
/// ECDSA: the signer writes it, both programs verify and read it.
public struct AEWBArchive: Equatable, Sendable {
  /// When it was made, in seconds since 1970.
  public let timestamp: UInt32
  /// The vector, which is the first half of HMAC-SHA-256(encryption key, plain text); 16 bytes.
  let vector: [UInt8]
  /// The encrypted text.
  let sealed: [UInt8]
  /// ECDSA over ``digest``, DER, without a sighash byte.
  public let signature: [UInt8]

  /// The most bytes of plain text.
  public static let contentsLimit = SealedBackup.contentsLimit
  /// The most bytes of a container.
  public static let fileLimit = contentsLimit + 1_024

  private static let version: UInt8 = 1
  private static let chunk = 1_024

  /// Whether bytes begin like a container of this version.
  public static func isOne(_ bytes: [UInt8]) -> Bool { bytes.first == version }

  // MARK: Writing

  /// An encrypted text on its way to its signature.
  public struct Unsigned: Sendable {
    let timestamp: UInt32
    let vector: [UInt8]
    let sealed: [UInt8]

    /// Encrypts; the key has 16 bytes.
    ///
    /// Throws ``BackupError/tooLarge(bytes:limit:)``.
    public init(
      _ contents: [UInt8], timestamp: UInt32, key: borrowing SecretBytes
    ) throws(BackupError) {
      guard contents.count <= AEWBArchive.contentsLimit else {
        throw .tooLarge(bytes: contents.count, limit: AEWBArchive.contentsLimit)
      }
      self.timestamp = timestamp
      vector = AEWBArchive.vector(of: contents, key: key)
      do {
        sealed = try AES128CBC.encrypt(
          SecretBytes(of: contents), key: key, vector: vector)
      } catch {
        throw .libraryFailed("\(error)")
      }
    }

    /// What is signed.
    public var digest: Bytes32 {
      AEWBArchive.digest(timestamp: timestamp, vector: vector, sealed: sealed)
    }

    /// The container with its signature: DER, low S.
    public func signed(_ signature: [UInt8]) -> AEWBArchive {
      AEWBArchive(timestamp: timestamp, vector: vector, sealed: sealed, signature: signature)
    }
  }

  init(timestamp: UInt32, vector: [UInt8], sealed: [UInt8], signature: [UInt8]) {
    self.timestamp = timestamp
    self.vector = vector
    self.sealed = sealed
    self.signature = signature
  }

  // MARK: Reading

  /// The plain text: the signature is verified, then it is decrypted, then the vector is computed
  /// again from it and compared.
  ///
  /// Throws ``BackupError/notSigned``, or ``BackupError/altered`` when only the last step fails.
  public func opened(with key: borrowing BackupKey) throws(BackupError) -> [UInt8] {
    guard isSigned(by: key) else { throw .notSigned }
    let contents: [UInt8]
    do {
      contents = try AES128CBC.decrypt(sealed, key: key.archiveKey, vector: vector)
        .withUnsafeBytes { Array($0) }
    } catch {
      throw .altered
    }
    guard Self.vector(of: contents, key: key.archiveKey) == vector else { throw .altered }
    return contents
  }

  /// Whether the signature is that of the key's seed.
  public func isSigned(by key: borrowing BackupKey) -> Bool {
    // Another form of the same signature would be another file under the same contents.
    guard let parsed = try? ECDSASignature(der: signature), parsed.isLowS else { return false }
    return key.archiveSigner.verifies(parsed, of: digest)
  }

  /// The file.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: sealed.count + 128)
    writer.writeByte(Self.version)
    writer.writeUInt32LE(timestamp)
    writer.write(vector)
    writer.writeVarBytes(sealed)
    writer.writeVarBytes(signature)
    return writer.bytes
  }

  /// Reads a file; neither verified nor decrypted yet.
  public init(decoding bytes: [UInt8]) throws(BackupError) {
    guard let first = bytes.first else { throw .truncated(found: 0, needed: 83) }
    guard first == Self.version else { throw .notABackup }
    guard bytes.count >= 83 else { throw .truncated(found: bytes.count, needed: 83) }
    guard bytes.count <= Self.fileLimit else {
      throw .tooLarge(bytes: bytes.count, limit: Self.fileLimit)
    }
    var reader = ByteReader(bytes)
    do {
      _ = try reader.readByte()
      timestamp = try reader.readUInt32LE()
      vector = Array(try reader.read(16))
      sealed = Array(try reader.readVarBytes(max: Self.contentsLimit + 16))
      signature = Array(try reader.readVarBytes(max: 73))
      try reader.requireEnd()
    } catch {
      throw Self.wrapped(error, count: bytes.count)
    }
    guard !sealed.isEmpty, sealed.count % 16 == 0 else {
      throw .malformed(place: "encrypted text", reason: "is not made of whole blocks")
    }
  }

  private static func wrapped(_ error: BytesError, count: Int) -> BackupError {
    switch error {
    case .truncated(let offset, let needed, _):
      .truncated(found: count, needed: offset + needed)
    case .trailing(_, let more): .trailing(bytes: more)
    default: .malformed(place: "container", reason: "is damaged: \(error)")
    }
  }

  // MARK: Sums

  /// What is signed: SHA-256d of version, timestamp, vector and Merkle root.
  var digest: Bytes32 { Self.digest(timestamp: timestamp, vector: vector, sealed: sealed) }

  private static func digest(timestamp: UInt32, vector: [UInt8], sealed: [UInt8]) -> Bytes32 {
    var hasher = SHA256Hasher()
    hasher.update(byte: version)
    hasher.update(littleEndian: timestamp)
    hasher.update(vector)
    hasher.update(merkleRoot(of: sealed))
    return hasher.doubleFinalized()
  }

  /// Bitcoin's Merkle tree over chunks of 1,024 bytes: of an odd number the last counts twice.
  static func merkleRoot(of bytes: [UInt8]) -> Bytes32 {
    var row = stride(from: 0, to: max(bytes.count, 1), by: chunk).map {
      SHA256.doubleHash(bytes[$0..<min($0 + chunk, bytes.count)])
    }
    while row.count > 1 {
      row = stride(from: 0, to: row.count, by: 2).map { index in
        var hasher = SHA256Hasher()
        hasher.update(row[index])
        hasher.update(row[min(index + 1, row.count - 1)])
        return hasher.doubleFinalized()
      }
    }
    return row[0]
  }

  private static func vector(of contents: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
    HMAC.secretSHA256(key: key, message: contents).withUnsafeBytes { Array($0.prefix(16)) }
  }
}
