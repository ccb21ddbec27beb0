internal import ArgumentParser
internal import Bytes
internal import CommandLineInterface
internal import TerminalUI
internal import WalletStorage

/// The command `network remove`.
struct NetworkRemoveCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Forgets a network of your own.",
    discussion: """
      If a network of this name is built in, that one is back in its place. A network
      that a wallet is on is not removed.
      """)

  @Argument(help: "The network.")
  var name: NetworkName

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    try session.store().removeNetwork(named: name.text)
    session.console.result(
      sentences: "\(name.text) was removed.", json: ["removed": .string(name.text)])
  }
}
