internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import Bytes
internal import TerminalUI

/// `qr show`: shows a message as QR codes.
struct QRShowCommand<Common: ParsableArguments>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show",
      abstract: "Shows a payment, a wallet, an account or an address as QR codes.",
      discussion: """
        On the terminal unless --out says where: a payment takes several QR codes in
        turn. Needs no vault and no records.

          qr show signed.psbt
          qr show signed.psbt --out signed.gif
          qr show payment.psbt --for seedsigner
          qr show payment.psbt --both-ways camera
        """)
  }

  @Argument(help: "What to show: file, picture, folder, `-`, `camera` or `paste`.")
  var input: String

  @Option(help: ArgumentHelp("Where to write the QR codes.", valueName: "output"))
  var out: String = MessageOutput.terminal

  @Option(
    name: .customLong("as"), help: ArgumentHelp("ur, bbqr, base64, hex, text.", valueName: "format")
  )
  var format: PayloadFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Who reads it: sets form, density and speed for them.", valueName: "peer"))
  var peer: Peer?

  @Flag(
    name: .customLong("without-previous"),
    help: "Leave out previous transactions, for a signer that does not need them.")
  var withoutPrevious = false

  @OptionGroup var bothWays: BothWaysOptions

  @Flag(help: "Overwrite an existing file or folder.")
  var force = false

  @OptionGroup var common: Common

  func run() throws {
    let console = CommandConsole.current
    let target = try bothWays.watching(
      MessageOutput(out, overwriting: force, for: peer, withoutPrevious: withoutPrevious))
    try target.requireFree()
    let message = try MessageInput(input).message(on: console)
    try target.write(OutgoingMessage(message), as: format, on: console)
    if console.isJSON, out != "-" {
      console.result(["kind": .string(message.kind), "out": .string(out)])
    }
  }
}
