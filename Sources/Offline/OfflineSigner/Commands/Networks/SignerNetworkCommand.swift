internal import ArgumentParser

/// `network`: the networks that a home may be made for.
struct SignerNetworkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Lists and adds networks: signets, and forks of Bitcoin.",
    discussion: """
      A network is one of Bitcoin's five, one that is built in besides (a signet and
      forks that change faster than this program), or one of your own: a signet with
      its challenge, or a fork of Bitcoin. An entry is a small JSON text
      (docs/networks.md); it names no server. To correct one that is built in, write
      it to a file, change it there, and add it again:

        offline-signer network show ecash --out ecash.json
        offline-signer network add ecash.json
        offline-signer init --network ecash

      `init` seals what is known of its network in the vault; nothing that is added
      later changes a home that is there.
      """,
    subcommands: [
      SignerNetworkListCommand.self, SignerNetworkShowCommand.self, SignerNetworkAddCommand.self,
      SignerNetworkRemoveCommand.self,
    ])
}
