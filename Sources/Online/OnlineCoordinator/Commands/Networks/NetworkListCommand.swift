internal import ArgumentParser
internal import CommandLineInterface
internal import TerminalUI

/// The command `network list`.
struct NetworkListCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the networks that this home knows.")

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let page = NetworkPage(try session.networks())
    session.console.result(text: session.console.shown(page.table), json: page.json)
  }
}
