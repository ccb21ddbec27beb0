internal import BitcoinPrimitives

extension Problem {
  /// How many steps the search may take before it answers with the best found so far.
  static let tries = 100_000

  /// Coins that pay exactly, or with an excess that costs less than change would; the least
  /// wasteful such choice, or nil.
  ///
  /// Depth first over coins in falling order of value, taking before leaving (Murch, "An
  /// Evaluation of Coin Selection Strategies", 2016; Bitcoin Core's `SelectCoinsBnB`). The excess
  /// is exact at every step, size of the input count included; the bounds are widened by what
  /// rounding may move, so no choice is lost to them.
  func branchAndBound() -> [Int]? {
    let pool = worthwhile()
    let values = pool.map { effectiveValue(candidates[$0]) }
    // What all coins from a position on would still bring.
    var ahead = [Int64](repeating: 0, count: pool.count + 1)
    for position in pool.indices.reversed() {
      ahead[position] = ahead[position + 1] + values[position]
    }
    let slack = 4 + rate / 1000 * 4
    let feesAreHigh = rate >= longTermRate

    var chosen: [Int] = []  // positions in the pool
    var sum: Int64 = 0
    var size = start
    var inputUnits: Int64 = 0
    var best: [Int]?
    var bestWaste = Int64.max
    var position = 0

    func waste(_ excess: Int64) -> Int64 {
      (rate - longTermRate) * inputUnits + 4000 * excess
    }

    for _ in 0..<Self.tries {
      var turnsBack = position == pool.count
      let excess = excess(sum, size)
      if excess + ahead[position] + slack < 0 || excess > costOfChange + slack
        || size.units > maximumUnits
      {
        turnsBack = true
      } else if feesAreHigh, best != nil, waste(0) > bestWaste {
        // Every further input only adds waste.
        turnsBack = true
      } else if excess >= 0, excess <= costOfChange, !chosen.isEmpty {
        let waste = waste(excess)
        if waste < bestWaste || (waste == bestWaste && chosen.count > (best?.count ?? 0)) {
          best = chosen
          bestWaste = waste
        }
        // At low rates one more small input may still lower the waste.
        if feesAreHigh { turnsBack = true }
      }

      if turnsBack {
        // Leave out the last coin taken and go on behind it.
        guard let last = chosen.popLast() else { break }
        let candidate = candidates[pool[last]]
        sum -= candidate.amount.satoshis
        size.remove(candidate.weight)
        inputUnits -= Int64(candidate.weight.units)
        position = last + 1
        // A coin equal to the one left out would give the same choices again.
        while position < pool.count, candidates[pool[position]] == candidate { position += 1 }
      } else {
        let candidate = candidates[pool[position]]
        chosen.append(position)
        sum += candidate.amount.satoshis
        size.add(candidate.weight)
        inputUnits += Int64(candidate.weight.units)
        position += 1
      }
    }
    return best?.map { pool[$0] }
  }
}
