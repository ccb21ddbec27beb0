public import Refusals

/// Refusals of amounts and fee rates: out of range, or written in a way that could mean two things.
public enum AmountError: HintedError, Equatable, Sendable {
  /// A number of satoshis below zero or above 21 million bitcoin.
  case outOfRange(satoshis: Int64)
  /// A sum or product that leaves 0 to 21 million bitcoin, or a difference below zero.
  case overflow
  /// Text without a decimal point and without the unit `sat`: nobody can know which was meant.
  case missingUnit
  /// Text that is not an amount; the offset counts characters.
  case malformed(offset: Int)
  /// More decimals than the unit has.
  case tooPrecise(decimals: Int)
}

extension AmountError {
  public var description: String {
    switch self {
    case .outOfRange(let satoshis): "amount of \(satoshis) sat is outside 0 to 21 million BTC"
    case .overflow: "sum of amounts is outside 0 to 21 million BTC"
    case .missingUnit: "amount has neither a decimal point nor a unit"
    case .malformed(let offset): "amount is malformed at character \(offset + 1)"
    case .tooPrecise(let decimals): "amount has more than \(decimals) decimals"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .outOfRange, .overflow: .r03
    case .missingUnit, .malformed, .tooPrecise: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    "write bitcoin with a decimal point (0.5, 0.5BTC) or satoshis with their unit (50000sat)"
  }
}
