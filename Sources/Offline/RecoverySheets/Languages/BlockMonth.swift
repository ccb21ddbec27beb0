/// A month in which a block of the main chain had not been found yet, or was just found: where an heir is asked
/// for a date and not for a height, a later one would hide coins, and an earlier one only takes longer.
///
/// Known days of the halvings and even steps between them, from which no block was more than 40 days away.
/// After the last halving blocks are counted as if they came five in a hundred faster than one in ten
/// minutes; they came one to two in a hundred faster in the eight years before.
enum BlockMonth {
  /// Height, and days since 1970-01-01.
  private static let known: [(height: Int, day: Int)] = [
    (0, 14_247), (210_000, 15_672), (420_000, 16_991), (630_000, 18_393), (840_000, 19_833),
  ]
  private static let blocksPerDay = 151
  /// So many days a block may have been found before the day that is reckoned.
  private static let margin = 60

  /// The month, `2024-02`; nil for heights of the far future.
  static func notAfter(_ height: UInt32) -> String? {
    let height = Int(height)
    guard height < 5_000_000 else { return nil }
    var day = known[known.count - 1].day + (height - known[known.count - 1].height) / blocksPerDay
    for (earlier, later) in zip(known, known.dropFirst()) where height < later.height {
      day =
        earlier.day
        + (height - earlier.height) * (later.day - earlier.day) / (later.height - earlier.height)
      break
    }
    return month(ofDay: max(known[0].day, day - margin))
  }

  /// The month of a day since 1970 in the Gregorian calendar.
  private static func month(ofDay day: Int) -> String {
    // Years that begin in March end with the leap day: Howard Hinnant's civil_from_days.
    let days = day + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let civil = year + era * 400 + (month <= 2 ? 1 : 0)
    return "\(civil)-\(month < 10 ? "0" : "")\(month)"
  }
}
