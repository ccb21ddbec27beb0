internal import Bytes
internal import Hashes
public import Secp256k1

/// The first four bytes of a public key's HASH160: how BIP-32 names a key in short.
///
/// Anyone can make a key with a given fingerprint: it finds a key, it proves nothing.
public struct Fingerprint: Hashable, Sendable {
  /// The four bytes read as a big-endian number.
  public let value: UInt32

  /// Takes the four bytes as a big-endian number.
  public init(value: UInt32) {
    self.value = value
  }

  /// Names a key.
  public init(of key: PublicKey) {
    let hash = Hash160.hash(key.compressed)
    value = hash.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Takes exactly four bytes; throws otherwise.
  public init(decoding bytes: some Collection<UInt8>) throws(ExtendedKeyError) {
    guard bytes.count == 4 else { throw .fingerprint }
    value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads eight hexadecimal digits, upper or lower case; throws otherwise.
  public init(parsing text: some StringProtocol) throws(ExtendedKeyError) {
    guard text.utf8.count == 8, let bytes = try? Hex.decode(text) else { throw .fingerprint }
    try self.init(decoding: bytes)
  }

  /// Stands for the parent of a master key, and for fingerprints nobody knows.
  public static let zero = Fingerprint(value: 0)

  /// The four bytes.
  public var bytes: [UInt8] { withUnsafeBytes(of: value.bigEndian) { [UInt8]($0) } }
}

extension Fingerprint: Comparable {
  public static func < (left: Fingerprint, right: Fingerprint) -> Bool { left.value < right.value }
}

extension Fingerprint: CustomStringConvertible {
  /// Eight lower-case hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}
