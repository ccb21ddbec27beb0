public import SecureMemory

/// Rolls of a six-sided die, written down by a person.
public struct DiceRolls: ~Copyable, Sendable {
  // One ASCII digit a roll, without spaces.
  private let digits: SecretBytes

  /// The most rolls that are read.
  public static let limit = 10_000

  /// Reads digits from 1 to 6; spaces and line breaks between them mean nothing.
  ///
  /// Throws at the first other character, and when there is no roll or more than ``limit``.
  public init(parsing text: borrowing SecretBytes) throws(EntropyError) {
    guard text.count <= 4 * Self.limit else { throw .tooManyDice(limit: Self.limit) }
    var count = 0
    var digits = SecretBytes(count: text.count)
    try text.withUnsafeBytes { text throws(EntropyError) in
      try digits.withUnsafeMutableBytes { digits throws(EntropyError) in
        for (position, character) in text.enumerated() {
          switch character {
          case 0x31...0x36:
            digits[count] = character
            count += 1
          case 0x20, 0x09, 0x0a, 0x0d: continue
          default: throw .notDice(position: position + 1)
          }
        }
      }
    }
    guard count > 0 else { throw .noDice }
    guard count <= Self.limit else { throw .tooManyDice(limit: Self.limit) }
    digits.truncate(to: count)
    self.digits = digits
  }

  /// The number of rolls.
  public var count: Int { digits.count }

  /// Lends the rolls as ASCII digits without spaces: the form that is hashed.
  public borrowing func withDigits<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try digits.withUnsafeBytes(body)
  }

  /// The entropy of that many fair rolls, in bits, rounded down: 2.584 bits a roll.
  public static func entropyBits(rolls: Int) -> Int { rolls * 2584 / 1000 }

  /// The number of fair rolls that carry the entropy of so many words: 50 for 12, 99 for 24.
  ///
  /// Nil when there is no seed of that many words.
  public static func needed(wordCount: Int) -> Int? {
    switch wordCount {
    case 12: 50
    case 15: 62
    case 18: 75
    case 21: 87
    case 24: 99
    default: nil
    }
  }
}
