/// What a command says when it ends (docs/rules.md).
public enum ExitCode: Int32, Sendable {
  /// Everything that was asked for was done.
  case done = 0
  /// Refused or failed, with `error:` and `hint:` lines.
  case failed = 1
  /// The command line was not understood; nothing was done.
  case wrongUsage = 2
  /// Everything went well, but signatures are still missing.
  case needsSignatures = 3
}
