internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

// The one place where a new payment is stored.
extension Store {
  /// Records a payment, locks its coins and hands out the address of its change, all or nothing.
  ///
  /// `replaced` is a payment that is not in a block, whose coins this one may take. The address of the
  /// change has to be the next one still: what is recorded here is the first that uses it.
  ///
  /// - Throws: `StorageError.coinTaken` or `.changeTaken` when another program was faster; `.coinFrozen`
  ///   where a coin is frozen, also since it was chosen; `.farAhead`
  ///   where the change lies 1,000 or more above all that was handed out or paid in a block, unless that
  ///   was agreed to. Then nothing is recorded and nothing handed out.
  public func record(
    _ payment: NewPayment, of wallet: WalletRecord, replacing replaced: PaymentRecord? = nil,
    evenFarAhead: Bool = false
  ) throws(StorageError) -> RecordedPayment {
    defer { if !payment.ownPlaces.isEmpty { shareHandedOut() } }
    var change: IssuedAddress?
    do throws(StorageError) {
      return try self.change { db in
        let number = try insert(payment, db, wallet, replacing: replaced)
        for place in payment.ownPlaces { try Self.reserve(place, db, wallet) }
        let recorded = try Self.payment(db, number)
        // Last, because no transaction takes back what the other homes were told.
        if let place = payment.change {
          try handOut(change: place, db, wallet, evenFarAhead: evenFarAhead, &change)
        }
        return RecordedPayment(payment: recorded, change: change)
      }
    } catch {
      if let change { untell(change, of: wallet) }
      throw error
    }
  }

  /// Adds a payment and locks its coins.
  ///
  /// - Returns: its number.
  private func insert(
    _ payment: NewPayment, _ db: Database, _ wallet: WalletRecord,
    replacing replaced: PaymentRecord?
  ) throws -> Int64 {
    let number = try Self.insertRow(payment, db, wallet)
    try Self.lock(
      payment.unsigned.inputs.map(\.previousOutput), for: number, db, wallet, replacing: replaced)
    if let replaced {
      try db.execute(
        sql: "UPDATE payment SET replacedBy = ? WHERE id = ?",
        arguments: [number, try Self.lastInLine(db, replaced)])
    }
    return number
  }

  /// Adds a payment that holds no coin yet.
  ///
  /// - Returns: its number.
  static func insertRow(
    _ payment: NewPayment, _ db: Database, _ wallet: WalletRecord
  ) throws -> Int64 {
    try db.execute(
      sql: """
        INSERT INTO payment
          (wallet, state, standing, unsignedTx, psbt, txid, fee, summary, created, nonceSecret)
        VALUES (?, 'draft', 'draft', ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        wallet.id, Data(payment.unsigned.encoded()), Data(payment.psbt.slim),
        payment.unsigned.txid.bytes.data, payment.fee.satoshis, payment.summary, payment.created,
        payment.nonceSecret?.data,
      ])
    let number = db.lastInsertedRowID
    try keepPrevious(of: payment.psbt, db, wallet: wallet.id, payment: number)
    return number
  }

  /// Locks coins for a payment, which may take those of the one that it replaces.
  static func lock(
    _ coins: [OutPoint], for number: Int64, _ db: Database, _ wallet: WalletRecord,
    replacing replaced: PaymentRecord?
  ) throws {
    let lock = try db.makeStatement(
      sql: """
        UPDATE coin SET payment = ? WHERE wallet = ? AND txid = ? AND vout = ?
        AND payment IS NULL AND spender IS NULL
        """)
    var replaceable: Set<OutPoint> = []
    if let replaced {
      // As it is now: it may be in a block since somebody looked.
      let now = try payment(db, replaced.number)
      replaceable = Set(try replaceableCoins(db, now).map(\.outPoint))
    }
    try requireUnfrozen(coins, db, wallet)
    let held = try coinsHeldByTwins(db, wallet.id)
    for outPoint in coins {
      guard held[outPoint] == nil else { throw StorageError.coinTaken("\(outPoint)") }
      if replaceable.contains(outPoint) {
        try db.execute(
          sql: "UPDATE coin SET payment = ? WHERE wallet = ? AND txid = ? AND vout = ?",
          arguments: [number, wallet.id, outPoint.txid.bytes.data, Int64(outPoint.vout)])
      } else {
        try lock.execute(arguments: [
          number, wallet.id, outPoint.txid.bytes.data, Int64(outPoint.vout),
        ])
      }
      guard db.changesCount == 1 else { throw StorageError.coinTaken("\(outPoint)") }
    }
  }
}
