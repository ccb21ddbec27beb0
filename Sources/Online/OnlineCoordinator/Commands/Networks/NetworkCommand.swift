internal import ArgumentParser

/// `network`: the networks of this home.
struct NetworkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "network",
    abstract: "Lists and adds networks: signets, and forks of Bitcoin.",
    discussion: """
      A network is one of Bitcoin's five, one that is built in besides (a signet and
      forks that change faster than this program), or one of your own: a signet with
      its challenge, or a fork of Bitcoin. An entry is a small JSON text
      (docs/networks.md); it names no server. To correct one that is built in, write
      it to a file, change it there, and add it again:

        online-coordinator network show ecash --out ecash.json
        online-coordinator network add ecash.json
        online-coordinator wallet create mine account.png --network ecash

      The nodes of a fork call themselves nodes of Bitcoin. This program tells them
      apart by the landmark of the entry: a block that only the fork has.
      """,
    subcommands: [
      NetworkListCommand.self, NetworkShowCommand.self, NetworkAddCommand.self,
      NetworkRemoveCommand.self,
    ])
}
