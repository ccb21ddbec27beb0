internal import BitcoinPrimitives

extension Problem {
  /// The change a draw aims for, in satoshis: big enough to be useful and to look like a payment
  /// (Bitcoin Core's `CHANGE_LOWER`).
  static let changeTarget: Int64 = 50_000

  /// Coins drawn at random until payments, fee and a useful change are covered; failing that,
  /// until payments and fee are; or nil.
  func singleRandomDraw(
    _ pool: SearchPool, using random: inout some RandomNumberGenerator
  ) -> [Int]? {
    draw(pool.indices, using: &random) { change($0, $1) >= usefulChange }
      ?? draw(pool.indices, using: &random) { excess($0, $1) >= 0 }
  }

  /// The change that is aimed for, in satoshis.
  var usefulChange: Int64 { max(Self.changeTarget, minimumChange) }

  /// Draws until `enough` says so.
  ///
  /// When the weight limit is passed the least valuable coins are
  /// put back, as in Bitcoin Core's `SelectCoinsSRD`.
  private func draw(
    _ pool: [Int], using random: inout some RandomNumberGenerator,
    until enough: (Int64, TransactionSize) -> Bool
  ) -> [Int]? {
    var pool = pool
    var kept = LeastValuable()
    var sum: Int64 = 0
    var size = start
    // Room for the change output, which is not counted while drawing.
    let changeUnits =
      4 * TransactionSize.outputLength(scriptLength: request.change.scriptLength) + 8
    for position in pool.indices {
      // Fisher and Yates, one step at a time: only coins that are looked at are shuffled.
      pool.swapAt(position, Int.random(in: position..<pool.count, using: &random))
      let index = pool[position]
      kept.insert(index, value: effectiveValue(candidates[index]))
      sum += candidates[index].amount.satoshis
      size.add(candidates[index].weight)
      while size.units + changeUnits > maximumUnits, let dropped = kept.removeLeast() {
        sum -= candidates[dropped].amount.satoshis
        size.remove(candidates[dropped].weight)
      }
      if size.inputCount > 0, enough(sum, size) { return kept.indices }
    }
    return nil
  }
}

/// A binary heap with the least valuable coin on top.
private struct LeastValuable {
  private var heap: [(value: Int64, index: Int)] = []

  var indices: [Int] { heap.map(\.index) }

  mutating func insert(_ index: Int, value: Int64) {
    heap.append((value, index))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].value < heap[parent].value else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeLeast() -> Int? {
    guard let top = heap.first else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].value < heap[least].value { least = child }
      guard least != parent else { return top.index }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
