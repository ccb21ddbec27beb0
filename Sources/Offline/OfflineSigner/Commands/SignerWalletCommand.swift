internal import ArgumentParser

/// `wallet`: the wallets whose coins this signer may spend and whose change it knows.
struct SignerWalletCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wallet",
    abstract: "Registers, lists, shows, exports and removes wallets.",
    discussion: """
      The signer signs only for registered wallets. `account export` registers the
      account that it exports, under the name SEED-SCRIPT-N. Anything else is
      registered here, by its descriptor, once and in full.
      """,
    subcommands: [
      WalletRegisterCommand.self, SignerWalletListCommand.self, SignerWalletShowCommand.self,
      SignerWalletExportCommand.self, SignerWalletRemoveCommand.self,
    ])
}
