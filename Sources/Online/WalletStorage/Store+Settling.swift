internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB

extension Store {
  /// Holds payments against the chain after a sync, and locks their coins again.
  static func settlePayments(_ db: Database, _ wallet: Int64) throws {
    let rows = try Row.fetchAll(
      db, sql: "\(select) WHERE payment.wallet = ?", arguments: [wallet])
    let coin = try db.makeStatement(
      sql: """
        SELECT spender, spentHeight FROM coin WHERE wallet = ? AND txid = ? AND vout = ?
        """)
    let bytes = try db.makeStatement(sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ?")
    for row in rows {
      let payment = try PaymentRecord(row)
      var state = payment.state
      var isOurs = false
      var isConfirmed = false
      var isConflicted = false
      let ours = Set([payment.unsigned.txid, payment.final?.txid].compactMap { $0 })
      for input in payment.unsigned.inputs {
        let outPoint = input.previousOutput
        guard
          let found = try Row.fetchOne(
            coin, arguments: [wallet, outPoint.txid.bytes.data, Int64(outPoint.vout)]),
          let spenderData = found["spender"] as Data?
        else { continue }
        let spender = Txid(try Bytes32(spenderData, "a txid"))
        let height: Int? = found["spentHeight"]
        var matches = ours.contains(spender)
        if !matches,
          let data = try Data.fetchOne(bytes, arguments: [wallet, spenderData])
        {
          // With scripts in its inputs a signed transaction has another txid than the draft.
          matches = try Transaction(data).unsignedTxid == payment.unsigned.txid
        }
        isOurs = isOurs || matches
        isConfirmed = isConfirmed || (matches && height != nil)
        isConflicted = isConflicted || (!matches && height != nil)
      }
      if isConfirmed {
        state = .confirmed
      } else if isOurs {
        state = .sent
      } else if isConflicted, state != .cancelled {
        state = .conflicted
      } else if state == .confirmed || state == .conflicted {
        // A reorganisation took it back.
        state = payment.final == nil ? .cancelled : .sent
      }
      if state != payment.state {
        try db.execute(
          sql: "UPDATE payment SET state = ? WHERE id = ?",
          arguments: [state.rawValue, payment.number])
      }
      if state.holdsCoins {
        for input in payment.unsigned.inputs {
          try db.execute(
            sql: """
              UPDATE coin SET payment = ? WHERE wallet = ? AND txid = ? AND vout = ?
              AND payment IS NULL
              """,
            arguments: [
              payment.number, wallet, input.previousOutput.txid.bytes.data,
              Int64(input.previousOutput.vout),
            ])
        }
      } else {
        try db.execute(
          sql: "UPDATE coin SET payment = NULL WHERE payment = ?", arguments: [payment.number])
      }
    }
  }
}
