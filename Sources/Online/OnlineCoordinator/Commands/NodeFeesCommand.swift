internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import NodeClients
internal import TerminalUI
internal import WalletStorage

/// The command `node fees`.
struct NodeFeesCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "fees",
    abstract: "Shows how much waits in the mempool of a node, by fee rate.",
    discussion: """
        online-coordinator node fees
        online-coordinator pay savings --to ... --fee-place 1 --out pay.gif

      Of each fee rate it says how much pays as much or more: so much, at most, is
      mined before a payment at that rate. A block takes about 1 MvB (a million
      virtual bytes). What comes later and pays more is mined before it, too.

      Below stands what the node estimates for a confirmation within so many blocks
      (`pay --target`). A node can say what it likes: a fee that is out of
      proportion is asked about before anything is built (R04).

      Bitcoin Core 31 tells its mempool in one answer; an older one is read
      transaction by transaction, up to 20,000 of them. Electrum and Esplora servers
      tell it in steps. What a step pays at most is known, and not what it pays at
      least: a wide one makes a rate look slower than it is, never faster.
      """)

  @Argument(help: "The node's name; the one in use unless given.")
  var name: String?

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let node = try name.map { try store.node(named: $0) } ?? session.activeNode(store)
    let source = try session.source(node)
    let status = try await session.asked { () async throws(NodeError) in try await source.status() }
    let waiting = try await session.asked { () async throws(NodeError) in
      try await Self.waiting(source)
    }
    let estimates = try await session.asked { () async throws(NodeError) in
      try await source.estimatedFeeRates(targets: FeeCurve.targets.map(\.0))
    }
    if let reason = waiting.untold, estimates.allSatisfy({ $0 == nil }) {
      throw ProgramError(
        "\(NodeError.mempoolUntold(reason: reason)), and it has no estimate",
        hint: "ask another node: `node fees NAME`")
    }
    let curve = FeeCurve(
      depth: waiting.depth, untold: waiting.untold, minimum: status.minimumFeeRate,
      estimates: estimates)
    var object: JSONObject = [
      "node": .string(node.name), "network": .string(status.network.name),
      "height": .integer(status.tip.height),
    ]
    curve.write(to: &object)
    var parts = [session.console.wrappedResult(curve.sentence(about: node.name))]
    if !curve.rows.isEmpty { parts.append(session.console.shown(curve.table)) }
    parts.append(session.console.shown(curve.tableOfEstimates))
    session.console.result(text: parts.joined(separator: "\n\n"), json: .object(object))
  }

  /// What waits, or why the node cannot tell.
  private static func waiting(
    _ source: any ChainSource
  ) async throws(NodeError) -> (depth: MempoolDepth?, untold: String?) {
    do throws(NodeError) {
      return (try await source.mempoolDepth(), nil)
    } catch {
      guard case .mempoolUntold(let reason) = error else { throw error }
      return (nil, reason)
    }
  }
}
