import BitcoinPrimitives
import Bytes
import ChainTypes
import Foundation
import NodeClients
import Testing

/// Against a running regtest node; `DRAWBRIDGE_NODE_URL` and `DRAWBRIDGE_NODE_COOKIE` name it.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["DRAWBRIDGE_NODE_URL"] != nil,
    "skipped: DRAWBRIDGE_NODE_URL names no node"))
struct LiveNodeTests {
  private func node() throws -> BitcoinCore {
    let environment = ProcessInfo.processInfo.environment
    let url = try NodeURL(parsing: environment["DRAWBRIDGE_NODE_URL"] ?? "")
    let cookie = environment["DRAWBRIDGE_NODE_COOKIE"] ?? ""
    return BitcoinCore(
      RPCConnection(
        url: url, credentials: .cookie(path: cookie), transport: HTTPClientTransport()))
  }

  @Test func `a real node is understood`() async throws {
    let node = try node()
    let status = try await node.status()
    #expect(status.network == .regtest)
    #expect(try await node.blockHash(at: status.tip.height) == status.tip.hash)
    #expect(try await node.blockHash(at: status.tip.height + 1) == nil)
    // The address that the key 1 pays to; whoever mines here mines to it.
    let script = try Script(hex: "0014751e76e8199196d454941c45d1b3a323f1433bd6")
    let found = try await node.activity(of: [script], from: 0, through: status.tip) { _ in }
    #expect(found.receipts.count == status.tip.height)
    let transactions = try await node.transactions(
      found.receipts.map { TransactionPlace(txid: $0.outPoint.txid, block: $0.block?.hash) })
    for (receipt, transaction) in zip(found.receipts, transactions) {
      let output = try #require(transaction).outputs[Int(receipt.outPoint.vout)]
      #expect(output.amount == receipt.amount && output.scriptPubKey == receipt.script)
      #expect(transaction?.isCoinbase == true)
    }
    #expect(
      try await node.transactions([TransactionPlace(txid: Txid(.zero), block: nil)]) == [nil])
    _ = try await node.estimatedFeeRate(target: 6)
    #expect(try await node.sighting(of: Txid(.zero)) == nil)
    #expect(try await node.mempoolEntry(of: Txid(.zero)) == nil)
    let nonsense = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: status.tip.hash.asTxid, vout: 0))],
      outputs: [TxOut(rawValue: 1000, scriptPubKey: script)])
    guard case .refused = try await node.verdict(on: nonsense) else {
      Issue.record("nonsense was accepted")
      return
    }
    await #expect(throws: NodeError.self) { try await node.send(nonsense) }
    let child = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: nonsense.txid, vout: 0))],
      outputs: [TxOut(rawValue: 500, scriptPubKey: script)])
    await #expect(throws: NodeError.self) { try await node.send(package: [nonsense, child]) }
  }
}

extension BlockHash {
  fileprivate var asTxid: Txid { Txid(bytes) }
}
