public import BitcoinPrimitives

/// What makes several transactions a fee ladder: one payment at several fees, and perhaps what takes it back.
///
/// It is found out from the transactions alone, whatever those who hand them over say of them. All spend the same coins,
/// with the same sequences and version. The steps pay the same scripts the same amounts in the same order, but for one
/// output, the change, whose amount is smaller the higher the fee. What takes the payment back has a single output, to the
/// script of that change, and pays a higher fee than each step.
///
/// Whose the change is they do not tell: whoever takes them for a ladder has to know it.
public struct LadderShape: Hashable, Sendable {
  /// The places of the steps among the transactions that were given, the lowest fee first; at least one.
  public let steps: [Int]
  /// The place of what takes the payment back; nil for none.
  public let cancel: Int?
  /// The output of each step that is its change.
  public let change: Int

  /// Looks at two or more transactions without signatures, in any order.
  ///
  /// - Throws: ``LadderFault`` for the first transaction that does not belong to the others.
  public init(of transactions: [Transaction]) throws(LadderFault) {
    guard let first = transactions.first, transactions.count > 1 else {
      throw LadderFault(place: 0, reason: "is a payment by itself")
    }
    for (place, other) in transactions.enumerated() {
      guard other.inputs == first.inputs else {
        throw LadderFault(place: place, reason: "spends other coins, or with other sequences")
      }
      guard other.version == first.version else {
        throw LadderFault(place: place, reason: "has another version")
      }
    }
    // A payment of one output has no change that could pay for a higher fee.
    let alone = transactions.indices.filter { transactions[$0].outputs.count == 1 }
    let rest = transactions.map(Self.total)
    let paying = transactions.indices.filter { !alone.contains($0) }
      .sorted { (rest[$1], $0) < (rest[$0], $1) }
    guard let lowest = paying.first else {
      throw LadderFault(place: 0, reason: "has no change that could pay for a higher fee")
    }
    guard alone.count < 2 else {
      throw LadderFault(place: alone[1], reason: "has no change that could pay for a higher fee")
    }
    var change: Int?
    for (before, place) in zip(paying, paying.dropFirst()) {
      guard rest[place] < rest[before] else {
        throw LadderFault(place: place, reason: "pays the same fee as another")
      }
      let differing = try Self.differing(
        transactions[place], from: transactions[lowest], at: place)
      guard change ?? differing == differing else {
        throw LadderFault(place: place, reason: "pays other amounts or other people")
      }
      change = differing
    }
    if let cancel = alone.first {
      change = try Self.takenBack(
        transactions[cancel], from: transactions[lowest], change: change, at: cancel)
      guard let top = paying.last, rest[cancel] < rest[top] else {
        throw LadderFault(
          place: cancel, reason: "takes the payment back at a fee that is not the highest")
      }
    }
    guard let change else {
      throw LadderFault(place: lowest, reason: "is a payment by itself")
    }
    steps = paying
    cancel = alone.first
    self.change = change
  }

  /// All places, the lowest fee first, what takes the payment back last.
  public var all: [Int] { steps + (cancel.map { [$0] } ?? []) }

  /// What a transaction pays in all; a stranger may have made it up, so it is summed where it cannot overflow.
  private static func total(_ transaction: Transaction) -> Int128 {
    transaction.outputs.reduce(0) { $0 + Int128($1.rawValue) }
  }

  /// The one output whose amount differs.
  private static func differing(
    _ step: Transaction, from other: Transaction, at place: Int
  ) throws(LadderFault) -> Int {
    guard step.lockTime == other.lockTime else {
      throw LadderFault(place: place, reason: "has another lock time")
    }
    let fault = LadderFault(place: place, reason: "pays other amounts or other people")
    guard step.outputs.map(\.scriptPubKey) == other.outputs.map(\.scriptPubKey) else { throw fault }
    let differing = step.outputs.indices.filter {
      step.outputs[$0].rawValue != other.outputs[$0].rawValue
    }
    guard differing.count == 1 else { throw fault }
    return differing[0]
  }

  /// The output that what takes the payment back pays instead of all; `change` where the steps tell it.
  private static func takenBack(
    _ cancel: Transaction, from step: Transaction, change: Int?, at place: Int
  ) throws(LadderFault) -> Int {
    let script = cancel.outputs[0].scriptPubKey
    let found =
      change ?? step.outputs.indices.first { step.outputs[$0].scriptPubKey == script }
    guard let found, step.outputs[found].scriptPubKey == script else {
      throw LadderFault(
        place: place, reason: "has one output, which is not the change of the others")
    }
    guard cancel.lockTime == step.lockTime || cancel.lockTime == .none else {
      throw LadderFault(place: place, reason: "has another lock time")
    }
    return found
  }
}

/// Why transactions are not a fee ladder.
public struct LadderFault: Error, Hashable, Sendable {
  /// The one that does not belong to the others, by its place among those that were given.
  public let place: Int
  /// The end of a sentence that begins with it.
  public let reason: String

  init(place: Int, reason: String) {
    self.place = place
    self.reason = reason
  }
}
