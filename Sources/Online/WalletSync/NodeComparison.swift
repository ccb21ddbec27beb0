public import BitcoinPrimitives
internal import ChainTypes
public import NodeClients
public import WalletStorage
public import WalletTypes

/// Asks a second node about the scripts of a wallet and holds what it says against the records.
///
/// Every node is believed only as far as it has to be, but what one leaves out everywhere nobody can
/// prove: a second one that knows nothing of the first does see it. Nothing is written down.
public struct NodeComparison: Sendable {
  /// Where the two differ, as of the block of the last sync.
  public struct Findings: Hashable, Sendable {
    /// The block of the last sync, which the node has as well.
    public let height: Int
    /// Unspent coins of the records.
    public let coins: Int
    /// What they are worth, in satoshis.
    public let satoshis: Int64
    /// Coins that are unspent in the records and that the node does not call unspent.
    public let onlyInRecords: [OutPoint]
    /// Coins that the node calls unspent and that the records do not have so.
    public let onlyAtNode: [OutPoint]

    /// Whether both say the same.
    public var agree: Bool { onlyInRecords.isEmpty && onlyAtNode.isEmpty }
  }

  /// What came of it.
  public enum Outcome: Hashable, Sendable {
    /// Both were compared.
    case compared(Findings)
    /// The wallet was never synced.
    case neverSynced
    /// The node has not got to the block of the last sync.
    case behind(height: Int, needed: Int)
    /// Another block lies at the height of the last sync.
    case otherBlock(height: Int)
    /// The node lists only what is unspent now, some blocks after the last sync.
    case ahead(height: Int, needed: Int)
  }

  private let store: Store
  private let source: any ChainSource

  /// Compares the records with a source.
  public init(store: Store, source: any ChainSource) {
    self.store = store
    self.source = source
  }

  /// Compares the confirmed coins of a wallet; `progress` is called with the share that is done.
  public func compare(
    _ wallet: WalletRecord, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(SyncError) -> Outcome {
    var moves = 0
    while true {
      do {
        return try await compareOnce(wallet, progress)
      } catch {
        // A block came meanwhile; not again and again.
        moves += 1
        guard case .node(.chainMoved) = error, moves < 5 else { throw error }
      }
    }
  }

  private func compareOnce(
    _ wallet: WalletRecord, _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(SyncError) -> Outcome {
    guard let point = try stored({ () throws(StorageError) in try store.lastSync(of: wallet) })
    else { return .neverSynced }
    let status = try await asked { () async throws(NodeError) in try await source.status() }
    guard status.network == wallet.network else {
      throw .node(.wrongNetwork(node: status.network.name, wallet: wallet.network.name))
    }
    guard status.tip.height >= point.height else {
      return .behind(height: status.tip.height, needed: point.height)
    }
    let hash = try await asked { () async throws(NodeError) in
      try await source.blockHash(at: point.height)
    }
    guard hash == point.hash else { return .otherBlock(height: point.height) }
    let scripts = Array(
      try stored { () throws(StorageError) in try store.walletScripts(of: wallet) }.all)
    let activity = try await asked { () async throws(NodeError) in
      try await source.activity(
        of: scripts, from: min(wallet.birthHeight, point.height), through: status.tip,
        progress: progress)
    }
    guard !activity.onlyUnspent || status.tip.height == point.height else {
      return .ahead(height: status.tip.height, needed: point.height)
    }
    return .compared(try findings(activity, wallet, at: point.height))
  }

  private func findings(
    _ activity: ScriptActivity, _ wallet: WalletRecord, at height: Int
  ) throws(SyncError) -> Findings {
    let spent = Set(
      activity.spends.filter { ($0.block?.height ?? .max) <= height }.map(\.outPoint))
    let told = Set(
      activity.receipts.filter { ($0.block?.height ?? .max) <= height }.map(\.outPoint)
    ).subtracting(spent)
    let kept = try stored { () throws(StorageError) in
      let all = try store.coins(of: wallet, includingSpent: true).filter {
        $0.height != nil && $0.spender != .unknown
      }
      let gone = try Set(store.coinsSpentInBlocks(among: all.map(\.outPoint), of: wallet))
      return all.filter { !gone.contains($0.outPoint) }
    }
    let own = Set(kept.map(\.outPoint))
    return Findings(
      height: height, coins: kept.count, satoshis: kept.reduce(0) { $0 + $1.amount.satoshis },
      onlyInRecords: own.subtracting(told).sorted(), onlyAtNode: told.subtracting(own).sorted())
  }

  private func asked<Value>(
    _ body: () async throws(NodeError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .node(error) }
  }

  private func stored<Value>(_ body: () throws(StorageError) -> Value) throws(SyncError) -> Value {
    do { return try body() } catch { throw .storage(error) }
  }
}
