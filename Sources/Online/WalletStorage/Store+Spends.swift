public import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

extension Store {
  /// What spent coins of a wallet, as of its last sync.
  public func spends(of wallet: WalletRecord) throws(StorageError) -> WalletSpends {
    try read { db in
      var found: [Txid: FoundSpend] = [:]
      var unknown: [WalletSpends.Spend] = []
      var received: [Txid: Int64] = [:]
      var coins: Set<OutPoint> = []
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT txid, vout, amount, spender, spentHeight FROM coin WHERE wallet = ?",
        arguments: [wallet.id])
      while let row = try cursor.next() {
        let outPoint = try row.outPoint(of: "a coin of \(wallet.name)")
        let place = { "coin \(outPoint)" }
        let amount = try row.amount("amount", of: place()).satoshis
        coins.insert(outPoint)
        received[outPoint.txid, default: 0] &+= amount
        guard let hash = try row.hashIfAny("spender", of: place()) else { continue }
        let height = try row.heightIfAny("spentHeight", of: place())
        guard let txid = Spender(hash).txid else {
          unknown.append(
            WalletSpends.Spend(
              spender: .unknown, unsignedTxid: nil, height: height, coins: [outPoint],
              loss: amount))
          continue
        }
        found[txid, default: FoundSpend()].add(outPoint, amount, height)
      }
      let bytes = try db.makeStatement(
        sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ? AND bytes IS NOT NULL")
      var spends = unknown
      for (txid, spend) in found {
        let data = try Data.fetchOne(bytes, arguments: [wallet.id, txid.bytes.data])
        spends.append(
          WalletSpends.Spend(
            spender: .known(txid), unsignedTxid: try data.map { try Transaction($0).unsignedTxid },
            height: spend.height, coins: spend.coins.sorted(),
            loss: spend.amount &- (received[txid] ?? 0)))
      }
      return WalletSpends(
        spends: spends.sorted {
          ($0.height ?? .max, $0.coins[0]) < ($1.height ?? .max, $1.coins[0])
        }, coins: coins,
        points: try Self.syncPoints(db, wallet.id, limit: .max).reversed(),
        gap: try Self.historyGap(db, wallet))
    }
  }

  private struct FoundSpend {
    var coins: [OutPoint] = []
    var amount: Int64 = 0
    var height: Int?

    mutating func add(_ coin: OutPoint, _ amount: Int64, _ height: Int?) {
      coins.append(coin)
      self.amount &+= amount
      self.height = height ?? self.height
    }
  }
}

/// A script that a transaction paid which spends coins of a wallet.
public struct PaidScript: Hashable, Sendable {
  public let script: Script
  /// Whether all that the transaction spends is the wallet's: nobody else chose whom it pays.
  public let isOwn: Bool
}

extension Store {
  /// Lends what the transactions pay that spend coins of a wallet, as far as their bytes are known: one
  /// transaction is in memory at a time.
  ///
  /// The body must not ask these records anything.
  public func forEachPaidScript(
    of wallet: WalletRecord, _ body: (PaidScript) -> Void
  ) throws(StorageError) {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT tx.bytes, coin.count FROM (
            SELECT spender, count(*) AS count FROM coin
            WHERE wallet = :wallet AND spender IS NOT NULL GROUP BY spender) AS coin
          JOIN tx ON tx.wallet = :wallet AND tx.txid = coin.spender WHERE tx.bytes IS NOT NULL
          """, arguments: ["wallet": wallet.id])
      let place = "a transaction of \(wallet.name)"
      while let row = try rows.next() {
        let transaction = try Transaction(row.value("bytes", of: place) as Data)
        let count: Int64 = try row.value("count", of: place)
        let isOwn = Int64(transaction.inputs.count) == count
        for output in transaction.outputs {
          body(PaidScript(script: output.scriptPubKey, isOwn: isOwn))
        }
      }
    }
  }
}
