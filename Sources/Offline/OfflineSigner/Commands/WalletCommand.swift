internal import ArgumentParser

/// `wallet`: the wallets whose coins this signer may spend and whose change it knows.
struct WalletCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "Registers, lists, shows, exports and removes wallets.",
    discussion: """
      The signer signs only for registered wallets. `account export` registers the account it
      exports, under the name SEED-SCRIPT-N; anything else is registered here, by
      its descriptor, once and in full.
      """,
    subcommands: [
      WalletRegisterCommand.self, WalletListCommand.self, WalletShowCommand.self,
      WalletExportCommand.self, WalletRemoveCommand.self,
    ])
}
