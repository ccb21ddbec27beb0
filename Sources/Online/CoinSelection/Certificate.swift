/// How far a selection is from the best possible, proved by what the searches looked at and by lower bounds on what
/// they did not.
///
/// It speaks of all choices of the coins that bring more than they cost, in one transaction of relayed weight, that
/// need no change or leave at least `leastChange`; and of what a choice costs as ``Selection/cost`` counts it.
public struct Certificate: Hashable, Sendable {
  /// At most so many satoshis could be saved by any other choice, rounded up.
  public let gap: Int64
  /// No choice costs less than so many satoshis, rounded down.
  public let leastCost: Int64
  /// The least change of the choices that it speaks of, in satoshis.
  public let leastChange: Int64
  /// Whether both searches came to their end: `leastCost` is then the cost of a choice, not only a bound.
  public let isExact: Bool
}

/// The cheapest choices without change and with it, and what no choice can be cheaper than.
struct LowestCost {
  let changeless: [Int]?
  let withChange: [Int]?
  /// No choice costs less, in 4,000ths of a satoshi; nil when there is none.
  let bound: Int64?
  let leastChange: Int64
  let isExact: Bool

  /// What is proved about a choice of this cost.
  func certificate(for scaledCost: Int64) -> Certificate {
    // A draw may leave less change than the choices that the bound speaks of.
    let bound = min(bound ?? scaledCost, scaledCost)
    return Certificate(
      gap: (scaledCost - bound + 3999) / 4000, leastCost: bound / 4000, leastChange: leastChange,
      isExact: isExact)
  }
}

extension Problem {
  /// The exact search for the lowest cost, in two halves: without change, where the excess is what differs, and with
  /// change, where the weight of the inputs is.
  ///
  /// Where no choice leaves useful change, one that is just worth having is enough. A search without change that
  /// does not come to its end is made again for what is cheaper than the choice with change alone, which is less to
  /// look at.
  func lowestCost(_ pool: SearchPool, tries: Int = CoinSearch.tries) -> LowestCost {
    var changeless = branchAndBound(pool, tries: tries)
    var leastChange = usefulChange
    var withChange = coinGrinder(leaving: leastChange, pool, tries: tries)
    if withChange.best == nil, changeless.best == nil, leastChange > minimumChange {
      leastChange = minimumChange
      withChange = coinGrinder(leaving: leastChange, pool, tries: tries)
    }
    if !changeless.isComplete, withChange.best != nil, let limit = withChange.bound {
      let second = branchAndBound(pool, below: limit, tries: tries)
      changeless.best = second.best ?? changeless.best
      changeless.bound = [changeless.bound, second.bound ?? limit].compactMap(\.self).max()
      changeless.isComplete = second.isComplete
    }
    return LowestCost(
      changeless: changeless.best, withChange: withChange.best,
      bound: [changeless.bound, withChange.bound].compactMap(\.self).min(),
      leastChange: leastChange, isExact: changeless.isComplete && withChange.isComplete)
  }
}
