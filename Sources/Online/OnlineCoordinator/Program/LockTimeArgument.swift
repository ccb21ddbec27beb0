internal import ArgumentParser
internal import BitcoinPrimitives

/// A block height, a day or a minute (UTC) from which on a payment may confirm.
struct LockTimeArgument: ExpressibleByArgument, Sendable {
  let value: LockTime

  init?(argument: String) {
    let digits = argument.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if digits, argument.utf8.count <= 9, let height = UInt32(argument), height > 0,
      let lock = LockTime(height: height)
    {
      value = lock
      return
    }
    guard let second = Self.second(of: argument), let raw = UInt32(exactly: second),
      raw >= LockTime.timeThreshold
    else { return nil }
    value = LockTime(rawValue: raw)
  }

  /// The second since 1970 of `2030-01-31` or `2030-01-31T12:00`; nil for anything else.
  private static func second(of text: String) -> Int64? {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let date = numbers(parts[0], [4, 2, 2], by: "-"),
      (1...12).contains(date[1])
    else { return nil }
    let (year, month, day) = (date[0], date[1], date[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day >= 1, day <= lengths[Int(month) - 1] else { return nil }
    var minutes: Int64 = 0
    if parts.count == 2 {
      guard let time = numbers(parts[1], [2, 2], by: ":"), time[0] < 24, time[1] < 60 else {
        return nil
      }
      minutes = time[0] * 60 + time[1]
    }
    let before = year - 1
    let leaps = before / 4 - before / 100 + before / 400
    // Days from the first day of the year 1 to the first of 1970.
    let days =
      before * 365 + leaps - 719_162 + lengths.prefix(Int(month) - 1).reduce(0, +) + day - 1
    return days * 86_400 + minutes * 60
  }

  /// Numbers of so many digits each.
  private static func numbers(
    _ text: Substring, _ widths: [Int], by separator: Character
  ) -> [Int64]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == widths,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    return parts.compactMap { Int64($0) }
  }
}
