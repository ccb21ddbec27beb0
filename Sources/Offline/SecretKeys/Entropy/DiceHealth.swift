/// Reasons to doubt that rolls came from a fair die thrown by an honest hand.
///
/// Crude on purpose: fair rolls get a warning about bias or repetition less than once in a thousand
/// times, and clever cheating gets none.
public enum DiceWarning: Equatable, Sendable {
  /// Fewer rolls than carry the entropy of the seed.
  case few(rolls: Int, bits: Int, needed: Int)
  /// The faces do not come up equally often.
  case uneven
  /// One face comes up nine times or more in a row.
  case longRun
  /// The rolls repeat those a fixed number of rolls earlier.
  case repeating(period: Int)
  /// Every roll follows from the one before: the faces are counted up or down.
  case counting
}

extension DiceWarning: CustomStringConvertible {
  public var description: String {
    switch self {
    case .few(let rolls, let bits, let needed):
      "\(rolls) rolls carry about \(bits) bits; \(needed) rolls carry as much as the seed"
    case .uneven: "the rolls are uneven: some faces come up too often for a fair die"
    case .longRun: "one face comes up nine times or more in a row"
    case .repeating(let period): "the rolls repeat themselves every \(period)"
    case .counting: "the rolls count up or down"
    }
  }
}

extension DiceRolls {
  /// Judges the rolls for a seed of so many words; empty when there is nothing to say.
  public borrowing func warnings(wordCount: Int) -> [DiceWarning] {
    var warnings: [DiceWarning] = []
    if let needed = Self.needed(wordCount: wordCount), count < needed {
      warnings.append(.few(rolls: count, bits: Self.entropyBits(rolls: count), needed: needed))
    }
    return warnings + withDigits { Self.patterns(in: $0) }
  }

  private static func patterns(in rolls: UnsafeRawBufferPointer) -> [DiceWarning] {
    // Too few to tell a pattern from chance.
    guard rolls.count >= 20 else { return [] }
    var warnings: [DiceWarning] = []
    if isUneven(rolls) { warnings.append(.uneven) }
    if hasLongRun(rolls) { warnings.append(.longRun) }
    if isCounting(rolls) {
      warnings.append(.counting)
    } else if let period = period(of: rolls) {
      warnings.append(.repeating(period: period))
    }
    return warnings
  }

  /// Pearson's chi-square with 5 degrees of freedom, above 25.75: fair dice exceed it once in 10,000.
  private static func isUneven(_ rolls: UnsafeRawBufferPointer) -> Bool {
    var squares = 0
    for face in UInt8(0x31)...0x36 {
      let seen = rolls.reduce(0) { $0 + ($1 == face ? 1 : 0) }
      squares += seen * seen
    }
    // 6 * squares / n - n > 25.75, without fractions; at most 10,000 rolls cannot overflow.
    return 4 * (6 * squares - rolls.count * rolls.count) > 103 * rolls.count
  }

  private static func hasLongRun(_ rolls: UnsafeRawBufferPointer) -> Bool {
    var length = 1
    for index in 1..<rolls.count {
      length = rolls[index] == rolls[index - 1] ? length + 1 : 1
      if length == 9 { return true }
    }
    return false
  }

  /// The distance at which two thirds of the rolls are equal, where chance makes a sixth equal.
  private static func period(of rolls: UnsafeRawBufferPointer) -> Int? {
    (1...min(64, rolls.count - 16)).first { period in
      var equal = 0
      for index in period..<rolls.count where rolls[index] == rolls[index - period] { equal += 1 }
      return equal * 3 >= (rolls.count - period) * 2
    }
  }

  /// Whether two thirds of the steps from roll to roll are the same step, modulo six.
  private static func isCounting(_ rolls: UnsafeRawBufferPointer) -> Bool {
    (1...5).contains { step in
      var equal = 0
      for index in 1..<rolls.count
      where (Int(rolls[index]) + 6 - Int(rolls[index - 1])) % 6 == step { equal += 1 }
      return equal * 3 >= (rolls.count - 1) * 2
    }
  }
}
