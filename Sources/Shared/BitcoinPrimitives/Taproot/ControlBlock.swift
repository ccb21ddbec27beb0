public import Bytes

/// The last witness item of a script path (BIP-341): which internal key and which branches prove
/// that the script belongs to the output.
public struct ControlBlock: Hashable, Sendable {
  /// The version of the leaf, an even number.
  public let leafVersion: UInt8
  /// Whether the output key has an odd Y.
  public let parityIsOdd: Bool
  /// The internal key, 32 bytes, not yet known to be a point.
  public let internalKey: Bytes32
  /// The hashes beside the way from the leaf to the root, at most 128.
  public let path: [Bytes32]

  /// The deepest leaf allowed.
  public static let maxDepth = 128

  /// Puts a control block together; nil for more than 128 hashes or an odd leaf version.
  public init?(leafVersion: UInt8, parityIsOdd: Bool, internalKey: Bytes32, path: [Bytes32]) {
    guard leafVersion & 1 == 0, path.count <= Self.maxDepth else { return nil }
    self.leafVersion = leafVersion
    self.parityIsOdd = parityIsOdd
    self.internalKey = internalKey
    self.path = path
  }

  /// Reads 33 bytes and 0 to 128 hashes of 32; throws on any other length.
  public init(decoding bytes: [UInt8]) throws(BytesError) {
    guard bytes.count >= 33, (bytes.count - 33) % 32 == 0,
      (bytes.count - 33) / 32 <= Self.maxDepth
    else { throw .wrongLength(what: "control block", expected: 33, found: bytes.count) }
    var reader = ByteReader(bytes)
    let first = try reader.readByte()
    leafVersion = first & 0xfe
    parityIsOdd = first & 1 == 1
    internalKey = try reader.readBytes32()
    var path: [Bytes32] = []
    while !reader.isAtEnd { path.append(try reader.readBytes32()) }
    self.path = path
  }

  /// The bytes as they stand in the witness.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 33 + 32 * path.count)
    writer.writeByte(leafVersion | (parityIsOdd ? 1 : 0))
    writer.writeBytes32(internalKey)
    for hash in path { writer.writeBytes32(hash) }
    return writer.bytes
  }

  /// The root that this block proves for a leaf.
  public func merkleRoot(leafHash: Bytes32) -> Bytes32 {
    path.reduce(leafHash) { Taproot.branchHash($0, $1) }
  }
}
