/// Which fragments a part of a fountain mixes: known to both ends from its number alone.
///
/// Built once for a message: the time and memory it takes grow with the number of fragments, which
/// the caller has capped. One choice takes time proportional to that number plus degree times its
/// logarithm.
struct FragmentChooser: Sendable {
  let count: Int
  let checksum: UInt32
  private let degrees: AliasSampler
  /// A binary indexed tree over `count` ones, to remove the k-th remaining fragment without moving
  /// the rest.
  private let remaining: [Int32]
  private let topStep: Int

  init(count: Int, checksum: UInt32) {
    self.count = count
    self.checksum = checksum
    degrees = AliasSampler(weights: (1...max(1, count)).map { 1 / Double($0) })
    remaining = (0...count).map { Int32($0 & -$0) }
    var step = 1
    while step * 2 <= count { step *= 2 }
    topStep = step
  }

  /// The fragments (from 0) of part `sequenceNumber` (from 1), in the order drawn.
  func fragments(of sequenceNumber: UInt32) -> [Int] {
    if Int(sequenceNumber) <= count { return [Int(sequenceNumber) - 1] }
    var generator = Xoshiro256(sequenceNumber: sequenceNumber, checksum: checksum)
    let degree = degree(&generator)
    return Array(shuffled(degree, &generator))
  }

  /// How many fragments part `sequenceNumber` mixes.
  func degree(of sequenceNumber: UInt32) -> Int {
    if Int(sequenceNumber) <= count { return 1 }
    var generator = Xoshiro256(sequenceNumber: sequenceNumber, checksum: checksum)
    return degree(&generator)
  }

  /// How many fragments are mixed: 1 to `count`, weighted by 1/degree.
  func degree(_ generator: inout Xoshiro256) -> Int { degrees.next(&generator) + 1 }

  /// The first `degree` items of a shuffle of 0..<count.
  func shuffled(_ degree: Int, _ generator: inout Xoshiro256) -> [Int] {
    var tree = remaining
    var chosen: [Int] = []
    chosen.reserveCapacity(degree)
    for taken in 0..<degree {
      var rank = Int32(generator.nextInt(0, count - taken - 1))
      var position = 0
      var step = topStep
      while step > 0 {
        let next = position + step
        if next <= count {
          if tree[next] <= rank {
            rank -= tree[next]
            position = next
          } else {
            tree[next] -= 1
          }
        }
        step /= 2
      }
      chosen.append(position)
    }
    return chosen
  }
}
