public import BitcoinPrimitives
internal import Bytes
public import ChainTypes
internal import Hashes

extension ElectrumServer {
  /// One line of what a server says of a script: a transaction that pays or spends it.
  struct Event: Hashable, Sendable {
    let txid: Txid
    /// The block; 0 and -1 while it waits in the mempool.
    let height: Int
  }

  /// The most transactions that are looked at in one search, and the most outputs that may pay its scripts.
  private static let eventLimit = 1_000_000
  /// How many scripts of a transaction are asked about to find where it is.
  private static let scriptsAsked = 3
  /// Transactions that are fetched at a time, so that few are in memory at once as text.
  private static let fetchStep = 100

  public func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    guard !scripts.isEmpty else { return ScriptActivity() }
    var events: [Txid: Int] = [:]
    for start in stride(from: 0, to: scripts.count, by: ElectrumConnection.callsAtATime) {
      let part = Array(scripts[start..<min(start + ElectrumConnection.callsAtATime, scripts.count)])
      for event in try await self.events(of: part).joined() {
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
    let blocks = try await blocks(of: wanted.filter { $0.value > 0 }, through: tip) {
      progress(0.4 + 0.3 * $0)
    }
    let found = try await read(wanted, events, Set(scripts), blocks) { progress(0.7 + 0.3 * $0) }
    guard try await blockHash(at: tip.height) == tip.hash else { throw .chainMoved }
    progress(1)
    return found
  }

  /// What was received and spent in these transactions.
  private func read(
    _ wanted: [Txid: Int], _ all: [Txid: Int], _ own: Set<Script>,
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
      let block = try Self.block(wanted[txid] ?? 0, blocks)
      for (vout, output) in transaction.outputs.enumerated() {
        guard own.contains(output.scriptPubKey), let amount = output.amount else { continue }
        let coin = OutPoint(txid: txid, vout: UInt32(vout))
        paid.insert(coin)
        guard paid.count <= Self.eventLimit else { throw Self.tooMuch }
        found.receipts.append(
          .init(outPoint: coin, script: output.scriptPubKey, amount: amount, block: block))
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
  private func fetch(
    _ txids: [Txid], _ take: (Transaction) throws(NodeError) -> Void
  ) async throws(NodeError) {
    for start in stride(from: 0, to: txids.count, by: Self.fetchStep) {
      let part = Array(txids[start..<min(start + Self.fetchStep, txids.count)])
      for transaction in try await transactions(part) {
        // Replaced in the mempool meanwhile, or its block was.
        guard let transaction else { throw .chainMoved }
        try take(transaction)
      }
    }
  }

  // MARK: What a server says of scripts

  /// The history of each script, as the server tells it.
  func events(of scripts: [Script]) async throws(NodeError) -> [[Event]] {
    let method = "blockchain.scripthash.get_history"
    let answers = try await connection.calls(
      scripts.map { .init(method, [.string(Self.scriptHash($0))]) })
    var found: [[Event]] = []
    for answer in answers {
      let answer = RPCAnswer(value: try answer.get(), method: method)
      guard answer.value.arrayValue?.count ?? 0 <= Self.eventLimit else { throw Self.tooMuch }
      let list = try answer.elements()
      var events: [Event] = []
      for line in list {
        events.append(
          Event(
            txid: try line.member("tx_hash").txid(),
            height: try line.member("height").integer(-1...10_000_000)))
      }
      found.append(events)
    }
    return found
  }

  private static let tooMuch = NodeError.cannotScan(
    reason: "it names more than \(eventLimit) transactions or coins")

  /// SHA-256 of the script, last byte first, as the protocol names scripts.
  static func scriptHash(_ script: Script) -> String {
    SHA256.hash(script.bytes).reversedHex
  }

  /// Where a server says that a transaction is; nil when it does not know it.
  ///
  /// It is asked about a script of the transaction: that of a coin that it spends if it can be had, as that is the
  /// wallet's own; those of others may have histories that no server tells.
  func event(of transaction: Transaction) async throws(NodeError) -> Event? {
    let txid = transaction.txid
    var failure: NodeError?
    for script in try await scripts(of: transaction) {
      do throws(NodeError) {
        return try await events(of: [script]).first?.first { $0.txid == txid }
      } catch {
        guard error.isRefusal else { throw error }
        failure = error
      }
    }
    if let failure { throw failure }
    return nil
  }

  private func scripts(of transaction: Transaction) async throws(NodeError) -> [Script] {
    let coins = transaction.inputs.map(\.previousOutput).filter { !$0.isNull }
      .prefix(Self.scriptsAsked)
    var scripts: [Script] = []
    for (coin, maker) in zip(coins, try await transactions(coins.map(\.txid))) {
      guard let maker, coin.vout < maker.outputs.count else { continue }
      scripts.append(maker.outputs[Int(coin.vout)].scriptPubKey)
    }
    // Nobody can spend from an OP_RETURN, so no server keeps a history of one.
    scripts += transaction.outputs.map(\.scriptPubKey).filter { $0.bytes.first != 0x6a }
      .prefix(Self.scriptsAsked)
    return scripts
  }

  // MARK: Proofs

  /// The blocks of these transactions, each proved to hold it.
  private func blocks(
    of confirmed: [Txid: Int], through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> [Int: BlockPosition] {
    guard !confirmed.isEmpty else { return [:] }
    let headers = try await HeaderChain(connection, try await network()).headers(
      at: Set(confirmed.values), through: tip, progress: progress)
    let txids = confirmed.keys.sorted()
    let method = "blockchain.transaction.get_merkle"
    let answers = try await connection.calls(
      txids.map { .init(method, [.string("\($0)"), .integer(confirmed[$0] ?? 0)]) })
    for (txid, answer) in zip(txids, answers) {
      let height = confirmed[txid] ?? 0
      let proof = try Self.proof(RPCAnswer(value: try answer.get(), method: method), height)
      guard let header = headers[height], proof.root(of: txid) == header.merkleRoot else {
        throw .contradiction(
          method: method, field: "transaction \(txid), which is not proved to be in block \(height)"
        )
      }
    }
    return headers.reduce(into: [:]) {
      $0[$1.key] = BlockPosition(height: $1.key, hash: $1.value.hash)
    }
  }

  private static func proof(_ answer: RPCAnswer, _ height: Int) throws(NodeError) -> MerkleProof {
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

  public func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    guard let event = try await event(of: transaction), event.height > 0 else { return nil }
    guard event.height <= tip.height else { throw .chainMoved }
    return try await blocks(of: [event.txid: event.height], through: tip) { _ in }[event.height]
  }

  // MARK: Coins

  public func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let txids = Array(Set(outPoints.map(\.txid)))
    var makers: [Txid: Transaction] = [:]
    for start in stride(from: 0, to: txids.count, by: Self.fetchStep) {
      let part = Array(txids[start..<min(start + Self.fetchStep, txids.count)])
      for (txid, transaction) in zip(part, try await transactions(part)) {
        makers[txid] = transaction
      }
    }
    let outputs = outPoints.map { outPoint -> TxOut? in
      guard let made = makers[outPoint.txid]?.outputs, outPoint.vout < made.count else {
        return nil
      }
      return made[Int(outPoint.vout)]
    }
    let scripts = Array(Set(outputs.compactMap { $0?.scriptPubKey }))
    var histories: [Script: [Event]] = [:]
    for (script, events) in zip(scripts, try await events(of: scripts)) {
      histories[script] = events.filter { $0.height > 0 && $0.height <= tip.height }
    }
    // Each transaction of these scripts, looked at once: which of the coins it spends.
    let asked = Set(outPoints)
    var spent: Set<OutPoint> = []
    try await fetch(Set(histories.values.joined().map(\.txid)).sorted()) { transaction in
      spent.formUnion(transaction.inputs.map(\.previousOutput).filter(asked.contains))
    }
    guard try await blockHash(at: tip.height) == tip.hash else { throw .chainMoved }
    var found: [UnspentOutput?] = []
    for (outPoint, output) in zip(outPoints, outputs) {
      guard let output, !spent.contains(outPoint), let maker = makers[outPoint.txid],
        let event = histories[output.scriptPubKey]?.first(where: { $0.txid == outPoint.txid })
      else {
        found.append(nil)
        continue
      }
      found.append(
        UnspentOutput(
          output: output, height: event.height, isCoinbase: maker.isCoinbase))
    }
    return found
  }

  public func provedOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let found = try await unspentOutputs(outPoints, at: tip)
    var makers: [Txid: Int] = [:]
    for (outPoint, output) in zip(outPoints, found) {
      if let output { makers[outPoint.txid] = output.height }
    }
    _ = try await blocks(of: makers, through: tip) { _ in }
    return found
  }
}
