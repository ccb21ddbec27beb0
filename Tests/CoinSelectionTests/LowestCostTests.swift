import BitcoinPrimitives
import Testing

@testable import CoinSelection

@Suite struct LowestCostTests {
  @Test func `the coin grinder finds the lightest coins`() throws {
    var random = FixedRandom(state: 7)
    var matches = 0
    for round in 0..<200 {
      let problem = try Oracle.problem(round, using: &random)
      let pool = SearchPool(problem)
      let leastChange = round % 2 == 0 ? problem.minimumChange : 20_000
      let expected = Oracle(problem, pool, leaving: [leastChange]).units[leastChange]
      let search = problem.coinGrinder(leaving: leastChange, pool)
      #expect(search.isComplete)
      #expect((search.best == nil) == (expected == nil))
      #expect(search.bound == expected.map { problem.cost($0, extra: problem.costOfChange) })
      guard let found = search.best, let cost = Oracle.cost(of: found, in: problem) else {
        continue
      }
      #expect(cost.units == expected)
      #expect(cost.change >= leastChange)
      matches += 1
    }
    #expect(matches > 50)
  }

  /// The lowest cost of all choices that the certificate speaks of.
  private func lowest(_ problem: Problem, _ pool: SearchPool, leaving least: Int64) -> Int64? {
    let oracle = Oracle(problem, pool, leaving: [least])
    let withChange = oracle.units[least].map { problem.cost($0, extra: problem.costOfChange) }
    return [oracle.changeless, withChange].compactMap(\.self).min()
  }

  @Test(arguments: [1, 2, 3, 5, 9, 20, CoinSearch.tries])
  func `no choice costs less than the bound, however early the searches end`(tries: Int) throws {
    var random = FixedRandom(state: UInt64(tries))
    var exact = 0
    for round in 0..<100 {
      let problem = try Oracle.problem(round, using: &random)
      let pool = SearchPool(problem)
      let search = problem.lowestCost(pool, tries: tries)
      let best = lowest(problem, pool, leaving: search.leastChange)
      if search.isExact {
        #expect(search.bound == best)
        exact += 1
      } else if let best {
        #expect(try #require(search.bound) <= best)
      }
    }
    #expect(tries < CoinSearch.tries ? exact < 100 : exact == 100)
  }

  @Test func `a certificate says how much could be saved, and no more and no less`() throws {
    var random = FixedRandom(state: 2024)
    var gaps: Set<Int64> = []
    for round in 0..<200 {
      let problem = try Oracle.problem(round, using: &random)
      var request = problem.request
      request.takesCheapest = round % 3 == 0
      guard
        let selection = try? Selection(
          from: problem.candidates, for: request, using: &random)
      else { continue }
      try check(selection, problem.candidates, request)
      let certificate = try #require(selection.certificate)
      #expect(certificate.isExact)
      let pool = SearchPool(problem)
      guard let best = lowest(problem, pool, leaving: certificate.leastChange) else { continue }
      let saved = max(0, selection.scaledCost - best)
      #expect(certificate.gap == (saved + 3999) / 4000)
      #expect(certificate.leastCost == min(best, selection.scaledCost) / 4000)
      gaps.insert(certificate.gap)
      if request.takesCheapest { #expect(certificate.gap == 0) }
    }
    #expect(gaps.contains(0) && gaps.count > 5)
  }

  @Test func `at high fee rates the lightest coins are taken, at low ones coins are drawn`() throws
  {
    // No sum of them pays exactly.
    let coins = try (0..<20).map { try coin($0 % 2 == 0 ? 300_000 : 700_000) }
    func choose(_ rate: Int64, cheapest: Bool = false) throws -> Selection {
      var random = FixedRandom(state: 3)
      var request = try asking(pay: 1_333_333, rate: rate)
      request.takesCheapest = cheapest
      return try Selection(from: coins, for: request, using: &random)
    }
    let high = try choose(31_000)
    #expect(high.algorithm == .coinGrinder)
    #expect(high.certificate?.gap == 0)
    let drawn = try choose(15_000)
    #expect(drawn.algorithm == .singleRandomDraw)
    #expect(drawn.indices.count > high.indices.count)
    let weighed = try #require(drawn.weighed.first { $0.algorithm == .coinGrinder })
    #expect(!weighed.counts && weighed.found?.inputs == high.indices.count)
    let cheapest = try choose(15_000, cheapest: true)
    #expect(cheapest.cost < drawn.cost && cheapest.certificate?.gap == 0)
    #expect(drawn.certificate?.leastCost == cheapest.cost)
  }

  @Test func `below the long-term rate the wallet is not emptied to save later`() throws {
    let coins = try (0..<40).map { try coin(200_000 + Int64($0) * 7919) }
    var random = FixedRandom(state: 3)
    let request = try asking(pay: 1_333_333, rate: 1000, longTerm: 50_000)
    let selection = try Selection(from: coins, for: request, using: &random)
    #expect(selection.indices.count < 12)
    #expect(selection.cost >= 0 && selection.waste < 0)
  }

  @Test func `the same coins and numbers give the same selection and certificate`() throws {
    var random = FixedRandom(state: 11)
    let coins = try (0..<3000).map { _ in
      try coin(
        Int64.random(in: 1000...1_000_000, using: &random),
        Kind.allCases[Int.random(in: 0..<4, using: &random)])
    }
    let request = try asking(pay: 25_000_000, rate: 40_000)
    func choose() throws -> Selection {
      var random = FixedRandom(state: 5)
      return try Selection(from: coins, for: request, using: &random)
    }
    let selection = try choose()
    #expect(try selection == choose())
    try check(selection, coins, request)
    #expect(try #require(selection.certificate).gap < 5_000)
  }
}
