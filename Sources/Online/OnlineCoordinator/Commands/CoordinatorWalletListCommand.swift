internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `wallet list`.
struct CoordinatorWalletListCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the wallets.")

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let wallets = try store.wallets()
    session.remind(of: wallets)
    for pair in Store.sharing(wallets) {
      session.console.warn(
        "\(pair.first) and \(pair.second) have the same coins; remove the one that you do not use: "
          + "`wallet remove \(pair.second)`")
    }
    var table = Table("name", "network", "synced to block")
    var list: [JSONValue] = []
    for wallet in wallets {
      let point = try store.lastSync(of: wallet)
      table.add([wallet.name, wallet.network.name, point.map { "\($0.height)" } ?? "never"])
      list.append([
        "wallet": .string(wallet.name), "network": .string(wallet.network.name),
        "height": point.map { .integer($0.height) } ?? .null,
      ])
    }
    session.console.result(
      text: wallets.isEmpty ? "There is no wallet yet." : session.console.shown(table),
      json: .array(list))
  }
}
