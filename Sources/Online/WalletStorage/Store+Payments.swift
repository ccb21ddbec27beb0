public import BitcoinPrimitives
public import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

extension PaymentRecord {
  init(_ row: Row) throws {
    let number: Int64 = try row.value("id", of: "a payment")
    let place = "payment \(number)"
    guard let state = State(rawValue: try row.value("state", of: place)) else {
      throw StorageError.damaged(what: "the state of payment \(number)")
    }
    guard let standing = State(rawValue: try row.value("standing", of: place)) else {
      throw StorageError.damaged(what: "the stored state of payment \(number)")
    }
    self.init(
      number: number, wallet: try row.value("wallet", of: place),
      walletName: try row.value("walletName", of: place), state: state, standing: standing,
      wasHandedOver: try row.value("handedOver", of: place),
      wasRefused: try row.value("refused", of: place),
      isUncertain: try row.value("uncertain", of: place),
      isUnseen: try row.value("unseen", of: place),
      replacedBy: try row.valueIfAny("replacedBy", of: place),
      unsigned: try Transaction(try row.value("unsignedTx", of: place)),
      final: try (row.valueIfAny("finalTx", of: place) as Data?).map { try Transaction($0) },
      fee: try row.amount("fee", of: place), summary: try row.value("summary", of: place),
      created: try row.value("created", of: place),
      ladder: try (row.valueIfAny("ladder", of: place) as Int64?).map { ladder in
        let step: Int64 = try row.value("step", of: place)
        return LadderPlace(ladder: ladder, step: step > 0 ? Int(clamping: step) : nil)
      },
      isReplacedByStep: try (row.valueIfAny("nextLadder", of: place) as Int64?).map {
        try $0 == row.valueIfAny("ladder", of: place)
      } ?? false,
      writtenAt: try row.valueIfAny("writtenAt", of: place),
      secondSighting: try SecondSighting(row, of: place))
  }
}

extension SecondSighting {
  /// What the row of a payment says; nil where it says nothing.
  fileprivate init?(_ row: Row, of place: String) throws {
    guard let node: String = try row.valueIfAny("secondNode", of: place) else { return nil }
    let word: String = try row.value("secondPlace", of: place)
    let height = try row.heightIfAny("secondHeight", of: place)
    guard let seen = Place(word: word, height: height) else {
      throw StorageError.damaged(what: "what a second node said of \(place)")
    }
    self.init(node: node, place: seen, time: try row.value("secondAt", of: place))
  }
}

extension Store {
  /// Payments that hold their coins, in SQL (``PaymentRecord/State/holdsCoins``).
  static let isHolding = "state IN ('draft', 'complete', 'sending', 'sent')"
  /// Payments that may confirm one day, in SQL: those that hold coins or wait for one, and what was
  /// handed over or signed and is not in a block, given up or not.
  static let isOpen = """
    (\(isHolding) OR (state = 'dead' AND standing <> 'cancelled')
    OR ((handedOver OR finalTx IS NOT NULL) AND state NOT IN ('confirmed', 'conflicted')))
    """

  // Not the PSBT: it is large, and few ask for it.
  static let select = """
    SELECT payment.id, payment.wallet, state, standing, handedOver, refused, uncertain, unseen,
      replacedBy, unsignedTx, finalTx, fee, summary, created, ladder, step,
      writtenAt, secondNode, secondPlace, secondHeight, secondAt,
      (SELECT next.ladder FROM payment AS next WHERE next.id = payment.replacedBy) AS nextLadder,
      wallet.name AS walletName
    FROM payment JOIN wallet ON wallet.id = payment.wallet
    """

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

  /// The payment with this number; throws `noSuchPayment` when there is none.
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

  /// The numbers of the payments that are being sent, or were when a program ended.
  public func paymentsBeingSent(of wallet: WalletRecord) throws(StorageError) -> [Int64] {
    try read { db in
      try Int64.fetchAll(
        db, sql: "SELECT id FROM payment WHERE wallet = ? AND state = 'sending' ORDER BY id",
        arguments: [wallet.id])
    }
  }

