/// Which sources a seed was made from: kept with it, so that it is still known years later.
public struct EntropyRecord: Hashable, Sendable {
  /// A source of the laboratory: `d20`, `coins`, `cards`, `keys`, `camera`.
  public struct Other: Hashable, Sendable {
    /// What it is called.
    public let name: String
    /// The number of draws or samples.
    public let count: Int
  }

  /// Whether the system's randomness went in.
  public let usesSystem: Bool
  /// The number of dice rolls that went in.
  public let diceRolls: Int
  /// What else went in.
  public let others: [Other]

  /// The most draws or samples of one source.
  private static let otherLimit = 1 << 26

  /// Records the sources; nil when there is none, a number is out of range or a name is not known.
  public init?(usesSystem: Bool, diceRolls: Int, others: [Other] = []) {
    guard usesSystem || diceRolls > 0 || !others.isEmpty,
      (0...Draws.limit).contains(diceRolls),
      others.allSatisfy({ Self.isName($0.name) && (1...Self.otherLimit).contains($0.count) }),
      Set(others.map(\.name)).count == others.count
    else { return nil }
    self.usesSystem = usesSystem
    self.diceRolls = diceRolls
    self.others = others
  }

  private static func isName(_ name: String) -> Bool {
    if ["coins", "cards", "keys", "camera"].contains(name) { return true }
    return DrawKind.sides.contains { $0 != 6 && name == DrawKind.die(sides: $0).name }
  }

  /// Reads ``text``; nil for any other text.
  public init?(parsing text: some StringProtocol) {
    var usesSystem = false
    var diceRolls = 0
    var others: [Other] = []
    for part in text.split(separator: "+", maxSplits: 16, omittingEmptySubsequences: false) {
      if part == "system" {
        usesSystem = true
        continue
      }
      guard let open = part.firstIndex(of: "("), part.hasSuffix(")"),
        let count = Int(part[part.index(after: open)...].dropLast())
      else { return nil }
      let name = String(part[..<open])
      if name == "dice" {
        diceRolls = count
      } else {
        others.append(Other(name: name, count: count))
      }
    }
    guard let record = EntropyRecord(usesSystem: usesSystem, diceRolls: diceRolls, others: others),
      record.text == text
    else { return nil }
    self = record
  }

  /// `system`, `system+dice(50)`, `dice(99)` or `system+dice(50)+coins(20)`.
  public var text: String {
    ([usesSystem ? "system" : nil] + [diceRolls > 0 ? "dice(\(diceRolls))" : nil]
      + others.map { "\($0.name)(\($0.count))" })
      .compactMap(\.self).joined(separator: "+")
  }
}

extension EntropyRecord: CustomStringConvertible {
  public var description: String { text }
}
