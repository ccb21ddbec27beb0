internal import BitcoinPrimitives
internal import Bytes
internal import Hashes

/// What `gettxoutproof` gives: the header of a block, and the part of its tree that leads to one transaction.
///
/// Source: Bitcoin Core, `merkleblock.h`: a bit for each node that is visited, depth first, 1 on the way to the
/// transaction; a hash where a bit is 0, and for the transaction itself.
struct PartialMerkleTree {
  let header: BlockHeader
  /// The way to the transaction; nil where the part leads to none, or to several.
  let proof: MerkleProof?

  /// Reads the bytes; nil for another form.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > BlockHeader.size, let header = BlockHeader(bytes[..<BlockHeader.size])
    else { return nil }
    self.header = header
    var reader = ByteReader(bytes[BlockHeader.size...])
    do throws(BytesError) {
      let count = try reader.readUInt32LE()
      guard (1...(1 << UInt32(MerkleProof.depthLimit))).contains(count) else { return nil }
      var hashes: [Bytes32] = []
      for _ in 0..<(try reader.readCount(minimumElementSize: 32, limit: bytes.count)) {
        hashes.append(try reader.readBytes32())
      }
      let flags = try reader.readVarBytes()
      try reader.requireEnd()
      var walk = Walk(count: Int(count), hashes: hashes[...], flags: Array(flags))
      var height = 0
      while walk.width(height) > 1 { height += 1 }
      guard let root = walk.node(height, 0) else { return nil }
      proof = root.proof
    } catch {
      return nil
    }
  }

  private struct Walk {
    let count: Int
    var hashes: ArraySlice<Bytes32>
    let flags: [UInt8]
    var bit = 0

    typealias Node = (hash: Bytes32, proof: MerkleProof?)

    /// How many nodes the tree has at a height, 0 for the transactions.
    func width(_ height: Int) -> Int { (count + (1 << height) - 1) >> height }

    /// The node at a place, no deeper than the tree of a block; nil where the bytes end before it.
    mutating func node(_ height: Int, _ position: Int) -> Node? {
      guard bit < flags.count * 8 else { return nil }
      let isOnTheWay = flags[bit / 8] >> UInt8(bit % 8) & 1 == 1
      bit += 1
      guard isOnTheWay, height > 0 else {
        guard let hash = hashes.popFirst() else { return nil }
        return (hash, isOnTheWay ? MerkleProof(branch: [], position: position) : nil)
      }
      guard let left = node(height - 1, 2 * position) else { return nil }
      var right = (hash: left.hash, proof: MerkleProof?.none)
      if 2 * position + 1 < width(height - 1) {
        guard let other = node(height - 1, 2 * position + 1) else { return nil }
        right = other
      }
      let hash = SHA256.doubleHash(left.hash.bytes + right.hash.bytes)
      switch (left.proof, right.proof) {
      case (let way?, nil): return (hash, way.below(right.hash))
      case (nil, let way?): return (hash, way.below(left.hash))
      default: return (hash, nil)
      }
    }
  }
}

extension MerkleProof {
  /// The way with one more level above it.
  fileprivate func below(_ sibling: Bytes32) -> MerkleProof {
    MerkleProof(branch: branch + [sibling], position: position)
  }
}
