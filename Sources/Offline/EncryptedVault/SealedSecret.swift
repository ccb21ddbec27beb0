internal import Bytes
internal import Hashes
internal import SecureMemory

/// A secret of a seed as it lies in the contents: encrypted under a key of its own.
///
/// A salt of 32 bytes, then ChaCha20-Poly1305 (RFC 8439) of the plaintext, with its tag. The plaintext is the
/// length of the secret (4 bytes, big-endian), the secret, and zeros up to the next multiple of 128, so that
/// its length says next to nothing (docs/formats.md, "The seeds").
struct SealedSecret: Sendable, Hashable {
  /// Which of a seed's secrets it is; authenticated, as all of ``Owner`` is.
  enum Role: String, Sendable {
    case secret
    case passphrase
  }

  /// Whose secret it is: it opens for no other seed, and in no other role.
  struct Owner: Hashable, Sendable {
    let role: Role
    let kind: StoredSeed.Kind
    let language: String?
    let fingerprint: [UInt8]

    var encoded: [UInt8] {
      CBORWriter.encode(
        .array([
          .text(role.rawValue), .text(kind.rawValue), language.map { .text($0) } ?? .null,
          .bytes(fingerprint),
        ]))
    }
  }

  static let saltLength = 32
  /// The length of a plaintext is a multiple of this, in bytes.
  static let step = 128
  /// The longest secret, in bytes: more than any passphrase that can be typed.
  static let longest = 65_536

  /// As they lie in the contents.
  let bytes: [UInt8]

  /// Takes what lies in contents; nil when no secret has that length.
  init?(_ bytes: [UInt8]) {
    let plain = bytes.count - Self.saltLength - AEAD.tagLength
    guard plain >= Self.step, plain.isMultiple(of: Self.step),
      plain <= Self.longest + Self.step
    else { return nil }
    self.bytes = bytes
  }

  /// Encrypts a secret, and sees that it opens again.
  ///
  /// Throws: `tooLarge`, `random`, `cryptography`.
  init(
    sealing secret: borrowing SecretBytes, of owner: Owner, key seedsKey: borrowing SecretBytes,
    salt: [UInt8]
  ) throws(VaultError) {
    guard secret.count <= Self.longest else {
      throw .tooLarge(bytes: secret.count, limit: Self.longest)
    }
    let needed = 4 + secret.count
    let plain = SecretBytes(count: (needed + Self.step - 1) / Self.step * Self.step) { plain in
      plain.storeBytes(of: UInt32(secret.count).bigEndian, as: UInt32.self)
      secret.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(rebasing: plain[4...]).copyMemory(from: $0)
      }
    }
    do throws(HashesError) {
      bytes =
        try salt
        + AEAD.seal(
          plain, key: Self.key(seedsKey, salt), nonce: Self.nonce, header: owner.encoded)
    } catch {
      throw .cryptography(error.description)
    }
    // A flipped bit in memory must not become the only copy of a seed.
    guard let check = opened(of: owner, key: seedsKey), check.constantTimeEquals(secret) else {
      throw .cryptography("a seed that was encrypted does not decrypt")
    }
  }

  /// Decrypts; nil when the secret is not authentic, or belongs to another seed or key.
  func opened(of owner: Owner, key seedsKey: borrowing SecretBytes) -> SecretBytes? {
    let salt = Array(bytes[..<Self.saltLength])
    guard
      let plain = try? AEAD.open(
        Array(bytes[Self.saltLength...]), key: Self.key(seedsKey, salt), nonce: Self.nonce,
        header: owner.encoded)
    else { return nil }
    let count = plain.withUnsafeBytes { Int(UInt32(bigEndian: $0.loadUnaligned(as: UInt32.self))) }
    guard count <= plain.count - 4 else { return nil }
    return plain.slice(4..<4 + count)
  }

  // The key is used for one message only, so the nonce may be fixed.
  private static let nonce = [UInt8](repeating: 0, count: AEAD.nonceLength)

  private static func key(_ seedsKey: borrowing SecretBytes, _ salt: [UInt8]) -> SecretBytes {
    HMAC.secretSHA256(key: seedsKey, message: Array("drawbridge seed".utf8) + salt)
  }
}
