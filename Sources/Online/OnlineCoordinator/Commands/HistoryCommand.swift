internal import ArgumentParser
internal import Bytes
internal import DurableFiles
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `history`.
struct HistoryCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Lists the transactions of a wallet, newest first, with the balance after each.",
    discussion: """
        online-coordinator history savings
        online-coordinator history savings --csv --out history.csv

      Dates are in UTC and those of the blocks, as their miners wrote them; a
      transaction without a block is pending. The balance in the first line is the
      total that `balance` shows. A fee is shown where all coins spent were yours.

      --csv is for spreadsheets (RFC 4180, amounts in BTC). A label that a
      spreadsheet would take for a formula begins with an apostrophe there. --json
      has satoshis.

      After two weeks without a sync, a node without block filters can only tell
      which coins were spent, not by what. Such a coin has a line of its own,
      without a txid; sync --whole reads every block and finds out.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Option(help: ArgumentHelp("Only the newest ones, this many.", valueName: "number"))
  var last: Int?

  @Flag(help: "As comma-separated values, for spreadsheets.")
  var csv = false

  @Option(
    help: ArgumentHelp(
      "With --csv or --json: the file to write, or - for standard output.", valueName: "output"))
  var out: String?

  @Flag(help: "With --out: overwrite the file if it exists.")
  var force = false

  @OptionGroup var offline: OfflineOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func validate() throws {
    if let last, last < 1 { throw ValidationError("--last needs a number from 1 on") }
    if out != nil, !csv, !common.json { throw ValidationError("--out needs --csv or --json") }
    if force, out == nil { throw ValidationError("--force needs --out OUTPUT") }
    if csv, common.json, out == nil || out == "-" {
      throw ValidationError("--csv and --json together need --out FILE, which gets the CSV")
    }
  }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try await session.refreshed(wallet, store, offline)
    let all = try store.history(of: record)
    let entries = last.map { Array(all.prefix($0)) } ?? all
    let poisoned = try PoisonedCoins(
      among: entries.filter { $0.spent == 0 && $0.received <= PoisonedCoins.most }
        .compactMap { entry in entry.receipts.first.map { ($0.outPoint, entry.received) } },
      of: record, in: store)
    poisoned.warn(on: session.console, wallet)
    let page = try HistoryPage(
      record, tip: try session.tipHeight(record, store),
      lookAlikes: Set(poisoned.pairs.keys), store)
    if entries.contains(where: \.mayMissSpends) {
      session.console.warn(
        """
        the node listed only coins that are unspent: transactions may be missing here, and one with a \
        question mark may have spent coins of \(record.name) that are not counted. A node with \
        -blockfilterindex=1, or `sync --whole`, finds them all
        """)
    }
    let json = entries.lazy.map(page.json)
    guard let out, out != "-" else {
      if csv { return session.console.result(bytes: page.csv(entries)) }
      if common.json { return session.console.result(list: json) }
      guard !entries.isEmpty else { return session.console.result("No transactions yet.") }
      return session.console.result(table: page.table(entries))
    }
    let bytes =
      csv ? page.csv(entries) : Array((JSONWriter.encode(list: json, pretty: false) + "\n").utf8)
    try AtomicFile.write(bytes, to: out, replacing: force ? .yes : .no)
    session.console.result(
      sentences:
        "Wrote \(counted(entries.count, "transaction")) to \(ForeignText.shown(out)).",
      json: ["wallet": .string(wallet), "transactions": .integer(entries.count)])
  }
}
