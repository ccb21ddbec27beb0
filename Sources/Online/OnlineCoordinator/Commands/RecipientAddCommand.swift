internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `recipient add`.
struct RecipientAddCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Gives an address a name.",
    discussion: """
      Check the whole address with the recipient, by another route than the one it
      came by: later payments rely on this check. A name has up to 64 letters,
      digits, dots, dashes and underscores, and does not look like an address. To
      change an address, remove its name first.
      """)

  @Argument(help: "The name.")
  var name: String

  @Argument(help: "The address.")
  var address: String

  @Option(help: "Its network; that of your wallets unless given.")
  var network: NetworkName?

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [name] }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    guard NamedRecipient.isName(name) else {
      throw ProgramError(StorageError.badRecipientName(String(name.prefix(64))))
    }
    let network = try session.network(network) ?? usualNetwork(in: store)
    let address = try hinted { () throws(AddressError) in
      try Address(parsing: self.address, on: network)
    }
    // Who pays by the name does not compare the address again.
    try acceptance.acknowledge(
      LookAlikes([address], on: network, in: store).findings, on: session.console)
    try store.addRecipient(NamedRecipient(name: name, address: address), on: network)
    session.console.result(
      text: session.console.wrappedResult("\(name) on \(network.name):")
        + "\n  \(address.grouped)",
      json: [
        "name": .string(name), "address": .string(address.string),
        "network": .string(network.name),
      ])
  }

  /// The one network of the wallets on which the address is one.
  private func usualNetwork(in store: Store) throws -> Network {
    let networks = Set(try store.wallets().map(\.network))
    guard !networks.isEmpty else {
      throw ProgramError(
        "there is no wallet, so the network of the address is not known",
        hint: "add --network, with one of `network list`")
    }
    let fitting = networks.filter { (try? Address(parsing: address, on: $0)) != nil }
    guard fitting.count > 1 || networks.count > 1 && fitting.isEmpty else {
      // Where it is none of a single network, why not is said by that network.
      return fitting.first ?? networks.first ?? .mainnet
    }
    let names = (fitting.isEmpty ? networks : fitting).map(\.name).sorted().joined(separator: ", ")
    throw ProgramError(
      fitting.isEmpty
        ? "this is not an address of a network of your wallets (\(names))"
        : "the address may be of several networks of your wallets: \(names)",
      hint: fitting.isEmpty
        ? "check the address, or add --network" : "add --network, with one of them")
  }
}
