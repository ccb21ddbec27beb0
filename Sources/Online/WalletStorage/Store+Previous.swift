internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
internal import Hashes
internal import WalletTypes

// The transactions that payments spend. Those of the wallet lie in `tx`, whose bytes stay as long as the
// wallet does: whatever a sync takes back, it takes back heights and blocks only. `previousTx` has the
// others, once each, for as long as a payment needs them (`previousTxUse`).
extension Store {
  /// Blocks on top of a payment, or of what spent its coins instead, and its own, after which no
  /// reorganisation is expected: as many as a reward needs before it may be spent.
  private static let buried = 100

  // MARK: Reading

  /// Gives the bytes of those of the transactions that are known, one after the other.
  static func forEachTransaction(
    _ db: Database, _ wallet: Int64, among txids: some Sequence<Txid>,
    _ body: (Txid, Data) throws -> Void
  ) throws {
    let statement = try db.makeStatement(
      sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ? AND bytes IS NOT NULL")
    for txid in txids {
      guard let bytes = try Data.fetchOne(statement, arguments: [wallet, txid.bytes.data]) else {
        continue
      }
      try body(txid, bytes)
    }
  }

  /// What a reference stands for: out of the wallet's own transactions, else out of those that were kept
  /// for payments; nil when neither has it.
  static func previousTransaction(
    _ db: Database, _ wallet: Int64, _ reference: Bytes32, _ txid: Txid
  ) throws -> ArraySlice<UInt8>? {
    if let own = try ownTransaction(db, wallet, reference, txid) { return own }
    let kept = try Data.fetchOne(
      db, sql: "SELECT bytes FROM previousTx WHERE wallet = ? AND hash = ?",
      arguments: [wallet, reference.data])
    guard let kept else { return nil }
    let bytes = [UInt8](kept)
    return SHA256.hash(bytes) == reference ? bytes[...] : nil
  }

  /// A transaction of the wallet without its witnesses, as PSBTs have it; nil when its hash is
  /// another one.
  private static func ownTransaction(
    _ db: Database, _ wallet: Int64, _ reference: Bytes32, _ txid: Txid
  ) throws -> ArraySlice<UInt8>? {
    var found: ArraySlice<UInt8>?
    try forEachTransaction(db, wallet, among: CollectionOfOne(txid)) { _, bytes in
      // Damaged ones count as missing; they are reported where they are read by themselves.
      let bare = try? PreviousTransaction(scanning: [UInt8](bytes)[...]).bare
      if let bare, SHA256.hash(bare.bytes) == reference { found = bare.bytes }
    }
    return found
  }

  // MARK: Keeping

  /// Keeps those of the transactions that a payment's PSBT spends which the wallet does not have.
  ///
  /// `known` are references that its PSBT had before.
  static func keepPrevious(
    of packet: StoredPacket, _ db: Database, wallet: Int64, payment: Int64,
    besides known: Set<Bytes32> = []
  ) throws {
    let new = packet.previous.filter { !known.contains($0.key) }
    guard !new.isEmpty else { return }
    for (reference, txid) in (try? PSBT.references(in: packet.slim)) ?? [:] {
      guard let bytes = new[reference],
        try ownTransaction(db, wallet, reference, txid) == nil
      else { continue }
      try db.execute(
        sql: "INSERT OR IGNORE INTO previousTx (wallet, hash, txid, bytes) VALUES (?, ?, ?, ?)",
        arguments: [wallet, reference.data, txid.bytes.data, Data(bytes)])
      try db.execute(
        sql: "INSERT OR IGNORE INTO previousTxUse (wallet, hash, payment) VALUES (?, ?, ?)",
        arguments: [wallet, reference.data, payment])
    }
  }

  // MARK: Letting go

  /// Lets go of transactions that only finished payments needed, and of those that the wallet has itself
  /// by now.
  ///
  /// No PSBT is read, and nothing is done where nothing was kept.
  static func dropPrevious(_ db: Database, _ wallet: Int64) throws {
    let users = try Row.fetchAll(
      db,
      sql: """
        SELECT id, state, handedOver, finalTx IS NOT NULL AS isSigned FROM payment WHERE id IN (
          SELECT payment FROM previousTxUse WHERE wallet = ?)
        """,
      arguments: [wallet])
    guard !users.isEmpty else { return }
    for row in users where try isFinished(db, wallet, row) {
      let number: Int64 = try row.value("id", of: "a payment")
      try db.execute(
        sql: "UPDATE payment SET previousDropped = 1 WHERE id = ?", arguments: [number])
      try db.execute(sql: "DELETE FROM previousTxUse WHERE payment = ?", arguments: [number])
    }
    let both = try Row.fetchAll(
      db,
      sql: """
        SELECT previousTx.hash, previousTx.txid FROM previousTx JOIN tx
        ON tx.wallet = previousTx.wallet AND tx.txid = previousTx.txid
        WHERE previousTx.wallet = ? AND tx.bytes IS NOT NULL
        """,
      arguments: [wallet])
    for row in both {
      let place = "a transaction that a payment spends"
      let hash = try row.hash("hash", of: place)
      guard try ownTransaction(db, wallet, hash, Txid(row.hash("txid", of: place))) != nil else {
        continue
      }
      try db.execute(
        sql: "DELETE FROM previousTxUse WHERE wallet = ? AND hash = ?",
        arguments: [wallet, hash.data])
    }
    try dropUnused(db, wallet)
  }

  /// Lets go of transactions that no payment needs.
  static func dropUnused(_ db: Database, _ wallet: Int64) throws {
    try db.execute(
      sql: """
        DELETE FROM previousTx WHERE wallet = :wallet AND NOT EXISTS (
          SELECT 1 FROM previousTxUse AS used
          WHERE used.wallet = previousTx.wallet AND used.hash = previousTx.hash)
        """,
      arguments: ["wallet": wallet])
  }

  /// Whether a payment needs no proofs any more: nobody signs it again.
  ///
  /// One that was given up and never handed over; one that is in a block, signed, or that something in
  /// a block has replaced, deep enough that no reorganisation is waited for. What was sent and is in no
  /// block, dead or given up as it may be, can confirm: it keeps everything.
  private static func isFinished(_ db: Database, _ wallet: Int64, _ row: Row) throws -> Bool {
    let number: Int64 = try row.value("id", of: "a payment")
    let place = "payment \(number)"
    let state: String = try row.value("state", of: place)
    let handedOver: Bool = try row.value("handedOver", of: place)
    let isSigned: Bool = try row.value("isSigned", of: place)
    switch PaymentRecord.State(rawValue: state) {
    case .cancelled: return !handedOver
    case .confirmed where isSigned, .conflicted: return try isBuried(db, wallet, number)
    default: return false
    }
  }

  private static func isBuried(
    _ db: Database, _ wallet: Int64, _ number: Int64
  ) throws -> Bool {
    let place = "payment \(number)"
    guard let tip = try syncPoints(db, wallet, limit: 1).first?.height,
      let unsigned = try Data.fetchOne(
        db, sql: "SELECT unsignedTx FROM payment WHERE id = ?", arguments: [number])
    else { return false }
    let statement = try db.makeStatement(
      sql: """
        SELECT spentHeight FROM coin WHERE wallet = ? AND txid = ? AND vout = ?
        AND spentHeight IS NOT NULL
        """)
    var last: Int?
    for input in try Transaction(unsigned).inputs {
      let outPoint = input.previousOutput
      let row = try Row.fetchOne(
        statement, arguments: [wallet, outPoint.txid.bytes.data, Int64(outPoint.vout)])
      guard let height = try row?.heightIfAny("spentHeight", of: place) else { continue }
      last = max(last ?? height, height)
    }
    return last.map { tip - $0 + 1 >= buried } ?? false
  }

  // MARK: Migrations

  /// Takes the PSBTs of earlier versions apart, one after the other, for the migration "previous
  /// transactions once each"; the tables are as they were then.
  static func separatePrevious(_ db: Database) throws {
    let keep = try db.makeStatement(
      sql: "INSERT OR IGNORE INTO previousTx (wallet, hash, bytes) VALUES (?, ?, ?)")
    for row in try Row.fetchAll(db, sql: "SELECT id, wallet FROM payment") {
      let number: Int64 = try row.value("id", of: "a payment")
      let wallet: Int64 = try row.value("wallet", of: "payment \(number)")
      guard
        let whole = try Data.fetchOne(
          db, sql: "SELECT psbt FROM payment WHERE id = ?", arguments: [number])
      else { continue }
      let packet = StoredPacket(bytes: [UInt8](whole))
      guard !packet.previous.isEmpty else { continue }
      for (hash, bytes) in packet.previous {
        try keep.execute(arguments: [wallet, hash.data, Data(bytes)])
      }
      try db.execute(
        sql: "UPDATE payment SET psbt = ? WHERE id = ?", arguments: [Data(packet.slim), number])
    }
  }

  /// Notes which payments need what was kept, and lets go of what the wallet has itself, for the migration
  /// "previous transactions that the wallet lacks".
  ///
  /// One payment and one transaction are in memory at a time.
  static func keepOnlyLacking(_ db: Database) throws {
    for row in try Row.fetchAll(db, sql: "SELECT id, wallet FROM payment") {
      let number: Int64 = try row.value("id", of: "a payment")
      let wallet: Int64 = try row.value("wallet", of: "payment \(number)")
      guard
        let slim = try Data.fetchOne(
          db, sql: "SELECT psbt FROM payment WHERE id = ?", arguments: [number])
      else { continue }
      for (reference, txid) in (try? PSBT.references(in: [UInt8](slim))) ?? [:]
      where try ownTransaction(db, wallet, reference, txid) == nil {
        try db.execute(
          sql: "UPDATE previousTx SET txid = ? WHERE wallet = ? AND hash = ?",
          arguments: [txid.bytes.data, wallet, reference.data])
        guard db.changesCount > 0 else { continue }
        try db.execute(
          sql: "INSERT OR IGNORE INTO previousTxUse (wallet, hash, payment) VALUES (?, ?, ?)",
          arguments: [wallet, reference.data, number])
      }
    }
    // What no PSBT names has no txid.
    for wallet in try Int64.fetchAll(db, sql: "SELECT id FROM wallet") {
      try dropUnused(db, wallet)
    }
  }
}
