internal import TerminalUI
internal import WalletStorage

/// The settings of a home: what the law leaves to a person, changed with typed consent.
enum Setting: String, HomeSetting {
  case unattendedBroadcast = "unattended-broadcast"

  /// What it decides, for a person.
  var meaning: String {
    switch self {
    case .unattendedBroadcast:
      "whether broadcast --yes works on mainnet too (1) or only on test networks (0)"
    }
  }

  /// What may be set.
  var range: ClosedRange<Int64> {
    switch self {
    case .unattendedBroadcast: 0...1
    }
  }

  /// The value where nothing was set.
  var standard: Int64 {
    switch self {
    case .unattendedBroadcast: 0
    }
  }

  /// The value in a home; the standard one where the records hold what may not be set.
  func value(in store: Store) throws(ProgramError) -> Int64 {
    let kept = try hinted { () throws(StorageError) in try store.setting(rawValue) }
    return kept.flatMap { range.contains($0) ? $0 : nil } ?? standard
  }
}
