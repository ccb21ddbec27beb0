public import Bytes
public import Secp256k1

extension Taproot {
  /// The key that stands in the output, and whether its point has an odd Y.
  ///
  /// Throws for tweaks that give no key, which never happens by chance.
  public static func outputKey(
    internalKey: XOnlyPublicKey, merkleRoot: Bytes32?
  ) throws(Secp256k1Error) -> (key: XOnlyPublicKey, parityIsOdd: Bool) {
    try internalKey.tweaked(by: tweak(internalKey: internalKey.bytes, merkleRoot: merkleRoot))
  }

  /// The locking script for an internal key, with scripts or without (BIP-86).
  ///
  /// Throws for tweaks that give no key, which never happens by chance.
  public static func script(
    internalKey: XOnlyPublicKey, merkleRoot: Bytes32? = nil
  ) throws(Secp256k1Error) -> Script {
    .p2tr(outputKey: try outputKey(internalKey: internalKey, merkleRoot: merkleRoot).key.bytes)
  }
}
