internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import TerminalUI
internal import WalletStorage

/// The command `wallet list`.
struct WalletListCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the wallets.")

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    let wallets = try hinted { () throws(StorageError) in try store.wallets() }
    session.remind(of: wallets)
    var table = Table("name", "network", "synced to block")
    var list: [JSONValue] = []
    for wallet in wallets {
      let point = try hinted { () throws(StorageError) in try store.lastSync(of: wallet) }
      table.add([wallet.name, wallet.network.name, point.map { "\($0.height)" } ?? "never"])
      list.append([
        "wallet": .string(wallet.name), "network": .string(wallet.network.name),
        "height": point.map { .integer($0.height) } ?? .null,
      ])
    }
    session.console.result(
      text: wallets.isEmpty ? "There is no wallet yet." : table.text, json: .array(list))
  }
}

/// The command `wallet show`.
struct WalletShowCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a wallet: its rule in words, its keys, its first addresses, where it stands.")

  @Argument(help: "The wallet's name.")
  var name: String

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    let wallet = try session.wallet(name, store)
    let branches = try hinted { () throws(StorageError) in try store.branches(of: wallet) }
    let point = try hinted { () throws(StorageError) in try store.lastSync(of: wallet) }
    var table = Table("", "")
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
    session.console.result(text: about + "\n" + table.text, json: .object(object))
  }
}

/// The command `wallet remove`.
struct WalletRemoveCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Forgets a wallet. Its coins stay where they are, and the signer keeps its keys.")

  @Argument(help: "The wallet's name.")
  var name: String

  @Flag(help: "Also when payments of it are unfinished.")
  var force = false

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    _ = try session.wallet(name, store)
    guard
      try consent.agrees(
        to: "Forget \(name), with its labels and payments?", on: session.console)
    else { throw ProgramError("nothing was removed", hint: "answer yes to remove it") }
    try hinted { () throws(StorageError) in
      try store.removeWallet(named: name, evenIfBusy: force)
    }
    session.console.result(text: "\(name) was removed.", json: ["wallet": .string(name)])
  }
}
