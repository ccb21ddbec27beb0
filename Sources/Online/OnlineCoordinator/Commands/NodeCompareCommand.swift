internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletSync
internal import WalletTypes

/// The command `node compare`.
struct NodeCompareCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Asks a second node about your coins, and says where the two differ.",
    discussion: """
        online-coordinator node compare index savings
        online-coordinator node compare

      A node cannot prove that it left nothing out. A second one that has nothing to
      do with the first shows it: the confirmed coins of the wallet, as of its last
      sync, are held against what the second node says of the same block, and each
      payment that was sent is looked for there. Nothing is written down, and the
      node in use stays the same.

      Ends with exit code 1 if the two differ. Then ask a third node; sync with the
      one that is right (`node use`, `sync WALLET --whole`).
      """)

  @Argument(help: "The other node's name; unless given, the second node (`node second`).")
  var name: String?

  @Argument(help: "The wallet's name; all wallets on the node's network unless given.")
  var wallet: String?

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let node = try other(store)
    let source = try session.source(node)
    var wallets: [WalletRecord]
    if let wallet {
      wallets = [try session.wallet(wallet, store)]
    } else {
      let network = try await session.asked { () async throws(NodeError) in
        try await source.status().network
      }
      wallets = try store.wallets().filter { $0.network == network }
      for other in try wallets.filter({ try store.lastSync(of: $0) == nil }) {
        session.console.talk("\(other.name) was never synced: not compared")
        wallets.removeAll { $0.id == other.id }
      }
      guard !wallets.isEmpty else {
        throw ProgramError(
          "no wallet on \(network.name) was ever synced", hint: "run `sync`, then compare again")
      }
      session.remind(of: wallets)
    }
    var lines: [String] = []
    var list: [JSONValue] = []
    var differ = false
    for wallet in wallets {
      let findings = try await findings(wallet, source, node.name, session, store)
      let payments = try await sightings(of: wallet, at: node, session, store)
      differ = differ || !findings.agree
      lines += Self.sentences(findings, wallet.name, node.name) + payments.map(\.sentence)
      list.append([
        "wallet": .string(wallet.name), "height": .integer(findings.height),
        "agree": .bool(findings.agree), "coins": .integer(findings.coins),
        "satoshis": .integer(Int(findings.satoshis)),
        "onlyInRecords": .array(findings.onlyInRecords.map { .string("\($0)") }),
        "onlyAtNode": .array(findings.onlyAtNode.map { .string("\($0)") }),
        "payments": .array(payments.map(\.json)),
      ])
    }
    if differ { session.ending.note(.failed) }
    session.console.result(text: lines.joined(separator: "\n"), json: ["wallets": .array(list)])
  }

  /// The node that is named, else the second one.
  private func other(_ store: Store) throws -> NodeRecord {
    guard let name else {
      guard let second = try store.secondNode() else {
        throw ProgramError(
          "no node was named, and no second node was chosen",
          hint: "name one: `node compare NAME`; or choose one: `node second NAME`")
      }
      return second
    }
    let node = try store.node(named: name)
    guard !node.isActive else {
      throw ProgramError(
        "\(name) is the node in use: it would be compared with itself",
        hint: "name another one; `node list` shows them")
    }
    return node
  }

  private func findings(
    _ wallet: WalletRecord, _ source: any ChainSource, _ node: String,
    _ session: CoordinatorSession, _ store: Store
  ) async throws -> NodeComparison.Findings {
    let progress = session.console.progress("comparing \(wallet.name)", unit: "%")
    let ticking = progress.ticking()
    defer {
      ticking.cancel()
      progress.end()
    }
    let action = "comparing \(wallet.name)"
    let outcome = try await session.untilStopped(during: action) {
      try await hinted(during: action) { () async throws(SyncError) in
        try await NodeComparison(store: store, source: source).compare(wallet) {
          progress.update(Int($0 * 100), of: 100)
        }
      }
    }
    let sync = "run `sync \(wallet.name)`, then compare again"
    switch outcome {
    case .compared(let findings): return findings
    case .neverSynced: throw ProgramError("\(wallet.name) was never synced", hint: sync)
    case .behind(let height, let needed):
      throw ProgramError(
        "\(node) is at block \(height); \(wallet.name) was synced up to block \(needed)",
        hint: "compare again when \(node) has caught up")
    case .otherBlock(let height):
      throw ProgramError(
        "block \(height) of \(node) is not the one up to which \(wallet.name) was synced",
        hint:
          "\(sync); if this is said again, the two nodes are on different chains: ask a third one")
    case .ahead(let height, let needed):
      throw ProgramError(
        "\(node) lists only what is unspent at block \(height); \(wallet.name) was synced up to block "
          + "\(needed)",
        hint: sync)
    }
  }

  private static func sentences(
    _ findings: NodeComparison.Findings, _ wallet: String, _ node: String
  ) -> [String] {
    let worth = (try? Amount(satoshis: findings.satoshis).btc) ?? "?"
    let ours =
      "\(wallet): \(counted(findings.coins, "confirmed coin")), \(worth) BTC, as of block \(findings.height)"
    guard !findings.agree else { return ["\(ours). \(node) says the same."] }
    return ["\(ours). \(node) says something else:"]
      + findings.onlyInRecords.map { "  not unspent at \(node): \($0)" }
      + findings.onlyAtNode.map { "  unspent at \(node), but not here: \($0)" }
  }

  // MARK: Payments

  /// Where the node has seen each payment that was sent and that is not settled.
  private func sightings(
    of wallet: WalletRecord, at node: NodeRecord, _ session: CoordinatorSession, _ store: Store
  ) async throws -> [PaymentSighting] {
    var found: [PaymentSighting] = []
    for payment in try store.payments(of: wallet) where payment.state == .sent {
      let sighting = try await session.sighting(of: payment, of: wallet, store, at: node)
      session.keep(sighting, of: payment.number, at: node, store)
      found.append(PaymentSighting(of: payment.number, sighting, at: node))
    }
    return found
  }
}
