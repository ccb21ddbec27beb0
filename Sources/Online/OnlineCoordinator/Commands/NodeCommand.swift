internal import ArgumentParser

/// `node`: where the chain is asked.
struct NodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "node",
    abstract: "Adds, lists and chooses the nodes that know the chain.",
    discussion: """
      A node is Bitcoin Core 29 or later (it needs no wallet of its own), or a
      rehearsal chain. With -blockfilterindex=1 the whole history is read; without it,
      only the coins that are unspent now.
      """,
    subcommands: [
      NodeAddCommand.self, NodeListCommand.self, NodeUseCommand.self, NodeStatusCommand.self,
      NodeRemoveCommand.self,
    ])
}
