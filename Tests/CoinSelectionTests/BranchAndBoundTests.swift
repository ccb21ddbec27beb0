import BitcoinPrimitives
import Testing

@testable import CoinSelection

@Suite struct BranchAndBoundTests {
  /// The least waste of any choice without change, found by trying them all.
  private func leastWaste(_ problem: Problem) -> Int64? {
    let coins = problem.worthwhile()
    var best: Int64?
    for bits in 1..<(1 << coins.count) {
      let chosen = coins.indices.filter { bits & (1 << $0) != 0 }.map { coins[$0] }
      let (sum, size) = problem.totals(chosen)
      let excess = problem.excess(sum, size)
      guard excess >= 0, excess <= problem.costOfChange else { continue }
      best = min(best ?? .max, waste(problem, chosen, excess))
    }
    return best
  }

  /// Waste times 4,000, so that nothing is rounded.
  private func waste(_ problem: Problem, _ chosen: [Int], _ excess: Int64) -> Int64 {
    let units = chosen.reduce(0) { $0 + problem.candidates[$1].weight.units }
    return (problem.rate - problem.longTermRate) * Int64(units) + 4000 * excess
  }

  @Test func `the search finds what trying everything finds`() throws {
    var random = FixedRandom(state: 99)
    var matches = 0
    for round in 0..<300 {
      let count = Int.random(in: 1...11, using: &random)
      // Few different values, so that equal coins and exact matches happen.
      let coins = try (0..<count).map { _ in
        try coin(
          Int64.random(in: 1...12, using: &random) * 5000
            + Int64.random(in: 0...2, using: &random) * 100,
          Kind.allCases[Int.random(in: 0..<(round % 2 == 0 ? 1 : 4), using: &random)])
      }
      let problem = try Problem(
        coins,
        asking(
          pay: Int64.random(in: 1...60, using: &random) * 1000,
          rate: Int64.random(in: 500...20_000, using: &random),
          longTerm: Int64.random(in: 500...20_000, using: &random)))
      let expected = leastWaste(problem)
      let found = problem.branchAndBound()
      #expect((expected == nil) == (found == nil))
      guard let found, let expected else { continue }
      let (sum, size) = problem.totals(found)
      #expect(waste(problem, found, problem.excess(sum, size)) == expected)
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
    #expect(exact.branchAndBound()?.count == 253)
    let tooMuch = try Problem(coins, asking(pay: pay + 1, rate: 7777, longTerm: 7777))
    #expect(tooMuch.branchAndBound() == nil)
  }

  @Test func `a hard case ends after its tries`() throws {
    // Murch's hard case: no match below the last level.
    var coins: [Candidate] = []
    var target: Int64 = 0
    for level in 0..<17 {
      target += Int64(1) << (17 + level)
      coins.append(try coin((1 << (17 + level)) + 400))
      coins.append(try coin((1 << (17 + level)) + (1 << (16 - level)) + 400))
    }
    let problem = try Problem(coins, asking(pay: target, rate: 1000, longTerm: 1000))
    _ = problem.branchAndBound()
  }

  @Test func `a hundred thousand coins are chosen from`() throws {
    var random = FixedRandom(state: 5)
    let coins = try (0..<100_000).map { _ in
      try coin(Int64.random(in: 1000...1_000_000, using: &random))
    }
    let wanted = try asking(pay: 25_000_000, rate: 10_000)
    try check(try Selection(from: coins, for: wanted, using: &random), coins, wanted)
    let equal = try (0..<100_000).map { _ in try coin(100_000) }
    try check(try Selection(from: equal, for: wanted, using: &random), equal, wanted)
  }
}
