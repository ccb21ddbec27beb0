internal import BitcoinPrimitives
internal import ChainTypes

// What a signer that sees no chain can verify itself.
extension ScriptHistory {
  /// The most headers asked for at a time, as servers limit it.
  private static var headersAtATime: Int { 2016 }

  func blockHeaders(
    at heights: ClosedRange<Int>, through tip: ChainTip
  ) async throws(NodeError) -> [BlockHeader] {
    var headers: [BlockHeader] = []
    while headers.count < heights.count {
      let part = try await index.headers(
        from: heights.lowerBound + headers.count,
        count: min(Self.headersAtATime, heights.count - headers.count), through: tip)
      guard !part.isEmpty else { throw .chainMoved }
      headers += part
    }
    return headers
  }

  func merkleProofs(
    of confirmed: [(txid: Txid, height: Int)]
  ) async throws(NodeError) -> [MerkleProof?] {
    let answers = try await index.proofs(of: confirmed)
    var proofs: [MerkleProof?] = []
    for (one, answer) in zip(confirmed, answers) {
      proofs.append(try Self.proof(answer, one.height))
    }
    return proofs
  }
}
