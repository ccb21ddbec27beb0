internal import BitcoinPrimitives
internal import GRDB
internal import WalletTypes

// What a backup says about how payments belong together. It was held against their transactions before it got here;
// what these records know already stands.
extension Store {
  /// Puts the fee ladders of a backup together again, and notes which payments others were built to replace.
  static func linkPayments(
    _ restored: [RestoredPayment], _ db: Database, _ wallet: WalletRecord
  ) throws {
    for ladder in Set(restored.compactMap(\.ladder?.ladder)).sorted() {
      try linkLadder(restored.filter { $0.ladder?.ladder == ladder }, db, wallet)
    }
    for payment in restored {
      guard let next = payment.replacedBy,
        let replaced = try Self.payment(builtAs: payment.unsigned.txid, db, wallet),
        let other = try Self.payment(builtAs: next, db, wallet)
      else { continue }
      try link(replaced, to: other, db)
    }
  }

  /// Puts one ladder together, under the number of its first step here.
  private static func linkLadder(
    _ restored: [RestoredPayment], _ db: Database, _ wallet: WalletRecord
  ) throws {
    var known: [(payment: PaymentRecord, step: Int)] = []
    for payment in restored {
      guard let record = try Self.payment(builtAs: payment.unsigned.txid, db, wallet) else {
        continue
      }
      known.append((record, payment.ladder?.step ?? 0))
    }
    // What takes the payment back last.
    known.sort { ($0.step == 0 ? 1 : 0, $0.step) < ($1.step == 0 ? 1 : 0, $1.step) }
    let here = Set(known.compactMap(\.payment.ladder?.ladder))
    guard let first = known.first, here.count < 2 else { return }
    let number = here.first ?? first.payment.number
    var taken = Set(try ladder(db, wallet.id, number).map { $0.ladder?.step ?? 0 })
    for (payment, step) in known
    where payment.ladder == nil && taken.insert(step).inserted {
      try db.execute(
        sql: "UPDATE payment SET ladder = ?, step = ? WHERE id = ?",
        arguments: [number, Int64(step), payment.number])
    }
    let whole = try ladder(db, wallet.id, number)
    let steps = whole.filter { $0.ladder?.step != nil }
    for (step, next) in zip(steps, steps.dropFirst()) { try link(step, to: next, db) }
    if let cancel = whole.first(where: { $0.ladder?.step == nil }), let step = steps.first {
      try link(cancel, to: step, db)
    }
  }

  /// Notes that a payment was built to replace another with some of the same coins.
  ///
  /// Nothing is noted where the records say already what replaces it, where one of them was given up, and where they would
  /// replace each other in a circle: then neither would hold its coins.
  private static func link(
    _ replaced: PaymentRecord, to next: PaymentRecord, _ db: Database
  ) throws {
    guard try Self.payment(db, replaced.number).replacedBy == nil,
      replaced.standing != .cancelled, next.standing != .cancelled
    else { return }
    let coins = Set(replaced.unsigned.inputs.map(\.previousOutput))
    guard next.unsigned.inputs.contains(where: { coins.contains($0.previousOutput) }) else {
      return
    }
    var seen: Set<Int64> = [replaced.number]
    var number: Int64? = next.number
    while let current = number {
      guard seen.insert(current).inserted else { return }
      number = try Int64.fetchOne(
        db, sql: "SELECT replacedBy FROM payment WHERE id = ?", arguments: [current])
    }
    try db.execute(
      sql: "UPDATE payment SET replacedBy = ? WHERE id = ?",
      arguments: [next.number, replaced.number])
  }

  /// The payment of a wallet that was built as this transaction; nil for none.
  private static func payment(
    builtAs txid: Txid, _ db: Database, _ wallet: WalletRecord
  ) throws -> PaymentRecord? {
    try Row.fetchOne(
      db, sql: "\(select) WHERE payment.wallet = ? AND payment.txid = ?",
      arguments: [wallet.id, txid.bytes.data]
    ).map(PaymentRecord.init)
  }
}
