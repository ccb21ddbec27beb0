internal import BitcoinPrimitives
internal import Bytes
internal import Secp256k1

/// A leaf of an input that was proved to belong to its output.
struct TapLeaf {
  let script: Script
  let hash: Bytes32
  /// The proof, as it goes into the witness.
  let controlBlock: [UInt8]
}

/// The leaves of a PSBT's input: those whose control block leads to the output key.
struct TapLeaves {
  /// Each leaf once, with the shortest proof, in the order of the PSBT.
  let all: [TapLeaf]
  let hashes: Set<Bytes32>

  init(input: PSBTInput, outputKey: Bytes32, meter: WorkMeter) {
    var leaves: [TapLeaf] = []
    var places: [Bytes32: Int] = [:]
    for field in input.tapLeafScripts {
      guard field.leafVersion == Taproot.tapscriptLeafVersion,
        let block = try? ControlBlock(decoding: Array(field.controlBlock)),
        block.leafVersion == field.leafVersion
      else { continue }
      // A curve operation for each: a PSBT has room for millions of leaves.
      guard
        meter.spend(WorkMeter.verification + field.script.count + field.controlBlock.count)
      else { break }
      let script = Script(field.script)
      let hash = Taproot.leafHash(version: field.leafVersion, script: script)
      let tweak = Taproot.tweak(
        internalKey: block.internalKey, merkleRoot: block.merkleRoot(leafHash: hash))
      guard let internalKey = try? XOnlyPublicKey(decoding: block.internalKey),
        internalKey.gives(outputKey, parityIsOdd: block.parityIsOdd, tweakedBy: tweak)
      else { continue }
      let leaf = TapLeaf(script: script, hash: hash, controlBlock: Array(field.controlBlock))
      if let place = places[hash] {
        if leaf.controlBlock.count < leaves[place].controlBlock.count { leaves[place] = leaf }
      } else {
        places[hash] = leaves.count
        leaves.append(leaf)
      }
    }
    all = leaves
    hashes = Set(places.keys)
  }
}
