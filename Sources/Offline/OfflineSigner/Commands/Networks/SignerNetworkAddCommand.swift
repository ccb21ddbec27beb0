internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import SignerHome
internal import TerminalUI

/// `network add`: adds a network, or corrects one.
struct SignerNetworkAddCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a network, or corrects one of this name.",
    discussion: "A home keeps what `init` sealed: this changes only homes that are made later.")

  @Argument(
    help: ArgumentHelp(
      "The entry: a file, a picture, `-`, `camera` or `paste`.", valueName: "input"))
  var source: String

  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let console = session.console
    let text = try PrivateInput(source).text("network", on: console, where: NetworkFile.isEntry)
    let entry = try NetworkFile.entry(reading: text, from: source)
    let known = try session.networks()
    let networks = try hinted { () throws(NetworkEntryError) in try known.adding(entry) }
    let (page, network) = (NetworkPage(networks), entry.network)
    for line in page.lines(adding: network, to: known) { console.talk(line) }
    if !consent.yes, try !console.agrees(to: "Add \(network.name)?") {
      throw ProgramError("declined: nothing was added", hint: "run it again when you are sure")
    }
    try NetworkFile.keep(networks, inHome: session.home())
    console.result(sentences: "\(network.name) was added.", json: page.json(of: network))
  }
}
