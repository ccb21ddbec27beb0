internal import Glibc
internal import Mnemonics

/// Something from the real world that a person draws randomness from.
public enum DrawKind: Hashable, Sendable {
  /// A die with 2 to 100 sides, numbered from 1.
  case die(sides: Int)
  /// A coin: heads and tails.
  case coin
  /// Cards of one deck of 52, drawn from the top after shuffling and not put back.
  case cards

  /// The numbers of sides that a die may have.
  public static let sides = 2...100

  /// What the source is called in records: `d20`, `coins`, `cards`.
  public var name: String {
    switch self {
    case .die(let sides): "d\(sides)"
    case .coin: "coins"
    case .cards: "cards"
    }
  }

  /// The number of different outcomes of one draw.
  var outcomes: Int {
    switch self {
    case .die(let sides): sides
    case .coin: 2
    case .cards: 52
    }
  }

  /// How much more likely than fair the likeliest outcome may be without the claim being wrong.
  private static let unfairness = 1.2

  /// What one of `outcomes` is claimed to carry, in thousandths of a bit, rounded down.
  ///
  /// A minimum entropy: the likeliest outcome may be a fifth likelier than it should be.
  static func claimedMillibits(outcomes: Int) -> Int {
    max(0, Int((log2(Double(outcomes) / unfairness) * 1000).rounded(.down)))
  }

  /// What that many draws are claimed to carry at least, in bits, rounded down.
  ///
  /// 2.32 bits a roll of six sides, 0.73 a coin; cards lose with each one that is gone.
  public func claimedBits(draws: Int) -> Int {
    guard draws > 0 else { return 0 }
    switch self {
    case .die, .coin: return draws * Self.claimedMillibits(outcomes: outcomes) / 1000
    case .cards:
      return (0..<draws).reduce(0) { $0 + Self.claimedMillibits(outcomes: 52 - $1 % 52) } / 1000
    }
  }

  /// The number of draws that are claimed to carry the entropy of so many words.
  ///
  /// Nil when there is no seed of that many words.
  public func needed(wordCount: Int) -> Int? {
    guard let length = Mnemonic.entropyLength(wordCount: wordCount) else { return nil }
    return (1...2000).first { claimedBits(draws: $0) >= length * 8 }
  }
}
