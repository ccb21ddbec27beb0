public import SecureMemory

/// What a master key is made from: 16 to 64 bytes (BIP-32); 64 when it comes from words.
public struct Seed: ~Copyable, Sendable {
  private let secret: SecretBytes

  /// Takes 16 to 64 bytes; throws for other lengths.
  public init(_ secret: consuming SecretBytes) throws(MnemonicError) {
    let count = secret.count
    guard (16...64).contains(count) else { throw .seedLength(found: count) }
    self.secret = secret
  }

  /// Lends the bytes.
  public borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try secret.withUnsafeBytes(body)
  }
}
