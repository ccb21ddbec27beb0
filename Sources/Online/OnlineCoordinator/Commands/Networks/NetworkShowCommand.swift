internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import TerminalUI

/// The command `network show`.
struct NetworkShowCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what is known of a network, and writes its entry.")

  @Argument(help: "The network.")
  var name: NetworkName

  @OptionGroup var output: NetworkEntryOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let page = NetworkPage(try session.networks())
    let network = try page.network(named: name)
    try output.write(network)
    session.console.result(
      text: page.lines(of: network).map { session.console.wrappedResult($0) }
        .joined(separator: "\n"), json: page.json(of: network))
  }
}
