import BitcoinPrimitives
import Bytes
import ChainTypes
import Foundation
import Hashes
import Testing

@testable import NodeClients

private let environment = ProcessInfo.processInfo.environment
private let canRun =
  environment["DRAWBRIDGE_NODE_URL"] != nil || environment["DRAWBRIDGE_PYTHON"] != nil

/// Against a running regtest node: the one that `DRAWBRIDGE_NODE_URL` and `DRAWBRIDGE_NODE_COOKIE` name, or that of
/// Tests/RegtestNode, started by the Python that `DRAWBRIDGE_PYTHON` names.
@Suite(
  .enabled(
    if: canRun, "skipped: neither DRAWBRIDGE_NODE_URL nor DRAWBRIDGE_PYTHON is set"))
struct LiveNodeTests {
  /// A node, and what started it, where that has to be ended.
  private final class Running {
    let core: BitcoinCore
    private var process: Process?
    private var folder: URL?

    init() throws {
      var url = environment["DRAWBRIDGE_NODE_URL"]
      var cookie = environment["DRAWBRIDGE_NODE_COOKIE"] ?? ""
      if url == nil {
        let folder = FileManager.default.temporaryDirectory
          .appendingPathComponent("drawbridge-live-\(UUID().uuidString)")
        let ready = Pipe()
        let process = Process()
        process.executableURL = URL(
          fileURLWithPath: try #require(environment["DRAWBRIDGE_PYTHON"]))
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .deletingLastPathComponent()
        process.arguments = [
          "-B", tests.appendingPathComponent("RegtestNode/regtest_node.py").path, "--datadir",
          folder.path,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = ready
        try process.run()
        self.process = process
        self.folder = folder
        var line = ""
        while !line.hasSuffix("\n") {
          let byte = ready.fileHandleForReading.readData(ofLength: 1)
          try #require(!byte.isEmpty, "the node did not start: \(line)")
          line += String(decoding: byte, as: UTF8.self)
        }
        let port = try #require(line.dropLast().split(separator: " ").last)
        url = "http://127.0.0.1:\(port)"
        cookie = folder.appendingPathComponent("regtest/.cookie").path
      }
      core = BitcoinCore(
        RPCConnection(
          url: try NodeURL(parsing: try #require(url)), credentials: .cookie(path: cookie),
          transport: HTTPClientTransport()))
    }

    deinit {
      if let process {
        // Not terminate(): a child of the test runner inherits its blocked signals.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    func mine(_ count: Int, to address: String) async throws {
      _ = try await core.connection.call(
        "generatetoaddress", [.integer(count), .string(address)])
    }
  }

  /// Of the key 1.
  private static let address = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"

  @Test func `what blocks and the mempool pay is what the node says`() async throws {
    let node = try Running()
    // Whoever spends it needs no signature: the SHA-256 of a script that is true.
    let open = Script([0x00, 0x20] + SHA256.hash([0x51]).bytes)
    let address = try #require(Address(script: open, network: .regtest))
    try await node.mine(1, to: address.string)
    try await node.mine(100, to: Self.address)
    let height = try await node.core.status().tip.height
    let hash = try #require(try await node.core.blockHash(at: height - 100))
    let found = try await node.core.activity(
      of: [open], from: height - 100, through: node.core.status().tip
    ) { _ in }
    let coin = try #require(found.receipts.first { $0.block?.hash == hash })
    let fee: Int64 = 1000
    let payment = Transaction(
      inputs: [TxIn(previousOutput: coin.outPoint, witness: [[0x51]])],
      outputs: [TxOut(rawValue: coin.amount.satoshis - fee, scriptPubKey: coin.script)])
    try await node.core.send(payment)
    let perKvB = (fee * 4000 + Int64(payment.weight.units) - 1) / Int64(payment.weight.units)
    let depth = try await node.core.mempoolDepth()
    #expect(
      depth.steps == [
        .init(
          highest: try FeeRate(satoshisPerKvB: perKvB), size: (payment.weight.units + 3) / 4)
      ])
    try await node.mine(1, to: Self.address)
    #expect(try await node.core.mempoolDepth().steps.isEmpty)
    let fees = try #require(
      try await node.core.fees(ofBlocksAt: [height + 1, height, height + 1000]))
    // Of one payment the average is what it paid, rounded down.
    #expect(
      fees == [
        BlockFees(
          median: try FeeRate(satoshisPerKvB: fee * 4000 / Int64(payment.weight.units))),
        BlockFees(median: nil), nil,
      ])
  }

  @Test func `a real node is understood`() async throws {
    let running = try Running()
    let node = running.core
    if environment["DRAWBRIDGE_NODE_URL"] == nil {
      try await running.mine(3, to: Self.address)
    }
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
