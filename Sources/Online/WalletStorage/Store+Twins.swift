internal import BitcoinPrimitives
internal import Foundation
internal import GRDB
internal import WalletTypes

// Records of earlier versions may hold one wallet under two names: it has one set of coins and hands
// its addresses out once.
extension Store {
  /// The wallets of a network.
  static func wallets(_ db: Database, on network: Network) throws -> [WalletRecord] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM wallet WHERE network = ? ORDER BY id", arguments: [network.identity]
    ).map { try WalletRecord($0, db) }
  }

  /// The other wallets with the same scripts.
  static func twins(_ db: Database, _ wallet: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT DISTINCT twin.wallet FROM branch
        JOIN branch AS twin ON twin.firstScript = branch.firstScript AND twin.wallet <> branch.wallet
        JOIN wallet AS own ON own.id = branch.wallet
        JOIN wallet AS other ON other.id = twin.wallet AND other.network = own.network
        WHERE branch.wallet = ? ORDER BY twin.wallet
        """, arguments: [wallet])
  }

  /// Coins that payments of other wallets with the same scripts hold, and which payment.
  static func coinsHeldByTwins(_ db: Database, _ wallet: Int64) throws -> [OutPoint: Int64] {
    var held: [OutPoint: Int64] = [:]
    for twin in try twins(db, wallet) {
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, unsignedTx FROM payment
          WHERE wallet = ? AND \(isHolding) AND standing <> 'cancelled' ORDER BY id
          """, arguments: [twin])
      for row in rows {
        let number: Int64 = try row.value("id", of: "a payment")
        let unsigned = try Transaction(try row.value("unsignedTx", of: "payment \(number)") as Data)
        for input in unsigned.inputs { held[input.previousOutput] = number }
      }
    }
    return held
  }
}
