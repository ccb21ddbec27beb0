public import Bytes
internal import Hashes

/// The hashes and tweaks of taproot outputs (BIP-341).
public enum Taproot {
  /// The version of leaves that hold tapscript (BIP-342).
  public static let tapscriptLeafVersion: UInt8 = 0xc0

  private static let leafTag = TaggedHash(tag: "TapLeaf")
  private static let branchTag = TaggedHash(tag: "TapBranch")
  private static let tweakTag = TaggedHash(tag: "TapTweak")

  /// The hash of a leaf: its version (even) and its script.
  public static func leafHash(version: UInt8 = tapscriptLeafVersion, script: Script) -> Bytes32 {
    var writer = ByteWriter(capacity: script.count + 10)
    writer.writeByte(version)
    writer.writeVarBytes(script.slice)
    return leafTag.hash(writer.bytes)
  }

  /// The hash of an annex with its length, as signatures commit to it; its first byte is 0x50.
  public static func annexHash(_ annex: [UInt8]) -> Bytes32 {
    var writer = ByteWriter(capacity: annex.count + 9)
    writer.writeVarBytes(annex)
    return SHA256.hash(writer.bytes)
  }

  /// The hash of a branch; the order of its two sides does not matter.
  public static func branchHash(_ left: Bytes32, _ right: Bytes32) -> Bytes32 {
    let (first, second) = left < right ? (left, right) : (right, left)
    return branchTag.hash(first, second)
  }

  /// The tweak of an internal key (32 bytes) with the root of its scripts; nil for none (BIP-86).
  public static func tweak(internalKey: Bytes32, merkleRoot: Bytes32?) -> Bytes32 {
    tweakTag.hash(internalKey.bytes, merkleRoot?.bytes ?? [])
  }
}
