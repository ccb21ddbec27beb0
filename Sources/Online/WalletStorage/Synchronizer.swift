public import BitcoinPrimitives
internal import Bytes
public import Descriptors
public import NodeClients

/// Why a sync did not come to an end; nothing of it is kept then.
public enum SyncError: Error, Equatable, Sendable, CustomStringConvertible {
  case node(NodeError)
  case storage(StorageError)
  case descriptor(DescriptorError)
  /// The node contradicts itself about a transaction.
  case contradiction(Txid)
  /// Other programs kept changing the records.
  case outrun

  public var description: String {
    switch self {
    case .node(let error): error.description
    case .storage(let error): error.description
    case .descriptor(let error): error.description
    case .contradiction(let txid): "the node contradicts itself about transaction \(txid)"
    case .outrun: "another program is syncing the same wallet"
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .node(let error): error.hint
    case .storage(let error): error.hint
    case .descriptor(let error): error.hint
    case .contradiction: "do not trust this node; use another one"
    case .outrun: "try again when it is done"
    }
  }
}

/// What a sync brought.
public struct SyncReport: Hashable, Sendable {
  public let tip: ChainTip
  /// Whether blocks had been replaced since the last sync.
  public let hadReorganisation: Bool
  /// Whether the source lists only unspent coins, so that addresses used and emptied in the past
  /// are not seen.
  public let missesHistory: Bool
}

/// Brings a wallet's records up to the tip of a chain.
public struct Synchronizer: Sendable {
  private let store: Store
  private let source: any ChainSource
  /// Scripts are looked for in steps of so many, so that a new address seldom means a new search;
  /// within one sync each step is twice the last.
  private static let step: UInt32 = 100
  /// The most scripts of a branch.
  private static let branchLimit: UInt32 = 1_000_000

  public init(store: Store, source: any ChainSource) {
    self.store = store
    self.source = source
  }

