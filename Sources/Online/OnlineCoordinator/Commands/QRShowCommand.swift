internal import AirgapTransfer
internal import ArgumentParser
internal import TerminalUI

/// The command `qr show`.
struct QRShowCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a payment, a wallet, an account or an address as QR codes.",
    discussion: "On the terminal unless --out says where: a payment takes several QR codes in turn."
  )

  @Argument(help: "What to show: file, picture, folder, `-`, `camera` or `paste`.")
  var input: String

  @Option(help: ArgumentHelp("Where to write the QR codes.", valueName: "output"))
  var out: String = MessageOutput.terminal

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("ur, bbqr, base64, hex, text.", valueName: "format"))
  var format: FormatArgument?

  @Flag(help: "Overwrite what is there.")
  var force = false

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let target = try MessageOutput(out, overwriting: force)
    try target.requireFree()
    let message = try MessageInput(input).message(on: session.console)
    try target.write(OutgoingMessage(message), as: format?.format, on: session.console)
  }
}
