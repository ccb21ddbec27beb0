internal import CLibcrypto
public import SecureMemory

/// SHA-256 of secrets, fed piece by piece: state and digest lie in secret memory.
public struct SecretSHA256: ~Copyable {
  private var state = SecretBytes(count: MemoryLayout<SHA256_CTX>.size)

  /// Starts with nothing fed.
  public init() {
    withState { SHA256_Init($0) }
  }

  private mutating func withState(_ body: (UnsafeMutablePointer<SHA256_CTX>) -> Int32) {
    state.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      // Secret memory is aligned to 64 bytes at least.
      _ = body(start.assumingMemoryBound(to: SHA256_CTX.self))
    }
  }

  /// Feeds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    withState { SHA256_Update($0, start, bytes.count) }
  }

  /// Feeds a secret.
  public mutating func update(_ secret: borrowing SecretBytes) {
    secret.withUnsafeBytes { update($0) }
  }

  /// Feeds bytes that are not secret.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of what was fed: 32 bytes.
  public consuming func finalized() -> SecretBytes {
    SecretBytes(count: 32) { digest in
      let target = digest.assumingMemoryBound(to: UInt8.self).baseAddress
      withState { SHA256_Final(target, $0) }
    }
  }

  /// The digest of one secret: 32 bytes.
  public static func hash(_ secret: borrowing SecretBytes) -> SecretBytes {
    var hasher = SecretSHA256()
    hasher.update(secret)
    return hasher.finalized()
  }
}
