internal import BitcoinPrimitives

/// What a search found, and what it proves about all that it did not look at.
struct CoinSearch {
  /// How many steps a search may take before it answers with the best found so far.
  static let tries = 100_000

  /// The best choice, as positions in the list of candidates.
  var best: [Int]?
  /// No choice of the kind that was searched for costs less, in 4,000ths of a satoshi; nil when there is none of
  /// that kind.
  var bound: Int64?
  /// Whether nothing was left to look at: the best choice is the best there is.
  var isComplete: Bool
}

/// A way through the choices of a pool, depth first: coins in falling order of value, taking before leaving.
struct CoinPath {
  private let problem: Problem
  private let pool: SearchPool
  /// Positions in the pool of the coins that are taken.
  private(set) var chosen: [Int] = []
  private(set) var sum: Int64 = 0
  private(set) var size: TransactionSize
  /// What the inputs weigh, counts and marker left aside.
  private(set) var units: Int64 = 0
  /// The next coin to decide on.
  private(set) var position = 0

  init(_ problem: Problem, _ pool: SearchPool) {
    self.problem = problem
    self.pool = pool
    size = problem.start
  }

  /// Takes the next coin.
  mutating func take() {
    add(position)
    position += 1
  }

  private mutating func add(_ place: Int) {
    let candidate = problem.candidates[pool.indices[place]]
    chosen.append(place)
    sum += candidate.amount.satoshis
    size.add(candidate.weight)
    units += pool.units[place]
  }

  /// Leaves out the last coin that was taken and goes on behind it; false when there is none.
  mutating func turnBack() -> Bool {
    guard let last = chosen.popLast() else { return false }
    let candidate = problem.candidates[pool.indices[last]]
    sum -= candidate.amount.satoshis
    size.remove(candidate.weight)
    units -= pool.units[last]
    position = last + 1
    // A coin equal to the one left out would give the same choices again.
    while position < pool.count, problem.candidates[pool.indices[position]] == candidate {
      position += 1
    }
    return true
  }

  /// The taken coins as positions in the list of candidates.
  var indices: [Int] { chosen.map { pool.indices[$0] } }

  /// Every place from which choices were not looked at yet: this one, and for each coin that is taken the choices
  /// without it.
  var open: [CoinPath] {
    var open = [self]
    var path = CoinPath(problem, pool)
    for place in chosen {
      path.position = place + 1
      open.append(path)
      path.add(place)
    }
    return open
  }
}
