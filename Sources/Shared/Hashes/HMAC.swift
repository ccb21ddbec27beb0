public import Bytes
internal import CLibcrypto
public import SecureMemory

/// HMAC (RFC 2104) over libcrypto's low-level digests.
public enum HMAC {
  /// HMAC-SHA-256 of public data.
  public static func sha256(key: [UInt8], message: [UInt8]) -> Bytes32 {
    key.withUnsafeBytes { key in message.withUnsafeBytes { sha256(key: key, message: $0) } }
  }

  /// HMAC-SHA-512 of public data: 64 bytes.
  public static func sha512(key: [UInt8], message: [UInt8]) -> [UInt8] {
    let state = key.withUnsafeBytes { HMACSHA512(key: $0) }
    return [UInt8](unsafeUninitializedCapacity: 64) { target, count in
      message.withUnsafeBytes {
        state.authenticate($0, into: UnsafeMutableRawBufferPointer(target))
      }
      count = 64
    }
  }

  /// HMAC-SHA-512 as a secret of 64 bytes: the derivation step of BIP-32.
  public static func sha512(
    key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
  ) -> SecretBytes {
    var state = HMACSHA512(key: key)
    let code = SecretBytes(count: 64) { state.authenticate(message, into: $0) }
    state.wipe()
    return code
  }

  /// HMAC-SHA-256 as a secret of 32 bytes.
  public static func secretSHA256(
    key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
  ) -> SecretBytes {
    sha256(key: key, message: message).withUnsafeBytes { SecretBytes(copying: $0) }
  }

  /// HMAC-SHA-256 of a public message under a secret key, as a secret of 32 bytes.
  public static func secretSHA256(
    key: borrowing SecretBytes, message: [UInt8]
  ) -> SecretBytes {
    let code = key.withUnsafeBytes { key in
      message.withUnsafeBytes { sha256(key: key, message: $0) }
    }
    return code.withUnsafeBytes { SecretBytes(copying: $0) }
  }

  private static func sha256(
    key: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
  ) -> Bytes32 {
    var inner = SHA256_CTX()
    var outer = SHA256_CTX()
    var block = [UInt8](repeating: 0, count: 64)
    if key.count > 64 {
      SHA256.hash(key).withUnsafeBytes { block.replaceSubrange(0..<32, with: $0) }
    } else {
      block.replaceSubrange(0..<key.count, with: key)
    }
    for index in block.indices { block[index] ^= 0x36 }
    SHA256_Init(&inner)
    SHA256_Update(&inner, block, 64)
    for index in block.indices { block[index] ^= 0x36 ^ 0x5c }
    SHA256_Init(&outer)
    SHA256_Update(&outer, block, 64)
    if let start = message.baseAddress { SHA256_Update(&inner, start, message.count) }
    var digest = Bytes32 { target in
      _ = SHA256_Final(target.assumingMemoryBound(to: UInt8.self).baseAddress, &inner)
    }
    digest.withUnsafeBytes { _ = SHA256_Update(&outer, $0.baseAddress, 32) }
    digest = Bytes32 { target in
      _ = SHA256_Final(target.assumingMemoryBound(to: UInt8.self).baseAddress, &outer)
    }
    block.withUnsafeMutableBytes { SecretBytes.wipe($0) }
    withUnsafeMutableBytes(of: &inner) { SecretBytes.wipe($0) }
    withUnsafeMutableBytes(of: &outer) { SecretBytes.wipe($0) }
    return digest
  }
}

/// HMAC-SHA-512 with its key already hashed in: for many messages under one key.
///
/// A chain code of BIP-32 is such a key: keeping the state halves the hashing of each child. Call
/// ``wipe()`` when the key is a secret.
public struct HMACSHA512: Sendable {
  private var inner = SHA512_CTX()
  private var outer = SHA512_CTX()

  /// Hashes the key in.
  public init(key: UnsafeRawBufferPointer) {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { block in
      block.initializeMemory(as: UInt8.self, repeating: 0)
      if key.count > 128 {
        _ = CLibcrypto.SHA512(
          key.assumingMemoryBound(to: UInt8.self).baseAddress, key.count,
          block.assumingMemoryBound(to: UInt8.self).baseAddress)
      } else {
        block.copyMemory(from: key)
      }
      for index in 0..<128 { block[index] ^= 0x36 }
      SHA512_Init(&inner)
      SHA512_Update(&inner, block.baseAddress, 128)
      for index in 0..<128 { block[index] ^= 0x36 ^ 0x5c }
      SHA512_Init(&outer)
      SHA512_Update(&outer, block.baseAddress, 128)
      SecretBytes.wipe(block)
    }
  }

  /// Hashes a key of 32 bytes in: a chain code.
  public init(key: Bytes32) {
    self = key.withUnsafeBytes { HMACSHA512(key: $0) }
  }

  /// Writes the code of a message, 64 bytes, into memory that has room for them.
  public func authenticate(
    _ message: UnsafeRawBufferPointer, into code: UnsafeMutableRawBufferPointer
  ) {
    precondition(code.count >= 64, "the code takes 64 bytes")
    let target = code.assumingMemoryBound(to: UInt8.self).baseAddress
    var inner = inner
    var outer = outer
    if let start = message.baseAddress { SHA512_Update(&inner, start, message.count) }
    SHA512_Final(target, &inner)
    SHA512_Update(&outer, target, 64)
    SHA512_Final(target, &outer)
    withUnsafeMutableBytes(of: &inner) { SecretBytes.wipe($0) }
    withUnsafeMutableBytes(of: &outer) { SecretBytes.wipe($0) }
  }

  /// The code of a message in two halves.
  public func authenticate(_ message: UnsafeRawBufferPointer) -> (left: Bytes32, right: Bytes32) {
    var code = (Bytes32.zero, Bytes32.zero)
    withUnsafeMutableBytes(of: &code) { authenticate(message, into: $0) }
    return (code.0, code.1)
  }

  /// Overwrites the state, which is as good as the key.
  public mutating func wipe() {
    withUnsafeMutableBytes(of: &self) { SecretBytes.wipe($0) }
  }
}
