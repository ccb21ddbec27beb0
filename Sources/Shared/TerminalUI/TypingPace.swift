/// How what a person types is told from text that a machine delivers.
///
/// A terminal gives pasted text in pieces as large as it can, and goes on while there is more; a
/// person gives one key at a time.
public struct TypingPace: Sendable {
  /// Milliseconds without a byte that count as quiet.
  public let quiet: Int32
  /// Milliseconds after which a terminal that is never quiet is given up.
  public let patience: UInt64
  /// Milliseconds after Enter in which nothing more may come.
  public let afterEnter: Int32

  /// Takes the three, in milliseconds.
  public init(quiet: Int32, patience: UInt64, afterEnter: Int32) {
    self.quiet = quiet
    self.patience = patience
    self.afterEnter = afterEnter
  }

  /// The pace of people: quiet is a moment that no paste pauses for, and ten seconds are enough for
  /// the largest text that is accepted.
  public static let standard = TypingPace(quiet: 120, patience: 10_000, afterEnter: 20)
}
