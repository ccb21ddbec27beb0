internal import BitcoinPrimitives
internal import Foundation
internal import GRDB
public import WalletTypes

// A fee ladder is several payments out of the same coins. Each replaces the one before it, as a bump does, so the
// highest step holds the coins; what takes it all back stands before the first. At most one of them confirms, and the
// others are in conflict with it then.
extension Store {
  /// Records the payments of a ladder, locks their coins once and hands out the address of their change once, all or
  /// nothing.
  ///
  /// `replaced` is a payment that is not in a block, whose coins the ladder may take: it stands before the first step.
  /// - Throws: as ``record(_:of:replacing:evenFarAhead:)`` does.
  public func record(
    _ ladder: NewLadder, of wallet: WalletRecord, replacing replaced: PaymentRecord? = nil,
    evenFarAhead: Bool = false
  ) throws(StorageError) -> RecordedLadder {
    defer { if ladder.all.contains(where: { !$0.ownPlaces.isEmpty }) { shareHandedOut() } }
    var change: IssuedAddress?
    do throws(StorageError) {
      return try self.change { db in
        let numbers = try insert(ladder, db, wallet, replacing: replaced)
        for payment in ladder.all {
          for place in payment.ownPlaces { try Self.reserve(place, db, wallet) }
        }
        let recorded = try numbers.map { try Self.payment(db, $0) }
        // Last, because no transaction takes back what the other homes were told.
        if let place = ladder.steps.first?.change {
          try handOut(change: place, db, wallet, evenFarAhead: evenFarAhead, &change)
        }
        return RecordedLadder(payments: recorded, change: change)
      }
    } catch {
      if let change { untell(change, of: wallet) }
      throw error
    }
  }

  /// Adds the payments and locks their coins for the highest step; gives their numbers.
  private func insert(
    _ ladder: NewLadder, _ db: Database, _ wallet: WalletRecord,
    replacing replaced: PaymentRecord?
  ) throws -> [Int64] {
    let steps = try ladder.steps.map { try Self.insertRow($0, db, wallet) }
    let cancel = try ladder.cancel.map { try Self.insertRow($0, db, wallet) }
    guard let first = steps.first, let last = steps.last, let payment = ladder.steps.last else {
      return []
    }
    let coins = payment.unsigned.inputs.map(\.previousOutput)
    for other in ladder.all
    where Set(other.unsigned.inputs.map(\.previousOutput)) != Set(coins) {
      throw StorageError.coinTaken("\(other.unsigned.inputs.first?.previousOutput ?? coins[0])")
    }
    try Self.lock(coins, for: last, db, wallet, replacing: replaced)
    if let replaced {
      try db.execute(
        sql: "UPDATE payment SET replacedBy = ? WHERE id = ?",
        arguments: [first, try Self.lastInLine(db, replaced)])
    }
    let place = try db.makeStatement(
      sql: "UPDATE payment SET ladder = ?, step = ?, replacedBy = ? WHERE id = ?")
    for (position, number) in steps.enumerated() {
      let next = position + 1 < steps.count ? steps[position + 1] : nil
      try place.execute(arguments: [first, Int64(position + 1), next, number])
    }
    if let cancel { try place.execute(arguments: [first, 0, first, cancel]) }
    return steps + (cancel.map { [$0] } ?? [])
  }

  /// Forgets a ladder that reached nobody, as though it had never been recorded.
  ///
  /// - Throws: `StorageError.paymentIs` when something was done with it meanwhile.
  public func discard(
    _ recorded: RecordedLadder, of wallet: WalletRecord
  ) throws(StorageError) {
    let told = try change { db -> ToldAddress? in
      for payment in recorded.payments {
        let number = payment.number
        let now = try Self.payment(db, number)
        guard now == payment else {
          throw StorageError.paymentIs(state: now.state.rawValue, number: number)
        }
      }
      for number in recorded.payments.map(\.number) {
        try db.execute(
          sql: "UPDATE payment SET replacedBy = NULL WHERE replacedBy = ?", arguments: [number])
        try db.execute(
          sql: "UPDATE coin SET payment = NULL WHERE payment = ?", arguments: [number])
        try db.execute(sql: "DELETE FROM payment WHERE id = ?", arguments: [number])
      }
      try Self.dropUnused(db, wallet.id)
      try settlePayments(db, wallet.id, after: .change)
      return try recorded.change.flatMap { try takeBack($0, of: wallet, db) }
    }
    untell(told)
  }

  /// The payments of the ladder that a payment belongs to, the lowest step first and what takes it back last; empty for a
  /// payment by itself.
  public func ladder(of payment: PaymentRecord) throws(StorageError) -> [PaymentRecord] {
    guard let place = payment.ladder else { return [] }
    return try read { try Self.ladder($0, payment.wallet, place.ladder) }
  }

  static func ladder(
    _ db: Database, _ wallet: Int64, _ ladder: Int64
  ) throws -> [PaymentRecord] {
    try Row.fetchAll(
      db,
      sql: """
        \(select) WHERE payment.wallet = ? AND payment.ladder = ?
        ORDER BY payment.step = 0, payment.step, payment.id
        """,
      arguments: [wallet, ladder]
    ).map(PaymentRecord.init)
  }

  /// The payment that what replaces another stands behind: of a step of a ladder the highest, so that the steps stay in
  /// line, and hold nothing while the new one does.
  static func lastInLine(_ db: Database, _ payment: PaymentRecord) throws -> Int64 {
    guard let place = payment.ladder, payment.isReplacedByStep else { return payment.number }
    return try ladder(db, payment.wallet, place.ladder).last { $0.ladder?.step != nil }?.number
      ?? payment.number
  }

  /// The numbers of the payments that are given up together with one: all of its ladder that can be.
  static func givenUp(_ db: Database, with payment: PaymentRecord) throws -> [Int64] {
    guard let place = payment.ladder else { return [payment.number] }
    return try ladder(db, payment.wallet, place.ladder)
      .filter { $0.state.canBeGivenUp && $0.standing != .cancelled }.map(\.number)
  }
}
