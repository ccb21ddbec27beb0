import ArgumentParser

/// `vault`: the vault itself.
struct VaultCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vault",
    abstract: "Changes the passphrase and the settings of the vault.",
    subcommands: [VaultPassphraseCommand.self, VaultSettingsCommand.self])
}
