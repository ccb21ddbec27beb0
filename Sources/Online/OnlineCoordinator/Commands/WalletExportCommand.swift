internal import AirgapTransfer
internal import ArgumentParser
internal import Bytes
internal import Descriptors
internal import TerminalUI
internal import WalletStorage

/// The command `wallet export`.
struct WalletExportCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a wallet's descriptor, for the signer or for another coordinator.",
    discussion: """
        online-coordinator wallet export savings --as descriptor --out savings.txt
        online-coordinator wallet export savings --as crypto-output --out savings.png

      Whoever reads it can see every coin of the wallet, and spend none.
      """)

  @Argument(help: "The wallet's name.")
  var name: String

  @OptionGroup var output: OutputOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let target = try output.target()
    let wallet = try session.wallet(name, session.store())
    try target.write(
      .descriptor(wallet.descriptor.canonical), as: output.format?.format, on: session.console)
    if output.out != "-" {
      session.console.result(
        text: "\(name) was written to \(output.out).",
        json: ["wallet": .string(name), "descriptor": .string(wallet.descriptor.canonical)])
    }
  }
}
