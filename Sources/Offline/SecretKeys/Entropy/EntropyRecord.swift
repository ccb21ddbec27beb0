/// Which sources a seed was made from: kept with it, so that it can be told years later.
public struct EntropyRecord: Hashable, Sendable {
  /// Whether the system's randomness went in.
  public let usesSystem: Bool
  /// The number of dice rolls that went in.
  public let diceRolls: Int

  /// Records the sources; nil when there is none or a number is out of range.
  public init?(usesSystem: Bool, diceRolls: Int) {
    guard usesSystem || diceRolls > 0, (0...DiceRolls.limit).contains(diceRolls) else {
      return nil
    }
    self.usesSystem = usesSystem
    self.diceRolls = diceRolls
  }

  /// Reads ``text``; nil when it is none.
  public init?(parsing text: some StringProtocol) {
    let records = text.split(separator: "+", omittingEmptySubsequences: false)
    let dice = records.last.flatMap { part -> Int? in
      guard part.hasPrefix("dice("), part.hasSuffix(")") else { return nil }
      return Int(part.dropFirst(5).dropLast())
    }
    let record: EntropyRecord? =
      switch (records.count, records.first == "system", dice) {
      case (1, true, nil): EntropyRecord(usesSystem: true, diceRolls: 0)
      case (1, false, let dice?): EntropyRecord(usesSystem: false, diceRolls: dice)
      case (2, true, let dice?): EntropyRecord(usesSystem: true, diceRolls: dice)
      default: nil
      }
    guard let record, record.text == text else { return nil }
    self = record
  }

  /// `system`, `system+dice(50)` or `dice(99)`.
  public var text: String {
    ([usesSystem ? "system" : nil] + [diceRolls > 0 ? "dice(\(diceRolls))" : nil])
      .compactMap(\.self).joined(separator: "+")
  }
}

extension EntropyRecord: CustomStringConvertible {
  public var description: String { text }
}
