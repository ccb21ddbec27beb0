internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals

/// How deep the coins of a payment are in the chain, and what it takes to make that up, in words.
struct ConfirmationWords {
  /// A line for the coins that are proved, and one for those that are not.
  let lines: [String]

  /// What a hash takes, in joules: about what the best machines of 2026 need.
  static let joulesPerHash = 1e-11
  /// What a home uses in a year, in kilowatt-hours.
  static let homeInYear = 4_000.0

  /// Nil where no proof came along, and where one of them does not hold.
  init?(_ check: ConfirmationCheck?, on network: Network) {
    guard let check, check.holds else { return nil }
    let depths = check.inputs.compactMap { try? $0?.get() }
    guard let blocks = depths.map(\.blocks).min(), let hashes = depths.map(\.hashes).min() else {
      return nil
    }
    let unproved = check.inputs.indices.filter { check.inputs[$0] == nil }
    let all = counted(check.inputs.count, "coin")
    let some = unproved.isEmpty ? "" : " (\(depths.count) of \(all))"
    let deep = "at least \(counted(blocks, "block")) deep when this was made\(some)"
    var lines = [
      network.isMainnet
        ? "\(deep); faking that takes \(Self.electricity(hashes))"
        : "\(deep); blocks on \(network.name) cost next to nothing, so this proves nothing"
    ]
    if let first = unproved.first {
      let shown = unproved.prefix(12).map(String.init).joined(separator: ", ")
      let more = unproved.count > 12 ? " and \(unproved.count - 12) more" : ""
      lines.append(
        unproved.count == 1
          ? "no proof that the coin of input \(first) is in a block"
          : "no proof that the coins of inputs \(shown)\(more) are in blocks")
    }
    self.lines = lines
  }

  /// The electricity of so many hashes, rounded down.
  static func electricity(_ hashes: Double) -> String {
    let homes = hashes * joulesPerHash / 3_600_000 / homeInYear
    guard homes >= 1 else { return "less electricity than a home uses in a year" }
    guard homes >= 2 else { return "the electricity of 1 home for a year" }
    var number = Int(min(homes, 1e15))
    var step = 1
    while number / step >= 100 { step *= 10 }
    number = number / step * step
    return "the electricity of \(grouped(number)) homes for a year"
  }

  private static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in "\(number)".reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
