public import BitcoinPrimitives

/// The coins chosen for a payment, and what follows from them.
public struct Selection: Hashable, Sendable {
  /// How the coins were found.
  public enum Algorithm: String, Hashable, Sendable {
    /// A search for coins that need no change.
    case branchAndBound = "branch and bound"
    /// A search for the lightest coins that leave useful change.
    case coinGrinder = "coin grinder"
    /// Coins drawn at random until there are enough.
    case singleRandomDraw = "single random draw"
    /// The coins that the person named.
    case byHand = "by hand"
    /// All coins, for a payment of all that is left.
    case everything
  }

  /// Positions in the list of candidates, ascending.
  public let indices: [Int]
  /// What the chosen coins are worth together.
  public let inputTotal: Amount
  /// Inputs minus outputs.
  ///
  /// With change it is the fee rate times the virtual size, rounded up to the next satoshi; without
  /// change it also holds what was too small to give back.
  public let fee: Amount
  /// How much less the payments get together, where the fee is taken from them.
  public let deduction: Amount
  /// The change, when it is worth having.
  public let change: Amount?
  /// Exact weight of the signed transaction, signatures at the size they were announced with.
  public let weight: Weight
  /// Waste in satoshis, rounded down.
  ///
  /// What these inputs cost now above what they would cost at the long-term rate, plus the cost of
  /// the change or, without change, the excess. It may be negative when fees are low.
  public let waste: Int64
  /// What it costs, in 4,000ths of a satoshi: as the waste, but inputs never count less than nothing.
  let scaledCost: Int64
  /// What it will cost to spend the change one day, at the long-term rate; zero without change.
  public let feeForChange: Amount
  /// How the coins were found.
  public let algorithm: Algorithm
  /// How far it is from the best possible; nil for coins that nobody searched for.
  public internal(set) var certificate: Certificate?
  /// How many of the candidates bring more than they cost; nil for coins that nobody searched for.
  public internal(set) var worthwhile: Int?
  /// What the ways to choose found, in the order in which they were tried.
  public internal(set) var weighed: [Weighed] = []

  /// What it costs in satoshis, rounded down: its inputs now above the long-term rate, but never less than
  /// nothing for them, and the change, now and later, or without change the excess.
  public var cost: Int64 { scaledCost / 4000 }

  /// What one way to choose came to.
  public struct Weighed: Hashable, Sendable {
    /// The way.
    public let algorithm: Algorithm
    /// What it found; nil for nothing.
    public let found: Found?
    /// Whether it was taken into account at this fee rate.
    public let counts: Bool
  }

  /// A choice in numbers.
  public struct Found: Hashable, Sendable {
    /// How many coins it spends.
    public let inputs: Int
    /// What it pays in fees.
    public let fee: Amount
    /// What comes back.
    public let change: Amount?
    /// What it costs in satoshis, as of the selection.
    public let cost: Int64
  }

  var numbers: Found { Found(inputs: indices.count, fee: fee, change: change, cost: cost) }
}

extension Selection {
  /// The cheapest of what branch and bound, a single random draw and, at high fee rates, the coin grinder find,
  /// with a certificate of how far that is from the best possible.
  ///
  /// The coin grinder counts above three times the long-term rate, as in Bitcoin Core: it takes the largest coins,
  /// and always doing so would leave a wallet with small ones. Time is that of sorting and of two searches that
  /// end after a fixed number of steps; memory is linear in the number of candidates. The same candidates and the
  /// same random numbers give the same selection.
  /// - Throws: `SelectionError` when the coins do not reach.
  public init(
    from candidates: [Candidate], for request: SelectionRequest,
    using random: inout some RandomNumberGenerator
  ) throws(SelectionError) {
    let problem = try Problem(candidates, request)
    let pool = SearchPool(problem)
    let exact = problem.lowestCost(pool)
    let drawn = problem.singleRandomDraw(pool, using: &random)
    let grinds = request.takesCheapest || problem.rate > 3 * problem.longTermRate || drawn == nil
    let draws = !request.takesCheapest || (exact.changeless == nil && exact.withChange == nil)
    var weighed: [Weighed] = []
    var found: [Selection] = []
    for (indices, algorithm, counts) in [
      (exact.changeless, Algorithm.branchAndBound, true),
      (exact.withChange, .coinGrinder, grinds), (drawn, .singleRandomDraw, draws),
    ] {
      let selection = try indices.map { indices throws(SelectionError) in
        try problem.selection(indices, algorithm)
      }
      weighed.append(Weighed(algorithm: algorithm, found: selection?.numbers, counts: counts))
      if counts, let selection { found.append(selection) }
    }
    // The lower cost wins; at equal cost the lower waste and then more inputs, which leaves fewer coins behind.
    let best = found.min {
      ($0.scaledCost, $0.waste, -$0.indices.count) < ($1.scaledCost, $1.waste, -$1.indices.count)
    }
    guard var best else { throw problem.failure(pool) }
    best.certificate = exact.certificate(for: best.scaledCost)
    best.weighed = weighed
    best.worthwhile = pool.count
    self = best
  }

  /// Exactly these coins, chosen by hand.
  /// - Throws: `SelectionError` when they do not reach or are too heavy together.
  public init(exactly coins: [Candidate], for request: SelectionRequest) throws(SelectionError) {
    let problem = try Problem(coins, request)
    self = try problem.selection(Array(coins.indices), .byHand)
  }

  /// Every coin that brings more than it costs, for a payment that empties the wallet.
  ///
  /// `request.payments` holds the fixed payments; `request.outputScriptLengths` also counts the
  /// output that takes the rest. There is no change.
  /// `includingAll` takes also coins that cost more than they bring (chosen by hand).
  /// - Returns: the selection, and what the output that takes the rest receives.
  /// - Throws: `SelectionError` when nothing is left or the transaction is too heavy.
  public static func everything(
    of candidates: [Candidate], for request: SelectionRequest, includingAll: Bool = false
  ) throws(SelectionError) -> (selection: Selection, rest: Amount) {
    let problem = try Problem(candidates, request)
    return try problem.everything(includingAll: includingAll)
  }
}
