internal import Glibc

/// A moment in words: `2026-11-21 05:47`, UTC.
public struct UTCTime: Sendable {
  /// The day and the time.
  public let text: String

  /// The day alone: `2026-11-21`.
  public var date: String { String(text.prefix { $0 != " " }) }

  /// Takes seconds since 1970.
  public init(_ seconds: Int64) {
    var moment = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&moment, &parts) != nil else {
      text = "?"
      return
    }
    let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    text = "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
