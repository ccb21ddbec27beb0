public import BitcoinPrimitives
internal import GRDB
public import WalletTypes

extension Store {
  /// The coin that this home calls by a number; it may be spent or gone by now.
  ///
  /// - Throws: `StorageError.noSuchCoin` where the wallet has none with this number.
  public func outPoint(
    numbered number: Int64, of wallet: WalletRecord
  ) throws(StorageError) -> OutPoint {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT coinNumber.wallet, txid, vout, name FROM coinNumber
          JOIN wallet ON wallet.id = coinNumber.wallet WHERE number = ?
          """, arguments: [number])
      let place = "the number \(number) of a coin"
      guard let row, try row.value("wallet", of: place) == wallet.id else {
        throw StorageError.noSuchCoin(
          number: number, wallet: wallet.name, owner: try row?.value("name", of: place))
      }
      return try row.outPoint(of: place)
    }
  }
}
