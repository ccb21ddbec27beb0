public import BitcoinPrimitives
public import Refusals

/// Why no coins could be chosen.
public enum SelectionError: HintedError, Equatable, Sendable {
  /// Nothing to choose from.
  case noCoins
  /// All coins that are worth spending at this fee rate do not reach: what they bring, and what
  /// the payments and the fee take.
  case insufficientFunds(available: Amount, needed: Amount)
  /// The coins would reach, but not within one transaction of relayed weight.
  case tooHeavy(weight: Int, limit: Int)
  /// Amounts add up to more than there is bitcoin.
  case amountsBeyondSupply
  /// A fee rate above one million satoshi per virtual byte.
  case feeRateTooHigh

  public var description: String {
    switch self {
    case .noCoins:
      "there are no coins to spend"
    case .insufficientFunds(let available, let needed):
      "insufficient funds: \(needed.satoshis) sat are needed with the fee, "
        + "\(available.satoshis) sat can be spent"
    case .tooHeavy(let weight, let limit):
      "the coins needed make a transaction of \(weight) weight units; nodes relay \(limit)"
    case .amountsBeyondSupply:
      "the amounts add up to more than 21 million bitcoin"
    case .feeRateTooHigh:
      "the fee rate is above 1000000 sat/vB"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .amountsBeyondSupply: .r03
    case .feeRateTooHigh: .r04
    case .noCoins, .insufficientFunds, .tooHeavy: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .noCoins:
      "receive something first, wait for a confirmation, or cancel a payment that holds coins"
    case .insufficientFunds:
      "pay less, lower the fee rate, wait for confirmations, or cancel a payment that holds coins"
    case .tooHeavy:
      "pay in several smaller payments, or first merge small coins at a low fee rate"
    case .amountsBeyondSupply:
      "check the amounts"
    case .feeRateTooHigh:
      "give the fee rate in satoshi per virtual byte"
    }
  }
}
