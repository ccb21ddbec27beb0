internal import ArgumentParser
internal import Bytes
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `history`.
struct HistoryCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Lists the transactions of a wallet, newest first.",
    discussion: """
      After two weeks without a sync, a node without block filters can only tell
      which coins were spent, not by what. Such a coin has a line of its own,
      without a txid; sync --whole reads every block and finds out.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    let tip = try session.tipHeight(record, store)
    let entries = try store.history(of: record)
    let labels = try store.labels(.transaction, of: record)
    let outputs = try store.labels(.output, of: record)
    let addresses = try store.labels(.address, of: record)
    let book = try AddressBook(record, store)
    var table = Table([
      .init("transaction", .left, .goesBelow, leaves: 1), .init("block", .right),
      .init("BTC", .right), .init("fee sat", .right, leaves: 3),
      .init("label", .left, .wraps, leaves: 2),
    ])
    var list: [JSONValue] = []
    for entry in entries {
      // Its own label, else those of the coins and addresses that it paid to.
      let label =
        entry.txid.flatMap { labels["\($0)"] }
        ?? Self.joined(
          entry.receipts.map { receipt in
            outputs["\(receipt.outPoint)"] ?? addresses[book.address(receipt.place)] ?? ""
          })
      var coin = JSONValue.null
      var name = "spent; this node cannot tell by which transaction"
      var block = entry.height.map { "\($0)" } ?? "pending"
      switch entry.cause {
      case .transaction(let txid): name = "\(txid)"
      case .unknownSpend(let outPoint, let height):
        coin = .string("\(outPoint)")
        block = "by \(height)"
      }
      table.add([
        name, block, Self.signed(entry.net) + (entry.mayMissSpends ? "?" : ""),
        entry.fee.map { "\($0)" } ?? "", label,
      ])
      list.append([
        "txid": entry.txid.map { .string("\($0)") } ?? .null, "coin": coin,
        "height": entry.height.map { .integer($0) } ?? .null,
        "confirmations": .integer(entry.height.map { max(0, tip - $0 + 1) } ?? 0),
        "received": .integer(entry.received), "spent": .integer(entry.spent),
        "net": .integer(entry.net), "fee": entry.fee.map { .integer($0) } ?? .null,
        "label": .string(label), "mayMissSpends": .bool(entry.mayMissSpends),
      ])
    }
    if entries.contains(where: \.mayMissSpends) {
      session.console.warn(
        """
        the node listed only coins that are unspent: transactions may be missing here, and one with a \
        question mark may have spent coins of \(record.name) that are not counted. A node with \
        -blockfilterindex=1, or `sync --whole`, finds them all
        """)
    }
    session.console.result(
      text: entries.isEmpty ? "No transactions yet." : session.console.shown(table),
      json: .array(list))
  }

  /// Labels, each once, in their order.
  private static func joined(_ labels: [String]) -> String {
    var seen: Set<String> = [""]
    return labels.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }

  /// Satoshis as bitcoin with a sign.
  private static func signed(_ satoshis: Int64) -> String {
    let fraction = String(satoshis.magnitude % 100_000_000)
    let zeros = String(repeating: "0", count: 8 - fraction.count)
    return "\(satoshis < 0 ? "-" : "+")\(satoshis.magnitude / 100_000_000).\(zeros)\(fraction)"
  }
}
