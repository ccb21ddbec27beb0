internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `balance`.
struct BalanceCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "balance", abstract: "Syncs a wallet, and shows what it owns.")

  @Argument(help: "The wallet's name.")
  var wallet: String

  @OptionGroup var offline: OfflineOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try await session.refreshed(wallet, store, offline)
    let age = try SyncAge(of: record, in: store, now: session.now)
    let balance = try Balance(of: record, in: store)
    var table = Table("", .init("BTC", .right))
    table.add(["confirmed", balance.confirmed.btc])
    table.add(["pending", balance.pending.btc])
    if balance.immature > .zero { table.add(["not mature yet", balance.immature.btc]) }
    if balance.locked > .zero { table.add(["held by payments", balance.locked.btc]) }
    if balance.frozen > .zero { table.add(["frozen", balance.frozen.btc]) }
    table.add(["total", balance.total.btc])
    table.add(["spendable now", balance.spendable.btc])
    let backup = try session.warnOfBackups(on: record.network, store)
    session.console.result(
      text:
        "\(session.console.wrappedResult("\(wallet), \(age.words)"))\n\(session.console.shown(table))",
      json: [
        "wallet": .string(wallet), "confirmed": .integer(balance.confirmed.satoshis),
        "pending": .integer(balance.pending.satoshis),
        "immature": .integer(balance.immature.satoshis),
        "locked": .integer(balance.locked.satoshis),
        "frozen": .integer(balance.frozen.satoshis),
        "total": .integer(balance.total.satoshis),
        "spendable": .integer(balance.spendable.satoshis),
        "height": balance.height.map { .integer($0) } ?? .null,
        "syncedAt": age.syncedAt.map { .integer($0) } ?? .null,
        "backupIsCurrent": backup.isCurrent.map { .bool($0) } ?? .null,
        "uploadIsCurrent": backup.isUploaded.map { .bool($0) } ?? .null,
      ])
  }
}
