internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Refusals
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
    let isAllCompared = try networks.allSatisfy {
      try store.recipients(on: $0).allSatisfy(\.isCompared)
    }
    var table =
      isAllCompared
      ? Table("name", "network", .init("address", .left, .goesBelow))
      : Table("name", "network", "compared", .init("address", .left, .goesBelow))
    var list: [JSONValue] = []
    for network in networks {
      for recipient in try store.recipients(on: network) {
        let compared = isAllCompared ? [] : [recipient.isCompared ? "yes" : "not yet"]
        table.add([recipient.name, network.name] + compared + [recipient.address.string])
        list.append([
          "name": .string(recipient.name), "network": .string(network.name),
          "address": .string(recipient.address.string), "compared": .bool(recipient.isCompared),
        ])
      }
    }
    let unreadable = try store.unreadableRecipients()
    if unreadable > 0 {
      session.console.warn(
        "\(counted(unreadable, "name")) of the address book cannot be read: "
          + "add what you miss again")
    }
    if !isAllCompared {
      session.console.talk(
        "Names from a backup are paid once you have compared their addresses: "
          + "`recipient add NAME ADDRESS`.")
    }
    session.console.result(
      text: list.isEmpty
        ? "There is no recipient yet (`recipient add NAME ADDRESS`)."
        : session.console.shown(table), json: .array(list))
  }
}
