internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `label`.
struct LabelCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Puts a label on an address, a coin or a transaction; without a text, removes it.",
    discussion: """
        online-coordinator label savings bcrt1q... "rent, May"
        online-coordinator label savings TXID:VOUT "from the exchange"
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Argument(help: "An address, a coin (TXID:VOUT) or a transaction (TXID).")
  var reference: String

  @Argument(help: "The label, at most 255 characters.")
  var text: String = ""

  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [text] }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    guard text.count <= 255 else {
      throw ProgramError(
        "the label is longer than 255 characters", hint: "shorten it", exitCode: .wrongUsage)
    }
    let kind: LabelKind
    let name: String
    if let outPoint = try? OutPoint(parsing: reference) {
      (kind, name) = (.output, "\(outPoint)")
    } else if let txid = try? Txid(parsing: reference) {
      (kind, name) = (.transaction, "\(txid)")
    } else {
      let address = try Address(parsing: reference, on: record.network)
      (kind, name) = (.address, address.string)
    }
    let text = text
    try store.setLabel(text, on: kind, name, of: record)
    session.console.result(
      sentences: text.isEmpty ? "Removed the label." : "\(name): \(ForeignText.shown(text))",
      json: ["ref": .string(name), "type": .string(kind.rawValue), "label": .string(text)])
  }
}
