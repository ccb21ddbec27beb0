internal import BitcoinPrimitives
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What a wallet owns, by how certain it is.
struct Balance {
  /// In blocks, and old enough to be spent; coins held by payments included.
  let confirmed: Amount
  /// In the mempool.
  let pending: Amount
  /// Rewards of blocks that are not mature yet.
  let immature: Amount
  /// Held by unfinished payments.
  let locked: Amount
  /// Frozen, and not held by a payment.
  let frozen: Amount
  /// What could be spent now.
  let spendable: Amount
  /// All of it, whatever it waits for or is held by.
  let total: Amount
  /// The block up to which this is known; nil before the first sync.
  let height: Int?

  init(of wallet: WalletRecord, in store: Store) throws {
    let totals = try store.totals(of: wallet)
    let tip = totals.lastSync?.height ?? 0
    func sum(_ condition: (WalletCoin) -> Bool) throws -> Amount {
      try Amount.sum(of: totals.others.filter(condition).map(\.amount))
    }
    func difference(_ amount: Amount, _ part: Amount) throws -> Amount {
      try amount.subtracting(part)
    }
    let inBlocks = try Amount(satoshis: totals.inBlocks)
    let isFree = { (coin: WalletCoin) in coin.availability(at: tip) == .spendable }
    immature = try sum { $0.height != nil && $0.isImmature(at: tip) }
    confirmed = try difference(inBlocks, immature)
    pending = try sum { $0.height == nil }
    total = try inBlocks.adding(pending)
    locked = try sum { $0.payment != nil }
    frozen = try sum { $0.availability(at: tip) == .frozen }
    let freeInBlocks = try difference(inBlocks, try sum { $0.height != nil && !isFree($0) })
    let freeInMempool = try sum { $0.height == nil && isFree($0) }
    spendable = try freeInBlocks.adding(freeInMempool)
    height = totals.lastSync?.height
  }
}
