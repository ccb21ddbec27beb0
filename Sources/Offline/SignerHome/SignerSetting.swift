package import CommandLineInterface
package import EncryptedVault
internal import TerminalUI
package import TransactionReview

/// The settings of a vault: the numbers of the rules that a person may change, with typed consent.
package enum SignerSetting: HomeSetting {
  case fee(FeeSetting)
  case unprovenAmounts
  case drillInterval
  case unattendedSigning
  case deskLock

  package static let allCases =
    FeeSetting.allCases.map(Self.fee) + [
      .unprovenAmounts, .drillInterval, .unattendedSigning, .deskLock,
    ]

  package init?(rawValue: String) {
    guard let setting = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = setting
  }

  package var rawValue: String {
    switch self {
    case .fee(let fee): fee.rawValue
    case .unprovenAmounts: "unproven-amounts"
    case .drillInterval: "drill-interval-days"
    case .unattendedSigning: "unattended-signing"
    case .deskLock: "desk-lock-minutes"
    }
  }

  package var meaning: String {
    switch self {
    case .fee(let fee): fee.meaning
    case .unprovenAmounts: "R01 warns of (1) or refuses (0) unproven amounts of segwit coins"
    case .drillInterval: "days after which a backup is to be tried again"
    case .unattendedSigning: "whether --yes works on mainnet too (1) or only in rehearsals (0)"
    case .deskLock: "minutes without a key after which `desk` locks itself"
    }
  }

  package var range: ClosedRange<Int64> {
    switch self {
    case .fee(let fee): fee.range
    case .unprovenAmounts, .unattendedSigning: 0...1
    case .drillInterval: 1...3_650
    case .deskLock: 1...240
    }
  }

  package var standard: Int64 {
    switch self {
    case .fee(let fee): fee.standard
    case .unprovenAmounts: ReviewLimits().acceptsUnprovenSegwitV0 ? 1 : 0
    case .drillInterval: 365
    case .unattendedSigning: 0
    case .deskLock: 10
    }
  }
}

extension VaultContents {
  /// The value of a setting; the standard one where nothing was set.
  package func value(of setting: SignerSetting) -> Int64 {
    settings[setting.rawValue] ?? setting.standard
  }

  /// The numbers that the rules compare against.
  package var reviewLimits: ReviewLimits {
    var limits = ReviewLimits(fees: { value(of: .fee($0)) })
    limits.acceptsUnprovenSegwitV0 = value(of: .unprovenAmounts) == 1
    limits.farKeys = SignerEnvironment.current.farKeys
    return limits
  }
}
