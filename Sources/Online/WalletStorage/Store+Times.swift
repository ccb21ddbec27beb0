internal import BitcoinPrimitives
package import ChainTypes
internal import Foundation
internal import GRDB
package import WalletTypes

// When the blocks were made that facts came from.
extension Store {
  /// Those of the blocks, and of the ones that facts of the wallet came from, whose times are not known;
  /// lowest first.
  package func blocksWithoutTime(
    among named: Set<BlockPosition>, of wallet: WalletRecord
  ) throws(StorageError) -> [BlockPosition] {
    try read { db in
      let place = "a transaction of \(wallet.name)"
      let known = try Row.fetchAll(
        db,
        sql: """
          SELECT DISTINCT height, block FROM tx
          WHERE wallet = :wallet AND height IS NOT NULL AND block IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM blockTime WHERE blockTime.wallet = :wallet
              AND blockTime.height = tx.height AND blockTime.block = tx.block)
          """, arguments: ["wallet": wallet.id]
      ).map { row in
        BlockPosition(
          height: try row.heightIfAny(of: place) ?? 0,
          hash: BlockHash(try row.hash("block", of: place)))
      }
      let time = try db.makeStatement(
        sql: "SELECT 1 FROM blockTime WHERE wallet = ? AND height = ? AND block = ?")
      let new = try named.filter {
        try Int.fetchOne(time, arguments: [wallet.id, $0.height, $0.hash.bytes.data]) == nil
      }
      return new.union(known).sorted {
        ($0.height, $0.hash.bytes) < ($1.height, $1.hash.bytes)
      }
    }
  }

  static func keepTimes(
    _ db: Database, _ wallet: Int64, _ times: [BlockPosition: Int64]
  ) throws {
    let statement = try db.makeStatement(
      sql: "INSERT OR REPLACE INTO blockTime (wallet, height, block, time) VALUES (?, ?, ?, ?)")
    for (block, time) in times {
      try statement.execute(arguments: [wallet, block.height, block.hash.bytes.data, time])
    }
  }

  /// Lets go of the times of blocks that are not part of the chain.
  static func forgetTimes(_ db: Database, _ wallet: Int64, at heights: Set<Int>) throws {
    let statement = try db.makeStatement(
      sql: "DELETE FROM blockTime WHERE wallet = ? AND height = ?")
    for height in heights { try statement.execute(arguments: [wallet, height]) }
  }

  /// The times of the blocks of transactions, in seconds since 1970.
  static func times(_ db: Database, _ wallet: WalletRecord) throws -> [Txid: Int64] {
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT tx.txid, blockTime.time FROM tx JOIN blockTime
        ON blockTime.wallet = tx.wallet AND blockTime.height = tx.height
          AND blockTime.block = tx.block
        WHERE tx.wallet = ?
        """, arguments: [wallet.id])
    let place = "the time of a block of \(wallet.name)"
    var times: [Txid: Int64] = [:]
    while let row = try cursor.next() {
      times[Txid(try row.hash("txid", of: place))] = try row.number(
        "time", in: 0...Int64(UInt32.max), of: place)
    }
    return times
  }
}
