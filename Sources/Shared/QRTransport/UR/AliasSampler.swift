/// Draws indices by given weights in constant time (Walker's alias method, in the order of
/// BCR-2024-001).
///
/// The order in which the two stacks are filled and emptied is part of the format: both ends must
/// draw alike.
struct AliasSampler: Sendable {
  private let probabilities: [Double]
  private let aliases: [Int]

  init(weights: [Double]) {
    let count = weights.count
    let sum = weights.reduce(0, +)
    var scaled = weights.map { $0 * Double(count) / sum }
    var small: [Int] = []
    var large: [Int] = []
    for index in (0..<count).reversed() {
      if scaled[index] < 1 { small.append(index) } else { large.append(index) }
    }
    var probabilities = [Double](repeating: 1, count: count)
    var aliases = [Int](repeating: 0, count: count)
    while let less = small.last, let more = large.last {
      small.removeLast()
      large.removeLast()
      probabilities[less] = scaled[less]
      aliases[less] = more
      scaled[more] += scaled[less] - 1
      if scaled[more] < 1 { small.append(more) } else { large.append(more) }
    }
    self.probabilities = probabilities
    self.aliases = aliases
  }

  /// An index; takes two numbers from the generator.
  func next(_ generator: inout Xoshiro256) -> Int {
    let first = generator.nextDouble()
    let second = generator.nextDouble()
    let index = min(probabilities.count - 1, Int(Double(probabilities.count) * first))
    return second < probabilities[index] ? index : aliases[index]
  }
}
