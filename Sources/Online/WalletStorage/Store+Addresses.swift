internal import BitcoinPrimitives
internal import Foundation
internal import GRDB
public import WalletTypes

/// What an address of a wallet received, as of the last sync.
public struct AddressUse: Hashable, Sendable {
  /// Its index on the branch.
  public let index: UInt32
  /// How many coins were ever paid to it, those of the mempool included.
  public let coins: Int
  /// What they came to, in satoshis.
  public let received: Int64
  /// What of it is unspent, in satoshis.
  public let balance: Int64
}

extension Store {
  /// What the addresses of a branch received that coins are at, by their indices.
  public func addressUses(
    of wallet: WalletRecord, branch: Int
  ) throws(StorageError) -> [UInt32: AddressUse] {
    try read { db in
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT idx, count(*) AS coins, sum(amount) AS received,
            coalesce(sum(CASE WHEN spender IS NULL THEN amount END), 0) AS balance
          FROM coin WHERE branch = ? AND wallet = ? GROUP BY idx
          """, arguments: [branch, wallet.id])
      let place = "an address of \(wallet.name)"
      var uses: [UInt32: AddressUse] = [:]
      while let row = try cursor.next() {
        let index = try row.index("idx", of: place)
        uses[index] = AddressUse(
          index: index, coins: Int(try row.number("coins", in: 1...Int64.max, of: place)),
          received: try row.value("received", of: place),
          balance: try row.value("balance", of: place))
      }
      return uses
    }
  }

  /// Those of the places of a wallet that unspent coins are at.
  public func placesWithCoins(
    among places: Set<ScriptPlace>, of wallet: WalletRecord
  ) throws(StorageError) -> Set<ScriptPlace> {
    try read { db in
      // By the index that begins with the branch; the one of all unspent coins would be walked through.
      let statement = try db.makeStatement(
        sql: """
          SELECT 1 FROM coin
          WHERE branch = ? AND wallet = ? AND idx = ? AND +spender IS NULL LIMIT 1
          """)
      return try places.filter { place in
        try Int.fetchOne(
          statement, arguments: [place.branch, wallet.id, Int64(place.index)]) != nil
      }
    }
  }

  /// Where payments that hold coins pay back to the wallet: their change, and what it pays itself.
  public func reservedPlaces(
    of wallet: WalletRecord
  ) throws(StorageError) -> [ScriptPlace: Int64] {
    let payments = try payments(of: wallet).filter(\.state.holdsCoins)
    guard !payments.isEmpty else { return [:] }
    return try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT branch, idx FROM script WHERE wallet = ? AND script = ?")
      let place = "a script of \(wallet.name)"
      var places: [ScriptPlace: Int64] = [:]
      for payment in payments {
        for output in payment.unsigned.outputs {
          guard
            let row = try Row.fetchOne(
              statement, arguments: [wallet.id, output.scriptPubKey.data])
          else { continue }
          let found = ScriptPlace(
            branch: try row.branch(of: place), index: try row.index("idx", of: place))
          places[found] = payment.number
        }
      }
      return places
    }
  }
}
