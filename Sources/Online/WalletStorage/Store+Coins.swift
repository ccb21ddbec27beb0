public import BitcoinPSBT
public import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Foundation
internal import GRDB
public import WalletTypes

extension WalletCoin {
  /// What ``init(inOrder:)`` wants to find at the beginning of a row.
  static let columns =
    "txid, vout, branch, idx, amount, height, isCoinbase, spender, payment, number"

  /// A row that begins with ``columns``: a hundred thousand of them are read by their places, without
  /// a look at names.
  init(inOrder row: Row) throws {
    guard let coin = try? WalletCoin(places: row) else {
      // Says which value of which coin is wrong.
      self = try WalletCoin(row)
      return
    }
    self = coin
  }

  private init?(places row: Row) throws {
    let txid = try row.withUnsafeData(atIndex: 0) { $0.flatMap { Bytes32($0) } }
    guard let txid, let vout = UInt32(exactly: try row.decode(Int64.self, atIndex: 1)),
      let branch = UInt16(exactly: try row.decode(Int64.self, atIndex: 2)),
      let index = UInt32(exactly: try row.decode(Int64.self, atIndex: 3)), index <= 0x8000_0000
    else { return nil }
    let height = try row.decode(Int64?.self, atIndex: 5)
    let payment = try row.decode(Int64?.self, atIndex: 8)
    let number = try row.decode(Int64.self, atIndex: 9)
    guard height.map({ (0...499_999_999).contains($0) }) ?? true, payment.map({ $0 > 0 }) ?? true,
      number > 0
    else { return nil }
    self.init(
      outPoint: OutPoint(txid: Txid(txid), vout: vout),
      amount: try Amount(satoshis: try row.decode(Int64.self, atIndex: 4)), branch: Int(branch),
      index: index, height: height.map { Int($0) },
      isCoinbase: try row.decode(Bool.self, atIndex: 6),
      // Most coins are read because nothing spends them.
      spender: try row.hasNull(atIndex: 7) ? nil : Spender(row.hash("spender", of: "a coin")),
      payment: payment, number: number)
  }

  init(_ row: Row) throws {
    let outPoint = try row.outPoint(of: "a coin")
    let place = { "coin \(outPoint)" }
    self.init(
      outPoint: outPoint, amount: try row.amount("amount", of: place()),
      branch: try row.branch(of: place()), index: try row.index("idx", of: place()),
      height: try row.heightIfAny(of: place()),
      isCoinbase: try row.value("isCoinbase", of: place()),
      spender: try row.hashIfAny("spender", of: place()).map { Spender($0) },
      payment: try row.numberIfAny("payment", in: 1...Int64.max, of: place()),
      number: try row.number("number", in: 1...Int64.max, of: place()))
  }
}

extension Store {
  /// The coins of a wallet, oldest first; those of the mempool last.
  public func coins(
    of wallet: WalletRecord, includingSpent: Bool = false
  ) throws(StorageError) -> [WalletCoin] {
    try read { try Self.coins($0, wallet, includingSpent: includingSpent) }
  }

  /// The coins of a wallet that one transaction made, as ``coins(of:includingSpent:)`` has them: no other is read.
  public func coins(
    of wallet: WalletRecord, madeBy txid: Txid, includingSpent: Bool = false
  ) throws(StorageError) -> [WalletCoin] {
    try read { db in
      // A plus sign keeps the index of all unspent coins out of it, which would be walked from end to end.
      try Self.coins(
        db, wallet,
        rows: """
          SELECT \(WalletCoin.columns) FROM coin
          WHERE wallet = :wallet AND txid = :txid \(includingSpent ? "" : "AND +spender IS NULL")
          """,
        arguments: ["wallet": wallet.id, "txid": txid.bytes.data])
    }
  }

