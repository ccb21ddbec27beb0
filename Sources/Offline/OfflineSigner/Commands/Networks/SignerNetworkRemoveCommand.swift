internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import SignerHome
internal import TerminalUI

/// `network remove`: forgets a network of one's own.
struct SignerNetworkRemoveCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Forgets a network of your own.",
    discussion: """
      If a network of this name is built in, that one is back in its place. A home
      that was made for it stays as it is.
      """)

  @Argument(help: "The network.")
  var name: NetworkName

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let known = try session.networks()
    guard known.own.contains(where: { $0.name == name.text }) else {
      throw ProgramError(
        "no network of your own is called \(name.text)", hint: "run `network list` to see them")
    }
    try NetworkFile.keep(known.removing(name.text), inHome: session.home())
    session.console.result(
      sentences: "\(name.text) was removed.", json: ["removed": .string(name.text)])
  }
}
