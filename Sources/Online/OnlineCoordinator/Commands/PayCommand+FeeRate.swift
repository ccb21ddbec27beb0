internal import BitcoinPrimitives
internal import NodeClients
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

extension PayCommand {
  /// The rate at which coins are expected to be spent one day: Bitcoin Core's 10 sat/vB, unless the settings of this
  /// home say another.
  static func longTermFeeRate(_ store: Store) throws -> FeeRate {
    let rate = try CoordinatorSetting.longTermFeeRate.value(in: store)
    return try FeeRate(satoshisPerKvB: rate * 1000)
  }

  /// The rate that was given, or the one that the node suggests, not below what it relays.
  func rate(
    _ session: CoordinatorSession, _ store: Store, _ record: WalletRecord
  ) async throws -> FeeRate {
    if noSync, let feeRate { return feeRate.rate }
    let source = try session.source(session.activeNode(store))
    let status = try await session.asked { () async throws(NodeError) in try await source.status() }
    guard status.network == record.network else {
      throw ProgramError(
        NodeError.wrongNetwork(node: status.network.name, wallet: record.network.name))
    }
    let minimum = status.minimumFeeRate
    if let feeRate {
      guard feeRate.rate >= minimum else {
        throw ProgramError(
          "the node relays nothing below \(minimum)", hint: "give a higher --fee-rate")
      }
      return feeRate.rate
    }
    let blocks = target ?? 6
    guard (1...1008).contains(blocks) else {
      throw ProgramError(
        "the target must be from 1 to 1008 blocks",
        hint: "give a number in that range; 6 is about an hour", exitCode: .wrongUsage)
    }
    let estimate = try await session.asked { () async throws(NodeError) in
      try await source.estimatedFeeRate(target: blocks)
    }
    guard let estimate else {
      throw ProgramError(
        "the node cannot estimate a fee rate yet", hint: "give one: --fee-rate 5")
    }
    return max(estimate, minimum)
  }
}
