public import BitcoinPrimitives
internal import Bytes
public import ChainTypes

// Proofs that transactions are in blocks, for signers that see no chain. No index of transactions is needed.
extension BitcoinCore {
  public func blockHeaders(
    at heights: ClosedRange<Int>, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader]? {
    let method = "getblockheader"
    var headers: [BlockHeader] = []
    var hashes: [BlockHash] = []
    for hash in try await blockHashes(at: Array(heights)) {
      guard let hash else { throw .chainMoved }
      hashes.append(hash)
    }
    for start in stride(from: 0, to: hashes.count, by: Self.questionsAtATime) {
      let part = hashes[start..<min(start + Self.questionsAtATime, hashes.count)]
      let results = try await connection.batch(method, part.map { [.string("\($0)"), false] })
      for (hash, result) in zip(part, results) {
        let answer = RPCAnswer(value: try result.get(), method: method)
        guard let bytes = try? Hex.decode(answer.text()), let header = BlockHeader(bytes[...]),
          header.hash == hash
        else { throw answer.wrong() }
        headers.append(header)
      }
    }
    return headers
  }

  public func merkleProofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [MerkleProof?] {
    let method = "gettxoutproof"
    let blocks = try await blockHashes(at: confirmed.map(\.height))
    var proofs: [MerkleProof?] = []
    for start in stride(from: 0, to: confirmed.count, by: Self.proofsAtATime) {
      let part = start..<min(start + Self.proofsAtATime, confirmed.count)
      var questions: [[JSONValue]] = []
      for index in part {
        guard let block = blocks[index] else { throw .chainMoved }
        questions.append([[.string("\(confirmed[index].txid)")], .string("\(block)")])
      }
      for (index, result) in zip(part, try await connection.batch(method, questions)) {
        switch result {
        case .success(let value):
          let answer = RPCAnswer(value: value, method: method)
          guard let bytes = try? Hex.decode(answer.text()), let tree = PartialMerkleTree(bytes),
            tree.header.hash == blocks[index]
          else { throw answer.wrong() }
          proofs.append(tree.proof)
        // Its block is pruned, or the transaction is in another one.
        case .failure(.refused(_, -1, _)), .failure(.refused(_, -5, _)),
          .failure(.refused(_, -32603, _)):
          proofs.append(nil)
        case .failure(let error): throw error
        }
      }
    }
    return proofs
  }

  /// How many proofs are asked for in one request: the node reads a block for each.
  private static let proofsAtATime = 25
}