  static func coins(
    _ db: Database, _ wallet: WalletRecord, includingSpent: Bool
  ) throws -> [WalletCoin] {
    try coins(
      db, wallet,
      rows: """
        SELECT \(WalletCoin.columns) FROM coin
        WHERE wallet = :wallet \(includingSpent ? "" : "AND spender IS NULL")
        """,
      arguments: ["wallet": wallet.id],
      // Counted out of an index: a list that grows is there twice each time that it does.
      expecting: try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM coin WHERE wallet = ? \(includingSpent ? "" : "AND spender IS NULL")
          """, arguments: [wallet.id]) ?? 0)
  }

  /// The coins of rows that begin with ``WalletCoin/columns``, with what other rows say about them;
  /// oldest first.
  ///
  /// `count` is how many rows there are, where that is known.
  static func coins(
    _ db: Database, _ wallet: WalletRecord, rows sql: String, arguments: StatementArguments,
    expecting count: Int = 0
  ) throws -> [WalletCoin] {
    let cursor = try Row.fetchCursor(db, sql: sql, arguments: arguments)
    var coins: [WalletCoin] = []
    coins.reserveCapacity(count)
    while let row = try cursor.next() { coins.append(try WalletCoin(inOrder: row)) }
    // They lie in the order in which they were found, which is nearly this one: that is sorted at the cost
    // of a look, while SQLite would write all of them down a second time.
    coins.sort { ($0.height ?? .max, $0.outPoint) < ($1.height ?? .max, $1.outPoint) }
    let held = try coinsHeldByTwins(db, wallet.id)
    if !held.isEmpty {
      for index in coins.indices where coins[index].payment == nil {
        coins[index].payment = held[coins[index].outPoint]
      }
    }
    let frozen = try frozenCoins(db, wallet.id)
    if !frozen.isEmpty {
      for index in coins.indices { coins[index].isFrozen = frozen.contains(coins[index].outPoint) }
    }
    let tags = try Self.tags(db, wallet)
    if !tags.isEmpty {
      for index in coins.indices {
        let coin = coins[index]
        coins[index].tag = tags.tag(
          of: coin.outPoint, at: ScriptPlace(branch: coin.branch, index: coin.index))
      }
    }
    let missing = try Self.transactionsWithoutBytes(db, wallet)
    if !missing.isEmpty {
      for index in coins.indices {
        coins[index].isUnproved = missing.contains(coins[index].outPoint.txid)
      }
    }
    guard coins.contains(where: { $0.height == nil }) else { return coins }
    var trust = Trust(db: db, wallet: wallet.id)
    let doubtful = try doubtfulTransactions(db, wallet.id)
    for index in coins.indices
    where coins[index].height == nil && !doubtful.contains(coins[index].outPoint.txid) {
      coins[index].isTrusted = try trust.trusts(coins[index].outPoint.txid)
    }
    return coins
  }

  /// Transactions whose bytes are missing and that signers of this wallet need: not those of taproot,
  /// whose signatures commit to the amounts themselves.
  private static func transactionsWithoutBytes(
    _ db: Database, _ wallet: WalletRecord
  ) throws -> Set<Txid> {
    let missing = try Row.fetchAll(
      db, sql: "SELECT txid FROM tx WHERE wallet = ? AND bytes IS NULL", arguments: [wallet.id])
    guard !missing.isEmpty,
      try !wallet.descriptor.derived(branch: 0, index: 0).scriptPubKey.isP2TR
    else { return [] }
    return try Set(missing.map { Txid(try $0.hash("txid", of: "a transaction of \(wallet.name)")) })
  }

  /// Where the wallet stands on the chain; nil before the first sync.
  public func lastSync(of wallet: WalletRecord) throws(StorageError) -> SyncPoint? {
    try read { try Self.syncPoints($0, wallet.id, limit: 1).first }
  }

  /// A transaction of the wallet, as its node gave it.
  public func transaction(
    _ txid: Txid, of wallet: WalletRecord
  ) throws(StorageError) -> Transaction? {
    try read { db in
      try Data.fetchOne(
        db, sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ?",
        arguments: [wallet.id, txid.bytes.data]
      ).map { try Transaction($0) }
    }
  }

  /// The bytes of the transactions with these txids, without their witnesses, as far as they are known:
  /// what signers need as proof of amounts.
  public func previousTransactions(
    _ txids: Set<Txid>, of wallet: WalletRecord
  ) throws(StorageError) -> [Txid: PreviousTransaction] {
    try read { db in
      var found: [Txid: PreviousTransaction] = [:]
      try Self.forEachTransaction(db, wallet.id, among: txids) { txid, bytes in
        guard let previous = try? PreviousTransaction(scanning: [UInt8](bytes)[...]) else {
          throw StorageError.damaged(what: "bytes of transaction \(txid)")
        }
        found[txid] = previous.bare
      }
      return found
    }
  }

  /// The transactions with these txids, as far as they are known.
  public func transactions(
    _ txids: Set<Txid>, of wallet: WalletRecord
  ) throws(StorageError) -> [Txid: Transaction] {
    try read { db in
      var found: [Txid: Transaction] = [:]
      try Self.forEachTransaction(db, wallet.id, among: txids) { found[$0] = try Transaction($1) }
      return found
    }
  }
}

/// Decides which unconfirmed transactions are the wallet's own all the way down.
private struct Trust {
  let db: Database
  let wallet: Int64
  private var known: [Txid: Bool] = [:]

  init(db: Database, wallet: Int64) {
    self.db = db
    self.wallet = wallet
  }

  /// Whether every coin that it spends is the wallet's, and confirmed or trusted itself.
  mutating func trusts(_ txid: Txid) throws -> Bool {
    if let known = known[txid] { return known }
    // A chain in the mempool is at most 25 long; no recursion on what others send.
    var toCheck = [txid]
    var seen: Set<Txid> = [txid]
    var result = true
    while result, let next = toCheck.popLast() {
      guard seen.count <= 64,
        let bytes = try Data.fetchOne(
          db, sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ?",
          arguments: [wallet, next.bytes.data])
      else {
        result = false
        break
      }
      for input in try Transaction(bytes).inputs {
        let row = try Row.fetchOne(
          db, sql: "SELECT height FROM coin WHERE wallet = ? AND txid = ? AND vout = ?",
          arguments: [
            wallet, input.previousOutput.txid.bytes.data, Int64(input.previousOutput.vout),
          ])
        guard let row else {
          result = false
          break
        }
        let parent = input.previousOutput.txid
        if try row.heightIfAny(of: "a coin") == nil, seen.insert(parent).inserted {
          toCheck.append(parent)
        }
      }
    }
    known[txid] = result
    return result
  }
}
