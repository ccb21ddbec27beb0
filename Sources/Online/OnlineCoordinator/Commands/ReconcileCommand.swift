internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `reconcile`.
struct ReconcileCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconcile",
    abstract: "Compares the log of a signer with the chain, and warns of what it did not sign.",
    discussion: """
        online-coordinator reconcile log.txt
        online-coordinator reconcile camera
        online-coordinator reconcile log.txt log-of-the-old-laptop.txt

      Takes what `offline-signer log export` wrote, and says of each payment that was
      signed what became of it: confirmed, in the mempool, replaced, or not seen. A
      payment that was not seen may still be sent by whoever has it.

      The other way round, each transaction that spent coins of a wallet must be in
      the log, if nobody can spend from the wallet without that signer. If one is
      not, somebody else has the keys, or you signed with another vault or with
      `sign --seed`, which keep no log here. Then the exit code is 1. If several
      vaults have the same seed, give the logs of all of them.

      Transactions that are older than the wallet's registration at the signer are
      not judged. Compare the words with those that the signer shows: they stand for
      the whole log.
      """)

  @Argument(help: "The log: file, picture, folder of pictures, `-`, `camera` or `paste`.")
  var inputs: [String]

  @Flag(name: .customLong("no-sync"), help: "Do not sync first.")
  var noSync = false

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    var logs: [SigningLogExport] = []
    for input in inputs { logs.append(try Self.log(input, session.console)) }
    let store = try session.store()
    let marks = logs.map { log in (log.network, Set(log.wallets.map(\.mark))) }
    let coins = Set(logs.flatMap(\.entries).flatMap(\.coins))
    var wallets: [Reconciliation.Wallet] = []
    var strangers: [String] = []
    for record in try store.wallets()
    where logs.contains(where: { $0.network == record.network.identity }) {
      let mark = SigningLogExport.mark(of: record.descriptor)
      let isKnown = marks.contains { $0.0 == record.network.identity && $0.1.contains(mark) }
      if isKnown, !noSync { try await session.sync(record, store) }
      let spends = try store.spends(of: record)
      // One that was removed at the signer is still in the log.
      guard isKnown || !spends.coins.isDisjoint(with: coins) else {
        strangers.append(record.name)
        continue
      }
      session.remind(of: [record])
      if spends.points.isEmpty {
        session.console.warn("\(record.name) was never synced: run `sync \(record.name)`")
      }
      if let gap = spends.gap {
        session.console.warn(
          """
          from block \(gap) on the node named only the unspent coins of \(record.name): transactions may be \
          missing here; a node with -blockfilterindex=1, or `sync --whole`, finds them all
          """)
      }
      wallets.append(
        Reconciliation.Wallet(
          name: record.name, network: record.network, mark: mark, spends: spends))
    }
    let result = Reconciliation(logs, wallets, try store.payments())
    let report = ReconciliationReport(
      result, logs: logs, wallets: wallets, notInLogs: strangers, console: session.console)
    session.console.result(text: report.text, json: report.json)
    if let trouble = report.trouble { throw trouble.besideResult() }
  }

  private static func log(
    _ input: String, _ console: Console
  ) throws(ProgramError) -> SigningLogExport {
    let message = try MessageInput(input).message(on: console)
    guard case .signingLog(let log) = message else {
      throw ProgramError(
        "\(ForeignText.shown(input, limit: 60)) is \(message.kind), not the log of a signer",
        hint: "write the log with `offline-signer log export --out log.txt`")
    }
    return log
  }
}
