internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

/// What a wallet owns, added up where it lies: of a hundred thousand coins only those are read that are
/// not simply confirmed and free.
public struct CoinTotals: Sendable {
  /// All unspent coins in blocks together.
  ///
  /// In satoshis and not an `Amount`: damaged records may come to more than there is.
  public let inBlocks: Int64
  /// Every unspent coin that is not simply confirmed and free: those of the mempool, those that payments
  /// hold, those that are frozen, rewards that are not mature, and those whose transaction is missing; some more may be among
  /// them.
  public let others: [WalletCoin]
  /// Where the wallet stands on the chain; nil before the first sync.
  public let lastSync: SyncPoint?
}

extension Store {
  /// What the unspent coins of a wallet come to.
  ///
  /// - Throws: `StorageError`, with the first value that is damaged when there is one.
  public func totals(of wallet: WalletRecord) throws(StorageError) -> CoinTotals {
    try read { db in
      let last = try Self.syncPoints(db, wallet.id, limit: 1).first
      // What another name of this wallet holds stands in no index of this one: then all are looked at.
      let isTwin = try !Self.coinsHeldByTwins(db, wallet.id).isEmpty
      let frozen = try Self.frozenCoins(db, wallet.id)
      return CoinTotals(
        inBlocks: try Self.amountInBlocks(db, wallet),
        others: isTwin || frozen.count > Self.frozenLimit
          ? try Self.coins(db, wallet, includingSpent: false)
          : try Self.coins(
            db, wallet, rows: Self.otherCoins(frozen),
            arguments: ["wallet": wallet.id, "mature": (last?.height ?? 0) - WalletCoin.maturity]),
        lastSync: last)
    }
  }

  private static func amountInBlocks(_ db: Database, _ wallet: WalletRecord) throws -> Int64 {
    let row: Row?
    do {
      row = try Row.fetchOne(
        db,
        sql: """
          SELECT count(*), count(amount), coalesce(sum(amount), 0), coalesce(min(amount), 0),
            coalesce(max(amount), 0)
          FROM coin WHERE wallet = ? AND spender IS NULL AND height IS NOT NULL
          """, arguments: [wallet.id])
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // The sum does not fit: a damaged value, which is found one by one.
      row = nil
    }
    // Anything but an integer among them makes the sum something else too.
    let found = row.map { row in
      (0..<5).compactMap { (row[$0] as (any DatabaseValueConvertible)?) as? Int64 }
    }
    guard let found, found.count == 5, found[0] == found[1], found[3] >= 0,
      found[4] <= Amount.maxMoney.satoshis
    else {
      _ = try coins(db, wallet, includingSpent: false)
      throw StorageError.damaged(what: "the amounts of the coins of \(wallet.name)")
    }
    return found[2]
  }

  /// The coins of which something else is to be said than that they are confirmed, in SQL: each part
  /// comes out of an index of its own.
  ///
  /// A plus sign keeps the index of all unspent coins out of it, which would be walked from end to end.
  static func otherCoins(_ frozen: Set<OutPoint>) -> String {
    // Numbers and digits of ours alone: nothing in it comes from outside.
    let places = frozen.map { "(x'\(Hex.encode([UInt8]($0.txid.bytes.data)))', \($0.vout))" }
    let ofFrozen =
      places.isEmpty
      ? ""
      : """
      UNION SELECT rowid FROM coin WHERE wallet = :wallet AND +spender IS NULL
        AND (txid, vout) IN (VALUES \(places.joined(separator: ", ")))
      """
    return """
      SELECT \(WalletCoin.columns) FROM coin WHERE rowid IN (
        SELECT rowid FROM coin WHERE wallet = :wallet AND +spender IS NULL AND height IS NULL
        UNION SELECT rowid FROM coin
          WHERE payment IS NOT NULL AND +wallet = :wallet AND +spender IS NULL
        UNION SELECT rowid FROM coin
          WHERE wallet = :wallet AND isCoinbase <> 0 AND height > :mature AND +spender IS NULL
        UNION SELECT coin.rowid FROM tx CROSS JOIN coin
          ON coin.wallet = tx.wallet AND coin.txid = tx.txid
          WHERE tx.wallet = :wallet AND tx.bytes IS NULL AND +coin.spender IS NULL
        \(ofFrozen))
      """
  }

  /// Up to how many frozen coins are looked up one by one.
  private static let frozenLimit = 1_000
}
