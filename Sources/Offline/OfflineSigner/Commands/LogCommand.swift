internal import ArgumentParser

/// `log`: what was signed, and whether the log is whole.
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Lists what this signer has signed, checks the log and exports it.",
    discussion: """
      The log lies in the vault and only grows: each entry has a hash of itself and
      of the one before. Four words stand for the last hash. `log` without more lists
      the entries.

        offline-signer log --last 5
        offline-signer log verify
        offline-signer log verify --entries 12
        offline-signer log export --out log.txt
      """,
    subcommands: [LogListCommand.self, LogVerifyCommand.self, LogExportCommand.self],
    defaultSubcommand: LogListCommand.self)
}
