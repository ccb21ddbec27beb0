import BitcoinPrimitives
import Bytes
import NodeClients
import Synchronization

/// A chain in memory whose last blocks can be replaced.
final class FakeChain: ChainSource {
  struct State {
    var blocks: [[Transaction]] = [[]]
    /// Makes the hashes of replaced blocks different.
    var forks: [Int] = [0]
    var mempool: [Transaction] = []
    var network = Network.regtest
    var onlyUnspent = false
    var forgets: Set<Txid> = []
    /// Every question about scripts: how many, and from which block on.
    var asked: [(scripts: Int, from: Int)] = []
    var lie: ((ScriptActivity) -> ScriptActivity)?
  }

  let state = Mutex(State())

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// Adds a block with these transactions.
  func mine(_ transactions: [Transaction] = [], fork: Int = 0) {
    change {
      $0.blocks.append(transactions)
      $0.forks.append(fork)
      $0.mempool.removeAll { transactions.contains($0) }
    }
  }

  func mine(empty count: Int) { for _ in 0..<count { mine() } }

  /// Takes the last blocks back.
  func drop(_ count: Int) {
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

  func status() async throws(NodeError) -> NodeStatus {
    let state = state.withLock { $0 }
    let height = state.blocks.count - 1
    return NodeStatus(
      network: state.network,
      tip: ChainTip(height: height, hash: Self.hash(state, height), time: 1_800_000_000),
      software: "fake", isCatchingUp: false, firstBlock: 0, scanning: .wholeChain,
      minimumFeeRate: .zero)
  }

  func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    let state = state.withLock { $0 }
    return state.blocks.indices.contains(height) ? Self.hash(state, height) : nil
  }

  func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    let state = state.withLock {
      $0.asked.append((scripts.count, height))
      return $0
    }
    let own = Set(scripts)
    var found = ScriptActivity(onlyUnspent: state.onlyUnspent)
    var paid: Set<OutPoint> = []
    let first = state.onlyUnspent ? 0 : height
    for (number, block) in (state.blocks + [state.mempool]).enumerated() {
      let isMempool = number == state.blocks.count
      let position =
        isMempool ? nil : BlockPosition(height: number, hash: Self.hash(state, number))
      for transaction in block {
        let txid = transaction.txid
        for input in transaction.inputs where paid.contains(input.previousOutput) {
          if state.onlyUnspent, !isMempool {
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

  func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?] {
    let state = state.withLock { $0 }
    let all = Dictionary((state.blocks.joined() + state.mempool).map { ($0.txid, $0) }) { $1 }
    return wanted.map { state.forgets.contains($0.txid) ? nil : all[$0.txid] }
  }

  func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? { nil }
  func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    .accepted(fee: nil)
  }
  func send(_ transaction: Transaction) async throws(NodeError) {
    change { $0.mempool.append(transaction) }
  }
  func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? { nil }
}
