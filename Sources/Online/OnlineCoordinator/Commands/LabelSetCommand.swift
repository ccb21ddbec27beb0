internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `label set`, which `label` alone means too.
struct LabelSetCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Puts a label on an address, a coin or a transaction; without a text, removes it.",
    discussion: """
        online-coordinator label savings bcrt1q... "rent, May"
        online-coordinator label savings 12 "from the exchange"
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Argument(
    help: "An address, a coin (its number in `coins`, or TXID:VOUT) or a transaction (TXID).")
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
    let (kind, name) = try place(of: record, store)
    let text = text
    try store.setLabel(text, on: kind, name, of: record)
    session.console.result(
      sentences: text.isEmpty ? "Removed the label." : "\(name): \(ForeignText.shown(text))",
      json: ["ref": .string(name), "type": .string(kind.rawValue), "label": .string(text)])
  }

  private func place(
    of wallet: WalletRecord, _ store: Store
  ) throws -> (kind: LabelKind, reference: String) {
    guard let number = CoinArgument.number(reference) else {
      return try Self.place(reference, on: wallet.network)
    }
    return (.output, "\(try store.outPoint(numbered: number, of: wallet))")
  }

  /// What a reference of a person names, as it is kept.
  ///
  /// - Throws: `AddressError` when it is nothing that has a label.
  static func place(
    _ reference: String, on network: Network
  ) throws -> (kind: LabelKind, reference: String) {
    if let outPoint = try? OutPoint(parsing: reference) { return (.output, "\(outPoint)") }
    if let txid = try? Txid(parsing: reference) { return (.transaction, "\(txid)") }
    return (.address, try Address(parsing: reference, on: network).string)
  }
}
