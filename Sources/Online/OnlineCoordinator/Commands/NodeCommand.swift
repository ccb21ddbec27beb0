internal import ArgumentParser

/// `node`: where the chain is asked.
struct NodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "node",
    abstract: "Adds, lists and chooses the nodes that know the chain.",
    discussion: """
      A node is Bitcoin Core 29 or later (it needs no wallet of its own), an Electrum
      or Esplora server, or a rehearsal chain. Bitcoin Core with -blockfilterindex=1
      gives the whole history, without it only the coins that are unspent now. An
      Electrum or Esplora server always gives the whole history.

      No node can prove that it left nothing out. `node compare` asks another one.
      The one chosen with `node second` is asked whether it has seen what you sent.
      """,
    subcommands: [
      NodeAddCommand.self, NodeListCommand.self, NodeUseCommand.self, NodeSecondCommand.self,
      NodeStatusCommand.self, NodeFeesCommand.self, NodeCompareCommand.self, NodeRemoveCommand.self,
    ])
}
