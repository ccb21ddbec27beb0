public import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

// What syncs found to have changed: written down with what they found, in one transaction, so that no
// command takes the news from another.
extension Store {
  /// How many events are kept; older ones go.
  static let eventLimit = 10_000

  // MARK: Writing

  /// What the records say about transactions from a height on, and about those of the mempool.
  static func state(_ db: Database, _ wallet: Int64, from height: Int) throws -> WalletState {
    var state = WalletState()
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT txid, vout, amount, height, spender, spentHeight FROM coin
        WHERE wallet = :wallet AND (height IS NULL OR height >= :height
          OR (spender IS NOT NULL AND (spentHeight IS NULL OR spentHeight >= :height)))
        """, arguments: ["wallet": wallet, "height": height])
    while let row = try cursor.next() {
      let coin = try row.outPoint(of: "a coin")
      let place = { "coin \(coin)" }
      let amount = try row.amount("amount", of: place()).satoshis
      let made = try row.heightIfAny(of: place())
      if made.map({ $0 >= height }) ?? true {
        state.receive(amount, by: coin.txid, height: made)
      }
      guard let hash = try row.hashIfAny("spender", of: place()) else { continue }
      let spent = try row.heightIfAny("spentHeight", of: place())
      guard spent.map({ $0 >= height }) ?? true else { continue }
      state.spend(amount, of: coin, by: Spender(hash), height: spent)
    }
    return state
  }

  /// Writes down what happened between two states.
  static func note(
    from before: WalletState, to after: WalletState, _ db: Database, _ wallet: Int64, tip: Int
  ) throws {
    let new = after.movements.keys.filter { before.movements[$0] == nil }.compactMap(\.txid)
    var takers: [OutPoint: Txid]?
    let events = try after.events(since: before) { subject in
      switch subject {
      case .unknownSpend(let coin):
        return try Row.fetchOne(
          db, sql: "SELECT spender FROM coin WHERE wallet = ? AND txid = ? AND vout = ?",
          arguments: [wallet, coin.txid.bytes.data, Int64(coin.vout)]
        )?.hashIfAny("spender", of: "coin \(coin)").flatMap { Spender($0).txid }
      case .transaction(let txid):
        let known = try takers ?? Self.takers(new, db, wallet)
        takers = known
        return try inputs(of: txid, db, wallet).lazy.compactMap { known[$0] }.first
      }
    }
    guard !events.isEmpty else { return }
    let insert = try db.makeStatement(
      sql: """
        INSERT INTO event
          (wallet, kind, txid, vout, received, spent, height, earlierHeight, replacedBy, tip)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    // More than are kept would only push one another out.
    for event in events.suffix(eventLimit) {
      var (txid, vout): (Txid, Int64?)
      switch event.subject {
      case .transaction(let known): (txid, vout) = (known, nil)
      case .unknownSpend(let coin): (txid, vout) = (coin.txid, Int64(coin.vout))
      }
      try insert.execute(arguments: [
        wallet, event.kind.rawValue, txid.bytes.data, vout, event.received, event.spent,
        event.height, event.earlierHeight, event.replacedBy?.bytes.data, tip,
      ])
    }
    try db.execute(
      sql: "DELETE FROM event WHERE number <= (SELECT max(number) FROM event) - ?",
      arguments: [eventLimit])
  }

  /// Which of some transactions spends a coin, by the coin.
  private static func takers(
    _ txids: [Txid], _ db: Database, _ wallet: Int64
  ) throws -> [OutPoint: Txid] {
    var takers: [OutPoint: Txid] = [:]
    for txid in txids { for coin in try inputs(of: txid, db, wallet) { takers[coin] = txid } }
    return takers
  }

  private static func inputs(
    of txid: Txid, _ db: Database, _ wallet: Int64
  ) throws -> [OutPoint] {
    try transaction(txid, db, wallet)?.inputs.map(\.previousOutput) ?? []
  }

  private static func transaction(
    _ txid: Txid, _ db: Database, _ wallet: Int64
  ) throws -> Transaction? {
    try Data.fetchOne(
      db, sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ? AND bytes IS NOT NULL",
      arguments: [wallet, txid.bytes.data]
    ).map { try Transaction($0) }
  }

  // MARK: Reading

  /// When a wallet was synced last, in seconds since 1970; nil where nobody wrote it down.
  public func syncedAt(_ wallet: WalletRecord) throws(StorageError) -> Int64? {
    try read { db in
      try Int64.fetchOne(
        db, sql: "SELECT syncedAt FROM wallet WHERE id = ?", arguments: [wallet.id])
    }
  }

