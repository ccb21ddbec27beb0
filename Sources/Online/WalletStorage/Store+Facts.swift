package import BitcoinPrimitives
internal import Bytes
package import ChainTypes
internal import Foundation
internal import GRDB
package import WalletTypes

/// A confirmed coin that is unspent as far as is known.
package struct KnownCoin {
  package let outPoint: OutPoint
  package let amount: Amount
  package let height: Int

  package init(outPoint: OutPoint, amount: Amount, height: Int) {
    self.outPoint = outPoint
    self.amount = amount
    self.height = height
  }
}

extension KnownCoin {
  /// Nil of one that a sync takes back.
  fileprivate init?(unspent row: Row, of wallet: WalletRecord, _ base: SyncBase) throws {
    outPoint = try row.outPoint(of: "a coin of \(wallet.name)")
    let outPoint = outPoint
    let place = { "coin \(outPoint)" }
    guard let height = try row.heightIfAny(of: place()), base.holds(height) else { return nil }
    let spent = try row.heightIfAny("spentHeight", of: place())
    guard !(spent.map(base.holds) ?? false) else { return nil }
    amount = try row.amount("amount", of: place())
    self.height = height
  }
}

/// A transaction and the block that it came from.
package struct KnownPlace {
  package let txid: Txid
  package let height: Int
  package let block: BlockHash
}

// What the records say before a sync, for the sync to hold against the chain.
extension Store {
  /// What a row is called when it is damaged.
  private static let place = "a transaction of a wallet"

