internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `history`.
struct HistoryCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Lists what moved coins of a wallet, newest first.")

  @Argument(help: "The wallet's name.")
  var wallet: String

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    let tip = try session.tipHeight(record, store)
    let entries = try hinted { () throws(StorageError) in try store.history(of: record) }
    let labels = try hinted { () throws(StorageError) in try store.labels(.transaction, of: record)
    }
    var table = Table([
      ("transaction", .left), ("block", .right), ("BTC", .right), ("fee sat", .right),
      ("label", .left),
    ])
    var list: [JSONValue] = []
    for entry in entries {
      let label = labels["\(entry.txid)"] ?? ""
      table.add([
        "\(entry.txid)", entry.height.map { "\($0)" } ?? "pending", Self.signed(entry.net),
        entry.fee.map { "\($0)" } ?? "", ForeignText.shown(label),
      ])
      list.append([
        "txid": .string("\(entry.txid)"), "height": entry.height.map { .integer($0) } ?? .null,
        "confirmations": .integer(entry.height.map { max(0, tip - $0 + 1) } ?? 0),
        "received": .integer(entry.received), "spent": .integer(entry.spent),
        "net": .integer(entry.net), "fee": entry.fee.map { .integer($0) } ?? .null,
        "label": .string(label),
      ])
    }
    session.console.result(
      text: entries.isEmpty ? "Nothing moved yet." : table.text, json: .array(list))
  }

  /// Satoshis as bitcoin with a sign.
  private static func signed(_ satoshis: Int64) -> String {
    let fraction = String(satoshis.magnitude % 100_000_000)
    let zeros = String(repeating: "0", count: 8 - fraction.count)
    return "\(satoshis < 0 ? "-" : "+")\(satoshis.magnitude / 100_000_000).\(zeros)\(fraction)"
  }
}
