package import BitcoinPrimitives
package import ChainTypes
package import WalletTypes

/// What a sync starts from.
package struct SyncPlan {
  package let points: [SyncPoint]
  package let branches: [BranchState]
  /// The blocks that facts came from.
  package let blocks: [BlockPosition]
  /// From this block on the history may have holes; nil when it is whole.
  package let gap: Int?
}

/// What a sync found out.
package struct SyncFindings {
  /// The records that it was planned on; when others changed them meanwhile, it is discarded.
  package let plan: SyncPlan
  /// The last block of an earlier sync that still holds.
  package let fork: SyncPoint?
  /// What is kept of what was known.
  package let base: SyncBase
  package let tip: ChainTip
  /// The scripts of the wallet, and what happened to them.
  package let events: SyncEvents
  /// So many of the first scripts were in the records; the others have to be remembered.
  package let knownCount: Int
  /// Coins that are gone without a known spender.
  package let gone: [OutPoint]
  /// Coins that were called gone and are unspent again.
  package let returned: [OutPoint]
  /// Bytes that are new, those of older coins that were missing included.
  package let transactions: [Txid: Transaction]
  /// Whether transactions without bytes make new coins.
  package let coinbases: [Txid: Bool]
  package let gap: Int?
  /// Times of blocks that the records did not have yet, in seconds since 1970.
  package let times: [BlockPosition: Int64]

  package init(
    plan: SyncPlan, fork: SyncPoint?, base: SyncBase, tip: ChainTip,
    events: SyncEvents, knownCount: Int, gone: [OutPoint], returned: [OutPoint],
    transactions: [Txid: Transaction], coinbases: [Txid: Bool], gap: Int?,
    times: [BlockPosition: Int64]
  ) {
    self.plan = plan
    self.fork = fork
    self.base = base
    self.tip = tip
    self.events = events
    self.knownCount = knownCount
    self.gone = gone
    self.returned = returned
    self.transactions = transactions
    self.coinbases = coinbases
    self.gap = gap
    self.times = times
  }
}

extension SyncFindings {
  /// The height below which these findings change nothing about any transaction.
  var changesFrom: Int {
    // What is only listed, and what is gone, may have come at any height.
    guard !base.isListed, gone.isEmpty, returned.isEmpty else { return 0 }
    return min(base.from, base.lost.min() ?? .max, events.lowestHeight ?? .max)
  }
}

/// What a round keeps of what was known, and what it reads.
package struct SyncBase {
  /// The height from which known scripts are read.
  package let from: Int
  /// The height from which new scripts are.
  package let birth: Int
  /// Heights of blocks that facts came from and that are not part of the chain.
  package let lost: Set<Int>
  /// Whether the source only listed what is unspent at the known scripts: then what is known of blocks
  /// that hold stays known.
  package let isListed: Bool

  package init(from: Int, birth: Int, lost: Set<Int>, isListed: Bool) {
    self.from = from
    self.birth = birth
    self.lost = lost
    self.isListed = isListed
  }

  /// Whether what a block at this height said is kept.
  package func holds(_ height: Int) -> Bool { isListed ? !lost.contains(height) : height < from }
}
