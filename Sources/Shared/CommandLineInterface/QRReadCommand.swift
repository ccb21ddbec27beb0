internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import Bytes
internal import ExtendedKeys
internal import TerminalUI
internal import WalletFiles

/// `qr read`: says what QR codes carry.
struct QRReadCommand<Common: ParsableArguments>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "read",
      abstract: "Reads QR codes and writes their content.",
      discussion: """
        Shows what it is, and with --out writes it. For a multisig: payload it shows
        who has signed, and which signatures are wrong. Secrets are refused and never
        repeated. Needs no vault and no records.

          qr read photos/ --out payment.psbt
        """)
  }

  @Argument(help: "A picture, a folder of pictures, or `camera`.")
  var input: String

  @Option(help: ArgumentHelp("Where to write the content.", valueName: "output"))
  var out: String?

  @Option(name: .customLong("as"), help: ArgumentHelp("The form to write.", valueName: "format"))
  var format: PayloadFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("With --out: who reads what is written.", valueName: "peer"))
  var peer: Peer?

  @Flag(help: "Overwrite an existing file or folder.")
  var force = false

  @OptionGroup var common: Common

  func run() throws {
    let console = CommandConsole.current
    var target: MessageOutput?
    if let out { target = try MessageOutput(out, overwriting: force, for: peer) }
    try target?.requireFree()
    let message = try MessageInput(input).message(on: console)
    if let target {
      try target.write(OutgoingMessage(message), as: format, on: console)
      if out == "-" { return }
    }
    var lines = ["It is \(message.kind)."]
    var object: JSONObject = ["kind": .string(message.kind)]
    switch message {
    case .multisigPayload(let payload):
      let report = MultisigReport(payload)
      lines += report.lines
      object["signatures"] = report.json
    case .keypath(let path, _):
      lines += [
        "\(path.summary).",
        "It says at which path a key is, and does not hold the key. Ask for the account that belongs to it.",
      ]
      object["path"] = .string(path.steps)
      object["fingerprint"] = path.source.map { .string("\($0)") } ?? .null
      object["depth"] = path.depth.map { .integer(Int64($0)) } ?? .null
    case .coinInfo(let coin, _):
      lines += [
        "It is of \(coin.summary).",
        "It holds nothing else. Ask for the account or the address that belongs to it.",
      ]
      object["coinType"] = .integer(Int64(coin.coinType))
      object["network"] = .integer(coin.network)
    default: break
    }
    console.result(sentences: lines.joined(separator: "\n"), json: .object(object))
  }
}
