public import TerminalUI
public import TransactionReview

/// The limits of R04 that a person may change, the same in both programs.
public enum FeeSetting: String, HomeSetting {
  /// A warning above this share of the money that leaves, in percent.
  case warningPercent = "fee-warning-percent"
  /// A warning above this fee rate, in sat/vB.
  case rateWarning = "fee-rate-warning"
  /// A refusal above this share of the inputs, in percent.
  case refusalPercent = "fee-refusal-percent"

  public var meaning: String {
    switch self {
    case .warningPercent: "R04 warns above this share of the money leaving, in percent"
    case .rateWarning: "R04 warns above this fee rate, in sat/vB"
    case .refusalPercent: "R04 refuses above this share of the inputs, in percent"
    }
  }

  public var range: ClosedRange<Int64> {
    switch self {
    case .warningPercent, .refusalPercent: 1...100
    case .rateWarning: 1...100_000
    }
  }

  public var standard: Int64 {
    let limits = ReviewLimits()
    return switch self {
    case .warningPercent: limits.feeWarningPercent
    case .rateWarning: limits.feeRateWarning / 1_000
    case .refusalPercent: limits.feeRefusalPercent
    }
  }
}

extension ReviewLimits {
  /// The limits of docs/rules.md, with those of R04 as `value` says them.
  public init<Failure: Error>(fees value: (FeeSetting) throws(Failure) -> Int64) throws(Failure) {
    self.init()
    feeWarningPercent = try value(.warningPercent)
    feeRateWarning = try value(.rateWarning) * 1_000
    feeRefusalPercent = try value(.refusalPercent)
  }
}
