public import BitcoinPrimitives
internal import Bytes
public import ChainTypes
internal import Hashes

extension Rehearsal {
  public func blockHeaders(
    at heights: ClosedRange<Int>, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader]? {
    let blocks = try await read().blocks
    guard heights.upperBound < blocks.count else { throw .chainMoved }
    return blocks[heights].compactMap { BlockHeader($0.header[...]) }
  }

  public func merkleProofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [MerkleProof?] {
    let chain = try await read()
    return confirmed.map { txid, height in
      guard let place = chain.places[txid], place.height == height else { return nil }
      let leaves = chain.blocks[height].transactions.map(\.txid.bytes)
      return MerkleProof(
        branch: RehearsalBlock.branch(to: place.position, leaves), position: place.position)
    }
  }
}

extension RehearsalBlock {
  /// The hashes beside the way from a leaf to the root, the lowest first.
  static func branch(to position: Int, _ leaves: [Bytes32]) -> [Bytes32] {
    var level = leaves
    var place = position
    var branch: [Bytes32] = []
    while level.count > 1 {
      branch.append(level[min(place ^ 1, level.count - 1)])
      place >>= 1
      level = stride(from: 0, to: level.count, by: 2).map { index in
        let right = level[min(index + 1, level.count - 1)]
        return SHA256.doubleHash(level[index].bytes + right.bytes)
      }
    }
    return branch
  }
}
