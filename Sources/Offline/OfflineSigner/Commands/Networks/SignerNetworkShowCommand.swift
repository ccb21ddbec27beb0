internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import SignerHome
internal import TerminalUI

/// `network show`: what is known of a network.
struct SignerNetworkShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what is known of a network, and writes its entry.")

  @Argument(help: "The network.")
  var name: NetworkName

  @OptionGroup var output: NetworkEntryOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let page = NetworkPage(try session.networks())
    let network = try page.network(named: name)
    try output.write(network)
    session.console.result(
      text: page.lines(of: network).map { session.console.wrappedResult($0) }
        .joined(separator: "\n"), json: page.json(of: network))
  }
}
