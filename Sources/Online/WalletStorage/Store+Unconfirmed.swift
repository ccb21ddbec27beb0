internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

extension Store {
  /// What of a wallet waits for a block, and what its open payments would add to that.
  public func unconfirmedTransactions(
    of wallet: WalletRecord
  ) throws(StorageError) -> UnconfirmedTransactions {
    try read { db in
      var entries: [Txid: UnconfirmedTransactions.Entry] = [:]
      let waiting = try Row.fetchAll(
        db,
        sql: """
          SELECT found.txid, tx.bytes FROM (
            SELECT txid FROM coin WHERE wallet = :wallet AND height IS NULL
            UNION SELECT spender FROM coin
            WHERE wallet = :wallet AND spender IS NOT NULL AND spentHeight IS NULL
          ) AS found LEFT JOIN tx ON tx.wallet = :wallet AND tx.txid = found.txid
          """,
        arguments: ["wallet": wallet.id])
      for row in waiting {
        let txid = Txid(try row.hash("txid", of: "an unconfirmed transaction"))
        guard let bytes = try row.valueIfAny("bytes", of: "transaction \(txid)") as Data? else {
          entries[txid] = .init(parents: [], virtualSize: 0)
          continue
        }
        let transaction = try Transaction(bytes)
        entries[txid] = .init(
          parents: transaction.parents, virtualSize: transaction.vsize, isTRUC: transaction.isTRUC)
      }
      guard !entries.isEmpty else { return UnconfirmedTransactions() }
      let open = try Row.fetchAll(
        db,
        sql: """
          SELECT unsignedTx, finalTx FROM payment
          WHERE wallet = ? AND \(Store.isHolding)
          """,
        arguments: [wallet.id])
      for row in open {
        let unsigned = try Transaction(try row.value("unsignedTx", of: "a payment") as Data)
        let final = try (row.valueIfAny("finalTx", of: "a payment") as Data?)
          .map { try Transaction($0) }
        let txid = final?.txid ?? unsigned.txid
        guard entries[txid] == nil else { continue }
        entries[txid] = .init(
          parents: unsigned.parents,
          // Without signatures: about what one of a single key adds.
          virtualSize: final?.vsize ?? unsigned.vsize + 68 * unsigned.inputs.count,
          isTRUC: unsigned.isTRUC)
      }
      return UnconfirmedTransactions(entries)
    }
  }
}

extension Transaction {
  /// The transactions that made the coins it spends.
  fileprivate var parents: Set<Txid> { Set(inputs.map(\.previousOutput.txid)) }
}
