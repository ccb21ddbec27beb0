public import BitcoinPrimitives

/// The coins chosen for a payment, and what follows from them.
public struct Selection: Hashable, Sendable {
  /// How the coins were found.
  public enum Algorithm: String, Hashable, Sendable {
    /// A search for coins that need no change.
    case branchAndBound = "branch and bound"
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
  /// The change, when it is worth having.
  public let change: Amount?
  /// Exact weight of the signed transaction, signatures at the size they were announced with.
  public let weight: Weight
  /// Waste in satoshis, rounded down.
  ///
  /// What these inputs cost now above what they would cost at the long-term rate, plus the cost of
  /// the change or, without change, the excess. It may be negative when fees are low.
  public let waste: Int64
  /// How the coins were found.
  public let algorithm: Algorithm
}

extension Selection {
  /// The least wasteful of what branch and bound and a single random draw find.
  ///
  /// Time is that of sorting; memory is linear in the number of candidates.
  /// - Throws: `SelectionError` when the coins do not reach.
  public init(
    from candidates: [Candidate], for request: SelectionRequest,
    using random: inout some RandomNumberGenerator
  ) throws(SelectionError) {
    let problem = try Problem(candidates, request)
    var found: [Selection] = []
    if let indices = problem.branchAndBound() {
      found.append(try problem.selection(indices, .branchAndBound))
    }
    if let indices = problem.singleRandomDraw(using: &random) {
      found.append(try problem.selection(indices, .singleRandomDraw))
    }
    // The lower waste wins; at equal waste more inputs, which leaves fewer coins behind.
    let best = found.min {
      ($0.waste, -$0.indices.count) < ($1.waste, -$1.indices.count)
    }
    guard let best else { throw problem.failure }
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
