internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

extension Store {
  /// Every transaction that moved coins of the wallet, newest first, with what the wallet owned after it.
  public func history(of wallet: WalletRecord) throws(StorageError) -> [HistoryEntry] {
    try read { db in
      var coins = CoinMoves()
      try coins.read(db, wallet)
      var entries = coins.unknown
      let details = try TransactionDetails(db, wallet)
      for txid in coins.transactions {
        entries.append(try details.entry(txid, coins))
      }
      let depths = coins.depths()
      entries.sort { before($0, $1, depths) }
      var balance: Int64 = 0
      for index in entries.indices {
        balance &+= entries[index].net
        entries[index].balance = balance
      }
      return entries.reversed()
    }
  }
}

/// Whether an entry is the older one: by its block, then what made a coin before what spent it.
private func before(_ one: HistoryEntry, _ other: HistoryEntry, _ depths: [Txid: Int]) -> Bool {
  if one.order != other.order { return one.order < other.order }
  switch (one.cause, other.cause) {
  case (.transaction(let first), .transaction(let second)):
    return (depths[first] ?? 0, first) < (depths[second] ?? 0, second)
  case (.unknownSpend(let first, _), .unknownSpend(let second, _)): return first < second
  case (.transaction, .unknownSpend): return true
  case (.unknownSpend, .transaction): return false
  }
}

/// What the coins of a wallet say about the transactions that made and spent them.
private struct CoinMoves {
  private(set) var received: [Txid: Int64] = [:]
  private(set) var spent: [Txid: Int64] = [:]
  private(set) var inputs: [Txid: Int] = [:]
  private(set) var heights: [Txid: Int] = [:]
  private(set) var receipts: [Txid: [HistoryEntry.Receipt]] = [:]
  /// Coins that are gone without a known spender.
  private(set) var unknown: [HistoryEntry] = []
  /// Which transactions spent coins that a transaction made.
  private var spenders: [Txid: Set<Txid>] = [:]

  var transactions: Set<Txid> { Set(received.keys).union(spent.keys) }

  mutating func read(_ db: Database, _ wallet: WalletRecord) throws {
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT txid, vout, amount, height, spender, spentHeight, branch, idx FROM coin
        WHERE wallet = ? ORDER BY txid, vout
        """,
      arguments: [wallet.id])
    while let row = try cursor.next() {
      let outPoint = try row.outPoint(of: "a coin of \(wallet.name)")
      let (txid, place) = (outPoint.txid, { "coin \(outPoint)" })
      let amount = try row.amount("amount", of: place()).satoshis
      received[txid, default: 0] &+= amount
      receipts[txid, default: []].append(
        HistoryEntry.Receipt(
          outPoint: outPoint,
          place: ScriptPlace(
            branch: try row.branch(of: place()), index: try row.index("idx", of: place()))))
      if let height = try row.heightIfAny(of: place()) { heights[txid] = height }
      guard let hash = try row.hashIfAny("spender", of: place()) else { continue }
      let spentHeight = try row.heightIfAny("spentHeight", of: place())
      guard let spender = Spender(hash).txid else {
        unknown.append(
          HistoryEntry(
            cause: .unknownSpend(of: outPoint, by: spentHeight ?? 0), height: nil, time: nil,
            received: 0, spent: amount, fee: nil, receipts: [], recipients: [], payment: nil,
            mayMissSpends: false))
        continue
      }
      spent[spender, default: 0] &+= amount
      inputs[spender, default: 0] += 1
      if let spentHeight { heights[spender] = spentHeight }
      spenders[txid, default: []].insert(spender)
    }
  }

  /// How long the chain of transactions is that each builds on within its own block, or within the
  /// mempool: a coin is never shown to be spent before it came.
  func depths() -> [Txid: Int] {
    var waiting: [Txid: Int] = [:]
    var next: [Txid: [Txid]] = [:]
    for (parent, children) in spenders where received[parent] != nil {
      for child in children where heights[child] == heights[parent] && child != parent {
        waiting[child, default: 0] += 1
        next[parent, default: []].append(child)
      }
    }
    var depths: [Txid: Int] = [:]
    var open = next.keys.filter { waiting[$0] == nil }
    // Each is taken once all that it builds on were: damaged records with a circle end it too.
    while let parent = open.popLast() {
      for child in next[parent] ?? [] {
        depths[child] = max(depths[child] ?? 0, (depths[parent] ?? 0) + 1)
        waiting[child, default: 0] -= 1
        if waiting[child] == 0 { open.append(child) }
      }
    }
    return depths
  }
}

/// What the records of transactions and payments add.
private struct TransactionDetails {
  private let wallet: WalletRecord
  private let gap: Int?
  private let times: [Txid: Int64]
  private let bytes: Statement
  /// By the txid that they were built with: a signed legacy transaction has another.
  private let payments: [Txid: HistoryEntry.OwnPayment]
  private let isOwn: Statement

  init(_ db: Database, _ wallet: WalletRecord) throws {
    self.wallet = wallet
    gap = try Store.historyGap(db, wallet)
    times = try Store.times(db, wallet)
    bytes = try db.makeStatement(
      sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ? AND bytes IS NOT NULL")
    var payments: [Txid: HistoryEntry.OwnPayment] = [:]
    let rows = try Row.fetchCursor(
      db,
      sql:
        "SELECT id, txid, summary FROM payment WHERE wallet = ? AND txid IS NOT NULL ORDER BY id",
      arguments: [wallet.id])
    while let row = try rows.next() {
      let number: Int64 = try row.value("id", of: "a payment")
      let place = "payment \(number)"
      payments[Txid(try row.hash("txid", of: place))] = HistoryEntry.OwnPayment(
        number: number, summary: try row.value("summary", of: place))
    }
    self.payments = payments
    isOwn = try db.makeStatement(
      sql: "SELECT 1 FROM script WHERE wallet = ? AND script = ?")
  }

  func entry(_ txid: Txid, _ coins: CoinMoves) throws -> HistoryEntry {
    var fee: Int64?
    var recipients: [TxOut] = []
    var payment: HistoryEntry.OwnPayment?
    let height = coins.heights[txid]
    let spent = coins.spent[txid]
    let isInGap = gap.map { (height ?? .max) >= $0 } ?? false
    var mayMissSpends = isInGap
    if spent != nil || isInGap,
      let data = try Data.fetchOne(bytes, arguments: [wallet.id, txid.bytes.data])
    {
      let transaction = try Transaction(data)
      if transaction.inputs.count == coins.inputs[txid], let spent {
        fee = spent &- transaction.outputs.reduce(Int64(0)) { $0 &+ $1.rawValue }
        mayMissSpends = false
        recipients = try transaction.outputs.filter {
          try Int.fetchOne(isOwn, arguments: [wallet.id, $0.scriptPubKey.data]) == nil
        }
      }
      if spent != nil, !payments.isEmpty { payment = payments[transaction.unsignedTxid] }
    }
    return HistoryEntry(
      cause: .transaction(txid), height: height, time: height == nil ? nil : times[txid],
      received: coins.received[txid] ?? 0, spent: spent ?? 0, fee: fee,
      receipts: coins.receipts[txid] ?? [], recipients: recipients, payment: payment,
      mayMissSpends: mayMissSpends)
  }
}
