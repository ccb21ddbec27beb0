public import SecureMemory

extension SecretBytes {
  /// Takes a copy of bytes that are no secret, to be processed together with some that are.
  public init(notSecret bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }
}
