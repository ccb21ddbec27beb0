internal import TerminalUI

extension DeskHome {
  /// When a backup was tried, as in "tried last 14 months ago".
  func tried(_ time: Int64) -> String {
    let ago = ago(time)
    return ["today", "yesterday"].contains(ago) ? "tried \(ago)" : "tried last \(ago)"
  }

  /// The same, with the day.
  func triedOn(_ time: Int64) -> String {
    let (said, day) = (tried(time), UTCTime(time).date)
    return said.hasSuffix(day) ? said : "\(said) (\(day))"
  }

  /// Until when a backup is to be tried again.
  func drill(_ time: Int64) -> String {
    let day = UTCTime(time).date
    return time < now() ? "A drill has been due since \(day)" : "Try it again by \(day)"
  }

  /// How long ago that was, in whole days, months or years; a day that is still to come is named, for then one of the clocks
  /// was wrong.
  func ago(_ time: Int64) -> String {
    let (then, now) = (UTCTime(time).date, UTCTime(self.now()).date)
    guard then <= now else { return "on \(then)" }
    let (from, to) = (Self.parts(then), Self.parts(now))
    guard from.count == 3, to.count == 3 else { return "on \(then)" }
    let months = (to[0] - from[0]) * 12 + to[1] - from[1] - (to[2] < from[2] ? 1 : 0)
    switch months {
    case ..<1: break
    case 1: return "1 month ago"
    case 2..<36: return "\(months) months ago"
    default: return "\(months / 12) years ago"
    }
    // Both are on one clock, whose days begin at midnight UTC.
    switch self.now() / 86_400 - time / 86_400 {
    case 0: return "today"
    case 1: return "yesterday"
    case let days: return "\(days) days ago"
    }
  }

  /// The year, the month and the day of a date as in 2026-11-30.
  private static func parts(_ date: String) -> [Int] {
    date.split(separator: "-").compactMap { Int($0) }
  }
}
