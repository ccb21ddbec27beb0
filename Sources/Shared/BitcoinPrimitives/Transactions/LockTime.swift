/// The earliest block height or time at which a transaction may be mined.
public struct LockTime: Hashable, Sendable {
  /// The four bytes as a number: below 500,000,000 a height, else a Unix time in seconds.
  public let rawValue: UInt32

  /// Numbers from here on are times (Bitcoin Core's `LOCKTIME_THRESHOLD`).
  public static let timeThreshold: UInt32 = 500_000_000

  /// No lock.
  public static let none = LockTime(rawValue: 0)

  /// The replay lock: 499,999,999, the last height.
  ///
  /// Nodes of a chain that has it (``Network/hasReplayLock``)
  /// take a transaction with it at once; for nodes of Bitcoin it is thousands of years away.
  public static let replayLock = LockTime(rawValue: timeThreshold - 1)

  /// Takes the number as it stands in a transaction.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A height, or nil when the number would mean a time.
  public init?(height: UInt32) {
    guard height < Self.timeThreshold else { return nil }
    rawValue = height
  }

  /// The height, when this is one; zero means no lock.
  public var height: UInt32? { rawValue < Self.timeThreshold ? rawValue : nil }

  /// The Unix time in seconds, when this is one.
  public var time: UInt32? { rawValue < Self.timeThreshold ? nil : rawValue }
}

extension LockTime: CustomStringConvertible {
  public var description: String {
    switch (rawValue, height) {
    case (0, _): "none"
    case (_, let height?): "block \(height)"
    default: "time \(rawValue)"
    }
  }
}
