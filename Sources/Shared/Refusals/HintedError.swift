/// An error that a person can do something about.
///
/// `description` is lower case and names the offender and the place, `rule` the rule that refuses,
/// `hint` says what to do. None ever carries a secret.
public protocol HintedError: Error, CustomStringConvertible {
  /// The rule that refuses it; nil where none does: a typing mistake, a missing file, a machine
  /// that lacks something.
  ///
  /// No description names it: whoever shows the error puts it behind the sentence, once. There is
  /// no default, so that the author of a new error has to decide.
  var rule: Rule? { get }

  /// What the person can do about it; begins with a verb, in small letters.
  var hint: String { get }
}

extension HintedError {
  /// The sentence with the rule behind it, as in `... (R17)`, for where it is said and does not end
  /// a command.
  public var ruled: String { rule.map { "\(description) (\($0))" } ?? description }
}

/// An error that may be the refusal of a secret: a seed or a private key, where none belongs.
public protocol SecretRefusing: HintedError {
  /// Whether a secret was refused.
  var isSecretRefused: Bool { get }
}
