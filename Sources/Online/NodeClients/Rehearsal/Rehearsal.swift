public import BitcoinPrimitives
public import ChainTypes
internal import DurableFiles

/// The rehearsal chain: a private chain for practice, kept in a file by the coordinator.
public struct Rehearsal: ChainSource {
  /// The network whose chain is rehearsed; its addresses and its rules are used.
  public let network: Network
  private let file: RehearsalFile
  private let now: @Sendable () -> Int64
  private let minimum: @Sendable () -> FeeRate?
  private let pause: @Sendable (_ milliseconds: Int) async -> Void

  /// A chain in this folder, begun when it is first asked.
  ///
  /// `now` gives the seconds since 1970; `minimum` the rate below which the mempool takes nothing, as a full one
  /// would, nil for what is always asked; `pause` waits while another program holds the chain.
  public init(
    folder: String, network: Network = .regtest, now: @escaping @Sendable () -> Int64,
    minimum: @escaping @Sendable () -> FeeRate? = { nil },
    pause: @escaping @Sendable (_ milliseconds: Int) async -> Void = {
      try? await Task.sleep(for: .milliseconds($0))
    }
  ) {
    self.network = network
    file = RehearsalFile(folder: folder)
    self.now = now
    self.minimum = minimum
    self.pause = pause
  }

  /// Mines blocks, the first with everything that waits; gives their hashes.
  @discardableResult
  public func mine(_ count: Int) async throws(NodeError) -> [BlockHash] {
    let now = now()
    return try await change { chain throws(NodeError) in try chain.mine(count, now: now) }
  }

  /// Sends coins of the faucet; they wait for the next block.
  public func fund(_ script: Script, _ amount: Amount) async throws(NodeError) -> Txid {
    try await change { chain throws(NodeError) in try chain.fund(script, amount).txid }
  }

  // MARK: ChainSource

  public func status() async throws(NodeError) -> NodeStatus {
    let chain = try await read()
    guard let hash = chain.hashes.last, let block = chain.blocks.last,
      let minimum = try? FeeRate(satoshisPerKvB: chain.mempoolMinimum)
    else { throw .rehearsalFile(reason: "it has no blocks") }
    return NodeStatus(
      network: network,
      tip: ChainTip(height: chain.height, hash: hash, time: Int64(block.time)),
      software: "rehearsal chain", isCatchingUp: false, firstBlock: 0, scanning: .wholeChain,
      minimumFeeRate: minimum)
  }

