public import Bytes
internal import CLibcrypto
public import Hashes
public import SecureMemory

/// The private half of Ed25519 (RFC 8032), in locked memory.
///
/// libcrypto keeps a copy on its heap while it signs, which it overwrites before it frees it.
public struct Ed25519Key: ~Copyable, Sendable {
  /// 32 bytes, from which both the scalar and the nonces are hashed.
  private let seed: SecretBytes
  /// The public half, 32 bytes in the byte order of RFC 8032.
  public let publicKey: Bytes32

  /// The length of a private key, in bytes.
  public static let length = 32

  /// Takes a key of 32 bytes; every value is one.
  ///
  /// Throws for another length.
  public init(_ seed: consuming SecretBytes) throws(HashesError) {
    guard seed.count == Self.length else {
      throw .parameterOutOfBounds(
        "length of the key", value: seed.count, allowed: Self.length...Self.length)
    }
    var bytes = [UInt8](repeating: 0, count: Self.length)
    let count = try Self.withKey(seed) { key in
      var count = bytes.count
      return EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 ? count : 0
    }
    guard count == Self.length, let publicKey = Bytes32(bytes) else {
      throw .libraryFailed("Ed25519")
    }
    self.seed = seed
    self.publicKey = publicKey
  }

  /// Signs a message: 64 bytes, the same ones each time.
  ///
  /// Each signature is verified before it is handed out: a fault while signing could give the key away.
  public borrowing func signature(of message: [UInt8]) throws(HashesError) -> [UInt8] {
    let signature = try Self.withKey(seed) { key -> [UInt8] in
      guard let context = EVP_MD_CTX_new() else { return [] }
      defer { EVP_MD_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: Ed25519.signatureLength)
      var count = signature.count
      guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
        EVP_DigestSign(context, &signature, &count, message, message.count) == 1,
        count == signature.count
      else { return [] }
      return signature
    }
    guard Ed25519.isValid(signature: signature, of: message, by: publicKey) else {
      throw .libraryFailed("Ed25519")
    }
    return signature
  }

  private static func withKey<Result>(
    _ seed: borrowing SecretBytes, _ body: (OpaquePointer) -> Result
  ) throws(HashesError) -> Result {
    let key = seed.withUnsafeBytes { seed in
      EVP_PKEY_new_raw_private_key(
        EVP_PKEY_ED25519, nil, seed.assumingMemoryBound(to: UInt8.self).baseAddress, seed.count)
    }
    guard let key else { throw .libraryFailed("Ed25519") }
    defer { EVP_PKEY_free(key) }
    return body(key)
  }
}
