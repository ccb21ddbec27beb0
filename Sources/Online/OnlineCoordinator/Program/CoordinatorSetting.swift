internal import CommandLineInterface
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage

/// The settings of a home: what the rules leave to a person, changed with typed consent.
enum CoordinatorSetting: HomeSetting {
  case fee(FeeSetting)
  case unattendedBroadcast
  /// What coins are expected to cost that are left over.
  case longTermFeeRate

  static let allCases =
    FeeSetting.allCases.map(Self.fee) + [.unattendedBroadcast, .longTermFeeRate]

  init?(rawValue: String) {
    guard let setting = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = setting
  }

  var rawValue: String {
    switch self {
    case .fee(let fee): fee.rawValue
    case .unattendedBroadcast: "unattended-broadcast"
    case .longTermFeeRate: "long-term-fee-rate"
    }
  }

  var meaning: String {
    switch self {
    case .fee(let fee): fee.meaning
    case .unattendedBroadcast:
      "whether broadcast --yes works on mainnet too (1) or only on test networks (0)"
    case .longTermFeeRate:
      "the fee rate, in sat/vB, at which you expect to spend your coins later: `pay` chooses coins "
        + "by it; 0 takes the median of the last year from your node, or 10 where it is not known"
    }
  }

  var range: ClosedRange<Int64> {
    switch self {
    case .fee(let fee): fee.range
    case .unattendedBroadcast: 0...1
    case .longTermFeeRate: 0...1000
    }
  }

  var standard: Int64 {
    switch self {
    case .fee(let fee): fee.standard
    case .unattendedBroadcast: 0
    case .longTermFeeRate: 0
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
    try self.init(fees: { fee throws(ProgramError) in
      try CoordinatorSetting.fee(fee).value(in: store)
    })
  }
}
