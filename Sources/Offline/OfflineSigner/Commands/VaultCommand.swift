internal import ArgumentParser

/// `vault`: the vault itself.
struct VaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vault",
    abstract: "Changes the passphrase and the settings of the vault, and restores a damaged one.",
    discussion: """
      The vault counts its saves; `vault settings` shows the count. Whether
      somebody put an older vault back cannot be known from the file itself: only
      the count, or the words of the log (`log verify`), written down on paper
      show it.
      """,
    subcommands: [VaultPassphraseCommand.self, VaultSettingsCommand.self, VaultRestoreCommand.self])
}
