public import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB

/// A payment on its way, from the draft to its confirmation.
public struct PaymentRecord: Hashable, Sendable {
  /// How far it is.
  public enum State: String, Hashable, Sendable {
    /// Built; signatures are missing.
    case draft
    /// Signed and verified; not sent.
    case complete
    case sent
    case confirmed
    case cancelled
    /// Another transaction spent one of its coins.
    case conflicted

    /// Whether its coins are held for it.
    public var holdsCoins: Bool { self == .draft || self == .complete || self == .sent }
  }

  /// Its number, by which commands name it.
  public let number: Int64
  let wallet: Int64
  public let walletName: String
  public let state: State
  /// The transaction as it was built, without any signature.
  public let unsigned: Transaction
  /// The PSBT with everything collected so far.
  public let psbt: [UInt8]
  /// The finished transaction.
  public let final: Transaction?
  public let fee: Amount
  /// In words for the list, made by the coordinator.
  public let summary: String
  /// Seconds since 1970.
  public let created: Int64

  init(_ row: Row) throws {
    number = row["id"]
    wallet = row["wallet"]
    walletName = row["walletName"]
    guard let state = State(rawValue: row["state"]) else {
      throw StorageError.damaged(what: "the state of payment \(number)")
    }
    self.state = state
    unsigned = try Transaction(row["unsignedTx"] as Data)
    psbt = [UInt8](row["psbt"] as Data)
    final = try (row["finalTx"] as Data?).map { try Transaction($0) }
    do { fee = try Amount(satoshis: row["fee"]) } catch {
      throw StorageError.damaged(what: "the fee of payment \(number)")
    }
    summary = row["summary"]
    created = row["created"]
  }
}

/// A payment that is about to be recorded.
public struct NewPayment: Sendable {
  public let unsigned: Transaction
  public let psbt: [UInt8]
  public let fee: Amount
  public let summary: String
  public let created: Int64

  public init(
    unsigned: Transaction, psbt: [UInt8], fee: Amount, summary: String, created: Int64
  ) {
    self.unsigned = unsigned
    self.psbt = psbt
    self.fee = fee
    self.summary = summary
    self.created = created
  }
}

extension Store {
  private static let select =
    "SELECT payment.*, wallet.name AS walletName FROM payment JOIN wallet ON wallet.id = payment.wallet"

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
          wallet.id, Data(payment.unsigned.encoded()), Data(payment.psbt),
          payment.unsigned.txid.bytes.data, payment.fee.satoshis, payment.summary, payment.created,
        ])
      let number = db.lastInsertedRowID
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

  private static func payment(_ db: Database, _ number: Int64) throws -> PaymentRecord {
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
  /// `expected` is the PSBT that it was combined with; when another program has collected more in
  /// the meantime nothing is written.
  /// - Returns: whether it was written.
  public func collect(
    _ number: Int64, psbt: [UInt8], expected: [UInt8], final: Transaction?
  ) throws(StorageError) -> Bool {
    try change { db in
      let now = try Self.payment(db, number)
      guard now.state == .draft || now.state == .complete else {
        throw StorageError.paymentIs(state: now.state.rawValue, number: number)
      }
      guard now.psbt == expected else { return false }
      try db.execute(
        sql: "UPDATE payment SET psbt = ?, finalTx = coalesce(?, finalTx), state = ? WHERE id = ?",
        arguments: [
          Data(psbt), final.map { Data($0.encoded()) },
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
