/// What a rule found: shown, to be acknowledged on its own, or the end of it.
public struct Finding: Hashable, Sendable {
  /// How much weight a finding has.
  public enum Severity: Hashable, Sendable, Comparable {
    /// Stands in the ordinary review.
    case show
    /// Needs its own acknowledgement before a signature exists.
    case warn
    /// No signature, whatever is acknowledged.
    case refuse
  }

  /// The rule of the law, such as `R04`.
  public let rule: String
  public let severity: Severity
  /// What is wrong and where, in one sentence without foreign text.
  public let message: String
  /// What to do about it.
  public let mend: String

  public init(rule: String, severity: Severity, message: String, mend: String) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.mend = mend
  }
}

extension Finding: CustomStringConvertible {
  public var description: String { "\(rule): \(message)" }
}
