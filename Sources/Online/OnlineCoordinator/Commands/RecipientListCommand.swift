internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import TerminalUI
internal import WalletStorage

/// The command `recipient list`.
struct RecipientListCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the names and their whole addresses.")

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let networks = try store.networksOfRecipients()
    var table = Table("name", "network", .init("address", .left, .goesBelow))
    var list: [JSONValue] = []
    for network in networks {
      for recipient in try store.recipients(on: network) {
        table.add([recipient.name, network.name, recipient.address.string])
        list.append([
          "name": .string(recipient.name), "network": .string(network.name),
          "address": .string(recipient.address.string),
        ])
      }
    }
    session.console.result(
      text: list.isEmpty
        ? "There is no recipient yet (`recipient add NAME ADDRESS`)."
        : session.console.shown(table), json: .array(list))
  }
}
