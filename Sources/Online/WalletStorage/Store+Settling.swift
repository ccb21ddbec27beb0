internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
internal import WalletTypes

extension Store {
  /// Says anew what became of each payment, from what is known of the chain and the mempool, and
  /// locks their coins again.
  ///
  func settlePayments(_ db: Database, _ wallet: Int64, after cause: SettlingCause) throws {
    var payments = try Row.fetchAll(
      db,
      sql: """
        SELECT id, state, standing, handedOver, uncertain, unseen, replacedBy, unsignedTx, finalTx
        FROM payment WHERE wallet = ? ORDER BY id
        """,
      arguments: [wallet]
    ).map(SettledPayment.init)
    guard !payments.isEmpty else { return }
    var facts = try ChainFacts(
      db, wallet, known: payments.compactMap(\.final), sawEverything: cause == .wholeSync,
      checksSignatures: checksSignatures)
    for index in payments.indices {
      let before = payments[index]
      var evidence = try facts.evidence(about: before)
      // A coin that is gone does not come back by what people do.
      if cause == .change, before.state == .dead { evidence.isDead = true }
      payments[index].settle(evidence, afterSync: cause != .change)
      let now = payments[index]
      guard now != before else { continue }
      try db.execute(
        sql: """
          UPDATE payment SET state = ?, standing = ?, handedOver = ?, uncertain = ?, unseen = ?,
          finalTx = coalesce(finalTx, ?) WHERE id = ?
          """,
        arguments: [
          now.state.rawValue, now.standing.rawValue, now.handedOver, now.isUncertain,
          now.isUnseen, now.final.map { Data($0.encoded()) }, now.number,
        ])
    }
    try Self.lockCoins(db, wallet, of: payments)
    try Self.dropPrevious(db, wallet)
  }

  /// Frees what is held by payments that hold nothing any more, then locks what the others need.
  private static func lockCoins(
    _ db: Database, _ wallet: Int64, of payments: [SettledPayment]
  ) throws {
    let open = Set(payments.filter(\.wantsCoins).map(\.number))
    // Of a payment and its replacement the replacement holds the coins.
    let holders = payments.filter {
      $0.wantsCoins && !($0.replacedBy.map(open.contains) ?? false)
    }
    let numbers = Set(holders.map(\.number))
    for payment in payments where !numbers.contains(payment.number) {
      try db.execute(
        sql: "UPDATE coin SET payment = NULL WHERE payment = ?", arguments: [payment.number])
    }
    let lock = try db.makeStatement(
      sql: """
        UPDATE coin SET payment = ? WHERE wallet = ? AND txid = ? AND vout = ? AND payment IS NULL
        """)
    for payment in holders {
      for input in payment.unsigned.inputs {
        try lock.execute(arguments: [
          payment.number, wallet, input.previousOutput.txid.bytes.data,
          Int64(input.previousOutput.vout),
        ])
      }
    }
  }
}

/// Why it is said anew what became of payments.
enum SettlingCause {
  /// A sync that read every block in which something could have happened: what it did not mention is
  /// not there.
  case wholeSync
  /// A sync that did not: of what it did not mention nothing is known.
  case sync
  /// Something that a person did; of the chain nothing more is known than before.
  case change
}

/// The part of a payment that settling looks at and changes; its PSBT is not read.
struct SettledPayment: Equatable {
  let number: Int64
  let unsigned: Transaction
  let replacedBy: Int64?
  var final: Transaction?
  var state: PaymentRecord.State
  var standing: PaymentRecord.State
  var handedOver: Bool
  var isUncertain: Bool
  var isUnseen: Bool

  init(_ row: Row) throws {
    number = try row.value("id", of: "a payment")
    let place = "payment \(number)"
    guard let state = PaymentRecord.State(rawValue: try row.value("state", of: place)),
      let standing = PaymentRecord.State(rawValue: try row.value("standing", of: place))
    else { throw StorageError.damaged(what: "the state of payment \(number)") }
    self.state = state
    self.standing = standing
    handedOver = try row.value("handedOver", of: place)
    isUncertain = try row.value("uncertain", of: place)
    isUnseen = try row.value("unseen", of: place)
    replacedBy = try row.valueIfAny("replacedBy", of: place)
    unsigned = try Transaction(try row.value("unsignedTx", of: place))
    final = try (row.valueIfAny("finalTx", of: place) as Data?).map { try Transaction($0) }
  }

  /// Whether its coins have to be held; those of one that was given up need not be, even while the
  /// mempool spends them.
  var wantsCoins: Bool { state.holdsCoins && standing != .cancelled }

  /// What follows from what is known; nothing of what followed before is looked at.
  mutating func settle(_ evidence: PaymentEvidence, afterSync: Bool) {
    if evidence.place != nil {
      handedOver = true
      // Somebody may have collected and sent it elsewhere. Without the signed bytes this one stays what it
      // is, so that the signatures can still be collected if the node was wrong.
      if let seen = evidence.seen, seen.isUnlocked { final = final ?? seen }
      if standing != .cancelled, final != nil { standing = .sent }
    }
    state =
      switch evidence.place {
      case .block: .confirmed
      case .mempool: .sent
      // One that was given up before anybody could send it stays what it is.
      case nil
      where evidence.isConflicted && (standing != .cancelled || handedOver || final != nil):
        .conflicted
      case nil where standing == .cancelled: .cancelled
      case nil where evidence.isDead: .dead
      case nil: standing
      }
    isUncertain =
      evidence.isUncertain && evidence.place == nil && !evidence.isConflicted && !evidence.isDead
    if afterSync || evidence.place != nil { isUnseen = state == .sent && evidence.place == nil }
  }
}

/// What the chain and the mempool say about one payment.
struct PaymentEvidence: Equatable {
  enum Place { case mempool, block }

  /// Where its transaction is known to be.
  var place: Place?
  /// Its transaction as somebody sent it.
  var seen: Transaction?
  /// Whether another transaction, which is known and in a block, spends one of its coins.
  var isConflicted = false
  /// Whether one of its coins does not exist.
  var isDead = false
  /// Whether one of its coins is gone without a known spender.
  var isUncertain = false

  mutating func found(_ place: Place) {
    // What is in a block is not in the mempool, whatever else was said.
    if self.place != .block { self.place = place }
  }
}
