import BitcoinPrimitives
import Bytes
import NodeClients
import Synchronization
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `--fee-place`: a fee rate by the place in the mempool (decision 0032).
@Suite struct FeePlaceTests {
  private typealias Home = SentPaymentTests.Home

  private func place(_ text: String) throws -> FeePlaceArgument {
    try #require(FeePlaceArgument(argument: text))
  }

  private func rate(_ perKvB: Int64) throws -> FeeRate { try FeeRate(satoshisPerKvB: perKvB) }

  @Test func `a place is a number of millions of virtual bytes`() throws {
    for (text, bytes) in [
      ("1", 1_000_000), ("1.5", 1_500_000), ("0.001", 1000), ("300", 300_000_000),
    ] {
      #expect(try place(text).virtualBytes == bytes)
    }
    for wrong in ["", "0", "0.0001", "-1", "300.001", "1MvB", "1,5", "1e3", "2blocks", "all"] {
      #expect(FeePlaceArgument(argument: wrong) == nil, "\(wrong)")
    }
  }

  @Test func `the rate is the next tenth above all that is outside the place`() throws {
    let depth = MempoolDepth([
      .init(highest: nil, size: 100_000), .init(highest: try rate(53_010), size: 900_001),
      .init(highest: try rate(12_000), size: 2_000_000),
    ])
    let least = try rate(100)
    #expect(try place("1").rate(in: depth, atLeast: least) == rate(53_100))
    #expect(try place("1.001").rate(in: depth, atLeast: least) == rate(12_100))
    #expect(try place("3").rate(in: depth, atLeast: least) == rate(12_100))
    #expect(try place("3.001").rate(in: depth, atLeast: least) == least)
    #expect(try place("3").rate(in: depth, atLeast: rate(20_000)) == rate(20_000))
    #expect {
      try place("0.099").rate(in: depth, atLeast: least)
    } throws: {
      guard let error = $0 as? ProgramError else { return false }
      return error.message.contains("the first group alone has 0.10 MvB")
        && error.hint.contains("--fee-place")
    }
    // The highest rate that there can be stays in range.
    let full = MempoolDepth([.init(highest: try rate(Amount.maxSatoshis), size: 2_000_000)])
    #expect(try place("1").rate(in: full, atLeast: least) == rate(Amount.maxSatoshis))
  }

  /// A home whose mempool has a payment at 40 sat/vB.
  private func waiting() async throws -> Home {
    let home = try await Home("0.5", "0.4", "0.3")
    let number = try await home.complete("--fee-rate", "40")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    return home
  }

  private func pay(_ home: Home, _ options: String...) -> [String] {
    [
      "pay", "alone", "--to", "\(Desk.elsewhere)=0.01", "--json", "--force", "--out",
      home.desk.path("place.psbt"),
    ] + options
  }

  @Test func `a payment outbids what waits, or pays the least that is relayed`() async throws {
    let home = try await waiting()
    let behind = await home.desk.execute(pay(home, "--fee-place", "1"))
    #expect(behind.json["feeRate"]?.numberText?.hasPrefix("0.1") == true, "\(behind.out)")
    #expect(
      behind.err.contains("0.01 MvB wait in the node's mempool, not more than 1.00 MvB"),
      "\(behind.err)")
    for options in [
      ["--fee-place", "1", "--target", "6"], ["--fee-place", "1", "--fee-rate", "5"],
    ] {
      await home.desk.fails(
        pay(home) + options, saying: "were both given", code: .wrongUsage)
    }
    await home.desk.fails(pay(home, "--fee-place", "0"), code: .wrongUsage)
  }

  @Test func `a node that cannot tell is refused with words, and what it says is asked about`()
    async throws
  {
    let home = try await waiting()
    home.chain.saysDepth.withLock { $0 = .failure(.mempoolUntold(reason: "no such call")) }
    let refused = await home.desk.fails(pay(home, "--fee-place", "1"), saying: "no such call")
    #expect(refused.err.contains("--target BLOCKS"))
    let dear = MempoolDepth([.init(highest: try rate(900_000), size: 2_000_000)])
    home.chain.saysDepth.withLock { $0 = .success(dear) }
    let asked = await home.desk.fails(pay(home, "--fee-place", "1"), saying: "R04")
    #expect(asked.err.contains("the node suggested this rate"), "\(asked.err)")
    let outbid = MempoolDepth([.init(highest: try rate(41_230), size: 2_000_000)])
    home.chain.saysDepth.withLock { $0 = .success(outbid) }
    let paid = await home.desk.execute(pay(home, "--fee-place", "1"))
    #expect(
      paid.err.contains("Of the 2.00 MvB that wait")
        && paid.err.contains("1.00 MvB pay 41.3 sat/vB"),
      "\(paid.err)")
    #expect(paid.json["feeRate"]?.numberText?.hasPrefix("41.3") == true, "\(paid.out)")
    // The same for what is bumped and taken back.
    let bumped = await home.desk.run(
      "bump", "1", "--fee-place", "1", "--out", home.desk.path("b.psbt"), "--json")
    #expect(bumped.json["feeRate"]?.numberText?.hasPrefix("41.3") == true, "\(bumped.err)")
    await home.desk.fails(
      ["cancel", "1", "--fee-place", "1"], saying: "--on-chain", code: .wrongUsage)
  }
}
