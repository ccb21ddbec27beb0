import BitcoinPrimitives
import Bytes
import NodeClients
import Synchronization
import TerminalUI
import Testing
import WalletFixtures
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// The long-term fee rate of the node's own last year (decision 0032).
@Suite struct LongTermFeeRateTests {
  /// A home whose node is a chain in memory, with a wallet that has a coin in block 1.
  private struct Home {
    let desk: Desk
    let chain = FakeChain()

    init(height: Int) async throws {
      desk = try Desk()
      let chain = chain
      desk.source = { $0.name == "core" ? chain : nil }
      let url = "http://127.0.0.1:1"
      try #require(await desk.run("node", "add", "core", url).code == .done)
      let made = await desk.run(
        "wallet", "create", "savings", Desk.account, "--network", "regtest")
      try #require(made.code == .done, "\(made.err)")
      let address = try #require(
        await desk.run("receive", "savings", "--offline", "--json").json["address"]?.stringValue)
      let script = try Address(parsing: address, on: .regtest).script
      chain.mine([
        Transaction(
          inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1))],
          outputs: [TxOut(rawValue: 50_000_000, scriptPubKey: script)])
      ])
      chain.mine(empty: height - 1)
    }

    var asked: [[Int]] { chain.state.withLock { $0.askedForFees } }

    func says(_ fees: ((Int) -> BlockFees?)?) { chain.change { $0.fees = fees } }

    func sync() async throws {
      let ran = await desk.run("sync", "savings")
      try #require(ran.code == .done, "\(ran.err)")
    }

    /// What a payment says of its long-term rate, in JSON and in words.
    func explained() async throws -> (rate: String?, from: String?, words: String) {
      var said: [Desk.Run] = []
      for (number, json) in [[], ["--json"]].enumerated() {
        let ran = await desk.execute(
          [
            "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--no-sync",
            "--explain", "--accept", "R33", "--force", "--out", desk.path("\(number).psbt"),
          ] + json)
        try #require(ran.code == .done, "\(ran.err)")
        said.append(ran)
        let store = try Store(path: desk.path("home/coordinator.sqlite"))
        for payment in try store.payments() { _ = try? store.cancel(payment.number) }
      }
      let explanation = said[1].json["explanation"]
      let words = said[0].out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return (
        explanation?["longTermFeeRate"]?.numberText,
        explanation?["longTermFeeRateFrom"]?.stringValue, words
      )
    }
  }

  private static func rate(_ perKvB: Int64) throws -> BlockFees {
    BlockFees(median: try FeeRate(satoshisPerKvB: perKvB))
  }

  @Test func `it is the median of one block a day, each asked about once`() async throws {
    let home = try await Home(height: 53_000)
    // 365 rates around 3.3 sat/vB, and two days in a rush.
    home.says { height in
      let day = height / 144
      return day % 180 == 0
        ? try? Self.rate(900_000) : try? Self.rate(Int64(3300 + day % 3 * 10 - 10))
    }
    try await home.sync()
    let heights = home.asked.flatMap(\.self)
    #expect(heights.count == 365 && Set(heights).count == 365)
    #expect(home.asked.allSatisfy { $0.count <= 4 } && heights.allSatisfy { $0 % 144 == 0 })
    // The newest is 100 deep at least, the oldest a year old at most.
    #expect(heights.first == 52_848 && heights.last == 432)
    let said = try await home.explained()
    #expect(said.rate == "3.3" && said.from == "node")
    #expect(
      said.words.contains("3.3 sat/vB (the median of 365 blocks of the last year, as the node"),
      "\(said.words)")
    // A day later there is one question more; at once there is none.
    try await home.sync()
    #expect(home.asked.flatMap(\.self).count == 365)
    home.chain.mine(empty: 144)
    try await home.sync()
    #expect(home.asked.flatMap(\.self).suffix(1) == [52_992])
    #expect(home.asked.flatMap(\.self).count == 366)
    let status = await home.desk.run("node", "status")
    #expect(
      status.out.contains("3.3 sat/vB, median of 365 blocks") && !status.out.contains("read"),
      "\(status.out)")
  }

  @Test func `it is asked for in slices, and goes on where it was cut off`() async throws {
    let home = try await Home(height: 53_000)
    let chain = home.chain
    home.says { _ in try? Self.rate(2000) }
    // Ten answers, and no more.
    chain.change {
      $0.beforeFees = { count in if count > 10 { chain.change { $0.fees = nil } } }
    }
    try await home.sync()
    #expect(home.asked.count == 11)
    let early = try await home.explained()
    #expect(early.rate == "10" && early.from == "builtIn")
    #expect(early.words.contains("10 sat/vB (built in, as in Bitcoin Core"), "\(early.words)")
    let status = await home.desk.run("node", "status")
    #expect(
      status.out.contains("not known yet; 40 of 365 blocks read so far"), "\(status.out)")
    chain.change { $0.beforeFees = nil }
    home.says { _ in try? Self.rate(2000) }
    try await home.sync()
    // The slice that got no answer is asked for again, and nothing else is.
    #expect(home.asked[11] == home.asked[10])
    #expect(home.asked.count == 93 && Set(home.asked.flatMap(\.self)).count == 365)
    #expect(try await home.explained().rate == "2")
  }

  @Test func `a node that does not answer is not waited for`() async throws {
    let home = try await Home(height: 53_000)
    home.says { _ in try? Self.rate(2000) }
    home.chain.change {
      $0.beforeFees = { _ in try? await Task.sleep(for: .seconds(36_000)) }
    }
    home.desk.feeLimit = .milliseconds(1)
    try await home.sync()
    #expect(home.asked.count <= 1)
    #expect(try await home.explained().from == "builtIn")
  }

  @Test(
    arguments: [
      (10, "0.1", "is outside 0.1 to 50 sat/vB"), (100, "0.1", "node"), (50_000, "50", "node"),
      (1_000_000_000, "50", "its own figure, 1000000 sat/vB, is outside 0.1 to 50 sat/vB"),
    ] as [(Int64, String, String)])
  func `what a node says is bounded`(said: Int64, taken: String, words: String) async throws {
    let home = try await Home(height: 53_000)
    home.says { _ in try? Self.rate(said) }
    try await home.sync()
    let explained = try await home.explained()
    #expect(explained.rate == taken && explained.from == "node")
    #expect(explained.words.contains(words), "\(explained.words)")
    if said == 100 { #expect(!explained.words.contains("believed")) }
  }

  @Test func `half of a year has to be known, and blocks without payments say nothing`()
    async throws
  {
    // 182 days are too few, 183 are enough.
    for (paid, from) in [(182, "builtIn"), (183, "node")] {
      let home = try await Home(height: 53_000)
      let newest = 52_848
      home.says { height in
        (newest - height) / 144 < paid ? try? Self.rate(4000) : BlockFees(median: nil)
      }
      try await home.sync()
      #expect(home.asked.flatMap(\.self).count == 365)
      #expect(try await home.explained().from == from, "\(paid)")
      // What cannot be told is not asked for again.
      try await home.sync()
      #expect(home.asked.flatMap(\.self).count == 365)
    }
  }

  @Test func `short chains and pruned nodes are not asked, and other servers say nothing`()
    async throws
  {
    let young = try await Home(height: 100 + 183 * 144 - 1)
    young.says { _ in try? Self.rate(4000) }
    try await young.sync()
    #expect(young.asked.isEmpty)
    young.chain.mine()
    try await young.sync()
    #expect(young.asked.flatMap(\.self).count == 183)

    let year = FeeYear(at: 53_000)
    #expect(year.heights(from: 0).count == 365)
    #expect(year.heights(from: 52_848 - 182 * 144).count == 183)
    #expect(year.heights(from: 52_848 - 182 * 144 + 1).isEmpty)

    let server = try await Home(height: 53_000)
    try await server.sync()
    #expect(server.asked.count == 1)
    #expect(try await server.explained().from == "builtIn")
  }

  @Test func `the setting overrides it, and another node's word is its own`() async throws {
    let home = try await Home(height: 53_000)
    home.says { _ in try? Self.rate(4000) }
    try await home.sync()
    let name = "long-term-fee-rate"
    // Also the value that is built in.
    #expect(await home.desk.run("settings", name, "10", answers: [name]).code == .done)
    let set = try await home.explained()
    #expect(set.rate == "10" && set.from == "setting" && set.words.contains("your setting"))
    #expect(await home.desk.run("settings", name, "0", answers: [name]).code == .done)
    try await #require(home.desk.run("node", "add", "practice", "rehearsal://").code == .done)
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    let wallet = try store.wallet(named: "savings")
    func origin() throws -> LongTermFeeRate.Origin {
      try LongTermFeeRate(for: wallet, at: 53_000, in: store).origin
    }
    #expect(try origin() == .node(name: "core", blocks: 365))
    try store.useNode(named: "practice")
    #expect(try origin() == .builtIn)
    try store.useNode(named: "core")
    #expect(try origin() == .node(name: "core", blocks: 365))
    // A year later nothing of it counts any more, and it goes with its node.
    #expect(
      try LongTermFeeRate(for: wallet, at: 53_000 + 27_000, in: store).origin == .builtIn)
    try store.removeNode(named: "core")
    try store.addNode(
      NodeRecord(name: "core", url: "http://127.0.0.1:2", cookie: nil, proxy: nil, isActive: true))
    #expect(try origin() == .builtIn)
  }

  @Test func `what a node cannot answer is no error of the sync`() async throws {
    let home = try await Home(height: 53_000)
    let count = Mutex(0)
    // It does not have each second block.
    home.says { _ in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      return number % 2 == 0 ? nil : try? Self.rate(7000)
    }
    try await home.sync()
    #expect(home.asked.flatMap(\.self).count == 365)
    #expect(try await home.explained().rate == "7")
  }
}
