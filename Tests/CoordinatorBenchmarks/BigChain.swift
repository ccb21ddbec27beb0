import BitcoinPrimitives
import Bytes
import NodeClients
import Synchronization

/// A chain of one block that pays a hundred times a transaction to a wallet's scripts.
final class BigChain: ChainSource {
  private let wanted: Int
  private let transactions = Mutex<[Txid: Transaction]>([:])

  /// A chain with so many coins for whoever asks.
  init(coins: Int) { wanted = coins }

  private static let block = BlockPosition(
    height: 100, hash: BlockHash(Bytes32([UInt8](repeating: 7, count: 32)) ?? .zero))

  func status() async throws(NodeError) -> NodeStatus {
    NodeStatus(
      network: .regtest,
      tip: ChainTip(height: 100, hash: Self.block.hash, time: 1_800_000_000),
      software: "benchmark", isCatchingUp: false, firstBlock: 0, scanning: .wholeChain,
      minimumFeeRate: .zero)
  }

  func blockHash(at height: Int) async throws(NodeError) -> BlockHash? {
    height <= 100 ? Self.block.hash : nil
  }

  /// All coins go to the first scripts that are asked about; later ones have none.
  func activity(
    of scripts: [Script], from height: Int, through tip: ChainTip, reading: ChainReading,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(NodeError) -> ScriptActivity {
    var activity = ScriptActivity()
    let scripts = Array(scripts.prefix(80))
    transactions.withLock { known in
      guard known.isEmpty else { return }
      var seed: UInt64 = 1
      for number in 0..<(wanted / 100) {
        let outputs = (0..<100).map { place in
          seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return TxOut(
            rawValue: Int64(10_000 + seed >> 33 % 5_000_000),
            scriptPubKey: scripts[(number * 100 + place) % scripts.count])
        }
        var name = [UInt8](repeating: 1, count: 32)
        name[0] = UInt8(number & 255)
        name[1] = UInt8(number >> 8)
        let transaction = Transaction(
          inputs: [TxIn(previousOutput: OutPoint(txid: Txid(Bytes32(name) ?? .zero), vout: 0))],
          outputs: outputs)
        let txid = transaction.txid
        known[txid] = transaction
        for (vout, output) in outputs.enumerated() {
          activity.receipts.append(
            ScriptActivity.Receipt(
              outPoint: OutPoint(txid: txid, vout: UInt32(vout)), script: output.scriptPubKey,
              amount: output.amount ?? .zero, block: Self.block))
        }
      }
    }
    return activity
  }

  func unspentOutputs(
    _ outPoints: [OutPoint], at tip: ChainTip
  ) async throws(NodeError) -> [UnspentOutput?] {
    transactions.withLock { known in
      outPoints.map { outPoint in
        known[outPoint.txid].map {
          UnspentOutput(
            output: $0.outputs[Int(outPoint.vout)], height: Self.block.height, isCoinbase: false)
        }
      }
    }
  }

  func confirmation(
    of transaction: Transaction, through tip: ChainTip
  ) async throws(NodeError) -> BlockPosition? { nil }

  func transactions(_ wanted: [TransactionPlace]) async throws(NodeError) -> [Transaction?] {
    transactions.withLock { known in wanted.map { known[$0.txid] } }
  }

  func estimatedFeeRate(target blocks: Int) async throws(NodeError) -> FeeRate? { nil }
  func verdict(on transaction: Transaction) async throws(NodeError) -> MempoolVerdict {
    .refused(reason: "no mempool")
  }
  func send(_ transaction: Transaction) async throws(NodeError) {}
  func sighting(of txid: Txid) async throws(NodeError) -> Wtxid? { nil }
}
