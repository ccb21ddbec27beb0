internal import ArgumentParser

/// `wallet`: what is watched.
struct WalletCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "Makes wallets from the signer's accounts, and hands them on.",
    discussion: "A wallet here is public keys only: it can watch and prepare, never spend.",
    subcommands: [
      WalletCreateCommand.self, WalletImportCommand.self, WalletDiscoverCommand.self,
      WalletExportCommand.self, WalletListCommand.self, WalletShowCommand.self,
      WalletPeopleCommand.self, WalletRemoveCommand.self,
    ])
}
