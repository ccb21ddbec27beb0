public import BitcoinPrimitives
public import ChainTypes
public import Descriptors
public import NodeClients

/// Finds out which of several wallets were ever used, in one pass over the chain.
///
/// Source: the account discovery of BIP-44: an account is used when one of its first addresses is.
public struct AccountSearch: Sendable {
  /// What the search found.
  public struct Findings: Hashable, Sendable {
    /// The places in the list of those that were used.
    public let used: Set<Int>
    /// Whether accounts that were emptied are not seen: the source lists unspent outputs only.
    public let missesHistory: Bool
    /// The last block that was looked at.
    public let tip: ChainTip
  }

  private let source: any ChainSource

  /// Searches what a source shows.
  public init(source: any ChainSource) { self.source = source }

  /// Looks at the first `gapLimit` addresses of every branch of each descriptor, from a block on.
  public func used(
    among descriptors: [Descriptor], gapLimit: Int, from height: Int, on network: Network,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(SyncError) -> Findings {
    var owners: [Script: Int] = [:]
    for (number, descriptor) in descriptors.enumerated() {
      do {
        for branch in 0..<descriptor.branchCount {
          let deriver = try descriptor.branch(branch)
          for index in 0..<(descriptor.isRange ? UInt32(clamping: gapLimit) : 1) {
            let script = try deriver.script(at: index).scriptPubKey
            if owners[script] == nil { owners[script] = number }
          }
        }
      } catch {
        throw .descriptor(error)
      }
    }
    let scripts = Array(owners.keys)
    do throws(NodeError) {
      let status = try await source.status()
      guard status.network == network else {
        throw NodeError.wrongNetwork(node: status.network.name, wallet: network.name)
      }
      if status.isCatchingUp, !network.hasBlocksAtWill {
        throw NodeError.stillCatchingUp(height: status.tip.height)
      }
      let activity = try await source.activity(
        of: scripts, from: min(height, status.tip.height), through: status.tip, progress: progress)
      return Findings(
        used: Set(activity.receipts.compactMap { owners[$0.script] }),
        missesHistory: activity.onlyUnspent, tip: status.tip)
    } catch {
      throw .node(error)
    }
  }
}
