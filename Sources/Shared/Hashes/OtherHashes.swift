internal import Bytes
internal import CLibcrypto

/// RIPEMD-160: 20 bytes.
public enum RIPEMD160 {
  /// Hashes bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { target, count in
      var context = RIPEMD160_CTX()
      RIPEMD160_Init(&context)
      if let start = bytes.baseAddress { RIPEMD160_Update(&context, start, bytes.count) }
      RIPEMD160_Final(target.baseAddress, &context)
      count = 20
    }
  }

  /// Hashes bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

  /// Hashes bytes.
  public static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }
}

/// RIPEMD-160 of SHA-256, as in addresses and key fingerprints: 20 bytes.
public enum Hash160 {
  /// Hashes bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    SHA256.hash(bytes).withUnsafeBytes { RIPEMD160.hash($0) }
  }

  /// Hashes bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

  /// Hashes bytes.
  public static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }
}

/// SHA-1, for the script opcode alone: 20 bytes.
///
/// Broken as a commitment: two inputs with one hash are known.
public enum SHA1 {
  /// Hashes bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 20) { target, count in
      var context = SHA_CTX()
      SHA1_Init(&context)
      if let start = bytes.baseAddress { SHA1_Update(&context, start, bytes.count) }
      SHA1_Final(target.baseAddress, &context)
      count = 20
    }
  }

  /// Hashes bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }

  /// Hashes bytes.
  public static func hash(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    bytes.withUnsafeBytes { hash($0) }
  }
}

/// SHA-512: 64 bytes.
public enum SHA512 {
  /// Hashes bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64) { target, count in
      var context = SHA512_CTX()
      SHA512_Init(&context)
      if let start = bytes.baseAddress { SHA512_Update(&context, start, bytes.count) }
      SHA512_Final(target.baseAddress, &context)
      count = 64
    }
  }

  /// Hashes bytes.
  public static func hash(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { hash($0) } }
}
