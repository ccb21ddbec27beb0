internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import TerminalUI

/// The command `rehearse fund`.
struct RehearseFundCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "fund",
    abstract: "Sends coins of the faucet to an address; they wait for the next block.")

  @Argument(help: "An address of the chain: bcrt1... unless it is of another network.")
  var address: String

  @Argument(help: "How much: 0.5 or 50000sat.")
  var amount: AmountArgument

  @OptionGroup var rehearsal: RehearsalOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let chain = try rehearsal.chain(session)
    let to = try Address(parsing: address, on: chain.network)
    let sum = try amount.amount()
    let txid = try await chain.fund(to.script, sum)
    session.console.result(
      sentences: "\(sum.btc) BTC are on their way: \(txid)\nrehearse mine confirms them.",
      json: ["txid": .string("\(txid)"), "amount": .integer(sum.satoshis)])
  }
}
