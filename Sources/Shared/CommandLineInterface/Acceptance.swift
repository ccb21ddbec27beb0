public import ArgumentParser
public import Refusals

/// The names that `--accept` of one program takes beside rules: consents in words.
public protocol ConsentNames: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// What a script accepts beforehand with `--accept`: the warnings of a rule, such as R04, or by its name what a
/// person would have to consent to in words.
public enum Acceptance<Consent: ConsentNames>: ExpressibleByArgument, Hashable, Sendable {
  /// The warnings of a rule.
  case rule(Rule)
  /// A consent in words, by its name.
  case consent(Consent)

  /// Nil for what is neither, in capital or small letters: it is a typing mistake.
  public init?(argument: String) {
    if let consent = Consent(rawValue: argument.lowercased()) {
      self = .consent(consent)
    } else if let rule = Rule(rawValue: argument.uppercased()) {
      self = .rule(rule)
    } else {
      return nil
    }
  }

  /// As findings name it in `acknowledgement`.
  public var name: String {
    switch self {
    case .rule(let rule): rule.rawValue
    case .consent(let consent): consent.rawValue
    }
  }

  /// Every rule and every consent of the program, for the shell to complete.
  public static var defaultCompletionKind: CompletionKind {
    .list(Rule.allCases.map(\.rawValue) + Consent.allCases.map(\.rawValue))
  }
}
