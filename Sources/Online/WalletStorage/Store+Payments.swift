public import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB

extension Store {
  // Not the packet: it is large, and few ask for it.
  static let select = """
    SELECT payment.id, payment.wallet, state, unsignedTx, finalTx, fee, summary, created,
      wallet.name AS walletName
    FROM payment JOIN wallet ON wallet.id = payment.wallet
    """

  /// Records a payment and locks its coins, all or nothing.
  ///
  /// - Throws: `StorageError.coinTaken` when another program was faster.
  public func record(
    _ payment: NewPayment, of wallet: WalletRecord
  ) throws(StorageError) -> PaymentRecord {
    try change { db in
      try db.execute(
        sql: """
          INSERT INTO payment (wallet, state, unsignedTx, psbt, txid, fee, summary, created)
          VALUES (?, 'draft', ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          wallet.id, Data(payment.unsigned.encoded()), Data(payment.psbt.slim),
          payment.unsigned.txid.bytes.data, payment.fee.satoshis, payment.summary, payment.created,
        ])
      let number = db.lastInsertedRowID
      try Self.keepPrevious(of: payment.psbt, db, wallet: wallet.id)
      let lock = try db.makeStatement(
        sql: """
          UPDATE coin SET payment = ? WHERE wallet = ? AND txid = ? AND vout = ?
          AND payment IS NULL AND spender IS NULL
          """)
      for input in payment.unsigned.inputs {
        let outPoint = input.previousOutput
        try lock.execute(arguments: [
          number, wallet.id, outPoint.txid.bytes.data, Int64(outPoint.vout),
        ])
        guard db.changesCount == 1 else { throw StorageError.coinTaken("\(outPoint)") }
      }
      for place in payment.ownPlaces { try Self.reserve(place, db, wallet) }
      return try Self.payment(db, number)
    }
  }

  /// The payments of one wallet or of all, newest last.
  public func payments(of wallet: WalletRecord? = nil) throws(StorageError) -> [PaymentRecord] {
    try read { db in
      let rows =
        if let wallet {
          try Row.fetchAll(
            db, sql: "\(Self.select) WHERE payment.wallet = ? ORDER BY payment.id",
            arguments: [wallet.id])
        } else {
          try Row.fetchAll(db, sql: "\(Self.select) ORDER BY payment.id")
        }
      return try rows.map(PaymentRecord.init)
    }
  }

  public func payment(_ number: Int64) throws(StorageError) -> PaymentRecord {
    try read { try Self.payment($0, number) }
  }

  static func payment(_ db: Database, _ number: Int64) throws -> PaymentRecord {
    guard
      let row = try Row.fetchOne(
        db, sql: "\(select) WHERE payment.id = ?", arguments: [number])
    else { throw StorageError.noSuchPayment("\(number)") }
    return try PaymentRecord(row)
  }

  /// The wallet of a payment.
  public func wallet(of payment: PaymentRecord) throws(StorageError) -> WalletRecord {
    try read { try Self.wallet($0, id: payment.wallet) }
  }

  /// The payment built as this transaction, whatever its signatures.
  public func payment(unsignedTxid txid: Txid) throws(StorageError) -> PaymentRecord? {
    try read { db in
      try Row.fetchOne(
        db, sql: "\(Self.select) WHERE payment.txid = ? ORDER BY payment.id DESC LIMIT 1",
        arguments: [txid.bytes.data]
      ).map(PaymentRecord.init)
    }
  }

  /// Keeps what was collected: the PSBT with more signatures, or the finished transaction.
  ///
  /// The first finished transaction stays: somebody may have it already, and one with other
  /// signatures would have another wtxid, a legacy one another txid.
  /// `expected` is the PSBT that it was combined with; when another program has collected more in
  /// the meantime nothing is written.
  /// - Returns: whether it was written.
  public func collect(
    _ number: Int64, psbt: StoredPacket, expected: StoredPacket, final: Transaction?
  ) throws(StorageError) -> Bool {
    try change { db in
      let now = try Self.payment(db, number)
      guard now.state == .draft || now.state == .complete else {
        throw StorageError.paymentIs(state: now.state.rawValue, number: number)
      }
      let kept = try Data.fetchOne(
        db, sql: "SELECT psbt FROM payment WHERE id = ?", arguments: [number])
      guard kept == Data(expected.slim) else { return false }
      try Self.keepPrevious(of: psbt, db, wallet: now.wallet)
      try db.execute(
        sql: "UPDATE payment SET psbt = ?, finalTx = coalesce(finalTx, ?), state = ? WHERE id = ?",
        arguments: [
          Data(psbt.slim), final.map { Data($0.encoded()) },
          final != nil || now.final != nil ? "complete" : "draft", number,
        ])
      return true
    }
  }

  /// Notes that a payment was handed to a node.
  public func markSent(_ number: Int64) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: "UPDATE payment SET state = 'sent' WHERE id = ? AND state = 'complete'",
        arguments: [number])
    }
  }

  /// Gives up a payment: its coins are free again.
  ///
  /// One that was sent stays: whoever has it can still have it confirmed.
  public func cancel(_ number: Int64) throws(StorageError) {
    try change { db in
      let now = try Self.payment(db, number)
      guard now.state == .draft || now.state == .complete else {
        throw StorageError.paymentIs(state: now.state.rawValue, number: number)
      }
      try db.execute(
        sql: "UPDATE payment SET state = 'cancelled' WHERE id = ?", arguments: [number])
      try db.execute(
        sql: "UPDATE coin SET payment = NULL WHERE payment = ?", arguments: [number])
    }
  }
}
