internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `node use`.
struct NodeUseCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "use", abstract: "Chooses the node that commands ask.")

  @Argument(help: "The node's name.")
  var name: String

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    try store.useNode(named: name)
    session.console.result(sentences: "\(name) is used now.", json: ["node": .string(name)])
  }
}