  /// Syncs; `progress` is called with the share that is done.
  public func sync(
    _ wallet: WalletRecord, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(SyncError) -> SyncReport {
    for _ in 0..<5 {
      do {
        if let report = try await attempt(wallet, progress) { return report }
      } catch {
        // The tip moved while the chain was read: read again from the new one.
        guard case .node(.chainMoved) = error else { throw error }
      }
    }
    throw .outrun
  }

  private func attempt(
    _ wallet: WalletRecord, _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(SyncError) -> SyncReport? {
    let status = try await node { () async throws(NodeError) in try await source.status() }
    guard status.network == wallet.network else {
      throw .node(.wrongNetwork(node: status.network.name, wallet: wallet.network.name))
    }
    // A regtest node that mined nothing for a day says so as well.
    if status.isCatchingUp, wallet.network != .regtest {
      throw .node(.stillCatchingUp(height: status.tip.height))
    }
    let tip = status.tip
    let plan = try stored { () throws(StorageError) in try store.syncPlan(of: wallet) }
    let fork = try await forkPoint(plan, tip)
    var search = Search(
      known: fork == nil
        ? [] : try stored { () throws(StorageError) in try store.scripts(of: wallet) })

    // First what is known, from the last sync on.
    var listedOnly: Set<Script> = []
    if let fork, !search.all.isEmpty {
      let found = try await activity(search.all, from: fork.height + 1, tip, progress)
      if found.onlyUnspent { listedOnly = Set(search.all) }
      search.add(found)
    }
    // Then new scripts from the birth of the wallet, until none is used near the end.
    var step = Self.step
    while true {
      let new = try newScripts(wallet, plan, search, step)
      if new.isEmpty { break }
      // Each search reads the chain from the birth of the wallet: thousands of used addresses must
      // not mean dozens of them.
      step = min(step * 2, Self.branchLimit)
      search.add(new)
      let from = min(wallet.birthHeight, tip.height)
      search.add(try await activity(new.map(\.script), from: from, tip, progress))
    }
    let transactions = try await transactions(search, wallet)
    let findings = SyncFindings(
      plan: plan, fork: fork, tip: tip, owners: search.owners, newScripts: search.new,
      scanned: search.counts, receipts: search.receipts, spends: search.spends,
      listedOnly: listedOnly, transactions: transactions)
    guard try stored({ () throws(StorageError) in try store.apply(findings, to: wallet) }) else {
      return nil
    }
    return SyncReport(
      tip: tip, hadReorganisation: fork != plan.points.first,
      missesHistory: search.onlyUnspent)
  }

  /// The last block of an earlier sync that is still part of the chain.
  private func forkPoint(_ plan: SyncPlan, _ tip: ChainTip) async throws(SyncError) -> SyncPoint? {
    for point in plan.points where point.height <= tip.height {
      let hash = try await node { () async throws(NodeError) in
        try await source.blockHash(at: point.height)
      }
      if hash == point.hash { return point }
    }
    return nil
  }

  private func activity(
    _ scripts: [Script], from height: Int, _ tip: ChainTip,
    _ progress: @escaping @Sendable (Double) -> Void
  ) async throws(SyncError) -> ScriptActivity {
    try await node { () async throws(NodeError) in
      try await source.activity(of: scripts, from: height, through: tip, progress: progress)
    }
  }

  /// The scripts that have to be looked for in addition, as many as `step` more where any are needed.
  private func newScripts(
    _ wallet: WalletRecord, _ plan: SyncPlan, _ search: Search, _ step: UInt32
  ) throws(SyncError) -> [(branch: Int, index: UInt32, script: Script)] {
    var new: [(branch: Int, index: UInt32, script: Script)] = []
    for state in plan.branches {
      let have = search.counts[state.branch] ?? 0
      var target: UInt32 = 1
      if wallet.descriptor.isRange {
        let used = max(search.used[state.branch] ?? 0, state.lastUsed.map { $0 + 1 } ?? 0)
        let needed = max(state.next, used) + UInt32(wallet.gapLimit)
        guard needed <= Self.branchLimit else { throw .storage(.indexExhausted) }
        if needed > have {
          let whole = (needed + Self.step - 1) / Self.step * Self.step
          target = min(max(whole, have + (have == 0 ? Self.step : step)), Self.branchLimit)
        }
      }
      guard target > have else { continue }
      guard target <= Self.branchLimit else { throw .storage(.indexExhausted) }
      do {
        let branch = try wallet.descriptor.branch(state.branch)
        for index in have..<target {
          new.append((state.branch, index, try branch.script(at: index).scriptPubKey))
        }
      } catch {
        throw .descriptor(error)
      }
    }
    return new
  }

  /// The bytes of every transaction that is not known yet, held against what was said about it.
  private func transactions(
    _ search: Search, _ wallet: WalletRecord
  ) async throws(SyncError) -> [Txid: Transaction] {
    let known = try stored { () throws(StorageError) in try store.knownTransactions(of: wallet) }
    var places: [TransactionPlace] = []
    var asked = known
    for receipt in search.receipts where asked.insert(receipt.outPoint.txid).inserted {
      places.append(TransactionPlace(txid: receipt.outPoint.txid, block: receipt.block?.hash))
    }
    for spend in search.spends where asked.insert(spend.spender).inserted {
      places.append(TransactionPlace(txid: spend.spender, block: spend.block?.hash))
    }
    let wanted = places
    let answers = try await node { () async throws(NodeError) in
      try await source.transactions(wanted)
    }
    var found: [Txid: Transaction] = [:]
    for (place, transaction) in zip(wanted, answers) { found[place.txid] = transaction }
    for receipt in search.receipts {
      guard let transaction = found[receipt.outPoint.txid] else { continue }
      let vout = Int(receipt.outPoint.vout)
      guard vout < transaction.outputs.count,
        transaction.outputs[vout].amount == receipt.amount,
        transaction.outputs[vout].scriptPubKey == receipt.script
      else { throw .contradiction(receipt.outPoint.txid) }
    }
    for spend in search.spends {
      guard let transaction = found[spend.spender] else { continue }
      guard transaction.inputs.contains(where: { $0.previousOutput == spend.outPoint }) else {
        throw .contradiction(spend.spender)
      }
    }
    return found
  }

  // MARK: Errors

  private func node<Value>(
    _ body: () async throws(NodeError) -> Value
  ) async throws(SyncError) -> Value {
    do { return try await body() } catch { throw .node(error) }
  }

  private func stored<Value>(
    _ body: () throws(StorageError) -> Value
  ) throws(SyncError) -> Value {
    do { return try body() } catch { throw .storage(error) }
  }
}

/// What a sync has looked for and found so far.
private struct Search {
  private(set) var all: [Script] = []
  private(set) var owners: [Script: (branch: Int, index: UInt32)] = [:]
  private(set) var new: [(branch: Int, index: UInt32, script: Script)] = []
  private(set) var counts: [Int: UInt32] = [:]
  /// One more than the highest index used, by branch.
  private(set) var used: [Int: UInt32] = [:]
  private(set) var receipts: [ScriptActivity.Receipt] = []
  private(set) var spends: [ScriptActivity.Spend] = []
  private(set) var onlyUnspent = false

  init(known: [(branch: Int, index: UInt32, script: Script)]) {
    for entry in known { remember(entry) }
  }

  private mutating func remember(_ entry: (branch: Int, index: UInt32, script: Script)) {
    all.append(entry.script)
    // The first owner keeps a script that two branches share.
    if owners[entry.script] == nil { owners[entry.script] = (entry.branch, entry.index) }
    counts[entry.branch] = max(counts[entry.branch] ?? 0, entry.index + 1)
  }

  mutating func add(_ entries: [(branch: Int, index: UInt32, script: Script)]) {
    for entry in entries { remember(entry) }
    new += entries
  }

  mutating func add(_ activity: ScriptActivity) {
    receipts += activity.receipts
    spends += activity.spends
    onlyUnspent = onlyUnspent || activity.onlyUnspent
    for receipt in activity.receipts {
      guard let owner = owners[receipt.script] else { continue }
      used[owner.branch] = max(used[owner.branch] ?? 0, owner.index + 1)
    }
  }
}
