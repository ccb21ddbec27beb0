import BitcoinPrimitives
import Bytes
import Secp256k1

/// The output with one leaf and no key path, and the control block that proves the leaf.
func taprootLeaf(_ script: Script, version: UInt8 = 0xC0) throws -> (Script, [UInt8]) {
  let bytes = try Hex.decode(Spend.internalKey)
  let internalKey = try XOnlyPublicKey(decoding: bytes)
  let leaf = Taproot.leafHash(version: version, script: script)
  let output = try internalKey.tweaked(
    by: Taproot.tweak(internalKey: internalKey.bytes, merkleRoot: leaf))
  let control = [version | (output.parityIsOdd ? 1 : 0)] + bytes
  return (.p2tr(outputKey: output.key.bytes), control)
}
