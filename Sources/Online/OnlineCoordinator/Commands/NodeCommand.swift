internal import ArgumentParser

/// `node`: where the chain is asked.
struct NodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "node",
    abstract: "Adds, lists and chooses the nodes that know the chain.",
    discussion: """
      Bitcoin Core 29 or later, without any wallet in it; with -blockfilterindex=1
      the whole history is read, without it the coins that are there now. Or a
      rehearsal chain of your own.
      """,
    subcommands: [
      NodeAddCommand.self, NodeListCommand.self, NodeUseCommand.self, NodeStatusCommand.self,
      NodeRemoveCommand.self,
    ])
}
