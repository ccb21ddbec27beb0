internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import TerminalUI
internal import WalletStorage

/// The command `recipient remove`.
struct RecipientRemoveCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Takes a name out of the address book.")

  @Argument(help: "The name.")
  var name: String

  @Option(help: "Its network, where the name is on several.")
  var network: NetworkName?

  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [name] }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    guard NamedRecipient.isName(name) else {
      throw ProgramError(StorageError.badRecipientName(String(name.prefix(64))))
    }
    let network = try session.network(network) ?? onlyNetwork(in: store)
    let removed = try store.removeRecipient(named: name, on: network)
    session.console.result(
      sentences: "\(removed.name) was removed; it stood for \(removed.address).",
      json: [
        "name": .string(removed.name), "address": .string(removed.address.string),
        "network": .string(network.name),
      ])
  }

  private func onlyNetwork(in store: Store) throws -> Network {
    let networks = try store.networksOfRecipients().filter {
      try store.recipient(named: name, on: $0) != nil
    }
    guard networks.count < 2 else {
      throw ProgramError(
        "\(name) is on several networks: \(networks.map(\.name).joined(separator: ", "))",
        hint: "add --network, with one of them")
    }
    // Where it is on none, the error says that there is no such name.
    guard let network = networks.first else {
      throw ProgramError(StorageError.noSuchRecipient(name: name, network: nil))
    }
    return network
  }
}