  /// Notes when a wallet was synced.
  public func noteSync(of wallet: WalletRecord, at seconds: Int64) throws(StorageError) {
    try change { db in
      try db.execute(
        sql: "UPDATE wallet SET syncedAt = ? WHERE id = ?", arguments: [seconds, wallet.id])
    }
  }

  /// The number of the newest event; 0 before the first.
  public func lastEvent() throws(StorageError) -> Int64 {
    try read { db in
      // Also when the events themselves are gone: numbers are not given twice.
      try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    }
  }

  /// What happened to some wallets after an event, by its number; oldest first.
  public func events(
    after number: Int64, of wallets: [WalletRecord]
  ) throws(StorageError) -> [RecordedEvent] {
    let names = Dictionary(wallets.map { ($0.id, $0.name) }) { first, _ in first }
    return try read { db in
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT * FROM event WHERE number > ? ORDER BY number", arguments: [number])
      var events: [RecordedEvent] = []
      while let row = try cursor.next() {
        let number: Int64 = try row.value("number", of: "an event")
        let place = "event \(number)"
        guard let name = names[try row.value("wallet", of: place)] else { continue }
        guard let kind = WalletEvent.Kind(rawValue: try row.value("kind", of: place)) else {
          throw StorageError.damaged(what: "the kind of \(place)")
        }
        let txid = Txid(try row.hash("txid", of: place))
        let vout = try row.numberIfAny("vout", in: 0...Int64(UInt32.max), of: place)
        events.append(
          RecordedEvent(
            number: number, wallet: name,
            event: WalletEvent(
              kind: kind,
              subject: vout.map { .unknownSpend(of: OutPoint(txid: txid, vout: UInt32($0))) }
                ?? .transaction(txid),
              received: try row.value("received", of: place),
              spent: try row.value("spent", of: place), height: try row.heightIfAny(of: place),
              earlierHeight: try row.heightIfAny("earlierHeight", of: place),
              replacedBy: try row.hashIfAny("replacedBy", of: place).map { Txid($0) }),
            tip: try row.heightIfAny("tip", of: place) ?? 0))
      }
      return events
    }
  }

  /// What is said of an event beside itself.
  public struct EventDetails: Hashable, Sendable {
    /// What the wallet gets, change included; of a coin that is gone, that coin.
    public let own: [TxOut]
    /// What others get, where the wallet alone paid: else nobody can tell who paid whom.
    public let others: [TxOut]
    /// The payment of this home that it is.
    public let payment: HistoryEntry.OwnPayment?
  }

  /// The details of an event, as far as the bytes of its transaction are known.
  public func details(
    of event: WalletEvent, in wallet: WalletRecord
  ) throws(StorageError) -> EventDetails {
    try read { db in
      let isOwn = try db.makeStatement(
        sql: "SELECT 1 FROM script WHERE wallet = ? AND script = ?")
      func owns(_ output: TxOut) throws -> Bool {
        try Int.fetchOne(isOwn, arguments: [wallet.id, output.scriptPubKey.data]) != nil
      }
      switch event.subject {
      case .unknownSpend(let coin):
        let made = try Self.transaction(coin.txid, db, wallet.id)
        let output = made.flatMap { $0.outputs.indices.contains(Int(coin.vout)) ? $0 : nil }
        return EventDetails(
          own: output.map { [$0.outputs[Int(coin.vout)]] } ?? [], others: [], payment: nil)
      case .transaction(let txid):
        guard let transaction = try Self.transaction(txid, db, wallet.id) else {
          return EventDetails(own: [], others: [], payment: nil)
        }
        var (own, others): ([TxOut], [TxOut]) = ([], [])
        for output in transaction.outputs {
          if try owns(output) { own.append(output) } else { others.append(output) }
        }
        guard event.spent > 0 else { return EventDetails(own: own, others: [], payment: nil) }
        let coin = try db.makeStatement(
          sql: "SELECT 1 FROM coin WHERE wallet = ? AND txid = ? AND vout = ?")
        let paidAlone = try transaction.inputs.allSatisfy { input in
          let spent = input.previousOutput
          return try Int.fetchOne(
            coin, arguments: [wallet.id, spent.txid.bytes.data, Int64(spent.vout)]) != nil
        }
        let payment = try Row.fetchOne(
          db, sql: "SELECT id, summary FROM payment WHERE wallet = ? AND txid = ? ORDER BY id DESC",
          arguments: [wallet.id, transaction.unsignedTxid.bytes.data]
        ).map { row in
          HistoryEntry.OwnPayment(
            number: try row.value("id", of: "a payment"),
            summary: try row.value("summary", of: "a payment"))
        }
        return EventDetails(own: own, others: paidAlone ? others : [], payment: payment)
      }
    }
  }
}
