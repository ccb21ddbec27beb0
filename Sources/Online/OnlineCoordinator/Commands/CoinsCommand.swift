internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `coins`.
struct CoinsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "coins", abstract: "Syncs a wallet, and lists its unspent coins.",
    discussion: """
        online-coordinator coins savings

      The number in front is what other commands call the coin by: pay --coin 12,
      freeze savings 12, label savings 12 "from the exchange". It never changes, and
      no other coin of this home gets it. A restored backup numbers coins anew;
      scripts should use TXID:VOUT.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Option(help: ArgumentHelp("Only coins with this tag.", valueName: "name"))
  var tag: TagArgument?

  @OptionGroup var offline: OfflineOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [tag?.name].compactMap(\.self) }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try await session.refreshed(wallet, store, offline)
    let tip = try session.tipHeight(record, store)
    var coins = try store.coins(of: record)
    if let tag { coins.removeAll { $0.tag != tag.name } }
    let poisoned = try PoisonedCoins(
      among: coins.lazy.reversed().map { ($0.outPoint, $0.amount.satoshis) }, of: record,
      in: store)
    poisoned.warn(on: session.console, wallet)
    let outputs = try store.labels(.output, of: record)
    let addresses = try store.labels(.address, of: record)
    let book = try WalletAddresses(record, store)
    func address(_ coin: WalletCoin) -> String {
      book.address(ScriptPlace(branch: coin.branch, index: coin.index))
    }
    // Many come out of one transaction.
    var last: (txid: Txid, text: String)?
    func name(_ outPoint: OutPoint) -> String {
      if let last, last.txid == outPoint.txid { return "\(last.text):\(outPoint.vout)" }
      let text = "\(outPoint.txid)"
      last = (outPoint.txid, text)
      return "\(text):\(outPoint.vout)"
    }
    func label(_ name: String, _ address: @autoclosure () -> String) -> String {
      if let label = outputs.isEmpty ? nil : outputs[name] { return label }
      return addresses.isEmpty ? "" : addresses[address()] ?? ""
    }
    guard !session.console.isJSON else {
      session.console.result(objects: coins) { coin, object in
        let name = name(coin.outPoint)
        let place = address(coin)
        object.add("number", integer: coin.number)
        object.add("outpoint", string: name)
        object.add("amount", integer: coin.amount.satoshis)
        object.add("confirmations", integer: Int64(coin.confirmations(at: tip)))
        object.add("label", string: label(name, place))
        object.add("tag", string: coin.tag)
        object.add("address", string: place)
        object.add("branch", integer: Int64(coin.branch))
        object.add("index", integer: Int64(coin.index))
        object.add("lookAlike", bool: poisoned.pairs[coin.outPoint.txid] != nil)
        object.add("state", string: coin.availability(at: tip).words)
      }
      return
    }
    // Who has no tags sees nothing of them.
    let hasTags = coins.contains { $0.tag != nil }
    var columns: [Table.Column] = [
      .init("", .right), .init("coin", .left, .goesBelow, leaves: 1), .init("BTC", .right),
      .init("blocks", .right, leaves: 4), .init("state", .left, .wraps),
      .init("label", .left, .wraps, leaves: 2),
    ]
    if hasTags { columns.insert(.init("tag", .left, .wraps, leaves: 3), at: 5) }
    var table = Table(columns)
    for coin in coins {
      let name = name(coin.outPoint)
      var cells = [
        coin.number.map { "\($0)" } ?? "", name, coin.amount.btc,
        "\(coin.confirmations(at: tip))",
        coin.availability(at: tip).words
          + (poisoned.pairs[coin.outPoint.txid] == nil ? "" : ", LOOK-ALIKE"),
        label(name, address(coin)),
      ]
      if hasTags { cells.insert(coin.tag ?? "", at: 5) }
      table.add(cells)
    }
    guard !coins.isEmpty else { return session.console.result("No coins.") }
    session.console.result(table: table)
  }
}
