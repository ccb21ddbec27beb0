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
  /// There is no die with so many sides.
  case sides(Int)
  /// A character belongs to no roll, flip or card.
  case notDraw(DrawKind, position: Int)
  /// A card was drawn before and not put back.
  case cardIsGone(position: Int)
  /// There are no draws at all.
  case noDraws
  /// There are more draws than anyone makes.
  case tooManyDraws(limit: Int)
  /// Too few measurements to judge them.
  case tooFewSamples(NoiseSamples.Kind, found: Int, needed: Int)
  /// Measurements that hardly differ: a covered lens, a key that is held down.
  case deadNoise(NoiseSamples.Kind)
  /// A source was added twice.
  case sameSource(String)
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
    case .sides(let sides): "there is no die with \(sides) sides; 2 to 100"
    case .notDraw(let kind, let position): "character \(position) is none of \(kind.name)"
    case .cardIsGone(let position):
      "the card at character \(position) was drawn before from the same deck"
    case .noDraws: "there are no draws"
    case .tooManyDraws(let limit): "there are more than \(limit) draws"
    case .tooFewSamples(let kind, let found, let needed):
      "\(found) measurements (\(kind.rawValue)) are too few: \(needed) are needed"
    case .deadNoise(let kind):
      "the measurements (\(kind.rawValue)) hardly differ: there is no chance in them"
    case .sameSource(let name): "there are \(name) already"
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
    case .sides: "use a die with 4, 6, 8, 10, 12 or 20 sides"
    case .notDraw(.coin, _): "write H for heads and T for tails"
    case .notDraw(.cards, _): "write rank and suit of each card, such as AS 10D QH 2C"
    case .notDraw(.die, _): "write the number of each roll, with spaces between them"
    case .cardIsGone: "write / where the deck was shuffled again"
    case .noDraws: "write down every draw as it falls"
    case .tooManyDraws: "give fewer draws"
    case .tooFewSamples(.keyTiming, _, _), .deadNoise(.keyTiming): "press keys as you like, longer"
    case .tooFewSamples(.camera, _, _), .deadNoise(.camera):
      "point the camera at something lively in good light"
    case .sameSource: "write all of them at once"
    case .wordCount: "use 12 or 24 words"
    case .noSource: "use the system's randomness, dice, or better both"
    }
  }
}