  public func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    let hashes = try await read().hashes
    return hashes.indices.contains(height) ? hashes[height] : nil
  }

  public func blockHashes(at heights: [Int]) async throws(NodeError) -> [BlockHash?] {
    let hashes = try await read().hashes
    return heights.map { hashes.indices.contains($0) ? hashes[$0] : nil }
  }

  public func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    let chain = try await read()
    return blocks.map { block in
      guard chain.hashes.indices.contains(block.height), chain.hashes[block.height] == block.hash
      else { return nil }
      return Int64(chain.blocks[block.height].time)
    }
  }

  public func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    let chain = try await read()
    guard chain.hashes.indices.contains(tip.height), chain.hashes[tip.height] == tip.hash else {
      throw .chainMoved
    }
    var search = Search(own: Set(scripts))
    // Blocks before `height` are looked at too: a spend is known by the coin it takes.
    for (number, block) in chain.blocks.prefix(tip.height + 1).enumerated() {
      let position = BlockPosition(height: number, hash: chain.hashes[number])
      for transaction in block.transactions {
        search.look(at: transaction, position, reports: number >= height)
      }
    }
    for transaction in chain.mempool { search.look(at: transaction, nil, reports: true) }
    progress(1)
    return search.found
  }

  public func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let chain = try await read()
    guard chain.hashes.last == tip.hash else { throw .chainMoved }
    return outPoints.map { outPoint in
      chain.coins[outPoint].map {
        UnspentOutput(output: $0.output, height: $0.height, isCoinbase: $0.isCoinbase)
      }
    }
  }

  public func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    let chain = try await read()
    return chain.places[transaction.txid].map {
      BlockPosition(height: $0.height, hash: chain.hashes[$0.height])
    }
  }

  private struct Search {
    let own: Set<Script>
    var found = ScriptActivity()
    var paid: Set<OutPoint> = []

    mutating func look(at transaction: Transaction, _ block: BlockPosition?, reports: Bool) {
      let txid = transaction.txid
      for input in transaction.inputs where reports && paid.contains(input.previousOutput) {
        found.spends.append(.init(outPoint: input.previousOutput, spender: txid, block: block))
      }
      for (index, output) in transaction.outputs.enumerated() {
        guard own.contains(output.scriptPubKey), let amount = output.amount else { continue }
        let outPoint = OutPoint(txid: txid, vout: UInt32(index))
        paid.insert(outPoint)
        guard reports else { continue }
        found.receipts.append(
          .init(outPoint: outPoint, script: output.scriptPubKey, amount: amount, block: block))
      }
    }
  }

  public func transactions(
    _ wanted: [TransactionPlace]
  ) async throws(NodeError) -> [Transaction?] {
    let chain = try await read()
    return wanted.map { chain.transaction($0.txid) }
  }

  public func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? {
    try? FeeRate(satoshisPerKvB: 2000)
  }

  /// Each waiting transaction as it pays itself.
  public func mempoolDepth() async throws(NodeError) -> MempoolDepth {
    let chain = try await read()
    return MempoolDepth(
      groups: chain.mempool.map { ($0.weight.units, chain.feeOfWaiting($0)) })
  }

  public func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    let chain = try await read()
    do throws(NodeError) {
      return .accepted(fee: try chain.judge(transaction).fee)
    } catch {
      guard case .rehearsal(let reason) = error else { throw error }
      switch reason {
      case "txn-already-in-mempool": return .alreadyInMempool
      case "txn-already-known": return .alreadyConfirmed
      default: return .refused(reason: reason)
      }
    }
  }

  public func send(_ transaction: Transaction) async throws(NodeError) {
    try await change { chain throws(NodeError) in
      if chain.transaction(transaction.txid) == transaction { return }
      try chain.accept(transaction)
    }
  }

  public func send(package transactions: [Transaction]) async throws(NodeError) {
    try await change { chain throws(NodeError) in try chain.accept(package: transactions) }
  }

  public func mempoolEntry(of txid: Txid) async throws(NodeError) -> MempoolEntry? {
    try await read().mempoolEntry(of: txid)
  }

  public func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? {
    try await read().mempool.first { $0.txid == txid }?.wtxid
  }

  // MARK: File

  func read() async throws(NodeError) -> RehearsalChain {
    if let chain = try file.load() { return practised(chain) }
    return try await change { chain throws(NodeError) in chain }
  }

  /// The same chain by the rules of its network, whose mempool asks for what it is said to ask for.
  private func practised(_ chain: RehearsalChain) -> RehearsalChain {
    var chain = chain
    chain.hasReplayLock = network.hasReplayLock
    if let minimum = minimum() {
      chain.mempoolMinimum = max(minimum.satoshisPerKvB, RehearsalChain.minimumFeeRate)
    }
    return chain
  }

  /// Changes the chain while nobody else does; a failure changes nothing.
  private func change<Value: Sendable>(
    _ body: (inout RehearsalChain) throws(NodeError) -> Value
  ) async throws(NodeError) -> Value {
    do { try Folder.makePrivate(file.folder) } catch {
      throw .rehearsalFile(reason: "\(error)")
    }
    for _ in 0..<200 {
      if let value = try locked(body) { return value }
      await pause(50)
    }
    throw .rehearsalFile(reason: Self.inUse)
  }

  /// Why a chain that another program holds cannot be read.
  static let inUse = "another program is using it"

  /// Nil when another program holds the chain.
  private func locked<Value>(
    _ body: (inout RehearsalChain) throws(NodeError) -> Value
  ) throws(NodeError) -> Value? {
    let lock: HomeLock
    do {
      lock = try HomeLock(home: file.folder)
    } catch {
      if case .locked = error { return nil }
      throw .rehearsalFile(reason: "\(error)")
    }
    let value = try changed(body)
    _ = consume lock
    return value
  }

  private func changed<Value>(
    _ body: (inout RehearsalChain) throws(NodeError) -> Value
  ) throws(NodeError) -> Value {
    let before = try file.load()
    var chain: RehearsalChain
    if let before { chain = before } else { chain = try .new(now: now()) }
    chain = practised(chain)
    let mark = (chain.blocks.count, chain.mempool)
    let value = try body(&chain)
    if before == nil || mark != (chain.blocks.count, chain.mempool) { try file.save(chain) }
    return value
  }
}
