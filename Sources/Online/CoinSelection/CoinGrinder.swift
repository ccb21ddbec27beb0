internal import BitcoinPrimitives

extension Problem {
  /// The lightest coins that pay and leave at least so much change: the cheapest choice with change.
  ///
  /// Depth first, like branch and bound (Bitcoin Core's `CoinGrinder`). What the coins weigh that are still
  /// needed at the least is known at every step, so coins that weigh the same are searched through at once.
  func coinGrinder(
    leaving leastChange: Int64, _ pool: SearchPool, tries: Int = CoinSearch.tries
  ) -> CoinSearch {
    var path = CoinPath(self, pool)
    guard let least = grindingBound(path, pool, leaving: leastChange) else {
      return CoinSearch(best: nil, bound: nil, isComplete: true)
    }
    var best: [Int]?
    var bestUnits = Int64.max
    func bound(_ units: Int64) -> Int64 { cost(units, extra: costOfChange) }
    for _ in 0..<tries {
      var isEnough = false
      if !path.chosen.isEmpty, sizeWithChange(path.size) <= maximumUnits,
        change(path.sum, path.size) >= leastChange
      {
        isEnough = true
        if path.units < bestUnits {
          best = path.indices
          bestUnits = path.units
        }
      }
      guard bestUnits > least else {
        return CoinSearch(best: best, bound: bound(bestUnits), isComplete: true)
      }
      if !isEnough, sizeWithChange(path.size) < maximumUnits,
        let units = grindingBound(path, pool, leaving: leastChange, isAdding: true),
        units < bestUnits
      {
        path.take()
      } else if !path.turnBack() {
        return CoinSearch(
          best: best, bound: best == nil ? nil : bound(bestUnits), isComplete: true)
      }
    }
    let open =
      path.open.compactMap { grindingBound($0, pool, leaving: leastChange) }.min() ?? .max
    let units = min(open, bestUnits)
    return CoinSearch(
      best: best, bound: units == .max ? nil : bound(units), isComplete: open >= bestUnits)
  }

  /// What coins weigh at least that have these among them; nil when all that are left do not reach, or not
  /// within the weight.
  private func grindingBound(
    _ path: CoinPath, _ pool: SearchPool, leaving leastChange: Int64, isAdding: Bool = false
  ) -> Int64? {
    let missing = leastChange - change(path.sum, path.size) - pool.slack
    guard var more = pool.leastUnits(toBring: missing, from: path.position) else { return nil }
    if isAdding || path.chosen.isEmpty {
      guard let lightest = pool.lightest(from: path.position) else { return nil }
      more = max(more, lightest)
    }
    guard Int64(sizeWithChange(path.size)) + more <= Int64(maximumUnits) else { return nil }
    return path.units + more
  }
}
