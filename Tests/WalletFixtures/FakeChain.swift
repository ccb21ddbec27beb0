package import BitcoinPrimitives
internal import Bytes
package import ChainTypes
package import NodeClients
package import Synchronization

/// A chain in memory whose last blocks can be replaced.
package final class FakeChain: ChainSource {
  package struct State {
    package var blocks: [[Transaction]] = [[]]
    /// Makes the hashes of replaced blocks different.
    package var forks: [Int] = [0]
    package var mempool: [Transaction] = []
    package var network = Network.regtest
    /// Whether only what is unspent is listed, unless every block is asked for.
    package var onlyUnspent = false
    /// Whether the history of so many last blocks is told all the same.
    package var replays = 0
    /// Whether a transaction is found wherever it is.
    package var hasTransactionIndex = false
    /// Whether it never tells where a transaction is confirmed, as when nothing of it is unspent.
    package var hidesConfirmations = false
    package var scanning = NodeStatus.Scanning.wholeChain
    /// Whether it does not have the headers of its blocks.
    package var tellsNoTimes = false
    /// Blocks below it are not there any more.
    package var firstBlock = 0
    package var forgets: Set<Txid> = []
    /// Every question about scripts: how many, and from which block on.
    package var asked: [(scripts: Int, from: Int)] = []
    /// What its blocks paid, by height; nil where it cannot tell.
    package var fees: ((Int) -> BlockFees?)?
    /// The heights that it was asked about for that, each question by itself.
    package var askedForFees: [[Int]] = []
    /// Called before each such question.
    package var beforeFees: (@Sendable (Int) async -> Void)?
    package var lie: ((ScriptActivity) -> ScriptActivity)?
    /// What it says instead of the hash of a block.
    package var hashLie: ((Int) -> BlockHash?)?
    /// Called before each question about scripts.
    package var beforeActivity: ((inout State) -> Void)?
  }

  package let state = Mutex(State())

  package init() {}

  package func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// Adds a block with these transactions.
  package func mine(_ transactions: [Transaction] = [], fork: Int = 0) {
    change {
      $0.blocks.append(transactions)
      $0.forks.append(fork)
      $0.mempool.removeAll { transactions.contains($0) }
    }
  }

  package func mine(empty count: Int) { for _ in 0..<count { mine() } }

  /// Takes the last blocks back.
  package func drop(_ count: Int) {
    change {
      $0.blocks.removeLast(count)
      $0.forks.removeLast(count)
    }
  }

  private static func hash(_ state: State, _ height: Int) -> BlockHash {
    var bytes = [UInt8](repeating: 0, count: 32)
    bytes[0] = UInt8(height & 255)
    bytes[1] = UInt8(height >> 8)
    bytes[2] = UInt8(state.forks[height])
    return BlockHash(Bytes32(bytes) ?? .zero)
  }

  package func status() async throws(NodeError) -> NodeStatus {
    let state = state.withLock { $0 }
    let height = state.blocks.count - 1
    return NodeStatus(
      network: state.network,
      tip: ChainTip(height: height, hash: Self.hash(state, height), time: 1_800_000_000),
      software: "fake", isCatchingUp: false, firstBlock: state.firstBlock,
      scanning: state.onlyUnspent ? .unspentOutputs : state.scanning, minimumFeeRate: .zero,
      historyFrom: state.onlyUnspent
        ? max(state.firstBlock, height + 1 - state.replays) : state.firstBlock)
  }

  package func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    let state = state.withLock { $0 }
    guard state.blocks.indices.contains(height) else { return nil }
    return state.hashLie?(height) ?? Self.hash(state, height)
  }

  package func blockTimes(_ blocks: [BlockPosition]) async throws(NodeError) -> [Int64?] {
    let state = state.withLock { $0 }
    guard !state.tellsNoTimes else { return blocks.map { _ in nil } }
    let heights = Dictionary(
      state.blocks.indices.map { (Self.hash(state, $0), $0) }
    ) { first, _ in first }
    return blocks.map { heights[$0.hash].map(Self.time) }
  }

  /// The time of the block at a height: ten minutes after the one before.
  package static func time(_ height: Int) -> Int64 { 1_700_000_000 + 600 * Int64(height) }

  /// The block at a height, as it is.
  package func position(_ height: Int) -> BlockPosition {
    state.withLock { BlockPosition(height: height, hash: Self.hash($0, height)) }
  }

  package func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    let state = state.withLock { $0 }
    let height = state.blocks.count - 1
    guard tip.height == height, tip.hash == Self.hash(state, height) else { throw .chainMoved }
    let wanted = Set(outPoints)
    var found: [OutPoint: UnspentOutput] = [:]
    for (height, block) in state.blocks.enumerated() {
      for transaction in block {
        for input in transaction.inputs { found[input.previousOutput] = nil }
        let txid = transaction.txid
        for (vout, output) in transaction.outputs.enumerated() {
          let outPoint = OutPoint(txid: txid, vout: UInt32(vout))
          guard wanted.contains(outPoint) else { continue }
          found[outPoint] = UnspentOutput(
            output: output, height: height, isCoinbase: transaction.isCoinbase)
        }
      }
    }
    return outPoints.map { found[$0] }
  }

  package func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? {
    let state = state.withLock { $0 }
    let txid = transaction.txid
    guard !state.hidesConfirmations,
      let height = state.blocks.firstIndex(where: { $0.contains { $0.txid == txid } })
    else { return nil }
    let place = BlockPosition(height: height, hash: Self.hash(state, height))
    if state.hasTransactionIndex { return place }
    let outputs = transaction.outputs.indices.map { OutPoint(txid: txid, vout: UInt32($0)) }
    return try await unspentOutputs(outputs, at: tip).contains { $0 != nil } ? place : nil
  }

  package func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    let state = state.withLock {
      $0.beforeActivity?(&$0)
      $0.asked.append((scripts.count, height))
      return $0
    }
    let own = Set(scripts)
    let tellsAll = height >= max(state.firstBlock, state.blocks.count - state.replays)
    let onlyUnspent = state.onlyUnspent && reading == .automatic && !tellsAll
    var found = ScriptActivity(onlyUnspent: onlyUnspent)
    var paid: Set<OutPoint> = []
    let first = onlyUnspent ? 0 : height
    for (number, block) in (state.blocks + [state.mempool]).enumerated() {
      let isMempool = number == state.blocks.count
      let position =
        isMempool ? nil : BlockPosition(height: number, hash: Self.hash(state, number))
      for transaction in block {
        let txid = transaction.txid
        for input in transaction.inputs where paid.contains(input.previousOutput) {
          if onlyUnspent, !isMempool {
            found.receipts.removeAll { $0.outPoint == input.previousOutput }
          } else if number >= first {
            found.spends.append(
              .init(outPoint: input.previousOutput, spender: txid, block: position))
          }
        }
        for (vout, output) in transaction.outputs.enumerated()
        where own.contains(output.scriptPubKey) {
          let outPoint = OutPoint(txid: txid, vout: UInt32(vout))
          paid.insert(outPoint)
          guard number >= first else { continue }
          found.receipts.append(
            .init(
              outPoint: outPoint, script: output.scriptPubKey, amount: output.amount ?? .zero,
              block: position))
        }
      }
    }
    progress(1)
    return state.lie?(found) ?? found
  }

  package func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?]
  {
    let state = state.withLock { $0 }
    let all = Dictionary((state.blocks.joined() + state.mempool).map { ($0.txid, $0) }) { $1 }
    var places: [Txid: Int] = [:]
    for (height, block) in state.blocks.enumerated() {
      for one in block { places[one.txid] = height }
    }
    return wanted.map { place in
      guard !state.forgets.contains(place.txid) else { return nil }
      // Without an index a confirmed one is found in the block that is named, while that is there.
      if let height = places[place.txid], !state.hasTransactionIndex {
        guard height >= state.firstBlock, place.block == Self.hash(state, height) else {
          return nil
        }
      }
      return all[place.txid]
    }
  }

  package func fees(ofBlocksAt heights: [Int]) async throws(NodeError) -> [BlockFees?]? {
    let (wait, count) = state.withLock {
      $0.askedForFees.append(heights)
      return ($0.beforeFees, $0.askedForFees.count)
    }
    await wait?(count)
    guard let fees = state.withLock({ $0.fees }) else { return nil }
    return heights.map(fees)
  }

  package func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? { nil }
  package func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    .accepted(fee: nil)
  }
  package func send(_ transaction: Transaction) async throws(NodeError) {
    change { $0.mempool.append(transaction) }
  }
  package func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? { nil }
}
