internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import Bytes
internal import TerminalUI

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
