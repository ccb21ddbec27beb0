internal import ArgumentParser
internal import CommandLineInterface
internal import SignerHome
internal import TerminalUI

/// `network list`: the networks that are known here.
struct SignerNetworkListCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the networks that a home may be made for.")

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let page = NetworkPage(try session.networks())
    session.console.result(text: session.console.shown(page.table), json: page.json)
  }
}
