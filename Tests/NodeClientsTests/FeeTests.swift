import BitcoinPrimitives
import Bytes
import ChainTypes
import PracticeServers
import Testing

@testable import NodeClients

/// What sources say of fees that were paid, and of those that wait.
@Suite struct FeeTests {
  fileprivate func node(_ answers: ScriptedTransport.RPCAnswer...) throws -> (
    BitcoinCore, ScriptedTransport
  ) {
    let transport = ScriptedTransport(answers)
    return (BitcoinCore(try connection(transport)), transport)
  }

  fileprivate func error(_ body: () async throws -> Void) async -> NodeError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? NodeError
    }
  }

  // MARK: Blocks

  /// Block 587123 of mainnet, as Bitcoin Core's `getblockstats` tells all of it.
  private static let block = #"""
    {"avgfee":10220,"avgfeerate":18,"avgtxsize":619,
    "blockhash":"0000000000000000001b4fedbfb3672963c37f965686c2bf6350e32e77f9941f",
    "feerate_percentiles":[6,9,9,15,48],"height":587123,"ins":3615,"maxfee":419448,"maxfeerate":393,
    "maxtxsize":17196,"medianfee":9528,"mediantime":1564151358,"mediantxsize":374,"minfee":136,
    "minfeerate":1,"mintxsize":189,"outs":3617,"subsidy":1250000000,"swtotal_size":323742,
    "swtotal_weight":777804,"swtxs":616,"time":1564152126,"total_out":342467209172,
    "total_size":1127251,"total_weight":3991840,"totalfee":18590521,"txs":1820,"utxo_increase":2,
    "utxo_size_inc":4000}
    """#

  /// The three members that are asked for.
  private static func stats(_ middle: Int, fees: Int64, weight: Int) -> String {
    #"{"feerate_percentiles":[0,0,\#(middle),\#(middle),99],"totalfee":\#(fees),"total_weight":\#(weight)}"#
  }

  @Test func `what blocks paid is asked for in one request and read to a thousandth`() async throws
  {
    let (core, transport) = try node(
      .results([
        // The average is 18.6 sat/vB: within the 9th one it stands at its end.
        Self.block,
        // 0.4 sat/vB on average, in a block whose middle is told as 0.
        Self.stats(0, fees: 399_200, weight: 3_992_000),
        // 3.25 within 3.
        Self.stats(3, fees: 812_500, weight: 1_000_000),
        // Less on average than in the middle.
        Self.stats(3, fees: 500_000, weight: 1_000_000),
        Self.stats(0, fees: 0, weight: 0),
      ]))
    let fees = try #require(try await core.fees(ofBlocksAt: [587_123, 4, 3, 2, 1]))
    #expect(
      fees.map { $0?.median?.satoshisPerKvB } == [10_000, 400, 3250, 3000, nil],
      "\(fees)")
    #expect(fees.last == BlockFees(median: nil))
    let asked = try JSONReader.parse(transport.asked[0].body).arrayValue
    #expect(transport.asked.count == 1 && asked?.count == 5)
    #expect(asked?[0]["method"]?.stringValue == "getblockstats")
    #expect(
      asked?[0]["params"] == [
        587_123, ["feerate_percentiles", "totalfee", "total_weight"],
      ])
  }

  @Test func `blocks that a node does not have are none, and a node without the call says nothing`()
    async throws
  {
    let pruned = #"{"code":-1,"message":"Block not available (pruned data)"}"#
    let reply = #"[{"jsonrpc":"2.0","error":\#(pruned),"id":1}]"#
    let (core, _) = try node(.reply(200, reply))
    let fees = try #require(try await core.fees(ofBlocksAt: [7]))
    #expect(fees == [nil])
    let absent = reply.replacingOccurrences("-1", "-32601")
    #expect(try await node(.reply(200, absent)).0.fees(ofBlocksAt: [7]) == nil)
    let server = try PracticeElectrumServer()
    #expect(try await server.source().fees(ofBlocksAt: [7]) == nil)
  }

  @Test(arguments: [
    (#""total_weight":4000001"#, "total_weight"), (#""total_weight":-4"#, "total_weight"),
    (#""totalfee":-1"#, "totalfee"), (#""totalfee":9223372036854775808"#, "totalfee"),
    (#""totalfee":1.5"#, "totalfee"), (#""feerate_percentiles":[1,2,3,4]"#, "feerate_percentiles"),
    (#""feerate_percentiles":[0,0,-1,0,0]"#, "feerate_percentiles[2]"),
    (#""feerate_percentiles":[0,0,1000001,0,0]"#, "feerate_percentiles[2]"),
    (#""feerate_percentiles":7"#, "feerate_percentiles"),
  ])
  func `hostile figures of a block are refused with the field named`(lie: String, field: String)
    async throws
  {
    let name = String(lie.dropFirst().prefix { $0 != "\"" })
    let good = [
      "feerate_percentiles": #""feerate_percentiles":[1,1,1,1,1]"#,
      "totalfee": #""totalfee":1000"#, "total_weight": #""total_weight":4000"#,
    ]
    let members = good.map { $0.key == name ? lie : $0.value }.joined(separator: ",")
    let (core, _) = try node(.results(["{\(members)}"]))
    #expect(
      await error { _ = try await core.fees(ofBlocksAt: [7]) }
        == .unexpected(method: "getblockstats", field: field))
  }

  // MARK: The mempool

  private func rates(_ depth: MempoolDepth) -> [Int64?] {
    depth.steps.map { $0.highest?.satoshisPerKvB }
  }

  /// Two groups at 20 and 2.5 sat/vB, 1,000 and 3,000 vB.
  private static let diagram =
    #"[{"weight":0,"fee":0.00000000},{"weight":4000,"fee":0.00020000},{"weight":16000,"fee":0.00027500}]"#

  @Test func `Core tells its mempool as a diagram`() async throws {
    let (core, transport) = try node(.result(Self.diagram))
    let depth = try await core.mempoolDepth()
    #expect(rates(depth) == [20_000, 2500] && depth.size == 4000)
    #expect(transport.asked.count == 1)
    #expect(depth.place(within: 999) == .above(try FeeRate(satoshisPerKvB: 20_000)))
    #expect(depth.place(within: 1000) == .above(try FeeRate(satoshisPerKvB: 2500)))
    #expect(depth.place(within: 3999) == .above(try FeeRate(satoshisPerKvB: 2500)))
    #expect(depth.place(within: 4000) == .anywhere)
    #expect(try await node(.result("[]")).0.mempoolDepth().place(within: 0) == .anywhere)
    for lie in [
      #"[{"weight":-1,"fee":0}]"#, #"[{"weight":4,"fee":-1}]"#, #"{"weight":4}"#,
      #"[{"weight":8,"fee":1},{"weight":4,"fee":1}]"#, #"[{"weight":9223372036854775808,"fee":1}]"#,
    ] {
      #expect(await error { _ = try await node(.result(lie)).0.mempoolDepth() } != nil, "\(lie)")
    }
  }

  private static func entry(
    _ size: Int, _ fee: String, ancestors: (Int, String), descendants: (Int, String)
  ) -> String {
    #"""
    {"vsize":\#(size),"weight":\#(4 * size),"fees":{"base":0,"modified":\#(fee),
    "ancestor":\#(ancestors.1),"descendant":\#(descendants.1)},"ancestorsize":\#(ancestors.0),
    "descendantsize":\#(descendants.0)}
    """#
  }

  @Test func `an older Core tells every transaction, as long as these are few`() async throws {
    let parent = Self.entry(
      100, "0.00000100", ancestors: (100, "0.00000100"), descendants: (200, "0.00004100"))
    let child = Self.entry(
      100, "0.00004000", ancestors: (200, "0.00004100"), descendants: (100, "0.00004000"))
    let alone = Self.entry(
      300, "0.00003000", ancestors: (300, "0.00003000"), descendants: (300, "0.00003000"))
    let (core, transport) = try node(
      .rpcError(-32601, "Method not found"), .result(#"{"size":3}"#),
      .result(#"{"aa":\#(alone),"bb":\#(parent),"cc":\#(child)}"#))
    let depth = try await core.mempoolDepth()
    // A parent is mined with the child that pays for it: 20.5 sat/vB together. What the child pays alone counts.
    #expect(rates(depth) == [40_000, 20_500, 10_000] && depth.size == 500, "\(depth)")
    #expect(transport.asked.count == 3)
    // Sizes that contradict each other overflow nothing; whom the node's owner put behind all others pays nothing.
    let lying = Self.entry(
      100_000_000_000, "21000000", ancestors: (1, "0.00001000"), descendants: (1, "0.00001000"))
    let last = Self.entry(
      100, "-0.00001000", ancestors: (100, "-0.00001000"), descendants: (100, "-0.00001000"))
    for (entry, size) in [(lying, 100_000_000_000), (last, 100)] {
      let (core, _) = try node(
        .rpcError(-32601, "Method not found"), .result(#"{"size":1}"#),
        .result(#"{"aa":\#(entry)}"#))
      #expect(try await core.mempoolDepth().size == size)
    }
    let (busy, asked) = try node(
      .rpcError(-32601, "Method not found"), .result(#"{"size":20001}"#))
    let refusal = await error { _ = try await busy.mempoolDepth() }
    guard case .mempoolUntold(let reason)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(reason.hasPrefix("20001 transactions wait") && asked.asked.count == 2)
    #expect(refusal?.hint.contains("--fee-rate") == true)
  }

  private static let histogram: JSONValue = [
    [.number("53.01"), 102_131], [12, 128_812], [.number("1.0"), 6_478_638], [0, 7],
  ]

  @Test func `an Electrum server tells the lowest rates of steps`() async throws {
    let server = try PracticeElectrumServer()
    server.lie("mempool.get_fee_histogram") { _ in Self.histogram }
    let depth = try await server.source().mempoolDepth()
    #expect(rates(depth) == [nil, 53_010, 12_000, 1000] && depth.size == 6_709_588)
    // Those of a step pay less than the lowest rate of the one before.
    #expect(depth.place(within: 200_000) == .above(try FeeRate(satoshisPerKvB: 53_010)))
    #expect(depth.place(within: 230_943) == .above(try FeeRate(satoshisPerKvB: 12_000)))
    #expect(depth.place(within: 100_000) == .withinFirstStep(size: 102_131))
    server.lie("mempool.get_fee_histogram") { _ in ["refused": "unknown method"] }
    #expect(
      await error { _ = try await server.source().mempoolDepth() }
        == .mempoolUntold(reason: "it answers: unknown method"))
    let lies: [(JSONValue, String)] = [
      ([[1, 2], [3, 4]], "[1][0]"), ([[1]], "[0]"), ([[1, -1]], "[0][1]"), (7, "the result"),
      ([[-1, 1]], "[0][0]"), ([[.number("1e400"), 1]], "[0][0]"),
      ([[1, .number("9223372036854775808")]], "[0][1]"), ([["1", 1]], "[0][0]"),
    ]
    for (lie, field) in lies {
      server.lie("mempool.get_fee_histogram") { _ in lie }
      #expect(
        await error { _ = try await server.source().mempoolDepth() }
          == .unexpected(method: "mempool.get_fee_histogram", field: field), "\(lie)")
    }
  }

  @Test func `an Esplora server tells them too`() async throws {
    let server = try PracticeEsploraServer()
    let source = try server.source()
    server.lie("mempool") { _ in
      .json(["count": 8134, "vsize": 6_709_588, "fee_histogram": Self.histogram])
    }
    #expect(rates(try await source.mempoolDepth()) == [nil, 53_010, 12_000, 1000])
    server.lie("mempool") { _ in .json(["count": 8134]) }
    #expect(
      await error { _ = try await source.mempoolDepth() }
        == .unexpected(method: "/mempool", field: "fee_histogram"))
  }
}

// MARK: The curve

extension FeeTests {
  private func depth(_ steps: [(Int64?, Int)]) throws -> MempoolDepth {
    MempoolDepth(
      try steps.map { rate, size in
        MempoolDepth.Step(highest: try rate.map { try FeeRate(satoshisPerKvB: $0) }, size: size)
      })
  }

  @Test func `what pays a rate or more is counted, and what may too`() throws {
    let depth = try depth([(nil, 100), (53_010, 20), (12_000, 3)])
    for (rate, size) in [
      (53_011, 100), (53_010, 120), (12_001, 120), (12_000, 123), (0, 123),
      (Amount.maxSatoshis, 100),
    ] as [(Int64, Int)] {
      #expect(depth.size(atLeast: try FeeRate(satoshisPerKvB: rate)) == size, "\(rate)")
    }
    #expect(MempoolDepth([]).size(atLeast: .zero) == 0)
  }

  @Test func `the curve has few steps, and none is said to pay less than it may`() throws {
    let coarse = try depth([
      (nil, 7), (999_999, 1), (53_010, 20), (53_002, 30), (12_000, 3), (12_000, 0), (1234, 4),
      (99, 5),
      (99, 6), (0, 1),
    ]).coarse
    #expect(
      coarse.steps.map(\.highest?.satoshisPerKvB) == [nil, 1_000_000, 54_000, 12_000, 1300, 99, 0])
    #expect(coarse.steps.map(\.size) == [7, 1, 50, 3, 4, 11, 1])
    // A hundred thousand steps of a node that lies, each at a rate of its own up to the highest that there is.
    let highest = Amount.maxSatoshis
    let many = try depth(
      (0..<100_000).map { (highest - Int64($0) * (highest / 100_000), 100_000_000_000) })
    let few = many.coarse
    #expect(few.steps.count <= 1300 && few.size == many.size)
    for (rate, _) in [(highest, 0), (highest / 3, 0), (1_000_000, 0)] as [(Int64, Int)] {
      let rate = try FeeRate(satoshisPerKvB: rate)
      #expect(few.size(atLeast: rate) >= many.size(atLeast: rate))
    }
  }

  @Test func `a server that tells more steps than there can be is refused`() async throws {
    let server = try PracticeElectrumServer()
    let long = JSONValue.array(Array(repeating: [1, 1], count: 100_001))
    server.lie("mempool.get_fee_histogram") { _ in long }
    #expect(await error { _ = try await server.source().mempoolDepth() } != nil)
  }

  @Test func `targets are estimated one by one, and a refusal says nothing of the next`()
    async throws
  {
    let (core, transport) = try node(
      .result(#"{"feerate":0.00012000,"blocks":2}"#), .rpcError(-32603, "Fee estimation disabled"),
      .result(#"{"errors":["Insufficient data or no feerate found"],"blocks":144}"#))
    let rates = try await core.estimatedFeeRates(targets: [2, 6, 144])
    #expect(rates.map { $0?.satoshisPerKvB } == [12_000, nil, nil])
    #expect(transport.asked.count == 3)
    let (lying, _) = try node(.result(#"{"feerate":-0.1,"blocks":2}"#))
    #expect(await error { _ = try await lying.estimatedFeeRates(targets: [2, 6]) } != nil)
    // An Esplora server tells all of them at once.
    let server = try PracticeEsploraServer()
    let told = try await server.source().estimatedFeeRates(targets: [2, 6, 24, 1008])
    #expect(told.map { $0?.satoshisPerKvB } == [12_346, 2500, 2500, 1000])
  }
}

extension String {
  fileprivate func replacingOccurrences(_ old: String, _ new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}
