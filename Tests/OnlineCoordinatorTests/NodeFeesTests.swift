import BitcoinPrimitives
import Bytes
import NodeClients
import Synchronization
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `node fees`: the mempool by fee rate.
@Suite struct NodeFeesTests {
  private typealias Home = SentPaymentTests.Home

  private func rate(_ perKvB: Int64) throws -> FeeRate { try FeeRate(satoshisPerKvB: perKvB) }

  @Test func `what waits is told by fee rate, from above what is known to what is relayed`()
    async throws
  {
    let home = try await Home("0.5", "0.4")
    let empty = await home.desk.run("node", "fees")
    #expect(empty.out.contains("Nothing waits in the mempool of practice"), "\(empty.out)")
    #expect(!empty.out.contains("pay as much or more"))
    let number = try await home.complete("--fee-rate", "40")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let told = await home.desk.run("node", "fees", "practice", "--json")
    #expect(told.code == .done, "\(told.err)")
    let json = told.json
    #expect(
      json["node"] == "practice" && json["network"] == "regtest" && json["untold"]?.isNull == true)
    let size = try #require(json["size"]?.intValue)
    #expect((100...300).contains(size), "\(told.out)")
    // One step, at no less than it pays.
    #expect(json["steps"]?.arrayValue?.count == 1 && json["steps"]?[0]?["vsize"]?.intValue == size)
    let step = try #require(json["steps"]?[0]?["feeRate"]?.numberText.flatMap { Double($0) })
    #expect((40...42).contains(step), "\(told.out)")
    let rates = try #require(json["rates"]?.arrayValue)
    #expect(rates.first?["feeRate"] == 50 && rates.first?["vsize"] == 0, "\(told.out)")
    #expect(rates.dropFirst().allSatisfy { $0["vsize"]?.intValue == size })
    #expect(rates.last?["feeRate"] == json["minimumFeeRate"])
    #expect(json["estimates"]?.arrayValue?.map { $0["blocks"]?.intValue } == [2, 6, 24, 144, 1008])
    let text = await home.desk.run("node", "fees").out
    #expect(
      text.contains("0.01 MvB wait in the mempool of practice, less than a block."), "\(text)")
    #expect(text.contains("50 sat/vB") && text.contains("nothing"), "\(text)")
    await home.desk.fails(["node", "fees", "nobody"], saying: "no node")
  }

  @Test func `steps whose highest rate is not told count for every rate`() async throws {
    let home = try await Home("0.5")
    let depth = MempoolDepth([
      .init(highest: nil, size: 600_000), .init(highest: try rate(53_010), size: 1_900_000),
    ])
    home.chain.saysDepth.withLock { $0 = .success(depth) }
    let json = await home.desk.run("node", "fees", "--json").json
    #expect(json["steps"]?[0]?["feeRate"]?.isNull == true)
    #expect(json["steps"]?[1]?["feeRate"] == 54)
    #expect(json["rates"]?[0]?["feeRate"] == 70 && json["rates"]?[0]?["vsize"] == 600_000)
    let text = await home.desk.run("node", "fees").out
    #expect(text.contains("2.50 MvB wait") && text.contains("about 3 blocks"), "\(text)")
  }

  @Test func `what a node cannot tell is said, and what is told without bounds is cut`()
    async throws
  {
    let home = try await Home("0.5")
    home.chain.saysDepth.withLock { $0 = .failure(.mempoolUntold(reason: "no\u{1b}[2J such call")) }
    let half = await home.desk.run("node", "fees")
    #expect(half.code == .done, "\(half.err)")
    #expect(
      half.out.contains("cannot list its mempool by fee rate: no\\u{1b}[2J such call.")
        && half.out.contains("1008 blocks"), "\(half.out)")
    let json = await home.desk.run("node", "fees", "--json").json
    #expect(json["size"]?.isNull == true && json["steps"] == [] && json["rates"] == [])
    #expect(json["untold"]?.stringValue?.contains("such call") == true)
    home.chain.hasNoEstimate.withLock { $0 = true }
    let refused = await home.desk.fails(["node", "fees"], saying: "it has no estimate")
    #expect(refused.err.contains("node fees NAME"), "\(refused.err)")
    let highest = Amount.maxSatoshis
    let many = try (0..<20_000).map {
      MempoolDepth.Step(
        highest: try rate(highest - Int64($0) * (highest / 20_000)), size: 100_000_000_000)
    }
    home.chain.saysDepth.withLock { $0 = .success(MempoolDepth(many)) }
    let flood = await home.desk.run("node", "fees", "--json")
    #expect(flood.code == .done && flood.out.utf8.count < 100_000)
    #expect((flood.json["rates"]?.arrayValue?.count ?? 0) < 40)
    let text = await home.desk.run("node", "fees").out
    // The sentence is wrapped where there is a terminal.
    let table = text.split(separator: "\n").dropFirst()
    #expect(text.contains("not known") && table.allSatisfy { $0.count <= 80 }, "\(text)")
  }
}
