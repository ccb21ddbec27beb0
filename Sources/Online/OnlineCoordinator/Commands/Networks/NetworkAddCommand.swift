internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import Refusals
internal import TerminalUI
internal import WalletStorage

/// The command `network add`.
struct NetworkAddCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a network, or corrects one of this name.",
    discussion: """
      Wallets stay on their network when it is corrected. Another chain cannot take
      the name of one that a wallet is on.
      """)

  @Argument(
    help: ArgumentHelp(
      "The entry: a file, a picture, `-`, `camera` or `paste`.", valueName: "input"))
  var source: String

  @OptionGroup var consent: CoordinatorConsentOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let text = try PrivateInput(source).textButNoSeed(
      "network", on: session.console, where: NetworkFile.isEntry)
    let entry = try NetworkFile.entry(reading: text, from: source)
    let store = try session.store()
    let networks = try store.networks()
    let page = NetworkPage(try hintedRegistry(networks, adding: entry))
    let network = entry.network
    for line in page.lines(adding: network, to: networks) { session.console.talk(line) }
    guard try consent.agrees(to: "Add \(network.name)?", on: session.console) else {
      throw ProgramError("declined: nothing was added", hint: "run it again when you are sure")
    }
    try store.addNetwork(entry)
    session.console.result(
      sentences: "\(network.name) was added.", json: page.json(of: network))
  }

  private func hintedRegistry(
    _ networks: NetworkRegistry, adding entry: NetworkEntry
  ) throws(ProgramError) -> NetworkRegistry {
    try hinted { () throws(NetworkEntryError) in try networks.adding(entry) }
  }
}
