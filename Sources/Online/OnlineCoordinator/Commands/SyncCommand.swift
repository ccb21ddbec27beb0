internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import TerminalUI
internal import WalletStorage

/// The command `sync`.
struct SyncCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Looks for the coins of one wallet, or of all, on the chain.",
    discussion: """
      The node is asked about scripts, at most a thousand at a time; it never sees
      an extended key. The first sync starts at the wallet's birth height, later
      ones where the last one ended.
      """)

  @Argument(help: "The wallet's name; all wallets unless given.")
  var wallet: String?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    var wallets: [WalletRecord]
    if let wallet {
      wallets = [try session.wallet(wallet, store)]
    } else {
      wallets = try hinted { () throws(StorageError) in try store.wallets() }
      let source = try session.source(session.activeNode(store))
      let network = try await session.asked { () async throws(NodeError) in
        try await source.status().network
      }
      for other in wallets where other.network != network {
        session.console.talk("\(other.name) is on \(other.network.name): left alone")
      }
      wallets.removeAll { $0.network != network }
      session.remind(of: wallets)
    }
    var lines: [String] = []
    var list: [JSONValue] = []
    for wallet in wallets {
      let report = try await session.sync(wallet, store)
      if report.missesHistory {
        session.console.warn(
          """
          this node lists only coins that are unspent: addresses of \(wallet.name) that were used and \
          emptied elsewhere are not seen and could be handed out again; run it with -blockfilterindex=1
          """)
      }
      let balance = try Balance(of: wallet, in: store)
      lines.append(
        "\(wallet.name): block \(report.tip.height), \(balance.confirmed.btc) BTC confirmed, "
          + "\(balance.pending.btc) BTC pending")
      list.append([
        "wallet": .string(wallet.name), "height": .integer(report.tip.height),
        "hash": .string("\(report.tip.hash)"), "confirmed": .integer(balance.confirmed.satoshis),
        "pending": .integer(balance.pending.satoshis),
        "reorganised": .bool(report.hadReorganisation),
        "missesHistory": .bool(report.missesHistory),
      ])
    }
    session.console.result(
      text: lines.isEmpty ? "There is no wallet to sync." : lines.joined(separator: "\n"),
      json: .array(list))
  }
}
