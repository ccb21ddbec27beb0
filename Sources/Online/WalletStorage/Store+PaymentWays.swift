internal import BitcoinPrimitives
internal import Bytes
internal import GRDB
public import WalletTypes

// What became of payments on their way, beside their state.
extension Store {
  /// Notes that payments were written, at a time in seconds since 1970, to where signers get them from.
  public func noteWritten(_ numbers: [Int64], at time: Int64) throws(StorageError) {
    try change { db in
      let statement = try db.makeStatement(sql: "UPDATE payment SET writtenAt = ? WHERE id = ?")
      for number in numbers { try statement.execute(arguments: [time, number]) }
    }
  }

  /// Keeps what another node than the one in use said of a payment, in the place of what one said before.
  public func noteSighting(
    _ sighting: SecondSighting, of number: Int64
  ) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: """
          UPDATE payment SET secondNode = ?, secondPlace = ?, secondHeight = ?, secondAt = ? WHERE id = ?
          """,
        arguments: [
          sighting.node, sighting.place.word, sighting.place.height, sighting.time, number,
        ])
    }
  }

  /// The blocks that payments are in as of the last sync, by their numbers; none of one that is in no block, or
  /// in one that no row names.
  public func blocks(of payments: [PaymentRecord]) throws(StorageError) -> [Int64: PaymentBlock] {
    let confirmed = payments.filter { $0.state == .confirmed }
    guard !confirmed.isEmpty else { return [:] }
    return try read { db in
      let transaction = try db.makeStatement(
        sql: """
          SELECT tx.height, (
            SELECT time FROM blockTime WHERE blockTime.wallet = tx.wallet
              AND blockTime.height = tx.height AND blockTime.block = tx.block) AS time
          FROM tx WHERE tx.wallet = ? AND tx.txid = ? AND tx.height IS NOT NULL
          """)
      let spent = try db.makeStatement(
        sql: """
          SELECT spentHeight FROM coin WHERE wallet = ? AND txid = ? AND vout = ? AND spender = ?
            AND spentHeight IS NOT NULL
          """)
      var blocks: [Int64: PaymentBlock] = [:]
      for payment in confirmed {
        let place = "the block of payment \(payment.number)"
        let txid = (payment.final ?? payment.unsigned).txid.bytes.data
        if let row = try Row.fetchOne(transaction, arguments: [payment.wallet, txid]),
          let height = try row.heightIfAny(of: place)
        {
          blocks[payment.number] = PaymentBlock(
            height: height,
            time: try row.numberIfAny("time", in: 0...Int64(UInt32.max), of: place))
          continue
        }
        // A node may have told who spent a coin, and in which block, and not the transaction.
        for input in payment.unsigned.inputs {
          let outPoint = input.previousOutput
          let row = try Row.fetchOne(
            spent,
            arguments: [
              payment.wallet, outPoint.txid.bytes.data, Int64(outPoint.vout), txid,
            ])
          guard let height = try row?.heightIfAny("spentHeight", of: place) else { continue }
          blocks[payment.number] = PaymentBlock(height: height, time: nil)
          break
        }
      }
      return blocks
    }
  }
}
