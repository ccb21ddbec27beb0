internal import BitcoinPrimitives
internal import TerminalUI
internal import WalletStorage

/// What a wallet owns, by how sure it is.
struct Balance {
  /// In blocks, and old enough to be spent; coins held by payments included.
  let confirmed: Amount
  /// In the mempool.
  let pending: Amount
  /// Rewards of blocks that are not mature yet.
  let immature: Amount
  /// Held by unfinished payments.
  let locked: Amount
  /// What could be spent now.
  let spendable: Amount
  /// The block up to which this is known; nil before the first sync.
  let height: Int?

  init(of wallet: WalletRecord, in store: Store) throws(ProgramError) {
    let coins = try hinted { () throws(StorageError) in try store.coins(of: wallet) }
    let point = try hinted { () throws(StorageError) in try store.lastSync(of: wallet) }
    let tip = point?.height ?? 0
    func sum(_ condition: (WalletCoin) -> Bool) throws(ProgramError) -> Amount {
      try hinted { () throws(AmountError) in
        try Amount.sum(of: coins.filter(condition).map(\.amount))
      }
    }
    let isImmature = { (coin: WalletCoin) in coin.isCoinbase && coin.confirmations(at: tip) < 100 }
    confirmed = try sum { $0.height != nil && !isImmature($0) }
    pending = try sum { $0.height == nil }
    immature = try sum { $0.height != nil && isImmature($0) }
    locked = try sum { $0.payment != nil }
    spendable = try sum { $0.availability(at: tip) == .spendable }
    height = point?.height
  }
}
