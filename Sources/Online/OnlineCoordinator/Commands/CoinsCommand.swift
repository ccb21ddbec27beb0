internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletStorage

/// The command `coins`.
struct CoinsCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "coins", abstract: "Lists the unspent coins of a wallet, as of its last sync.")

  @Argument(help: "The wallet's name.")
  var wallet: String

  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    let tip = try session.tipHeight(record, store)
    let coins = try hinted { () throws(StorageError) in try store.coins(of: record) }
    let outputs = try hinted { () throws(StorageError) in try store.labels(.output, of: record) }
    let addresses = try hinted { () throws(StorageError) in
      try store.labels(.address, of: record)
    }
    var table = Table([
      ("coin", .left), ("BTC", .right), ("blocks", .right), ("state", .left), ("label", .left),
    ])
    var list: [JSONValue] = []
    let book = try AddressBook(record, store)
    // Many coins may lie at one address, and only one of table and list is printed.
    var known: [ScriptPlace: String] = [:]
    for coin in coins {
      let place = ScriptPlace(branch: coin.branch, index: coin.index)
      let address = known[place] ?? book.address(place)
      known[place] = address
      let name = "\(coin.outPoint)"
      let label = outputs[name] ?? addresses[address] ?? ""
      let state = coin.availability(at: tip).words
      guard session.console.isJSON else {
        table.add([
          name, coin.amount.btc, "\(coin.confirmations(at: tip))", state,
          label,
        ])
        continue
      }
      list.append([
        "outpoint": .string(name), "amount": .integer(coin.amount.satoshis),
        "confirmations": .integer(coin.confirmations(at: tip)), "label": .string(label),
        "address": .string(address), "branch": .integer(coin.branch),
        "index": .integer(coin.index), "state": .string(state),
      ])
    }
    session.console.result(
      text: coins.isEmpty ? "No coins." : table.text, json: .array(list))
  }
}
