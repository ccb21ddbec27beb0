internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes

/// What a server with an index of scripts says, proved as far as it can be: each transaction by its txid, each
/// confirmation by a Merkle proof and the headers up to the last block.
struct ScriptHistory<Index: ScriptIndex> {
  let index: Index

  /// The most transactions that are looked at in one search, and the most outputs that may pay its scripts.
  static var eventLimit: Int { 1_000_000 }
  /// Transactions that are fetched at a time, so that few are in memory at once as text.
  static var fetchStep: Int { 100 }

  static var tooMuch: NodeError {
    .cannotScan(reason: "it names more than \(eventLimit) transactions or coins")
  }

  /// What happened to these scripts, as of `ChainSource.activity`.
  func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    guard !scripts.isEmpty else { return ScriptActivity() }
    var events: [Txid: Int] = [:]
    for start in stride(from: 0, to: scripts.count, by: Index.scriptsAtATime) {
      let part = Array(scripts[start..<min(start + Index.scriptsAtATime, scripts.count)])
      for event in try await index.events(of: part).joined() {
        if let other = events[event.txid], other != event.height {
          // Its block came, or went, between two answers; or the server lies.
          throw .chainMoved
        }
        events[event.txid] = event.height
        guard events.count <= Self.eventLimit else { throw Self.tooMuch }
      }
      progress(0.4 * Double(start + part.count) / Double(scripts.count))
    }
    // A block that came meanwhile is not part of what was asked about.
    guard !events.values.contains(where: { $0 > tip.height }) else { throw .chainMoved }
    let wanted = events.filter { $0.value <= 0 || $0.value >= height }
    let blocks = try await self.blocks(of: wanted.filter { $0.value > 0 }, through: tip) {
      progress(0.4 + 0.3 * $0)
    }
    var own = ScriptTable()
    for script in scripts { own.append(script) }
    let found = try await read(wanted, events, own, blocks) { progress(0.7 + 0.3 * $0) }
    guard try await index.blockHash(at: tip.height) == tip.hash else { throw .chainMoved }
    progress(1)
    return found
  }

  /// What was received and spent in these transactions.
  private func read(
    _ wanted: [Txid: Int], _ all: [Txid: Int], _ own: ScriptTable,
    _ blocks: [Int: BlockPosition], _ progress: (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    // Oldest first, those of the mempool last; within a block by txid, as the proofs keep no order.
    let order = wanted.keys.sorted {
      let (left, right) = (wanted[$0] ?? 0, wanted[$1] ?? 0)
      let (first, second) = (left > 0 ? left : .max, right > 0 ? right : .max)
      return first == second ? $0 < $1 : first < second
    }
    var found = ScriptActivity()
    var paid: Set<OutPoint> = []
    var inputs: [(spender: Txid, coins: [OutPoint])] = []
    var read = 0
    try await fetch(order) { transaction throws(NodeError) in
      let txid = transaction.txid
      // One that waits for a block is proved by nothing: it may be invented.
      guard transaction.paysAtMostAllMoney else {
        throw .contradiction(method: "transaction \(txid)", field: "its amounts")
      }
      let block = try Self.block(wanted[txid] ?? 0, blocks)
      for (vout, output) in transaction.outputs.enumerated() {
        guard let place = own.firstPosition(of: output.scriptPubKey), let amount = output.amount
        else { continue }
        let coin = OutPoint(txid: txid, vout: UInt32(vout))
        paid.insert(coin)
        guard paid.count <= Self.eventLimit else { throw Self.tooMuch }
        found.receipts.append(
          .init(outPoint: coin, script: own[place], amount: amount, block: block))
      }
      // Only a transaction that is in the history of these scripts can have made one of their coins.
      inputs.append((txid, transaction.inputs.map(\.previousOutput).filter { all[$0.txid] != nil }))
      read += 1
      progress(Double(read) / Double(order.count))
    }
    // Coins that were made before the blocks that were asked about.
    let earlier = Set(inputs.flatMap(\.coins).map(\.txid)).filter { wanted[$0] == nil }
    try await fetch(earlier.sorted()) { transaction in
      for (vout, output) in transaction.outputs.enumerated() where own.contains(output.scriptPubKey)
      {
        paid.insert(OutPoint(txid: transaction.txid, vout: UInt32(vout)))
      }
    }
    for (spender, coins) in inputs {
      let block = try Self.block(wanted[spender] ?? 0, blocks)
      for coin in coins where paid.contains(coin) {
        found.spends.append(.init(outPoint: coin, spender: spender, block: block))
      }
    }
    return found
  }

  private static func block(
    _ height: Int, _ blocks: [Int: BlockPosition]
  ) throws(NodeError) -> BlockPosition? {
    guard height > 0 else { return nil }
    guard let block = blocks[height] else { throw .chainMoved }
    return block
  }

  /// Fetches transactions that the server named, in their order.
  func fetch(
    _ txids: [Txid], _ take: (Transaction) throws(NodeError) -> Void
  ) async throws(NodeError) {
    for start in stride(from: 0, to: txids.count, by: Self.fetchStep) {
      let part = Array(txids[start..<min(start + Self.fetchStep, txids.count)])
      for transaction in try await index.transactions(part) {
        // Replaced in the mempool meanwhile, or its block was.
        guard let transaction else { throw .chainMoved }
        try take(transaction)
      }
    }
  }

  // MARK: Proofs

  /// The blocks of these transactions, each proved to hold it.
  func blocks(
    of confirmed: [Txid: Int], through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> [Int: BlockPosition] {
    guard !confirmed.isEmpty else { return [:] }
    let headers = try await HeaderChain(index, try await index.network()).headers(
      at: Set(confirmed.values), through: tip, progress: progress)
    let txids = confirmed.keys.sorted()
    let answers = try await index.proofs(of: txids.map { ($0, confirmed[$0] ?? 0) })
    for (txid, answer) in zip(txids, answers) {
      let height = confirmed[txid] ?? 0
      let proof = try Self.proof(answer, height)
      guard let header = headers[height], proof.root(of: txid) == header.merkleRoot else {
        throw .contradiction(
          method: Index.proofMethod,
          field: "transaction \(txid), which is not proved to be in block \(height)"
        )
      }
    }
    return headers.reduce(into: [:]) {
      $0[$1.key] = BlockPosition(height: $1.key, hash: $1.value.hash)
    }
  }

  static func proof(_ answer: RPCAnswer, _ height: Int) throws(NodeError) -> MerkleProof {
    guard try answer.member("block_height").height() == height else { throw .chainMoved }
    let merkle = try answer.member("merkle")
    guard merkle.value.arrayValue?.count ?? 0 <= MerkleProof.depthLimit else {
      throw answer.wrong("merkle")
    }
    let list = try merkle.elements()
    var branch: [Bytes32] = []
    for part in list {
      guard let hash = try? Bytes32(reversedHex: part.text()) else { throw part.wrong() }
      branch.append(hash)
    }
    return MerkleProof(
      branch: branch, position: try answer.member("pos").integer(0...1 << MerkleProof.depthLimit))
  }

  /// Proves that the transactions of these outputs are in their blocks.
  func prove(
    _ found: [UnspentOutput?], of outPoints: [OutPoint], through tip: ChainTip
  ) async throws(NodeError) {
    var makers: [Txid: Int] = [:]
    for (outPoint, output) in zip(outPoints, found) {
      if let output { makers[outPoint.txid] = output.height }
    }
    _ = try await blocks(of: makers, through: tip) { _ in }
  }
}

extension Transaction {
  /// Whether its outputs together pay no more than there can ever be, as in every transaction of a block.
  var paysAtMostAllMoney: Bool {
    let amounts = outputs.compactMap(\.amount)
    return amounts.count == outputs.count && (try? Amount.sum(of: amounts)) != nil
  }
}
