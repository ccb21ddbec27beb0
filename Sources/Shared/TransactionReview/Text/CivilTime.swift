internal import Refusals

/// Times as people write them, in UTC: chains count seconds.
enum CivilTime {
  /// The day of a second since 1970: `2026-11-21`.
  static func date(ofSecond second: Int64) -> String {
    // The civil calendar from days since 1970, in eras of 400 years that begin on 1 March.
    let days = Int64((Double(second) / 86_400).rounded(.down)) + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let two = { (number: Int64) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))"
  }

  /// The minute of a second since 1970: `2026-11-21 09:05 UTC`.
  static func minute(ofSecond second: UInt32) -> String {
    let minutes = second / 60 % 1440
    let two = { (number: UInt32) in number < 10 ? "0\(number)" : "\(number)" }
    return "\(date(ofSecond: Int64(second))) \(two(minutes / 60)):\(two(minutes % 60)) UTC"
  }

  /// A time span by its largest unit, rounded down: `59 days`, `14 hours`, `8 minutes`.
  static func span(ofSeconds seconds: UInt64) -> String {
    if seconds >= 2 * 86_400 { return counted(seconds / 86_400, "day") }
    if seconds >= 2 * 3600 { return counted(seconds / 3600, "hour") }
    return counted(seconds / 60, "minute")
  }
}
