internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import NodeClients
internal import TerminalUI
internal import WalletStorage
internal import WalletSync
internal import WalletTypes

/// The command `sync`.
struct SyncCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Looks for the coins of one wallet, or of all, on the chain.",
    discussion: """
      Says what changed since the last sync: what arrived, left, was confirmed, or
      vanished; `watch --chain` does so again and again. Commands that show money
      sync first as well, for ten seconds at most; this one takes as long as it
      takes. Ctrl-C ends it: the wallets that were done are synced. Of the others
      nothing is kept: a first sync that was interrupted starts anew. A scan that was
      begun at a Bitcoin Core node is ended there too (`abort`), unless the program
      is killed; a second Ctrl-C kills it.

      The node is asked about scripts, at most a thousand at a time; it never sees
      an extended key. The first sync starts at the wallet's birth height, later
      ones where the last one ended.

      --whole reads again from the wallet's birth height, --from from a height that
      you give. Use them if a node left something out, or if it has no block filters
      and could not give the whole history. What is known of these blocks is
      replaced; addresses that were handed out, labels and payments are kept. Without
      filters each block is read, which takes hours for years: with
      -blockfilterindex=1 it takes minutes.

      At the end, unless `settings long-term-fee-rate` is set, a Bitcoin Core node is
      asked for the fee rates of the last year, one block a day, for at most ten
      seconds; the next sync continues from there. `pay` chooses coins by the median
      (`pay --explain`).
      """)

  @Argument(help: "The wallet's name; all wallets unless given.")
  var wallet: String?

  @Option(help: ArgumentHelp("Read again from this block on.", valueName: "height"))
  var from: Int?

  @Flag(help: "Read again from the wallet's birth height on.")
  var whole = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let start = try start()
    let store = try session.store()
    var wallets: [WalletRecord]
    if let wallet {
      wallets = [try session.wallet(wallet, store)]
    } else {
      wallets = try store.wallets()
      let source = try session.source(session.activeNode(store))
      let network = try await session.asked { () async throws(NodeError) in
        try await source.status().network
      }
      for other in wallets where other.network != network {
        session.console.talk("\(other.name) is on \(other.network.name): not synced")
      }
      wallets.removeAll { $0.network != network }
      session.remind(of: wallets)
    }
    var lines: [String] = []
    var list: [JSONValue] = []
    var height = 0
    for wallet in wallets {
      let known = try store.lastEvent()
      let report = try await session.sync(wallet, store, from: start)
      if let height = report.incompleteFrom {
        session.console.warn(
          """
          from block \(height) on only the unspent coins of \(wallet.name) are known for certain: what came \
          and went is not seen, and an address that was used and emptied elsewhere could be handed out \
          again; run the node with -blockfilterindex=1, or read every block: `sync \(wallet.name) \
          --from \(height)`
          """)
      }
      height = max(height, report.tip.height)
      let balance = try Balance(of: wallet, in: store)
      lines.append(
        "\(wallet.name): block \(report.tip.height), \(balance.confirmed.btc) BTC confirmed, "
          + "\(balance.pending.btc) BTC pending")
      let second = try await session.secondSightings(of: wallet, store)
      lines += second.map { "  \($0.sentence)" }
      list.append([
        "wallet": .string(wallet.name), "height": .integer(report.tip.height),
        "hash": .string("\(report.tip.hash)"), "confirmed": .integer(balance.confirmed.satoshis),
        "pending": .integer(balance.pending.satoshis),
        "reorganised": .bool(report.hadReorganisation),
        "missesHistory": .bool(report.missesHistory),
        "second": .array(second.map(\.json)),
        "incompleteFrom": report.incompleteFrom.map { .integer($0) } ?? .null,
        "events": .array(
          try session.reports(after: known, of: [wallet], store).map { .object($0.json) }),
      ])
    }
    await session.learnFees(at: height, for: session.environment.feeLimit, store)
    session.console.result(
      sentences: lines.isEmpty ? "There is no wallet to sync." : lines.joined(separator: "\n"),
      json: .array(list))
  }

  private func start() throws -> SyncStart {
    guard let from else { return whole ? .birth : .lastSync }
    guard !whole else {
      throw ProgramError(
        "--from and --whole were both given", hint: "give one of them", exitCode: .wrongUsage)
    }
    guard from >= 0 else {
      throw ProgramError(
        "--from \(from): there is no such block", hint: "give a height, 0 or more",
        exitCode: .wrongUsage)
    }
    return .height(from)
  }
}
