public import ChainTypes
public import Descriptors
public import NodeClients
public import Refusals
public import WalletStorage
public import WalletTypes

/// Why a sync did not come to an end; nothing of it is kept then.
public enum SyncError: HintedError, Equatable, Sendable {
  /// The node failed or refused.
  case node(NodeError)
  /// The records could not be read or changed.
  case storage(StorageError)
  /// An address could not be derived.
  case descriptor(DescriptorError)
  /// What the node says about one thing does not go together.
  case contradiction(node: String, about: String)
  /// Other programs kept changing the records.
  case outrun
  /// Blocks kept coming while the chain was read.
  case tipMoved(times: Int)

  public var description: String {
    switch self {
    case .node(let error): error.description
    case .storage(let error): error.description
    case .descriptor(let error): error.description
    case .contradiction(let node, let what): "\(node) contradicts itself about \(what)"
    case .outrun: "another program is syncing the same wallet"
    case .tipMoved(let times): "a new block came \(times) times while the chain was being read"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .node(let error): error.rule
    case .storage(let error): error.rule
    case .descriptor(let error): error.rule
    case .contradiction, .outrun, .tipMoved: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .node(let error): error.hint
    case .storage(let error): error.hint
    case .descriptor(let error): error.hint
    case .contradiction:
      "do not trust this node: use another one (`node use NAME`); nothing of this sync was kept"
    case .outrun: "wait until that program is done, then try again"
    case .tipMoved: "try again in a minute: nothing is wrong"
    }
  }
}

/// What a sync brought.
public struct SyncReport: Hashable, Sendable {
  /// The block up to which the wallets are synced now.
  public let tip: ChainTip
  /// Whether blocks had been replaced since the last sync.
  public let hadReorganisation: Bool
  /// From this block on the history may have holes; nil when it is whole.
  ///
  /// A source listed only what is unspent: coins that came and went in between are not seen.
  public let incompleteFrom: Int?

  /// Whether the history may have holes.
  public var missesHistory: Bool { incompleteFrom != nil }
}

/// Where a sync starts to read.
public enum SyncStart: Hashable, Sendable {
  /// Where the last one ended, as far as it still holds.
  case lastSync
  /// At this block: what is known from there on is replaced.
  case height(Int)
  /// At the birth of the wallet.
  case birth
}

/// Brings a wallet's records up to the tip of a chain.
public struct Synchronizer: Sendable {
  private let store: Store
  private let source: any ChainSource
  private let node: String
  /// How often a round is repeated before it is given up.
  private static let rounds = 5

  /// `node` is what the source is called in an error.
  public init(store: Store, source: any ChainSource, node: String = "the node") {
    self.store = store
    self.source = source
    self.node = node
  }

  /// Syncs; `progress` is called with the share that is done.
  ///
  /// What was handed out, labels and payments are kept wherever it starts.
  public func sync(
    _ wallet: WalletRecord, from start: SyncStart = .lastSync,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(SyncError) -> SyncReport {
    var moves = 0
    var changes = 0
    var again: Int?
    while true {
      let round = SyncRound(
        store: store, source: source, node: node, wallet: wallet, start: start, again: again,
        progress: progress)
      let outcome: SyncRound.Outcome
      do {
        outcome = try await round.run()
      } catch {
        guard case .node(.chainMoved) = error else { throw error }
        outcome = .moved
      }
      switch outcome {
      case .done(let report): return report
      case .moved:
        moves += 1
        guard moves < Self.rounds else { throw .tipMoved(times: moves) }
      case .vanished(let txid):
        // It may have been replaced in the mempool just now, but not again and again.
        moves += 1
        guard moves < Self.rounds else {
          throw .contradiction(
            node: node, about: "transaction \(txid), which it names but does not have")
        }
      case .recordsChanged:
        changes += 1
        guard changes < Self.rounds else { throw .outrun }
      case .doubtful(let coin, let height):
        // What an earlier sync said does not hold: read again from there, each time further back.
        guard again.map({ height < $0 }) ?? true else {
          throw .contradiction(node: node, about: "coin \(coin), which it does not list as unspent")
        }
        again = height
      }
    }
  }
}
