internal import ArgumentParser

/// `wallet`: what is watched.
struct CoordinatorWalletCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "Makes wallets from the signer's accounts, and exports them.",
    discussion: "A wallet here is public keys only: it can watch and prepare, never spend.",
    subcommands: [
      WalletCreateCommand.self, WalletImportCommand.self, WalletDiscoverCommand.self,
      CoordinatorWalletExportCommand.self, CoordinatorWalletListCommand.self,
      CoordinatorWalletShowCommand.self,
      WalletPeopleCommand.self, CoordinatorWalletRemoveCommand.self,
    ])
}
