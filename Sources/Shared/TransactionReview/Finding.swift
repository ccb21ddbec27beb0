public import Refusals

/// What a rule found: a note, a warning to be acknowledged on its own, or a refusal.
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

  /// What has to be said in words where an acknowledgement by rule would be too little.
  public struct Consent: Hashable, Sendable {
    /// What a script names with `--accept`, such as `sweep`.
    public let name: String
    /// What a person types.
    public let sentence: String

    /// Takes the name and the sentence.
    public init(name: String, sentence: String) {
      self.name = name
      self.sentence = sentence
    }
  }

  /// The rule that found it.
  public let rule: Rule
  /// How much weight it has.
  public let severity: Severity
  /// What is wrong and where, in one sentence without foreign text.
  public let message: String
  /// What belongs to it, a line each; mostly nothing.
  public let details: [String]
  /// What to do about it.
  public let mend: String
  /// The consent in words without which a warning refuses; nil for every other finding.
  public let consent: Consent?

  /// Says what was found; `consent` belongs to warnings alone.
  public init(
    rule: Rule, severity: Severity, message: String, details: [String] = [], mend: String,
    consent: Consent? = nil
  ) {
    self.rule = rule
    self.severity = severity
    self.message = message
    self.details = details
    self.mend = mend
    self.consent = severity == .warn ? consent : nil
  }

  /// What a script names to acknowledge it: the rule, or the name of the consent in words.
  public var acknowledgement: String { consent?.name ?? rule.rawValue }
  /// What a person types to acknowledge it: the rule, or the sentence.
  public var toType: String { consent?.sentence ?? rule.rawValue }

  /// What findings that say the same of different places have in common: rule, weight, what is
  /// typed, and the sentences without their amounts, numbers and hashes.
  ///
  /// A long list is cut short within a kind alone: many findings of one kind, which whoever builds the
  /// payment can always make, must not push one that says something else out of the review.
  var kind: [String] {
    let isSaid = { (word: Substring) in !word.contains { $0.isNumber } }
    let words = { (text: String) in
      text.split(separator: " ").map { isSaid($0) ? String($0) : "#" }.joined(separator: " ")
    }
    return ["\(rule)", "\(severity)", acknowledgement, words(message), words(mend)]
  }
}

extension Finding: CustomStringConvertible {
  public var description: String { "\(rule): \(message)" }
}
