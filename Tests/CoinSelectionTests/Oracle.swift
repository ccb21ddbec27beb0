import BitcoinPrimitives

@testable import CoinSelection

/// What is cheapest, found by trying every choice of a few coins.
struct Oracle {
  /// The least cost without change, in 4,000ths of a satoshi; nil where every choice needs change.
  var changeless: Int64?
  /// The least weight of coins that leave so much change.
  var units: [Int64: Int64] = [:]

  /// Tries every choice of the coins of a pool, with each of these amounts as the least change.
  init(_ problem: Problem, _ pool: SearchPool, leaving changes: [Int64] = []) {
    for bits in 1..<max(1, 1 << pool.count) {
      let chosen = pool.indices.indices.filter { bits & (1 << $0) != 0 }.map { pool.indices[$0] }
      guard let cost = Self.cost(of: chosen, in: problem) else { continue }
      if let found = cost.changeless { changeless = min(changeless ?? .max, found) }
      for least in changes where cost.change >= least {
        units[least] = min(units[least] ?? .max, cost.units)
      }
    }
  }

  /// What a choice costs without change, nil where it needs some, with the change that it could give and what
  /// its inputs weigh; nil for one that does not reach or is too heavy.
  static func cost(
    of chosen: [Int], in problem: Problem
  ) -> (changeless: Int64?, change: Int64, units: Int64)? {
    let coins = chosen.map { problem.candidates[$0] }
    let scripts = problem.request.outputScriptLengths
    let changeScript = problem.request.change.scriptLength
    let weight = countedWeight(coins.map(\.weight), outputScripts: scripts)
    let withChange = countedWeight(coins.map(\.weight), outputScripts: scripts + [changeScript])
    func fee(_ weight: Int) -> Int64 {
      if problem.request.deductsFee { return 0 }
      return (problem.rate * Int64((weight + 3) / 4) + 999) / 1000
    }
    let over = coins.reduce(Int64(0)) { $0 + $1.amount.satoshis } - problem.payments
    let excess = over - fee(weight)
    guard excess >= 0, weight <= problem.maximumUnits else { return nil }
    let change = withChange <= problem.maximumUnits ? over - fee(withChange) : -1
    let units = coins.reduce(Int64(0)) { $0 + Int64($1.weight.units) }
    let isChangeless =
      excess <= problem.costOfChange || over - fee(withChange) < problem.minimumChange
    return (
      isChangeless
        ? max(0, problem.rate - problem.longTermRate) * units + 4000 * excess : nil,
      change, units
    )
  }

  /// A small problem: few different amounts, so that equal coins and exact matches happen, and every type of
  /// input alone or with the others.
  static func problem(_ round: Int, using random: inout FixedRandom) throws -> Problem {
    let count = Int.random(in: 1...10, using: &random)
    let kinds: [Kind] = round % 5 < 4 ? [Kind.allCases[round % 5]] : Kind.allCases
    let coins = try (0..<count).map { _ in
      try coin(
        Int64.random(in: 1...12, using: &random) * 5000
          + Int64.random(in: 0...2, using: &random) * 100,
        kinds[Int.random(in: 0..<kinds.count, using: &random)])
    }
    var request = try asking(
      pay: Int64.random(in: 1...60, using: &random) * 1000,
      rate: Int64.random(in: 500...20_000, using: &random),
      longTerm: Int64.random(in: 500...20_000, using: &random),
      maximum: round % 7 == 0 ? Int.random(in: 500...2500, using: &random) : 400_000)
    request.deductsFee = round % 4 == 3
    return try Problem(coins, request)
  }
}
