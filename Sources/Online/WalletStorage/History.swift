public import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB
public import WalletTypes

/// A transaction from the wallet's point of view, or a coin that is gone without a known spender.
public struct HistoryEntry: Hashable, Sendable {
  /// What moved coins.
  public enum Cause: Hashable, Sendable {
    /// This transaction.
    case transaction(Txid)
    /// This coin was spent, at the latest in the block at this height: no node could tell so far by
    /// which transaction.
    case unknownSpend(of: OutPoint, by: Int)
  }

  /// What moved the coins.
  public let cause: Cause
  /// The block that confirms it; nil while it is in the mempool, and when it is not known.
  public let height: Int?
  /// What came to the wallet, in satoshis.
  public let received: Int64
  /// What left it.
  public let spent: Int64
  /// The fee, when every coin spent was the wallet's.
  public let fee: Int64?
  /// The coins of the wallet that it made, change included.
  public let receipts: [Receipt]
  /// Whether it may have spent coins of the wallet that no node named: what left is then not
  /// counted.
  public let mayMissSpends: Bool

  /// A coin and where the wallet derives its script.
  public struct Receipt: Hashable, Sendable {
    /// The coin.
    public let outPoint: OutPoint
    /// Where the wallet derives its script.
    public let place: ScriptPlace
  }

  /// The transaction; nil when it is not known.
  public var txid: Txid? {
    if case .transaction(let txid) = cause { txid } else { nil }
  }

  /// The height by which it is sorted.
  fileprivate var order: Int {
    if case .unknownSpend(_, let height) = cause { height } else { height ?? .max }
  }

  /// What the wallet gained or lost, in satoshis.
  public var net: Int64 { received - spent }
}

extension Store {
  /// Every transaction that moved coins of the wallet, newest first.
  public func history(of wallet: WalletRecord) throws(StorageError) -> [HistoryEntry] {
    try read { db in
      var received: [Txid: Int64] = [:]
      var spent: [Txid: Int64] = [:]
      var inputs: [Txid: Int] = [:]
      var heights: [Txid: Int] = [:]
      var receipts: [Txid: [HistoryEntry.Receipt]] = [:]
      var entries: [HistoryEntry] = []
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
        guard let spender = Spender(hash).txid else {
          let height = try row.heightIfAny("spentHeight", of: place()) ?? 0
          entries.append(
            HistoryEntry(
              cause: .unknownSpend(of: outPoint, by: height), height: nil, received: 0,
              spent: amount, fee: nil, receipts: [], mayMissSpends: false))
          continue
        }
        spent[spender, default: 0] &+= amount
        inputs[spender, default: 0] += 1
        if let height = try row.heightIfAny("spentHeight", of: place()) {
          heights[spender] = height
        }
      }
      let bytes = try db.makeStatement(
        sql: "SELECT bytes FROM tx WHERE wallet = ? AND txid = ? AND bytes IS NOT NULL")
      let gap = try Self.historyGap(db, wallet)
      for txid in Set(received.keys).union(spent.keys) {
        var fee: Int64?
        let isInGap = gap.map { (heights[txid] ?? .max) >= $0 } ?? false
        var mayMissSpends = isInGap
        if spent[txid] != nil || isInGap,
          let data = try Data.fetchOne(bytes, arguments: [wallet.id, txid.bytes.data])
        {
          let transaction = try Transaction(data)
          if transaction.inputs.count == inputs[txid], let spentHere = spent[txid] {
            fee = spentHere &- transaction.outputs.reduce(Int64(0)) { $0 &+ $1.rawValue }
            mayMissSpends = false
          }
        }
        entries.append(
          HistoryEntry(
            cause: .transaction(txid), height: heights[txid], received: received[txid] ?? 0,
            spent: spent[txid] ?? 0, fee: fee,
            receipts: receipts[txid] ?? [], mayMissSpends: mayMissSpends))
      }
      return entries.sorted {
        ($0.order, $0.txid ?? Txid(.zero)) > ($1.order, $1.txid ?? Txid(.zero))
      }
    }
  }
}
