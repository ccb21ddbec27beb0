/// What a command says when it ends (docs/rules.md).
public enum ExitCode: Int32, Sendable {
  case done = 0
  /// Refused or failed, with `error:` and `hint:` lines.
  case failed = 1
  case wrongUsage = 2
  /// Everything went well, but signatures are still missing.
  case needsSignatures = 3
}
