internal import BitcoinPrimitives
internal import NodeClients

/// What a sync has looked for and found so far.
struct SyncSearch {
  private(set) var all: [Script] = []
  private(set) var owners: [Script: (branch: Int, index: UInt32)] = [:]
  private(set) var new: [(branch: Int, index: UInt32, script: Script)] = []
  private(set) var counts: [Int: UInt32] = [:]
  /// One more than the highest index used, by branch.
  private(set) var used: [Int: UInt32] = [:]
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
    used[owner.branch] = max(used[owner.branch] ?? 0, owner.index + 1)
  }

  mutating func add(_ spend: ScriptActivity.Spend) { spends.append(spend) }
}
