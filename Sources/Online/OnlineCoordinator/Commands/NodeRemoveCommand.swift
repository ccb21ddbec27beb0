internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `node remove`.
struct NodeRemoveCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Forgets a node. A rehearsal chain's file stays.")

  @Argument(help: "The node's name.")
  var name: String

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    try store.removeNode(named: name)
    let nodes = try store.nodes()
    if !nodes.isEmpty, !nodes.contains(where: \.isActive) {
      session.console.warn(
        "no node is in use now: choose one with `node use NAME` (`node list` shows them)")
    }
    session.console.result(sentences: "\(name) was removed.", json: ["node": .string(name)])
  }
}
