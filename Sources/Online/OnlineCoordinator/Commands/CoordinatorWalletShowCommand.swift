internal import ArgumentParser
internal import Bytes
internal import Descriptors
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `wallet show`.
struct CoordinatorWalletShowCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract:
      "Shows a wallet: who must sign, its keys, its first addresses, and how far it is synced.",
    discussion: """
      Each signer that has registered the wallet shows the same four Words
      (`wallet show`).
      """)

  @Argument(help: "The wallet's name.")
  var name: String

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let wallet = try session.wallet(name, store)
    let branches = try store.branches(of: wallet)
    let point = try store.lastSync(of: wallet)
    var table = Table("", .init("", .left, .wraps))
    let page = try WalletPage(wallet, store)
    let about = try page.text()
    var object = try page.json()
    if let name = try? NodeWalletName(wallet.descriptor) { table.add(["node's name", name.text]) }
    table.add(["birth height", "\(wallet.birthHeight)"])
    table.add(["gap limit", "\(wallet.gapLimit)"])
    table.add(["synced to block", point.map { "\($0.height)" } ?? "never"])
    for branch in branches {
      table.add([
        branch.branch == 0 ? "next address" : "next change", "\(branch.next)",
      ])
    }
    object["birthHeight"] = .integer(wallet.birthHeight)
    object["gapLimit"] = .integer(wallet.gapLimit)
    object["height"] = point.map { .integer($0.height) } ?? .null
    object["next"] = .array(branches.map { .integer($0.next) })
    session.console.result(
      text: session.console.wrappedResult(about) + "\n" + session.console.shown(table),
      json: .object(object))
  }
}
