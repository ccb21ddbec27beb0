internal import BitcoinPrimitives

/// The coins that bring more than they cost, the best first, with what the searches ask of those that are still
/// to be decided on.
///
/// Each answer is for the coins from a position on, takes no longer than a binary search, and is never too
/// pessimistic: what a search leaves out because of it is no better than what it has.
struct SearchPool {
  /// Positions in the list of candidates; equal coins stand side by side.
  let indices: [Int]
  /// What each brings after its own cost, in satoshis, never less than it really brings.
  let values: [Int64]
  /// What each weighs, in weight units.
  let units: [Int64]
  /// The sum of the values before each position, and of all.
  private let through: [Int64]
  /// The least weight of one coin from each position on.
  private let lightest: [Int64]
  /// The position of the coin that brings most for its weight, from each position on.
  private let densest: [Int]
  /// How many satoshis rounding, the count of inputs and one witness among inputs without any may move.
  let slack: Int64

  var count: Int { indices.count }

  init(_ problem: Problem) {
    let rate = problem.rate
    var keyed: [(value: Int64, units: Int64, index: Int)] = []
    keyed.reserveCapacity(problem.candidates.count)
    for (index, candidate) in problem.candidates.enumerated() {
      guard problem.worth(candidate) > 0 else { continue }
      keyed.append(
        (problem.effectiveValue(candidate), Int64(candidate.weight.units), index))
    }
    keyed.sort { ($0.value, $1.units, $1.index) > ($1.value, $0.units, $0.index) }
    indices = keyed.map(\.index)
    let values = keyed.map(\.value)
    let units = keyed.map(\.units)
    var through = [Int64](repeating: 0, count: keyed.count + 1)
    for position in keyed.indices { through[position + 1] = through[position] + values[position] }
    var lightest = units
    var densest = Array(keyed.indices)
    for position in keyed.indices.dropLast().reversed() {
      lightest[position] = min(lightest[position], lightest[position + 1])
      let next = densest[position + 1]
      if Int128(values[next]) * Int128(units[position])
        > Int128(values[position]) * Int128(units[next])
      {
        densest[position] = next
      }
    }
    // An input without a witness weighs one unit more beside one that has a witness.
    let bare = indices.count { problem.candidates[$0].weight.witnessLength == 0 }
    let most = problem.maximumUnits / InputWeight(scriptSigLength: 0, witnessLength: 0).units
    let isMixed = bare > 0 && bare < indices.count
    slack = 8 + rate * Int64(16 + (isMixed ? min(bare, most) : 0)) / 4000
    self.values = values
    self.units = units
    self.through = through
    self.lightest = lightest
    self.densest = densest
  }

  /// What all coins from a position on would bring.
  func ahead(of position: Int) -> Int64 { through[count] - through[position] }

  /// What the lightest coin from a position on weighs; nil behind the last.
  func lightest(from position: Int) -> Int64? {
    position < count ? lightest[position] : nil
  }

  /// The least weight of coins from a position on that bring so much together; nil when all do not.
  ///
  /// As many coins are needed as if the best were taken, and no coin brings more for its weight than the
  /// densest does.
  func leastUnits(toBring needed: Int64, from position: Int) -> Int64? {
    guard needed > 0 else { return 0 }
    guard needed <= ahead(of: position) else { return nil }
    var low = position + 1
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if through[middle] - through[position] >= needed { high = middle } else { low = middle + 1 }
    }
    let best = densest[position]
    let dense = Int128(needed) * Int128(units[best]) / Int128(values[best])
    return max(Int64(low - position) * lightest[position], Int64(dense))
  }
}
