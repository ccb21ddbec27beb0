internal import TerminalUI
internal import TransactionReview
internal import WalletStorage

/// The settings of a home: what the rules leave to a person, changed with typed consent.
enum CoordinatorSetting: String, HomeSetting {
  case feeWarningPercent = "fee-warning-percent"
  case feeRateWarning = "fee-rate-warning"
  case feeRefusalPercent = "fee-refusal-percent"
  case unattendedBroadcast = "unattended-broadcast"

  /// What it decides, for a person.
  var meaning: String {
    switch self {
    case .feeWarningPercent: "R04 warns above this share of the money leaving, in percent"
    case .feeRateWarning: "R04 warns above this fee rate, in sat/vB"
    case .feeRefusalPercent: "R04 refuses above this share of the inputs, in percent"
    case .unattendedBroadcast:
      "whether broadcast --yes works on mainnet too (1) or only on test networks (0)"
    }
  }

  /// What may be set.
  var range: ClosedRange<Int64> {
    switch self {
    case .feeWarningPercent, .feeRefusalPercent: 1...100
    case .feeRateWarning: 1...100_000
    case .unattendedBroadcast: 0...1
    }
  }

  /// The value where nothing was set.
  var standard: Int64 {
    let limits = ReviewLimits()
    return switch self {
    case .feeWarningPercent: limits.feeWarningPercent
    case .feeRateWarning: limits.feeRateWarning / 1_000
    case .feeRefusalPercent: limits.feeRefusalPercent
    case .unattendedBroadcast: 0
    }
  }

  /// The value in a home; the standard one where the records hold what may not be set.
  func value(in store: Store) throws(ProgramError) -> Int64 {
    let kept = try hinted { () throws(StorageError) in try store.setting(rawValue) }
    return kept.flatMap { range.contains($0) ? $0 : nil } ?? standard
  }
}

extension ReviewLimits {
  /// The numbers that the rules compare against in this home: those of docs/rules.md, where nothing
  /// was set.
  init(of store: Store) throws(ProgramError) {
    self.init()
    feeWarningPercent = try CoordinatorSetting.feeWarningPercent.value(in: store)
    feeRateWarning = try CoordinatorSetting.feeRateWarning.value(in: store) * 1_000
    feeRefusalPercent = try CoordinatorSetting.feeRefusalPercent.value(in: store)
  }
}
