public import BitcoinPrimitives

/// A coin that may be spent.
public struct Candidate: Hashable, Sendable {
  /// What it is worth.
  public let amount: Amount
  /// What spending it adds to the transaction.
  public let weight: InputWeight

  /// Takes the amount and what spending it weighs.
  public init(amount: Amount, weight: InputWeight) {
    self.amount = amount
    self.weight = weight
  }
}

/// What change would look like, and from what size on it is worth having.
public struct ChangePolicy: Hashable, Sendable {
  /// Bytes of the change output's locking script.
  public let scriptLength: Int
  /// What spending the change will add to a later transaction.
  public let spending: InputWeight
  /// Below this the output would not be relayed.
  public let dust: Amount

  /// Takes the three; the length in bytes.
  public init(scriptLength: Int, spending: InputWeight, dust: Amount) {
    self.scriptLength = scriptLength
    self.spending = spending
    self.dust = dust
  }
}

/// What the coins have to pay for.
public struct SelectionRequest: Sendable {
  /// Sum of the payments, fee left aside.
  public var payments: Amount
  /// Lengths in bytes of the payments' locking scripts.
  public var outputScriptLengths: [Int]
  /// The fee rate of this transaction.
  public var feeRate: FeeRate
  /// The fee rate at which coins left over now are expected to be spent one day.
  public var longTermFeeRate: FeeRate
  /// What change would look like.
  public var change: ChangePolicy
  /// Heaviest transaction that is still relayed.
  public var maximumWeight: Weight
  /// Whether the cheapest choice that is found is taken at every fee rate, and no coins are drawn while there is
  /// one.
  public var takesCheapest = false
  /// Whether the fee is taken from the payments: the coins have to reach for them alone.
  public var deductsFee = false

  /// A request; `Weight.maxStandardTransaction` is the heaviest that nodes relay.
  public init(
    payments: Amount, outputScriptLengths: [Int], feeRate: FeeRate, longTermFeeRate: FeeRate,
    change: ChangePolicy, maximumWeight: Weight
  ) {
    self.payments = payments
    self.outputScriptLengths = outputScriptLengths
    self.feeRate = feeRate
    self.longTermFeeRate = longTermFeeRate
    self.change = change
    self.maximumWeight = maximumWeight
  }
}
