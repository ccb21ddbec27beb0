internal import Bytes
internal import Hashes
internal import SecureMemory

/// One generation of a vault as it lies on disk: header, encrypted contents with their tag, and a
/// plain checksum over both.
///
/// The checksum tells damage from a wrong passphrase without any secret. It protects nothing: the
/// tag and the commitment do that.
struct SealedVault: Sendable {
  /// The longest file, in bytes.
  static let limit =
    VaultHeader.longest + ContentsCodec.largest + AEAD.tagLength + VaultHeader.checksumLength

  let header: VaultHeader
  let bytes: [UInt8]

  /// Checks what can be checked without the passphrase.
  init(decoding bytes: [UInt8], path: String) throws(VaultError) {
    guard bytes.count >= VaultHeader.longest + VaultHeader.checksumLength else {
      throw .damaged(path: path, what: "it is too short")
    }
    let end = bytes.count - VaultHeader.checksumLength
    guard SHA256.hash(bytes[..<end]).bytes == Array(bytes[end...]) else {
      throw .damaged(path: path, what: "its checksum does not match")
    }
    header = try VaultHeader(decoding: bytes[..<VaultHeader.longest], path: path)
    guard header.sealedLength == end - header.length,
      header.sealedLength >= ContentsCodec.smallest + AEAD.tagLength
    else { throw .damaged(path: path, what: "its length differs from the one it states") }
    self.bytes = bytes
  }

  /// Encrypts contents under a key that no other file has.
  init(
    sealing plain: borrowing SecretBytes, master: borrowing SecretBytes,
    parameters: KDFParameters, stretchingSalt: [UInt8], fileSalt: [UInt8], generation: UInt64,
    oldestKept: UInt64, isForMainnet: Bool?
  ) throws(VaultError) {
    let header = VaultHeader(
      parameters: parameters, stretchingSalt: stretchingSalt, fileSalt: fileSalt,
      commitment: Self.commitment(master, fileSalt), generation: generation,
      oldestKept: oldestKept, sealedLength: plain.count + AEAD.tagLength,
      isForMainnet: isForMainnet)
    let start = header.encoded()
    let sealed: [UInt8]
    do throws(HashesError) {
      sealed = try AEAD.seal(
        plain, key: Self.key(master, fileSalt), nonce: Self.nonce, header: start)
    } catch {
      throw .cryptography(error.description)
    }
    self.header = header
    let covered = start + sealed
    bytes = covered + SHA256.hash(covered).bytes
  }

  /// Whether the file was made with this key.
  func isMade(with master: borrowing SecretBytes) -> Bool {
    let own = Self.commitment(master, header.fileSalt)
    return own.withUnsafeBytes { own in
      header.commitment.withUnsafeBytes { SecretBytes.constantTimeEquals(own, $0) }
    }
  }

  /// Decrypts; nil when the contents are not authentic.
  func opened(with master: borrowing SecretBytes) -> SecretBytes? {
    let sealed = bytes[header.length..<bytes.count - VaultHeader.checksumLength]
    return try? AEAD.open(
      Array(sealed), key: Self.key(master, header.fileSalt), nonce: Self.nonce,
      header: Array(bytes[..<header.length]))
  }

  // The key is used for one message only, so the nonce may be fixed.
  private static let nonce = [UInt8](repeating: 0, count: AEAD.nonceLength)

  private static func key(
    _ master: borrowing SecretBytes, _ salt: [UInt8]
  ) -> SecretBytes { derived("drawbridge vault key", master, salt) }

  private static func commitment(_ master: borrowing SecretBytes, _ salt: [UInt8]) -> [UInt8] {
    derived("drawbridge vault commitment", master, salt).withUnsafeBytes { Array($0) }
  }

  private static func derived(
    _ label: String, _ master: borrowing SecretBytes, _ salt: [UInt8]
  ) -> SecretBytes {
    var label = Array(label.utf8) + salt
    let message = SecretBytes(moving: &label)
    return master.withUnsafeBytes { master in
      message.withUnsafeBytes { HMAC.secretSHA256(key: master, message: $0) }
    }
  }
}