  /// The payments that are sent and not in a block, and of which the mempool spent a coin at the last
  /// sync.
  public func paymentsInMempool(of wallet: WalletRecord) throws(StorageError) -> [PaymentRecord] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          \(Self.select) WHERE payment.wallet = :wallet AND payment.state = 'sent'
          ORDER BY payment.id
          """,
        arguments: ["wallet": wallet.id]
      ).map(PaymentRecord.init).filter { payment in
        try payment.unsigned.inputs.contains { input in
          try Int.fetchOne(
            db,
            sql: """
              SELECT count(*) FROM coin WHERE wallet = ? AND txid = ? AND vout = ?
              AND spender IS NOT NULL AND spentHeight IS NULL
              """,
            arguments: [
              wallet.id, input.previousOutput.txid.bytes.data, Int64(input.previousOutput.vout),
            ]) == 1
        }
      }
    }
  }

  /// Those of the txids that payments were built as, before anybody signed them.
  package func payments(
    builtAs txids: Set<Txid>, of wallet: WalletRecord
  ) throws(StorageError) -> Set<Txid> {
    try read { db in
      let statement = try db.makeStatement(
        sql: "SELECT count(*) FROM payment WHERE wallet = ? AND txid = ?")
      return try txids.filter {
        try Int.fetchOne(statement, arguments: [wallet.id, $0.bytes.data]) ?? 0 > 0
      }
    }
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

  /// What this home's say in the nonces of a payment comes from; nil where it has none, or none any more.
  public func nonceSecret(of payment: PaymentRecord) throws(StorageError) -> Bytes32? {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT nonceSecret FROM payment WHERE id = ?", arguments: [payment.number])
      guard let data: Data = row?["nonceSecret"] else { return nil }
      guard let secret = Bytes32(data) else {
        throw StorageError.damaged(what: "the entropy of payment \(payment.number)")
      }
      return secret
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
      try Self.keepPrevious(
        of: psbt, db, wallet: now.wallet, payment: number, besides: Set(expected.previous.keys))
      let state = final != nil || now.final != nil ? "complete" : "draft"
      try db.execute(
        sql:
          """
          UPDATE payment SET psbt = ?, finalTx = coalesce(finalTx, ?), state = ?, standing = ?
          WHERE id = ?
          """,
        arguments: [
          Data(psbt.slim), final.map { Data($0.encoded()) }, state, state, number,
        ])
      return true
    }
  }

  /// Notes that a payment is about to be handed to a node, before it is: whatever happens from here
  /// on, its coins stay held and it is not taken for one that nobody has.
  ///
  /// - Throws: `StorageError.paymentIs` when it was given up in the meantime, or is not complete;
  ///   `.coinFrozen` when it spends a frozen coin.
  public func markSending(_ number: Int64) throws(StorageError) {
    try change { db in
      let now = try Self.payment(db, number)
      switch now.standing {
      case .sent, .complete, .sending:
        try Self.requireUnfrozen(
          now.unsigned.inputs.map(\.previousOutput), db, try Self.wallet(db, id: now.wallet))
        guard now.standing != .sent else { break }
        try Self.mark(db, number, "sending", from: "'complete', 'sending'")
      default: throw StorageError.paymentIs(state: now.standing.rawValue, number: number)
      }
    }
  }

  /// Notes that a node has a payment, also one that was given up in the meantime.
  public func markSent(_ number: Int64) throws(StorageError) {
    try change { try Self.mark($0, number, "sent", from: "'complete', 'sending', 'sent'") }
  }

  /// Notes that a node has a payment in its mempool: it was sent, and its coins are being spent.
  ///
  /// That is what a sync would write down, and the next one says it anew.
  public func markInMempool(_ number: Int64) throws(StorageError) {
    try change { db in
      try Self.mark(db, number, "sent", from: "'complete', 'sending', 'sent'")
      let payment = try Self.payment(db, number)
      let transaction = payment.final ?? payment.unsigned
      if let final = payment.final {
        try db.execute(
          sql: """
            INSERT INTO tx (wallet, txid, bytes) VALUES (?, ?, ?)
            ON CONFLICT (wallet, txid) DO UPDATE SET bytes = coalesce(bytes, excluded.bytes)
            """,
          arguments: [payment.wallet, final.txid.bytes.data, Data(final.encoded())])
      }
      let spend = try db.makeStatement(
        sql: """
          UPDATE coin SET spender = ? WHERE wallet = ? AND txid = ? AND vout = ? AND spender IS NULL
          """)
      for input in transaction.inputs {
        let outPoint = input.previousOutput
        try spend.execute(arguments: [
          transaction.txid.bytes.data, payment.wallet, outPoint.txid.bytes.data,
          Int64(outPoint.vout),
        ])
      }
      try settlePayments(db, payment.wallet, after: .change)
    }
  }

  private static func mark(
    _ db: Database, _ number: Int64, _ state: String, from among: String
  ) throws {
    try db.execute(
      sql: """
        UPDATE payment SET handedOver = 1, refused = 0, unseen = 0, nonceSecret = NULL,
        standing = CASE WHEN standing IN (\(among)) THEN :state ELSE standing END,
        state = CASE WHEN state IN (\(among)) THEN :state ELSE state END
        WHERE id = :number
        """,
      arguments: ["state": state, "number": number])
  }

  /// Notes that the node refused a payment that was about to be sent.
  ///
  /// It was handed over all the same: a node that says no may have kept it.
  public func markRefused(_ number: Int64) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: """
          UPDATE payment SET standing = 'complete', refused = 1,
          state = CASE state WHEN 'sending' THEN 'complete' ELSE state END
          WHERE id = ? AND standing = 'sending'
          """,
        arguments: [number])
    }
  }

  /// Gives up a payment that is not in a block: its coins are free again, unless the mempool spends
  /// them.
  ///
  /// One that was handed to a node may confirm all the same; it is found again then. A step of a fee ladder is
  /// given up with the others: what is left of them could pay all the same.
  /// - Returns: how it stands now; `sent` when the mempool had it at the last sync.
  @discardableResult
  public func cancel(_ number: Int64) throws(StorageError) -> PaymentRecord {
    try change { db in
      let now = try Self.payment(db, number)
      guard now.state.canBeGivenUp, now.standing != .cancelled else {
        throw StorageError.paymentIs(state: now.state.rawValue, number: number)
      }
      for number in try Self.givenUp(db, with: now) {
        try db.execute(
          sql: """
            UPDATE payment SET state = 'cancelled', standing = 'cancelled', nonceSecret = NULL WHERE id = ?
            """,
          arguments: [number])
        try db.execute(
          sql: "UPDATE payment SET replacedBy = NULL WHERE replacedBy = ?", arguments: [number])
        try db.execute(
          sql: "UPDATE coin SET payment = NULL WHERE payment = ?", arguments: [number])
      }
      try settlePayments(db, now.wallet, after: .change)
      return try Self.payment(db, number)
    }
  }

  /// The coins of a payment that another may spend in its place: those that nothing in a block spends.
  public func replaceableCoins(
    of payment: PaymentRecord
  ) throws(StorageError) -> [WalletCoin] {
    try read { try Self.replaceableCoins($0, payment) }
  }

  static func replaceableCoins(
    _ db: Database, _ payment: PaymentRecord
  ) throws -> [WalletCoin] {
    guard payment.state != .confirmed else { return [] }
    let frozen = try frozenCoins(db, payment.wallet)
    let tags = try tags(db, try wallet(db, id: payment.wallet))
    var coins: [WalletCoin] = []
    for input in payment.unsigned.inputs {
      let outPoint = input.previousOutput
      // A coin that another payment took since belongs to that one; what its ladder holds is its own.
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT * FROM coin WHERE wallet = ? AND txid = ? AND vout = ?
          AND (spender IS NULL OR spentHeight IS NULL)
          AND (payment IS NULL OR payment = ? OR payment IN (
            SELECT other.id FROM payment AS other WHERE other.wallet = ? AND other.ladder = ?))
          """,
        arguments: [
          payment.wallet, outPoint.txid.bytes.data, Int64(outPoint.vout), payment.number,
          payment.wallet, payment.ladder?.ladder,
        ])
      guard let row else { continue }
      let coin = try WalletCoin(row)
      coins.append(
        WalletCoin(
          outPoint: outPoint, amount: coin.amount, branch: coin.branch, index: coin.index,
          height: coin.height, isCoinbase: coin.isCoinbase, isTrusted: true,
          isFrozen: frozen.contains(outPoint), number: coin.number,
          tag: tags.tag(
            of: outPoint, at: ScriptPlace(branch: coin.branch, index: coin.index))))
    }
    return coins
  }

  /// Transactions in the mempool that somebody wants out of it, whose change may never exist.
  ///
  /// Payments that were given up, or that another is to replace.
  static func doubtfulTransactions(_ db: Database, _ wallet: Int64) throws -> Set<Txid> {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT unsignedTx, finalTx FROM payment WHERE wallet = ? AND state = 'sent'
        AND (standing = 'cancelled' OR replacedBy IN (
          SELECT id FROM payment WHERE \(isHolding)))
        """,
      arguments: [wallet])
    var txids: Set<Txid> = []
    for row in rows {
      txids.insert(try Transaction(try row.value("unsignedTx", of: "a payment") as Data).txid)
      if let final = try row.valueIfAny("finalTx", of: "a payment") as Data? {
        txids.insert(try Transaction(final).txid)
      }
    }
    return txids
  }
}
