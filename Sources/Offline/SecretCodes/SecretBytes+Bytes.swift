public import SecureMemory

extension SecretBytes {
  /// Takes a copy of bytes that are not secret, to be processed together with some that are.
  public init(notSecret bytes: some Collection<UInt8>) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
  }

  /// The bytes of a text in UTF-8 that is in the clear anyway.
  public init(notSecretText text: String) {
    var bytes = Array(text.utf8)
    self.init(moving: &bytes)
  }

  /// A copy with small letters in place of the capitals of ASCII.
  public init(lowercasing bytes: UnsafeRawBufferPointer) {
    self.init(count: bytes.count) { small in
      for (index, byte) in bytes.enumerated() {
        small[index] = (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
      }
    }
  }
}