  /// The blocks that facts came from, each once.
  static func blocks(_ db: Database, _ wallet: Int64) throws -> [BlockPosition] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT DISTINCT height, block FROM tx
        WHERE wallet = ? AND height IS NOT NULL AND block IS NOT NULL ORDER BY height
        """, arguments: [wallet]
    ).compactMap {
      guard let height = try $0.heightIfAny(of: place) else { return nil }
      return BlockPosition(height: height, hash: BlockHash(try $0.hash("block", of: place)))
    }
  }

  /// The amount and the script of a coin, in SQL.
  static let selectOutput = """
    SELECT coin.amount, script.script FROM coin JOIN script
    ON script.wallet = coin.wallet AND script.branch = coin.branch AND script.idx = coin.idx
    WHERE coin.wallet = ? AND coin.txid = ? AND coin.vout = ?
    """

  /// Those of the outputs that are coins of the wallet, with their amounts and scripts.
  package func ownCoins(
    among outPoints: Set<OutPoint>, of wallet: WalletRecord
  ) throws(StorageError) -> [OutPoint: TxOut] {
    try read { db in
      let statement = try db.makeStatement(sql: Self.selectOutput)
      var found: [OutPoint: TxOut] = [:]
      for outPoint in outPoints {
        let arguments: StatementArguments = [
          wallet.id, outPoint.txid.bytes.data, Int64(outPoint.vout),
        ]
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { continue }
        found[outPoint] = TxOut(
          rawValue: try row.amount("amount", of: "coin \(outPoint)").satoshis,
          scriptPubKey: Script(try row.bytes("script", of: "a script of \(wallet.name)")))
      }
      return found
    }
  }

  /// The coins of the wallet that these transactions made, with their amounts and scripts.
  package func ownCoins(
    madeBy txids: Set<Txid>, of wallet: WalletRecord
  ) throws(StorageError) -> [OutPoint: TxOut] {
    let outPoints = try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT vout FROM coin WHERE wallet = ? AND txid = ?")
      var found: Set<OutPoint> = []
      for txid in txids {
        let cursor = try Row.fetchCursor(statement, arguments: [wallet.id, txid.bytes.data])
        while let row = try cursor.next() {
          let vout: Int64 = try row.value("vout", of: "a coin of \(txid)")
          guard let vout = UInt32(exactly: vout) else {
            throw StorageError.damaged(what: "a coin of \(txid)")
          }
          found.insert(OutPoint(txid: txid, vout: vout))
        }
      }
      return found
    }
    return try ownCoins(among: outPoints, of: wallet)
  }

  /// The confirmed coins that are unspent once a sync has taken back what it reads again, as far as they are
  /// wanted.
  package func unspentCoins(
    of wallet: WalletRecord, keeping base: SyncBase, where isWanted: (OutPoint) -> Bool
  ) throws(StorageError) -> [KnownCoin] {
    try read { db in
      var coins: [KnownCoin] = []
      let cursor = try Self.unspentRows(db, wallet, base)
      while let row = try cursor.next() {
        if let coin = try KnownCoin(unspent: row, of: wallet, base), isWanted(coin.outPoint) {
          coins.append(coin)
        }
      }
      return coins
    }
  }

  /// Some of them: so many from one on that is chosen by how many there are, and from the first on where they end
  /// before.
  ///
  /// `start` is asked where there are more than `most`; it gives a number below that.
  package func unspentCoins(
    of wallet: WalletRecord, keeping base: SyncBase, atMost most: Int, from start: (Int) -> Int,
    where isWanted: (OutPoint) -> Bool
  ) throws(StorageError) -> [KnownCoin] {
    try read { db in
      // Where the wanted ones stand, and no list of them: there may be hundreds of thousands.
      var wanted: [Int32] = []
      var cursor = try Self.unspentRows(db, wallet, base)
      var number: Int32 = 0
      while let row = try cursor.next() {
        if let coin = try KnownCoin(unspent: row, of: wallet, base), isWanted(coin.outPoint) {
          wanted.append(number)
        }
        number += 1
      }
      let first = wanted.count <= most ? 0 : start(wanted.count)
      let chosen = (wanted[first...] + wanted[..<first]).prefix(most)
      guard let last = chosen.max() else { return [] }
      let places = Set(chosen)
      var found: [Int32: KnownCoin] = [:]
      cursor = try Self.unspentRows(db, wallet, base)
      number = 0
      while number <= last, let row = try cursor.next() {
        if places.contains(number) {
          found[number] = try KnownCoin(unspent: row, of: wallet, base)
        }
        number += 1
      }
      return chosen.compactMap { found[$0] }
    }
  }

  /// The rows that such coins are among.
  private static func unspentRows(
    _ db: Database, _ wallet: WalletRecord, _ base: SyncBase
  ) throws -> RowCursor {
    let first = base.isListed ? base.lost.min() ?? .max : base.from
    return try Row.fetchCursor(
      db,
      sql: """
        SELECT txid, vout, amount, height, spentHeight FROM coin WHERE wallet = :wallet
        AND height IS NOT NULL AND (spender IS NULL
          OR (spender <> :zeros AND (spentHeight IS NULL OR spentHeight >= :first)))
        """,
      arguments: ["wallet": wallet.id, "first": first, "zeros": Bytes32.zero.data])
  }

  /// The coins that are gone without a known spender.
  package func unknownSpends(of wallet: WalletRecord) throws(StorageError) -> [OutPoint] {
    try read { db in
      // The zeros are spelled out, as in the index.
      try Row.fetchAll(
        db,
        sql: """
          SELECT txid, vout FROM coin WHERE wallet = ?
          AND spender = x'0000000000000000000000000000000000000000000000000000000000000000'
          """, arguments: [wallet.id]
      ).map { try $0.outPoint(of: "a coin of \(wallet.name)") }
    }
  }

  /// Transactions that spend one of these coins: payments of the wallet, signed or not, and those that
  /// waited in the mempool or whose block was replaced.
  package func possibleSpenders(
    of coins: Set<OutPoint>, in wallet: WalletRecord
  ) throws(StorageError) -> [Transaction] {
    try read { db in
      var found: [Txid: Transaction] = [:]
      for sql in [
        "SELECT finalTx AS bytes FROM payment WHERE wallet = ? AND finalTx IS NOT NULL",
        "SELECT unsignedTx AS bytes FROM payment WHERE wallet = ?",
        "SELECT bytes FROM tx WHERE wallet = ? AND height IS NULL AND bytes IS NOT NULL",
      ] {
        let cursor = try Row.fetchCursor(db, sql: sql, arguments: [wallet.id])
        while let row = try cursor.next() {
          let transaction = try Transaction(row.value("bytes", of: Self.place))
          guard transaction.inputs.contains(where: { coins.contains($0.previousOutput) }) else {
            continue
          }
          let txid = transaction.txid
          // The signed one of a payment comes first and has its witness.
          if found[txid] == nil { found[txid] = transaction }
        }
      }
      return found.values.sorted { $0.txid < $1.txid }
    }
  }

  /// Transactions of blocks from a height on.
  package func places(
    from height: Int, of wallet: WalletRecord
  ) throws(StorageError) -> [KnownPlace] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT txid, height, block FROM tx
          WHERE wallet = ? AND height >= ? AND block IS NOT NULL ORDER BY height, txid
          """, arguments: [wallet.id, height]
      ).compactMap {
        guard let height = try $0.heightIfAny(of: Self.place) else { return nil }
        return KnownPlace(
          txid: Txid(try $0.hash("txid", of: Self.place)), height: height,
          block: BlockHash(try $0.hash("block", of: Self.place)))
      }
    }
  }

  /// Transactions that made unspent coins and whose bytes no node had so far.
  package func missingTransactions(
    of wallet: WalletRecord
  ) throws(StorageError) -> [TransactionPlace] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT txid, block FROM tx WHERE wallet = :wallet AND bytes IS NULL AND EXISTS (
            SELECT 1 FROM coin WHERE coin.wallet = :wallet AND coin.txid = tx.txid
            AND coin.spender IS NULL)
          """, arguments: ["wallet": wallet.id]
      ).map { row in
        TransactionPlace(
          txid: Txid(try row.hash("txid", of: Self.place)),
          block: try row.hashIfAny("block", of: Self.place).map { BlockHash($0) })
      }
    }
  }
}
