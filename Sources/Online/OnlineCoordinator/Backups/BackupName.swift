internal import BitcoinPrimitives
internal import ExtendedKeys
internal import TerminalUI

/// The name of a backup that wrote itself: `drawbridge-mainnet-2026-11-28-1521-3f2a9c1e-42.backup`.
struct BackupName: Hashable {
  private static let first = "drawbridge"
  private static let ending = ".backup"

  /// The network, as names of files have it.
  let network: String
  /// The day and the minute in UTC, by the clock of the machine that wrote it: `2026-11-28-1521`.
  let stamp: String
  /// Whose it is: eight hexadecimal digits that a home made once.
  let home: String
  /// Counts up in its folder: what is newer the number says, not the clock.
  let number: Int

  init(network: Network, time: Int64, home: String, number: Int) {
    self.network = KeyFolder.fileName(of: network)
    let text = UTCTime(time).text.filter { $0 != ":" }
    stamp = text == "?" ? "0000-00-00-0000" : String(text.map { $0 == " " ? "-" : $0 })
    self.home = home
    self.number = number
  }

  /// nil for any other name: what somebody else called it, or a service made of two of one name.
  init?(parsing text: String) {
    guard text.hasSuffix(Self.ending), text.utf8.count <= 255 else { return nil }
    let parts = text.dropLast(Self.ending.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 8, parts[0] == Self.first else { return nil }
    let end = parts.count
    let digits = parts[(end - 6)..<(end - 2)]
    guard zip(digits, [4, 2, 2, 4]).allSatisfy({ Self.isNumber($0, count: $1) }),
      BackupFolders.isHome(parts[end - 2]),
      Self.isNumber(parts[end - 1], count: nil), let number = Int(parts[end - 1]), number > 0
    else { return nil }
    network = parts[1..<(end - 6)].joined(separator: "-")
    stamp = digits.joined(separator: "-")
    home = String(parts[end - 2])
    self.number = number
    guard self.text == text else { return nil }
  }

  var text: String { "\(Self.first)-\(network)-\(stamp)-\(home)-\(number)\(Self.ending)" }

  private static func isNumber(_ text: Substring, count: Int?) -> Bool {
    (1...15).contains(text.utf8.count) && (count ?? text.utf8.count) == text.utf8.count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

// MARK: What is kept

extension BackupName {
  /// How many of the newest are kept.
  static let recent = 5
  /// Of how many days the last one is kept, the newest day among them.
  static let days = 5
  /// Of how many months the last one is kept, the newest month among them.
  static let months = 4

  /// Those of one home and network that need not be kept: neither among the newest, nor the last of a late day
  /// or month.
  ///
  /// One bad change is followed by others on the same day: what was before it stays all the same.
  static func superfluous(_ names: [BackupName]) -> [BackupName] {
    var days: [Substring] = []
    var months: [Substring] = []
    var superfluous: [BackupName] = []
    for (place, name) in names.sorted(by: { $0.number > $1.number }).enumerated() {
      var isKept = place < recent
      let (day, month) = (name.stamp.prefix(10), name.stamp.prefix(7))
      if !days.contains(day) {
        days.append(day)
        isKept = isKept || days.count <= Self.days
      }
      if !months.contains(month) {
        months.append(month)
        isKept = isKept || months.count <= Self.months
      }
      if !isKept { superfluous.append(name) }
    }
    return superfluous
  }
}
