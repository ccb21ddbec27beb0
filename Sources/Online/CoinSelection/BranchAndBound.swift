internal import BitcoinPrimitives

extension Problem {
  /// Coins that pay exactly, or with an excess that costs less than change would; the cheapest such choice.
  ///
  /// Depth first over coins in falling order of value, taking before leaving (Murch, "An
  /// Evaluation of Coin Selection Strategies", 2016; Bitcoin Core's `SelectCoinsBnB`). The excess
  /// is exact at every step, size of the input count included; the bounds are widened by what
  /// rounding may move, so no choice is lost to them. Only choices cheaper than `limit` are looked for.
  func branchAndBound(
    _ pool: SearchPool, below limit: Int64 = .max, tries: Int = CoinSearch.tries
  ) -> CoinSearch {
    var path = CoinPath(self, pool)
    guard let least = changelessBound(path, pool), least < limit else {
      return CoinSearch(best: nil, bound: nil, isComplete: true)
    }
    var best: [Int]?
    var bestCost = limit
    for _ in 0..<tries {
      let excess = excess(path.sum, path.size)
      if !path.chosen.isEmpty, path.size.units <= maximumUnits,
        needsNoChange(path.sum, path.size, excess: excess)
      {
        let cost = cost(path.units, extra: excess)
        if cost < bestCost {
          best = path.indices
          bestCost = cost
        }
      }
      guard bestCost > least else {
        return CoinSearch(best: best, bound: bestCost, isComplete: true)
      }
      if path.size.units < maximumUnits, excess <= mostExcess + pool.slack,
        let bound = changelessBound(path, pool, isAdding: true), bound < bestCost
      {
        path.take()
      } else if !path.turnBack() {
        return CoinSearch(best: best, bound: best == nil ? nil : bestCost, isComplete: true)
      }
    }
    let open = path.open.compactMap { changelessBound($0, pool) }.min() ?? .max
    let bound = min(open, bestCost)
    return CoinSearch(
      best: best, bound: bound == limit ? nil : bound, isComplete: open >= bestCost)
  }

  /// What a choice without change costs at least that has these coins, and any of those that are still to be
  /// decided on, or at least one more; nil when they cannot reach, or not within the weight.
  private func changelessBound(
    _ path: CoinPath, _ pool: SearchPool, isAdding: Bool = false
  ) -> Int64? {
    let excess = excess(path.sum, path.size)
    guard
      var more = pool.leastUnits(toBring: -excess - pool.slack, from: path.position)
    else { return nil }
    if isAdding || path.chosen.isEmpty {
      guard let lightest = pool.lightest(from: path.position) else { return nil }
      more = max(more, lightest)
    }
    guard Int64(path.size.units) + more <= Int64(maximumUnits) else { return nil }
    return cost(path.units + more, extra: max(0, excess - pool.slack))
  }
}
