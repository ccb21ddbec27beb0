internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import TerminalUI
internal import WalletStorage

/// `rehearse`: the chain of one's own.
struct RehearseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rehearse",
    abstract: "Makes coins and blocks on a rehearsal chain.",
    discussion: """
      A rehearsal chain is a file in this home, with the rules of a real chain and coins that are worth
      nothing: every signature is judged as a node would judge it.

        online-coordinator node add practice rehearsal://
        online-coordinator rehearse fund ADDRESS 0.5
        online-coordinator rehearse mine
      """,
    subcommands: [RehearseMineCommand.self, RehearseFundCommand.self])
}

/// Which rehearsal chain.
struct RehearsalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The rehearsal node, when it is not the one in use.", valueName: "name"))
  var node: String?

  func chain(_ session: Session) throws(ProgramError) -> Rehearsal {
    let store = try session.store()
    let record: NodeRecord
    if let node {
      record = try hinted { () throws(StorageError) in try store.node(named: node) }
    } else {
      record = try session.activeNode(store)
    }
    let url = try hinted { () throws(NodeError) in try NodeURL(parsing: record.url) }
    guard url.kind == .rehearsal else {
      throw ProgramError(
        "\(record.name) is a real node, no rehearsal chain",
        hint: "node add practice rehearsal://, then node use practice")
    }
    return try session.rehearsal(record)
  }
}

/// The command `rehearse mine`.
struct RehearseMineCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "mine", abstract: "Mines blocks; the first takes in what waits.")

  @Argument(help: "How many.")
  var count = 1

  @OptionGroup var rehearsal: RehearsalOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let chain = try rehearsal.chain(session)
    let count = count
    let hashes = try await hinted { () async throws(NodeError) in try await chain.mine(count) }
    let tip = try await hinted { () async throws(NodeError) in try await chain.status().tip }
    session.console.result(
      text: "Mined \(hashes.count), the chain is at block \(tip.height).",
      json: [
        "mined": .integer(hashes.count), "height": .integer(tip.height),
        "hash": .string("\(tip.hash)"),
      ])
  }
}

/// The command `rehearse fund`.
struct RehearseFundCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "fund",
    abstract: "Sends coins of the faucet to an address; they wait for the next block.")

  @Argument(help: "An address of regtest (bcrt1...).")
  var address: String

  @Argument(help: "How much: 0.5 or 50000sat.")
  var amount: AmountArgument

  @OptionGroup var rehearsal: RehearsalOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) async throws(ProgramError) {
    let chain = try rehearsal.chain(session)
    let to = try hinted { () throws(AddressError) in try Address(parsing: address, on: .regtest) }
    let sum = try amount.amount()
    let txid = try await hinted { () async throws(NodeError) in
      try await chain.fund(to.script, sum)
    }
    session.console.result(
      text: "\(sum.btc) BTC are on their way: \(txid)\nrehearse mine confirms them.",
      json: ["txid": .string("\(txid)"), "amount": .integer(sum.satoshis)])
  }
}
