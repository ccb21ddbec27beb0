public import BitcoinPrimitives
internal import Bytes
internal import ChainTypes
internal import Foundation
internal import GRDB
public import WalletTypes

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

  package func syncPlan(of wallet: WalletRecord) throws(StorageError) -> SyncPlan {
    try read { try Self.plan($0, wallet) }
  }

  private static func plan(_ db: Database, _ wallet: WalletRecord) throws -> SyncPlan {
    SyncPlan(
      points: try syncPoints(db, wallet.id, limit: 300), branches: try branches(db, wallet.id),
      blocks: try blocks(db, wallet.id),
      gap: try historyGap(db, wallet))
  }

  /// From where on the history may have holes; nil when it is whole.
  static func historyGap(_ db: Database, _ wallet: WalletRecord) throws -> Int? {
    try Row.fetchOne(
      db, sql: "SELECT height FROM historyGap WHERE wallet = ?", arguments: [wallet.id]
    )?.heightIfAny(of: "the gap of \(wallet.name)")
  }

  /// Every script that has been looked for, by branch and index.
  public func scripts(
    of wallet: WalletRecord
  ) throws(StorageError) -> [(branch: Int, index: UInt32, script: Script)] {
    var scripts: [(branch: Int, index: UInt32, script: Script)] = []
    try forEachScript(of: wallet) { place, script, count in
      if scripts.isEmpty { scripts.reserveCapacity(count) }
      scripts.append((place.branch, place.index, Script([UInt8](script))))
    }
    return scripts
  }

  /// The same with each script held once, and found by its bytes.
  package func walletScripts(of wallet: WalletRecord) throws(StorageError) -> WalletScripts {
    var scripts = WalletScripts()
    try forEachScript(of: wallet) { place, script, _ in scripts.append(place, bytes: script) }
    return scripts
  }

  /// Lends every script that has been looked for, by branch and index, and says how many there are: without a
  /// list of them.
  ///
  /// The body must not ask these records anything.
  public func forEachScript(
    of wallet: WalletRecord,
    _ body: (_ place: ScriptPlace, _ script: UnsafeRawBufferPointer, _ count: Int) throws -> Void
  ) throws(StorageError) {
    try read { db in
      let count =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM script WHERE wallet = ?", arguments: [wallet.id]) ?? 0
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT branch, idx, script FROM script WHERE wallet = ? ORDER BY branch, idx",
        arguments: [wallet.id])
      let what = "a script of \(wallet.name)"
      while let row = try cursor.next() {
        // By their places, as there are hundreds of thousands of them; what is wrong is named below.
        if let branch = try? UInt16(exactly: row.decode(Int64.self, atIndex: 0)),
          let index = try? UInt32(exactly: row.decode(Int64.self, atIndex: 1)),
          index <= 0x8000_0000
        {
          let isLent = try row.withUnsafeData(atIndex: 2) { data in
            guard let data else { return false }
            try data.withUnsafeBytes {
              try body(ScriptPlace(branch: Int(branch), index: index), $0, count)
            }
            return true
          }
          if isLent { continue }
        }
        let place = ScriptPlace(
          branch: try row.branch(of: what), index: try row.index("idx", of: what))
        try row.bytes("script", of: what).withUnsafeBytes { try body(place, $0, count) }
      }
    }
  }

  /// Writes down what a sync found, all or nothing; false when the records changed meanwhile.
  package func apply(_ found: SyncFindings, to wallet: WalletRecord) throws(StorageError) -> Bool {
    let isWritten = try change { db in
      let now = try Self.plan(db, wallet)
      guard now.points.first == found.plan.points.first,
        now.branches.map(\.scanned) == found.plan.branches.map(\.scanned),
        now.gap == found.plan.gap
      else { return false }
      let from = found.changesFrom
      let before = try Self.state(db, wallet.id, from: from)
      try Self.rewind(db, found, wallet.id)
      let last = try Self.lastCoinNumber(db)
      try Self.write(db, found, wallet.id)
      try Self.inheritTags(db, found, wallet, above: last)
      try Self.dropSpentTags(db, wallet.id, tip: found.tip.height)
      // Of a wallet that was never synced all is new, and nothing happened.
      if !found.plan.points.isEmpty {
        let after = try Self.state(db, wallet.id, from: from)
        try Self.note(from: before, to: after, db, wallet.id, tip: found.tip.height)
      }
      try Self.advance(db, found, wallet.id)
      // Every block since the last sync, or since the wallet's birth where none of those still holds;
      // and none is left from before in which something may have come and gone.
      let isWhole =
        (found.fork != nil || found.base.from <= wallet.birthHeight)
        && !found.base.isListed && found.gap == nil
      try settlePayments(db, wallet.id, after: isWhole ? .wholeSync : .sync)
      return true
    }
    // What payments let go of may have been much.
    if isWritten { Self.shrink(queue) }
    return isWritten
  }

  /// Takes back what is read again, what lost blocks said, and everything the mempool said; the bytes of
  /// transactions stay, as payments may need them.
  ///
  /// A spend whose spender nobody knows stays: no block is known for it.
  private static func rewind(_ db: Database, _ found: SyncFindings, _ wallet: Int64) throws {
    let zeros = Bytes32.zero.data
    try db.execute(
      sql: "DELETE FROM coin WHERE wallet = ? AND height IS NULL", arguments: [wallet])
    try db.execute(
      sql: """
        UPDATE coin SET spender = NULL, spentHeight = NULL WHERE wallet = ?
        AND spender IS NOT NULL AND spentHeight IS NULL
        """, arguments: [wallet])
    let condition = found.base.isListed ? "= ?" : ">= ?"
    let heights = found.base.isListed ? found.base.lost.sorted() : [found.base.from]
    for height in heights {
      try db.execute(
        sql: "DELETE FROM coin WHERE wallet = ? AND height \(condition)",
        arguments: [wallet, height])
      try db.execute(
        sql: """
          UPDATE coin SET spender = NULL, spentHeight = NULL
          WHERE wallet = ? AND spentHeight \(condition) AND spender <> ?
          """, arguments: [wallet, height, zeros])
      try db.execute(
        sql: "UPDATE tx SET height = NULL, block = NULL WHERE wallet = ? AND height \(condition)",
        arguments: [wallet, height])
    }
    try db.execute(
      sql: "DELETE FROM syncPoint WHERE wallet = ? AND height > ?",
      arguments: [wallet, found.fork?.height ?? -1])
    try forgetTimes(db, wallet, at: found.base.lost)
    let listed = found.events.listedCoins + found.returned
    let unspend = try db.makeStatement(
      sql: """
        UPDATE coin SET spender = NULL, spentHeight = NULL WHERE wallet = ? AND txid = ? AND vout = ?
        """)
    for outPoint in listed {
      try unspend.execute(arguments: [wallet, outPoint.txid.bytes.data, Int64(outPoint.vout)])
    }
  }

  private static func write(_ db: Database, _ found: SyncFindings, _ wallet: Int64) throws {
    let script = try db.makeStatement(
      sql: "INSERT OR IGNORE INTO script (wallet, branch, idx, script) VALUES (?, ?, ?, ?)")
    let (events, scripts) = (found.events, found.events.scripts)
    for position in found.knownCount..<scripts.all.count {
      let place = scripts.place(at: position)
      try script.execute(arguments: [
        wallet, place.branch, Int64(place.index), scripts.all[position].data,
      ])
    }
    var places: [Txid: BlockPosition] = [:]
    for receipt in events.receipts { places[receipt.outPoint.txid] = receipt.block }
    for spend in events.spends { places[spend.spender] = spend.block }
    let transaction = try db.makeStatement(
      sql: """
        INSERT INTO tx (wallet, txid, bytes, height, block) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (wallet, txid) DO UPDATE SET
        bytes = coalesce(excluded.bytes, bytes), height = excluded.height, block = excluded.block
        """)
    let all = Set(events.makers).union(events.spends.lazy.map(\.spender))
    for txid in all {
      try transaction.execute(arguments: [
        wallet, txid.bytes.data, found.transactions[txid].map { Data($0.encoded()) },
        places[txid]?.height, places[txid]?.hash.bytes.data,
      ])
    }
    let coinbases = try coinbases(db, wallet, found)
    let coin = try db.makeStatement(
      sql: """
        INSERT INTO coin (wallet, txid, vout, branch, idx, amount, height, isCoinbase)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (wallet, txid, vout) DO UPDATE SET
        height = coalesce(excluded.height, height), isCoinbase = excluded.isCoinbase
        """)
    // The older ones get the lower numbers.
    let receipts = events.receipts
    for position in events.receiptsByAge {
      guard let owner = events.place(ofReceipt: position) else { continue }
      let receipt = receipts[position]
      let txid = receipt.outPoint.txid
      try coin.execute(arguments: [
        wallet, txid.bytes.data, Int64(receipt.outPoint.vout), owner.branch, Int64(owner.index),
        receipt.amount.satoshis, receipt.block?.height, coinbases.contains(txid),
      ])
    }
    let spend = try db.makeStatement(
      sql: """
        UPDATE coin SET spender = ?, spentHeight = ? WHERE wallet = ? AND txid = ? AND vout = ?
        AND (? OR spentHeight IS NULL)
        """)
    // Those of the mempool first, so that a confirmed one has the last word.
    for isConfirmed in [false, true] {
      for spent in events.spends where (spent.block != nil) == isConfirmed {
        try spend.execute(arguments: [
          spent.spender.bytes.data, spent.block?.height, wallet, spent.outPoint.txid.bytes.data,
          Int64(spent.outPoint.vout), isConfirmed,
        ])
      }
    }
    let lose = try db.makeStatement(
      sql: """
        UPDATE coin SET spender = ?, spentHeight = ?
        WHERE wallet = ? AND txid = ? AND vout = ? AND spender IS NULL
        """)
    for outPoint in found.gone {
      try lose.execute(arguments: [
        Bytes32.zero.data, found.tip.height, wallet, outPoint.txid.bytes.data,
        Int64(outPoint.vout),
      ])
    }
    try keepTimes(db, wallet, found.times)
    try fillIn(db, found, wallet, except: all)
  }

  /// Writes down bytes of older transactions that were missing.
  private static func fillIn(
    _ db: Database, _ found: SyncFindings, _ wallet: Int64, except named: Set<Txid>
  ) throws {
    for (txid, transaction) in found.transactions where !named.contains(txid) {
      try db.execute(
        sql: "UPDATE tx SET bytes = ? WHERE wallet = ? AND txid = ?",
        arguments: [Data(transaction.encoded()), wallet, txid.bytes.data])
      try db.execute(
        sql: "UPDATE coin SET isCoinbase = ? WHERE wallet = ? AND txid = ?",
        arguments: [transaction.isCoinbase, wallet, txid.bytes.data])
    }
  }

  /// Which of the receipts are new coins of a block; one whose bytes nobody has is what the source calls
  /// it, and counts as one when it says nothing, to be careful.
  private static func coinbases(
    _ db: Database, _ wallet: Int64, _ found: SyncFindings
  ) throws -> Set<Txid> {
    let statement = try db.makeStatement(sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ?")
    return try Set(found.events.makers).filter { txid in
      guard let bytes = try Data.fetchOne(statement, arguments: [wallet, txid.bytes.data]) else {
        return found.coinbases[txid] ?? true
      }
      return try Transaction(bytes).isCoinbase
    }
  }

  private static func advance(_ db: Database, _ found: SyncFindings, _ wallet: Int64) throws {
    for (branch, scanned) in found.events.scripts.counts {
      try db.execute(
        sql: "UPDATE branch SET scanned = max(scanned, ?) WHERE wallet = ? AND branch = ?",
        arguments: [Int64(scanned), wallet, branch])
    }
    try db.execute(sql: "DELETE FROM historyGap WHERE wallet = ?", arguments: [wallet])
    if let gap = found.gap {
      try db.execute(
        sql: "INSERT INTO historyGap (wallet, height) VALUES (?, ?)", arguments: [wallet, gap])
    }
    // Written only where it is lower: each write counts as a change that is to be backed up.
    try db.execute(
      sql: "UPDATE wallet SET birthHeight = :birth WHERE id = :wallet AND birthHeight > :birth",
      arguments: ["birth": found.base.birth, "wallet": wallet])
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
