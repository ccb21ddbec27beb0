internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import Bytes
internal import TerminalUI

/// `qr`: symbols without anything else.
struct QRCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "qr", abstract: "Shows and reads QR codes.",
    subcommands: [QRShowCommand.self, QRReadCommand.self])
}

/// The command `qr show`.
struct QRShowCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a payment, a wallet, an account or an address as QR codes.",
    discussion: "On the terminal unless --out says where: a payment takes several symbols in turn.")

  @Argument(help: "What to show: file, picture, folder, `-`, `camera` or `paste`.")
  var input: String

  @Option(help: ArgumentHelp("Where to write the symbols.", valueName: "output"))
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

/// The command `qr read`.
struct QRReadCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Reads QR codes and writes what they carry.",
    discussion: "Says what it is, and with --out writes it. Secrets are refused and never repeated."
  )

  @Argument(help: "A picture, a folder of pictures, or `camera`.")
  var input: String

  @Option(help: ArgumentHelp("Where to write the content.", valueName: "output"))
  var out: String?

  @Option(name: .customLong("as"), help: ArgumentHelp("The form to write.", valueName: "format"))
  var format: FormatArgument?

  @Flag(help: "Overwrite what is there.")
  var force = false

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    var target: MessageOutput?
    if let out { target = try MessageOutput(out, overwriting: force) }
    try target?.requireFree()
    let message = try MessageInput(input).message(on: session.console)
    if let target {
      try target.write(OutgoingMessage(message), as: format?.format, on: session.console)
      if out == "-" { return }
    }
    session.console.result(
      text: "It is \(message.kind).", json: ["kind": .string(message.kind)])
  }
}
