public import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
internal import NodeClients

/// A block up to which a wallet was synced.
public struct SyncPoint: Hashable, Sendable {
  public let height: Int
  public let hash: BlockHash
  /// Seconds since 1970, as the block says.
  public let time: Int64
}

/// What a sync starts from.
struct SyncPlan {
  let points: [SyncPoint]
  let branches: [BranchState]
}

/// What a sync found out.
struct SyncFindings {
  /// The records that it was planned on; when others changed them meanwhile, it is worthless.
  let plan: SyncPlan
  /// The last block that still holds; nil when everything was read anew.
  let fork: SyncPoint?
  let tip: ChainTip
  let owners: [Script: (branch: Int, index: UInt32)]
  /// Scripts that have to be remembered.
  let newScripts: [(branch: Int, index: UInt32, script: Script)]
  let scanned: [Int: UInt32]
  let receipts: [ScriptActivity.Receipt]
  let spends: [ScriptActivity.Spend]
  /// Scripts whose coins are gone when they were not listed.
  let listedOnly: Set<Script>
  let transactions: [Txid: Transaction]
}

extension Store {
  static func syncPoints(_ db: Database, _ wallet: Int64, limit: Int) throws -> [SyncPoint] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM syncPoint WHERE wallet = ? ORDER BY height DESC LIMIT ?",
      arguments: [wallet, limit]
    ).map {
      guard let height = try $0.heightIfAny(of: "a sync point") else {
        throw StorageError.damaged(what: "height of a sync point")
      }
      let place = "the sync point of block \(height)"
      return SyncPoint(
        height: height, hash: BlockHash(try $0.hash("hash", of: place)),
        time: try $0.value("time", of: place))
    }
  }

  func syncPlan(of wallet: WalletRecord) throws(StorageError) -> SyncPlan {
    try read { try Self.plan($0, wallet) }
  }

  private static func plan(_ db: Database, _ wallet: WalletRecord) throws -> SyncPlan {
    SyncPlan(
      points: try syncPoints(db, wallet.id, limit: 300), branches: try branches(db, wallet.id))
  }

  /// Every script that has been looked for, by branch and index.
  public func scripts(
    of wallet: WalletRecord
  ) throws(StorageError) -> [(branch: Int, index: UInt32, script: Script)] {
    try read { db in
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT branch, idx, script FROM script WHERE wallet = ? ORDER BY branch, idx",
        arguments: [wallet.id])
      var scripts: [(branch: Int, index: UInt32, script: Script)] = []
      let place = "a script of \(wallet.name)"
      while let row = try cursor.next() {
        let branch = try row.branch(of: place)
        let index = try row.index("idx", of: place)
        scripts.append((branch, index, Script(try row.bytes("script", of: place))))
      }
      return scripts
    }
  }

  /// The transactions whose bytes are kept.
  func knownTransactions(of wallet: WalletRecord) throws(StorageError) -> Set<Txid> {
    try read { db in
      let cursor = try Data.fetchCursor(
        db, sql: "SELECT txid FROM tx WHERE wallet = ? AND bytes IS NOT NULL",
        arguments: [wallet.id])
      var known: Set<Txid> = []
      while let txid = try cursor.next() { known.insert(Txid(try Bytes32(txid, "a txid"))) }
      return known
    }
  }

  /// Writes down what a sync found, all or nothing; false when the records changed meanwhile.
  func apply(_ found: SyncFindings, to wallet: WalletRecord) throws(StorageError) -> Bool {
    try change { db in
      let now = try Self.plan(db, wallet)
      guard now.points.first == found.plan.points.first,
        now.branches.map(\.scanned) == found.plan.branches.map(\.scanned)
      else { return false }
      try Self.rewind(db, wallet.id, to: found.fork?.height ?? -1)
      try Self.write(db, found, wallet.id)
      try Self.advance(db, found, wallet.id)
      try Self.settlePayments(
        db, wallet.id, sawEverything: found.fork != nil && found.listedOnly.isEmpty)
      return true
    }
  }

  /// Takes back what blocks above `height` said, and everything the mempool said.
  private static func rewind(_ db: Database, _ wallet: Int64, to height: Int) throws {
    for sql in [
      "DELETE FROM coin WHERE wallet = :wallet AND (height IS NULL OR height > :height)",
      """
      UPDATE coin SET spender = NULL, spentHeight = NULL WHERE wallet = :wallet
      AND spender IS NOT NULL AND (spentHeight IS NULL OR spentHeight > :height)
      """,
      """
      UPDATE tx SET height = NULL, block = NULL WHERE wallet = :wallet AND height > :height
      """,
      "DELETE FROM syncPoint WHERE wallet = :wallet AND height > :height",
    ] {
      let arguments: StatementArguments =
        sql.contains(":height") ? ["wallet": wallet, "height": height] : ["wallet": wallet]
      try db.execute(sql: sql, arguments: arguments)
    }
  }

  private static func write(_ db: Database, _ found: SyncFindings, _ wallet: Int64) throws {
    let script = try db.makeStatement(
      sql: "INSERT OR IGNORE INTO script (wallet, branch, idx, script) VALUES (?, ?, ?, ?)")
    for new in found.newScripts {
      try script.execute(arguments: [wallet, new.branch, Int64(new.index), new.script.data])
    }
    var places: [Txid: BlockPosition] = [:]
    for receipt in found.receipts { places[receipt.outPoint.txid] = receipt.block }
    for spend in found.spends { places[spend.spender] = spend.block }
    let transaction = try db.makeStatement(
      sql: """
        INSERT INTO tx (wallet, txid, bytes, height, block) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (wallet, txid) DO UPDATE SET
        bytes = coalesce(excluded.bytes, bytes), height = excluded.height, block = excluded.block
        """)
    let all = Set(found.receipts.map(\.outPoint.txid)).union(found.spends.map(\.spender))
    for txid in all {
      try transaction.execute(arguments: [
        wallet, txid.bytes.data, found.transactions[txid].map { Data($0.encoded()) },
        places[txid]?.height, places[txid]?.hash.bytes.data,
      ])
    }
    let coinbases = try coinbases(db, wallet, among: Set(found.receipts.map(\.outPoint.txid)))
    let coin = try db.makeStatement(
      sql: """
        INSERT INTO coin (wallet, txid, vout, branch, idx, amount, height, isCoinbase)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (wallet, txid, vout) DO UPDATE SET
        height = coalesce(excluded.height, height), isCoinbase = excluded.isCoinbase
        """)
    for receipt in found.receipts {
      guard let owner = found.owners[receipt.script] else { continue }
      let txid = receipt.outPoint.txid
      try coin.execute(arguments: [
        wallet, txid.bytes.data, Int64(receipt.outPoint.vout), owner.branch, Int64(owner.index),
        receipt.amount.satoshis, receipt.block?.height, coinbases.contains(txid),
      ])
    }
    let spend = try db.makeStatement(
      sql: """
        UPDATE coin SET spender = ?, spentHeight = ? WHERE wallet = ? AND txid = ? AND vout = ?
        """)
    // Those of the mempool first, so that a confirmed one has the last word.
    for spent in found.spends.sorted(by: { ($0.block == nil ? 0 : 1) < ($1.block == nil ? 0 : 1) })
    {
      try spend.execute(arguments: [
        spent.spender.bytes.data, spent.block?.height, wallet, spent.outPoint.txid.bytes.data,
        Int64(spent.outPoint.vout),
      ])
    }
    if !found.listedOnly.isEmpty { try dropUnlisted(db, found, wallet) }
  }

  /// Coins of scripts whose unspent outputs were listed, and that were not among them, are gone.
  private static func dropUnlisted(_ db: Database, _ found: SyncFindings, _ wallet: Int64) throws {
    let listed = Set(found.receipts.map(\.outPoint))
    let owned = Dictionary(
      found.listedOnly.compactMap { script in
        found.owners[script].map { ("\($0.branch)/\($0.index)", script) }
      }
    ) { first, _ in first }
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT txid, vout, branch, idx FROM coin
        WHERE wallet = ? AND spender IS NULL AND height IS NOT NULL
        """,
      arguments: [wallet])
    var gone: [OutPoint] = []
    while let row = try cursor.next() {
      let outPoint = try row.outPoint(of: "a coin")
      let branch = try row.branch(of: "coin \(outPoint)")
      let place = "\(branch)/\(try row.index("idx", of: "coin \(outPoint)"))"
      if owned[place] != nil, !listed.contains(outPoint) { gone.append(outPoint) }
    }
    for outPoint in gone {
      try db.execute(
        sql: """
          UPDATE coin SET spender = ?, spentHeight = ? WHERE wallet = ? AND txid = ? AND vout = ?
          """,
        arguments: [
          Bytes32.zero.data, found.tip.height, wallet, outPoint.txid.bytes.data,
          Int64(outPoint.vout),
        ])
    }
  }

  /// Which of these make new coins; one whose bytes nobody has counts as one, to be careful.
  private static func coinbases(
    _ db: Database, _ wallet: Int64, among txids: Set<Txid>
  ) throws -> Set<Txid> {
    let statement = try db.makeStatement(sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ?")
    return try txids.filter { txid in
      guard let bytes = try Data.fetchOne(statement, arguments: [wallet, txid.bytes.data]) else {
        return true
      }
      return try Transaction(bytes).isCoinbase
    }
  }

  private static func advance(_ db: Database, _ found: SyncFindings, _ wallet: Int64) throws {
    var used: [Int: UInt32] = [:]
    for receipt in found.receipts {
      guard let owner = found.owners[receipt.script] else { continue }
      used[owner.branch] = max(used[owner.branch] ?? 0, owner.index)
    }
    for (branch, scanned) in found.scanned {
      try db.execute(
        sql: "UPDATE branch SET scanned = max(scanned, ?) WHERE wallet = ? AND branch = ?",
        arguments: [Int64(scanned), wallet, branch])
    }
    for (branch, index) in used {
      // Both only grow: what was once used or handed out is never handed out again.
      try db.execute(
        sql: """
          UPDATE branch SET lastUsed = max(coalesce(lastUsed, 0), ?), next = max(next, ?)
          WHERE wallet = ? AND branch = ?
          """,
        arguments: [Int64(index), Int64(index) + 1, wallet, branch])
    }
    try db.execute(
      sql: "INSERT OR REPLACE INTO syncPoint (wallet, height, hash, time) VALUES (?, ?, ?, ?)",
      arguments: [wallet, found.tip.height, found.tip.hash.bytes.data, found.tip.time])
    try db.execute(
      sql: """
        DELETE FROM syncPoint WHERE wallet = :wallet AND height < (
          SELECT min(height) FROM (
            SELECT height FROM syncPoint WHERE wallet = :wallet ORDER BY height DESC LIMIT 250))
        """,
      arguments: ["wallet": wallet])
  }
}
