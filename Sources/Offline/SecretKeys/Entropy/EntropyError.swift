public import SecureMemory

/// Refusals while entropy is gathered.
///
/// Positions count characters from 1; no roll is ever in an error.
public enum EntropyError: Error, Equatable, Sendable {
  /// The system gives no randomness: nothing may be made from the rest alone.
  case randomness(RandomnessError)
  /// The system's randomness repeats itself or is constant.
  case brokenRandomness
  /// A character is neither a digit from 1 to 6 nor a space.
  case notDice(position: Int)
  /// There are no rolls at all.
  case noDice
  /// There are more rolls than anyone throws.
  case tooManyDice(limit: Int)
  /// Without the system's randomness the dice must carry all of the entropy.
  case tooFewDice(found: Int, needed: Int)
  /// Dice that carry all of the entropy look biased or made up.
  case suspiciousDice(DiceWarning)
  /// The number of words is not 12, 15, 18, 21 or 24.
  case wordCount(found: Int)
  /// There is no source at all.
  case noSource
}

extension EntropyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .randomness(let error): "\(error)"
    case .brokenRandomness: "the system's randomness is broken: it repeats itself"
    case .notDice(let position):
      "character \(position) is no roll of a die: digits from 1 to 6 and spaces only"
    case .noDice: "there are no rolls of dice"
    case .tooManyDice(let limit): "there are more than \(limit) rolls of dice"
    case .tooFewDice(let found, let needed): "\(found) rolls are too few: \(needed) are needed"
    case .suspiciousDice(let warning): "\(warning)"
    case .wordCount(let found):
      "there can be no seed of \(found) words; there must be 12, 15, 18, 21 or 24"
    case .noSource: "there is no source of entropy"
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .randomness(let error): error.hint
    case .brokenRandomness: "do not make a seed on this machine"
    case .notDice: "write one digit for each roll, such as 4 2 6 1"
    case .noDice, .tooFewDice, .suspiciousDice:
      "roll a real die and write down every roll as it falls"
    case .tooManyDice: "give fewer rolls"
    case .wordCount: "use 12 or 24 words"
    case .noSource: "use the system's randomness, dice, or better both"
    }
  }
}
