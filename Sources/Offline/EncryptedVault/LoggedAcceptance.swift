/// A warning that was acknowledged before something was signed.
public struct LoggedAcceptance: Sendable, Equatable {
  /// How it was acknowledged.
  public enum Answer: Sendable, Equatable {
    /// A person typed these words at the question.
    case typed(String)
    /// It was named in advance, with `--accept`.
    case option
    /// Not known: an earlier version, which kept the name alone, signed.
    case notKept
  }

  /// The rule, or the name of the consent in words.
  public let name: String
  /// How it was acknowledged.
  public let answer: Answer

  /// Takes the name and the answer.
  public init(_ name: String, _ answer: Answer) {
    self.name = name
    self.answer = answer
  }
}
