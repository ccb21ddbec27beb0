import BitcoinPrimitives
import Testing

@testable import CoinSelection

@Suite struct BranchAndBoundTests {
  @Test func `the search finds what trying everything finds`() throws {
    var random = FixedRandom(state: 99)
    var matches = 0
    for round in 0..<300 {
      let problem = try Oracle.problem(round, using: &random)
      let pool = SearchPool(problem)
      let expected = Oracle(problem, pool).changeless
      let search = problem.branchAndBound(pool)
      #expect(search.isComplete)
      #expect(search.bound == expected)
      #expect((search.best == nil) == (expected == nil))
      guard let found = search.best else { continue }
      #expect(Oracle.cost(of: found, in: problem)?.changeless == expected)
      matches += 1
    }
    #expect(matches > 50)
  }

  @Test func `exactly 253 inputs are found, the count step included`() throws {
    // Every coin is needed: 253 of them and not a satoshi to spare.
    let coins = try (0..<253).map { try coin(10_000 + Int64($0)) }
    let all = try Problem(coins, asking(pay: 1, rate: 7777, longTerm: 7777))
    let (sum, size) = all.totals(Array(coins.indices))
    let pay = sum - all.fee(size)
    let exact = try Problem(coins, asking(pay: pay, rate: 7777, longTerm: 7777))
    #expect(exact.branchAndBound(SearchPool(exact)).best?.count == 253)
    let tooMuch = try Problem(coins, asking(pay: pay + 1, rate: 7777, longTerm: 7777))
    #expect(tooMuch.branchAndBound(SearchPool(tooMuch)).best == nil)
  }

  @Test func `a hard case ends after its tries and says how much may be missed`() throws {
    // Murch's hard case: no match below the last level.
    var coins: [Candidate] = []
    var target: Int64 = 0
    for level in 0..<17 {
      target += Int64(1) << (17 + level)
      coins.append(try coin((1 << (17 + level)) + 400))
      coins.append(try coin((1 << (17 + level)) + (1 << (16 - level)) + 400))
    }
    let problem = try Problem(coins, asking(pay: target, rate: 1000, longTerm: 1000))
    let search = problem.branchAndBound(SearchPool(problem))
    #expect(!search.isComplete)
    #expect(search.bound == 0)
  }

  @Test func `a hundred thousand coins are chosen from`() throws {
    var random = FixedRandom(state: 5)
    let coins = try (0..<100_000).map { _ in
      try coin(Int64.random(in: 1000...1_000_000, using: &random))
    }
    let wanted = try asking(pay: 25_000_000, rate: 10_000)
    try check(try Selection(from: coins, for: wanted, using: &random), coins, wanted)
    let equal = try (0..<100_000).map { _ in try coin(100_000) }
    let selection = try Selection(from: equal, for: wanted, using: &random)
    try check(selection, equal, wanted)
    #expect(try #require(selection.certificate).isExact)
  }
}
