public import Refusals
public import SecureMemory

/// Refusals while entropy is gathered.
///
/// Positions count characters from 1; no roll is ever in an error.
public enum EntropyError: HintedError, Equatable, Sendable {
  /// The system gives no randomness: nothing may be made from the rest alone.
  case randomness(RandomnessError)
  /// The system's randomness repeats itself or is constant.
  case brokenRandomness
  /// Draws that stand alone must carry all of the entropy.
  case tooFewDraws(found: Int, needed: Int)
  /// Draws that carry all of the entropy look biased or made up.
  case suspiciousDraws(DrawWarning)
  /// Another signer makes no seed of so many words from such draws alone.
  case noSuchWay(OtherSigner, DrawKind, wordCount: Int)
  /// Another signer stops at a number of draws.
  case tooManyForOther(OtherSigner, found: Int, needed: Int)
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

extension EntropyError {
  public var description: String {
    switch self {
    case .randomness(let error): "\(error)"
    case .brokenRandomness: "the system's randomness is broken: it repeats itself"
    case .tooFewDraws(let found, let needed):
      "\(found) draws are too few to stand alone: \(needed) are needed"
    case .suspiciousDraws(let warning): "\(warning)"
    case .noSuchWay(let other, let kind, let wordCount):
      "\(other.name) does not make a seed of \(wordCount) words from \(kind.name) alone"
    case .tooManyForOther(let other, let found, let needed):
      "\(other.name) stops at \(needed) draws, and there are \(found)"
    case .sides(let sides): "there is no die with \(sides) sides; 2 to 100"
    case .notDraw(let kind, let position):
      "character \(position) is not a valid draw (\(kind.name))"
    case .cardIsGone(let position):
      "the card at character \(position) was drawn before from the same deck"
    case .noDraws: "there are no draws"
    case .tooManyDraws(let limit): "there are more than \(limit) draws"
    case .tooFewSamples(let kind, let found, let needed):
      "\(found) measurements (\(kind.rawValue)) are too few: \(needed) are needed"
    case .deadNoise(let kind):
      "the measurements (\(kind.rawValue)) hardly differ: they hold no randomness"
    case .sameSource(let name): "the source \(name) was already given"
    case .wordCount(let found):
      "there can be no seed of \(found) words; there must be 12, 15, 18, 21 or 24"
    case .noSource: "there is no source of entropy"
    }
  }

  /// The rule that refuses it; nil for a draw that is misspelt, or an impossible number.
  public var rule: Rule? {
    switch self {
    case .randomness(let error): error.rule
    case .brokenRandomness, .tooFewDraws, .suspiciousDraws, .tooFewSamples, .deadNoise, .sameSource,
      .noSource:
      .r32
    case .noSuchWay, .tooManyForOther, .sides, .notDraw, .cardIsGone, .noDraws, .tooManyDraws,
      .wordCount:
      nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .randomness(let error): error.hint
    case .brokenRandomness: "do not make a seed on this machine"
    case .tooFewDraws, .suspiciousDraws:
      "roll a real die and write down every roll as it falls"
    case .noSuchWay(.seedSigner, _, _):
      "12 or 24 words, from rolls of a die with six sides, or from coins"
    case .noSuchWay(.coldcard, _, _): "12 or 24 words, from rolls of a die with six sides"
    case .tooManyForOther(_, _, let needed): "give exactly \(needed), or compare with Coldcard"
    case .sides: "use a die with 4, 6, 8, 10, 12 or 20 sides"
    case .notDraw(.coin, _): "write H for heads and T for tails"
    case .notDraw(.cards, _): "write rank and suit of each card, such as AS 10D QH 2C"
    case .notDraw(.die, _): "write the number of each roll, with spaces between them"
    case .cardIsGone: "write / where the deck was shuffled again"
    case .noDraws: "write down every draw as it falls"
    case .tooManyDraws: "give fewer draws"
    case .tooFewSamples(.keyTiming, _, _), .deadNoise(.keyTiming):
      "press more keys, as unevenly as you like"
    case .tooFewSamples(.camera, _, _), .deadNoise(.camera):
      "point the camera at something lively in good light"
    case .sameSource: "write all of them at once"
    case .wordCount: "use 12 or 24 words"
    case .noSource: "use the system's randomness, dice, or better both"
    }
  }
}
