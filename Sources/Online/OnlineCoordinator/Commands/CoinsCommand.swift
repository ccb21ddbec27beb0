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
    for coin in coins {
      let address = book.address(coin)
      let label = outputs["\(coin.outPoint)"] ?? addresses[address] ?? ""
      let state = coin.availability(at: tip).words
      table.add([
        "\(coin.outPoint)", coin.amount.btc, "\(coin.confirmations(at: tip))", state,
        ForeignText.shown(label),
      ])
      list.append([
        "outpoint": .string("\(coin.outPoint)"), "amount": .integer(coin.amount.satoshis),
        "confirmations": .integer(coin.confirmations(at: tip)), "label": .string(label),
        "address": .string(address), "branch": .integer(coin.branch),
        "index": .integer(coin.index), "state": .string(state),
      ])
    }
    session.console.result(
      text: coins.isEmpty ? "No coins." : table.text, json: .array(list))
  }
}
