internal import ArgumentParser

/// `account`: public keys for the coordinator.
struct AccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Exports the public keys of an account.",
    subcommands: [AccountExportCommand.self])
}
