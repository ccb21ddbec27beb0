public import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Foundation
internal import GRDB
public import WalletTypes

/// A coin with the wallet that it belongs to.
public struct OwnedCoin: Hashable, Sendable {
  /// The wallet.
  public let wallet: WalletRecord
  /// The coin.
  public let coin: WalletCoin
}

extension Store {
  /// The coins at these places of transactions, spent or not, whichever wallet they belong to.
  ///
  /// In the order asked for; one that several wallets have comes once for each.
  public func owners(of outPoints: [OutPoint]) throws(StorageError) -> [OwnedCoin] {
    try read { db in
      // Wallets first: the index of coins begins with the wallet.
      let coin = try db.makeStatement(
        sql: """
          SELECT coin.* FROM wallet CROSS JOIN coin ON coin.wallet = wallet.id
          WHERE coin.txid = ? AND coin.vout = ? ORDER BY wallet.id
          """)
      var wallets: [Int64: WalletRecord] = [:]
      var found: [OwnedCoin] = []
      for outPoint in outPoints {
        let rows = try Row.fetchAll(
          coin, arguments: [outPoint.txid.bytes.data, Int64(outPoint.vout)])
        for row in rows {
          let id: Int64 = try row.value("wallet", of: "coin \(outPoint)")
          let wallet = try wallets[id] ?? Self.wallet(db, id: id)
          wallets[id] = wallet
          found.append(OwnedCoin(wallet: wallet, coin: try WalletCoin(row)))
        }
      }
      return found
    }
  }

  /// The coins of one wallet at these places of transactions, spent or not.
  public func coins(
    at outPoints: [OutPoint], of wallet: WalletRecord
  ) throws(StorageError) -> [OutPoint: WalletCoin] {
    try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT * FROM coin WHERE wallet = ? AND txid = ? AND vout = ?")
      var found: [OutPoint: WalletCoin] = [:]
      for outPoint in outPoints {
        let row = try Row.fetchOne(
          statement, arguments: [wallet.id, outPoint.txid.bytes.data, Int64(outPoint.vout)])
        if let row { found[outPoint] = try WalletCoin(row) }
      }
      let tags = try Self.tags(db, wallet)
      for (outPoint, coin) in found {
        found[outPoint]?.tag = tags.tag(
          of: outPoint, at: ScriptPlace(branch: coin.branch, index: coin.index))
      }
      for (outPoint, number) in try Self.coinsHeldByTwins(db, wallet.id)
      where found[outPoint]?.payment == nil {
        found[outPoint]?.payment = number
      }
      return found
    }
  }

  /// Those of the coins that a transaction in a block is known to spend.
  public func coinsSpentInBlocks(
    among outPoints: [OutPoint], of wallet: WalletRecord
  ) throws(StorageError) -> [OutPoint] {
    try read { db in
      let statement = try db.makeStatement(
        sql: """
          SELECT count(*) FROM coin WHERE wallet = ? AND txid = ? AND vout = ?
          AND spentHeight IS NOT NULL AND spender <> ?
          """)
      return try outPoints.filter {
        try Int.fetchOne(
          statement,
          arguments: [wallet.id, $0.txid.bytes.data, Int64($0.vout), Bytes32.zero.data]) ?? 0 > 0
      }
    }
  }

  /// Where the wallet has these scripts, as far as it has looked for them.
  public func places(
    of scripts: [Script], in wallet: WalletRecord
  ) throws(StorageError) -> [Script: ScriptPlace] {
    try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT branch, idx FROM script WHERE wallet = ? AND script = ?")
      var found: [Script: ScriptPlace] = [:]
      for script in scripts {
        guard let row = try Row.fetchOne(statement, arguments: [wallet.id, script.data]) else {
          continue
        }
        found[script] = ScriptPlace(
          branch: try row.branch(of: "a script of \(wallet.name)"),
          index: try row.index("idx", of: "a script of \(wallet.name)"))
      }
      return found
    }
  }

  /// Hands a place out that somebody else chose, with all before it.
  ///
  /// One far ahead is left alone, so that the indices of a wallet cannot be exhausted from outside.
  static func reserve(_ place: ScriptPlace, _ db: Database, _ wallet: WalletRecord) throws {
    guard wallet.descriptor.isRange,
      let state = try branches(db, wallet.id).first(where: { $0.branch == place.branch }),
      place.index < IndexLimits.end, place.index < state.known + IndexLimits.ahead
    else { return }
    try raiseHandedOut(db, wallet, state, to: place.index + 1)
  }
}
