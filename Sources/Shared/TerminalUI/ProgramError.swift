internal import DurableFiles
public import Refusals

/// The one error that commands end with.
public struct ProgramError: HintedError, Equatable, Sendable {
  /// What happened, with the rule that refuses it behind it: `... (R17)`.
  public let message: String
  /// Also the member `rule` of the object under `--json`.
  public let rule: Rule?
  /// What the person can do about it.
  public let hint: String
  /// With which code the program ends.
  public let exitCode: ExitCode
  /// Whether the command has written its result all the same: under `--json` no second object follows.
  public private(set) var isBesideResult = false
  /// Whether a seed or a private key was shown where none belongs: on a networked machine it is lost then.
  public private(set) var isSecretRefused = false
  /// Whether it is of a file that is in place all the same (``FileError/newContentsAreInPlace``): whoever
  /// looks for it finds it.
  public private(set) var newContentsAreInPlace = false

  /// `rule` is put behind the sentence, which does not name it.
  public init(
    _ message: String, rule: Rule? = nil, hint: String, exitCode: ExitCode = .failed
  ) {
    self.message = rule.map { "\(message) (\($0))" } ?? message
    self.rule = rule
    self.hint = hint
    self.exitCode = exitCode
  }

  /// Puts what was being done before the error of what failed.
  ///
  /// The errors of the modules below are one line each, and the names in them are as they came: a line
  /// feed in a file's name must not write a hint of its own.
  public init(_ error: any HintedError, during action: String? = nil) {
    let own = error as? ProgramError
    let text = own?.unruled ?? ForeignText.again(error.description, limit: 2_000)
    self.init(
      action.map { "\($0): \(text)" } ?? text, rule: error.rule,
      hint: own?.hint ?? ForeignText.again(error.hint, limit: 2_000),
      exitCode: own?.exitCode ?? .failed)
    isSecretRefused =
      own?.isSecretRefused ?? (error as? any SecretRefusing)?.isSecretRefused ?? false
    newContentsAreInPlace =
      own?.newContentsAreInPlace ?? (error as? FileError)?.newContentsAreInPlace ?? false
  }

  /// Any error: one without a hint gets a general one.
  public init(any error: any Error) {
    if let hinted = error as? any HintedError {
      self.init(hinted)
    } else if let described = error as? any CustomStringConvertible {
      self.init(described.description, hint: Self.generalHint)
    } else {
      self.init("unexpected error of type \(type(of: error))", hint: Self.generalHint)
    }
  }

  /// The same error of a command that has written its result already.
  public func besideResult() -> ProgramError {
    var error = self
    error.isBesideResult = true
    return error
  }

  /// The same refusal of a secret with another hint.
  public func refusingSecret(hint: String) -> ProgramError {
    var error = advising(hint)
    error.isSecretRefused = true
    return error
  }

  /// The same error with another hint.
  public func advising(_ hint: String) -> ProgramError {
    var error = ProgramError(unruled, rule: rule, hint: hint, exitCode: exitCode)
    error.isSecretRefused = isSecretRefused
    error.isBesideResult = isBesideResult
    return error
  }

  /// The sentence without the rule behind it.
  public var unruled: String {
    rule.map { String(message.dropLast($0.rawValue.count + 3)) } ?? message
  }

  /// The refusal of a secret that stands on the command line.
  ///
  /// `what` is its kind; the secret itself is not repeated.
  public static func secretArgument(_ what: String, hint: String) -> ProgramError {
    ProgramError(
      "the command line contains \(what), and the shell's history keeps command lines", rule: .r27,
      hint: hint,
      exitCode: .wrongUsage
    ).refusingSecret(hint: hint)
  }

  static let generalHint = "nothing was changed; `--help` shows what the command takes"

  public var description: String { message }
}
