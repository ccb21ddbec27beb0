internal import BitcoinPrimitives
internal import ChainTypes
internal import NodeClients
internal import WalletTypes

/// What a sync has looked for and found so far.
struct SyncSearch {
  private(set) var all: [Script] = []
  private(set) var owners: [Script: (branch: Int, index: UInt32)] = [:]
  private(set) var new: [(branch: Int, index: UInt32, script: Script)] = []
  private(set) var counts: [Int: UInt32] = [:]
  /// One more than the highest index that a block paid, by branch.
  private var paid: [Int: UInt32] = [:]
  /// The indices that only the mempool pays, by branch.
  private var waiting: [Int: Set<UInt32>] = [:]
  private(set) var receipts: [ScriptActivity.Receipt] = []
  private(set) var spends: [ScriptActivity.Spend] = []
  /// Scripts of which the source listed only what is unspent.
  private(set) var listedScripts: Set<Script> = []
  /// What it listed then.
  private(set) var listed: Set<OutPoint> = []

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

  mutating func add(_ activity: ScriptActivity, of scripts: [Script]) {
    if activity.onlyUnspent {
      listedScripts.formUnion(scripts)
      for receipt in activity.receipts where receipt.block != nil {
        listed.insert(receipt.outPoint)
      }
    }
    for receipt in activity.receipts { add(receipt) }
    spends += activity.spends
  }

  /// Adds what the bytes of a transaction prove.
  mutating func add(_ receipt: ScriptActivity.Receipt) {
    receipts.append(receipt)
    guard let owner = owners[receipt.script] else { return }
    if receipt.block == nil {
      waiting[owner.branch, default: []].insert(owner.index)
    } else {
      paid[owner.branch] = max(paid[owner.branch] ?? 0, owner.index + 1)
    }
  }

  /// One more than the highest index used; `known` is the first that was known of neither as handed out
  /// nor as paid in a block.
  ///
  /// What only the mempool pays may be invented: far above the others it does not count.
  func used(_ branch: Int, known: UInt32) -> UInt32 {
    let known = max(known, paid[branch] ?? 0)
    let near = waiting[branch]?.filter { $0 < known + IndexLimits.ahead }.max()
    return max(known, near.map { $0 + 1 } ?? 0)
  }

  mutating func add(_ spend: ScriptActivity.Spend) { spends.append(spend) }
}
