internal import CSecp256k1
internal import SecureMemory

extension SecretBytes {
  /// Lends the bytes in C's type, for reading.
  borrowing func lend<R: ~Copyable>(
    _ body: (UnsafePointer<UInt8>) throws(SigningError) -> R
  ) throws(SigningError) -> R {
    try withUnsafeBytes { bytes throws(SigningError) in
      guard let start = bytes.baseAddress else { throw .length(found: 0) }
      return try body(start.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Lends the bytes in C's type, for writing.
  mutating func lendMutably<R: ~Copyable>(
    _ body: (UnsafeMutablePointer<UInt8>) throws(SigningError) -> R
  ) throws(SigningError) -> R {
    try withUnsafeMutableBytes { bytes throws(SigningError) in
      guard let start = bytes.baseAddress else { throw .length(found: 0) }
      return try body(start.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Lends the bytes of a key pair as C writes them.
  mutating func lendPair<R: ~Copyable>(
    _ body: (UnsafeMutablePointer<secp256k1_keypair>) throws(SigningError) -> R
  ) throws(SigningError) -> R {
    try withUnsafeMutableBytes { bytes throws(SigningError) in
      guard let start = bytes.baseAddress,
        bytes.count == MemoryLayout<secp256k1_keypair>.size
      else { throw .length(found: bytes.count) }
      return try body(start.assumingMemoryBound(to: secp256k1_keypair.self))
    }
  }
}
