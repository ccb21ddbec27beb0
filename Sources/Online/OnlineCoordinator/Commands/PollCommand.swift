internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletSync
internal import WalletTypes

/// The command `poll`: one look of `watch --chain`, which runs it again and again, each time with a fence of its own.
struct PollCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "poll",
    abstract: "Syncs, and says as JSON what happened since an event: one look of watch --chain.",
    shouldDisplay: false)

  @Argument(help: "The wallet's name; all wallets on the node's network unless given.")
  var wallet: String?

  @Option(help: ArgumentHelp("Also what happened after this event.", valueName: "number"))
  var after: Int64?

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    // What stands in the way for good is an error; what may pass is part of the answer.
    let node = try session.activeNode(store)
    let source = try session.source(node)
    let all = try store.wallets()
    let chosen = try wallet.map { [try store.wallet(named: $0)] } ?? all
    guard !chosen.isEmpty else {
      throw ProgramError(
        "there is no wallet to watch", hint: "make one: `wallet create` or `wallet import`")
    }
    session.remind(of: chosen)
    let before = try after ?? store.lastEvent()
    var failure: ProgramError?
    var height: Int?
    do {
      let status = try await hinted { () async throws(NodeError) in try await source.status() }
      let wallets = chosen.filter { $0.network == status.network }
      guard !wallets.isEmpty else {
        throw ProgramError(
          "the node \(node.name) is on \(status.network.name): no wallet of yours is",
          hint: "choose another one: `node use NAME`")
      }
      for wallet in wallets {
        let report = try await session.sync(wallet, store, saysEvents: false)
        height = max(height ?? 0, report.tip.height)
      }
      await session.learnFees(at: height ?? 0, for: session.environment.feeLimit / 5, store)
    } catch {
      // That it was to end says nothing about the node.
      guard !session.environment.stop.isRaised() else { throw error }
      failure = ProgramError(any: error)
    }
    let last = try store.lastEvent()
    let events = try session.reports(after: before, of: chosen, store)
    session.console.result([
      "last": .integer(last), "height": height.map { .integer($0) } ?? .null,
      "node": .string(node.name), "events": .array(events.map { .object($0.json) }),
      "failure": failure.map { ["error": .string($0.message), "hint": .string($0.hint)] } ?? .null,
    ])
  }
}
