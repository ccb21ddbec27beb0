public import Bytes
internal import CLibcrypto

/// SHA-256 fed piece by piece; a copy of the value is a saved midstate.
///
/// Uses libcrypto's low-level digest, which costs no allocation and no lookup by name. The state is
/// not wiped: what hashes secrets is `HMAC`, `PBKDF2` or `Scrypt`.
public struct SHA256Hasher: Sendable {
  private var context = SHA256_CTX()

  /// Starts with nothing fed.
  public init() {
    SHA256_Init(&context)
  }

  /// Feeds bytes.
  public mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    SHA256_Update(&context, start, bytes.count)
  }

  /// Feeds bytes.
  public mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Feeds bytes.
  public mutating func update(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Feeds 32 bytes.
  public mutating func update(_ bytes: Bytes32) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Feeds one byte.
  public mutating func update(byte: UInt8) {
    withUnsafeBytes(of: byte) { update($0) }
  }

  /// Feeds four bytes, little-endian.
  public mutating func update(littleEndian value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { update($0) }
  }

  /// Feeds eight bytes, little-endian.
  public mutating func update(littleEndian value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { update($0) }
  }

  /// The hash of what was fed so far; feeding may go on.
  public func finalized() -> Bytes32 {
    var copy = context
    return Bytes32 { target in
      _ = SHA256_Final(target.assumingMemoryBound(to: UInt8.self).baseAddress, &copy)
    }
  }

  /// The hash of the hash of what was fed so far.
  public func doubleFinalized() -> Bytes32 {
    SHA256.hash(finalized())
  }
}

/// SHA-256 in one go.
public enum SHA256 {
  /// Hashes bytes.
  public static func hash(_ bytes: UnsafeRawBufferPointer) -> Bytes32 {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    return hasher.finalized()
  }

  /// Hashes bytes.
  public static func hash(_ bytes: [UInt8]) -> Bytes32 {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// Hashes bytes.
  public static func hash(_ bytes: ArraySlice<UInt8>) -> Bytes32 {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// Hashes 32 bytes.
  public static func hash(_ bytes: Bytes32) -> Bytes32 {
    bytes.withUnsafeBytes { hash($0) }
  }

  /// Hashes twice, as Bitcoin does for identifiers.
  public static func doubleHash(_ bytes: UnsafeRawBufferPointer) -> Bytes32 {
    hash(hash(bytes))
  }

  /// Hashes twice, as Bitcoin does for identifiers.
  public static func doubleHash(_ bytes: [UInt8]) -> Bytes32 {
    hash(hash(bytes))
  }

  /// Hashes twice, as Bitcoin does for identifiers.
  public static func doubleHash(_ bytes: ArraySlice<UInt8>) -> Bytes32 {
    hash(hash(bytes))
  }
}
