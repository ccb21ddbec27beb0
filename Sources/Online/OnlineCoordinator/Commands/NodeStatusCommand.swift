internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import NodeClients
internal import TerminalUI
internal import WalletStorage

/// The command `node status`.
struct NodeStatusCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows the state of a node.")

  @Argument(help: "The node's name; the one in use unless given.")
  var name: String?

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let node: NodeRecord
    if let name {
      node = try store.node(named: name)
    } else {
      node = try session.activeNode(store)
    }
    let source = try session.source(node)
    let status = try await session.asked { () async throws(NodeError) in try await source.status() }
    var table = Table("", .init("", .left, .wraps))
    table.add(["node", node.name])
    table.add(["software", status.software])
    table.add(["network", status.network.name])
    table.add(["block", "\(status.tip.height)  \(status.tip.hash)"])
    table.add(["finds coins by", status.scanning.rawValue])
    table.add(["lowest fee rate", "\(status.minimumFeeRate)"])
    let learnt = try session.learntFees(from: node, status, store)
    if let learnt { table.add(["last year's fee rate", learnt]) }
    for (number, index) in status.indexes.enumerated() {
      table.add([number == 0 ? "indexes" : "", Self.words(index, at: status.tip.height)])
    }
    if status.isCatchingUp {
      let done = status.progress.map { ", \(Self.percent($0)) checked" } ?? ""
      table.add(["", "still catching up with the chain\(done)"])
    }
    if status.firstBlock > 0 { table.add(["first block kept", "\(status.firstBlock)"]) }
    for (number, limit) in status.limits.enumerated() {
      table.add([number == 0 ? "limits" : "", limit])
    }
    session.console.result(
      text: session.console.shown(table),
      json: [
        "node": .string(node.name), "software": .string(status.software),
        "network": .string(status.network.name), "height": .integer(status.tip.height),
        "hash": .string("\(status.tip.hash)"), "scanning": .string(status.scanning.rawValue),
        "minimumFeeRate": .number(status.minimumFeeRate.satPerVByte),
        "catchingUp": .bool(status.isCatchingUp), "firstBlock": .integer(status.firstBlock),
        "progress": status.progress.map { .number("\($0)") } ?? .null,
        "indexes": .array(
          status.indexes.map {
            ["name": .string($0.name), "height": .integer($0.height), "synced": .bool($0.isSynced)]
          }),
        "feesOfYear": learnt.map { .string($0) } ?? .null,
        "limits": .array(status.limits.map { .string($0) }),
      ])
  }

  /// How far an index is, where it is not at the node's last block.
  private static func words(_ index: NodeIndex, at height: Int) -> String {
    index.isSynced && index.height >= height
      ? index.name : "\(index.name), so far up to block \(index.height)"
  }

  /// A share of 0 to 1 in tenths of a percent, never rounded up: `99.9 %` is not all.
  static func percent(_ share: Double) -> String {
    let tenths = Int(share * 1000)
    return "\(tenths / 10).\(tenths % 10) %"
  }
}
