package import EncryptedVault
internal import TerminalUI
package import TransactionReview

/// The settings of a vault: the limits that a person may change, with typed consent.
package enum SignerSetting: String, HomeSetting {
  case feeWarningPercent = "fee-warning-percent"
  case feeRateWarning = "fee-rate-warning"
  case feeRefusalPercent = "fee-refusal-percent"
  case unprovenAmounts = "unproven-amounts"
  case drillInterval = "drill-interval-days"
  case unattendedSigning = "unattended-signing"

  /// What it decides, for a person.
  package var meaning: String {
    switch self {
    case .feeWarningPercent: "R04 warns above this share of the money leaving, in percent"
    case .feeRateWarning: "R04 warns above this fee rate, in sat/vB"
    case .feeRefusalPercent: "R04 refuses above this share of the inputs, in percent"
    case .unprovenAmounts: "R01 warns of (1) or refuses (0) unproven amounts of segwit coins"
    case .drillInterval: "days after which a backup is to be tried again"
    case .unattendedSigning: "whether --yes works on mainnet too (1) or only in rehearsals (0)"
    }
  }

  /// What may be set.
  package var range: ClosedRange<Int64> {
    switch self {
    case .feeWarningPercent, .feeRefusalPercent: 1...100
    case .feeRateWarning: 1...100_000
    case .unprovenAmounts, .unattendedSigning: 0...1
    case .drillInterval: 1...3_650
    }
  }

  /// The value where nothing was set.
  package var standard: Int64 {
    let limits = ReviewLimits()
    return switch self {
    case .feeWarningPercent: limits.feeWarningPercent
    case .feeRateWarning: limits.feeRateWarning / 1_000
    case .feeRefusalPercent: limits.feeRefusalPercent
    case .unprovenAmounts: limits.acceptsUnprovenSegwitV0 ? 1 : 0
    case .drillInterval: 365
    case .unattendedSigning: 0
    }
  }
}

extension VaultContents {
  package func value(of setting: SignerSetting) -> Int64 {
    settings[setting.rawValue] ?? setting.standard
  }

  /// The numbers that the rules compare against.
  package var reviewLimits: ReviewLimits {
    var limits = ReviewLimits()
    limits.feeWarningPercent = value(of: .feeWarningPercent)
    limits.feeRateWarning = value(of: .feeRateWarning) * 1_000
    limits.feeRefusalPercent = value(of: .feeRefusalPercent)
    limits.acceptsUnprovenSegwitV0 = value(of: .unprovenAmounts) == 1
    return limits
  }
}
