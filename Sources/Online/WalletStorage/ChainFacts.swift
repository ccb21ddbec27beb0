internal import BitcoinPrimitives
internal import Bytes
internal import Foundation
internal import GRDB

/// What the records of one wallet say about coins and transactions, as of the last sync.
struct ChainFacts {
  private let db: Database
  private let wallet: Int64
  private let sawEverything: Bool
  private let checksSignatures: Bool
  private let wasSynced: Bool
  /// Transactions of payments: what a coin was made by, when the node never showed it.
  private let own: [Txid: Transaction]
  private let coinStatement: Statement
  private let outputStatement: Statement
  private let madeStatement: Statement
  private let transactionStatement: Statement
  /// Nil while it is being determined.
  private var absent: [Txid: Bool?] = [:]
  private var foundSpenders: [OutPoint: Transaction?] = [:]
  /// The transaction that was read last: most inputs of a payment have one and the same spender.
  private var last: (txid: Txid, found: Known?)?

  init(
    _ db: Database, _ wallet: Int64, known transactions: [Transaction], sawEverything: Bool,
    checksSignatures: Bool
  ) throws {
    self.checksSignatures = checksSignatures
    self.db = db
    self.wallet = wallet
    self.sawEverything = sawEverything
    wasSynced =
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM (SELECT 1 FROM syncPoint WHERE wallet = ? LIMIT 1)",
        arguments: [wallet]) ?? 0 > 0
    own = Dictionary(transactions.map { ($0.txid, $0) }) { first, _ in first }
    coinStatement = try db.makeStatement(
      sql:
        "SELECT height, spender, spentHeight FROM coin WHERE wallet = ? AND txid = ? AND vout = ?")
    outputStatement = try db.makeStatement(sql: Store.selectOutput)
    madeStatement = try db.makeStatement(
      sql: """
        SELECT height IS NOT NULL AS isInBlock FROM coin WHERE wallet = ? AND txid = ?
        ORDER BY height IS NULL LIMIT 1
        """)
    transactionStatement = try db.makeStatement(
      sql: "SELECT bytes, height FROM tx WHERE wallet = ? AND txid = ?")
  }

  // MARK: Payments

  /// What is known about a payment.
  mutating func evidence(about payment: SettledPayment) throws -> PaymentEvidence {
    var evidence = PaymentEvidence()
    let unsigned = payment.unsigned.txid
    let names = Set([unsigned, payment.final?.txid].compactMap { $0 })
    for txid in names { try look(for: txid, &evidence) }
    for input in payment.unsigned.inputs {
      let outPoint = input.previousOutput
      guard let coin = try coin(outPoint) else {
        if try isAbsent(outPoint.txid) {
          evidence.isDead = true
        } else if wasSynced {
          evidence.isUncertain = true
        }
        continue
      }
      guard let spender = coin.spender else { continue }
      guard spender != Self.unknownSpender else {
        guard let found = try foundSpender(of: outPoint, coin) else {
          evidence.isUncertain = true
          continue
        }
        if found.unsignedTxid == unsigned {
          evidence.found(.block)
          evidence.seen = found
        } else if try evidence.isConflicted || proves(found, spends: outPoint) {
          evidence.isConflicted = true
        } else {
          evidence.isUncertain = true
        }
        continue
      }
      let known = try transaction(spender)
      if names.contains(spender) || known?.unsignedTxid == unsigned {
        evidence.found(coin.spentHeight == nil ? .mempool : .block)
        evidence.seen = known?.bytes
      } else if coin.spentHeight != nil {
        // Only transactions that are here count: with other unlocking scripts the payment has
        // another txid. One coin is enough.
        if let bytes = known?.bytes,
          try evidence.isConflicted || proves(bytes, spends: outPoint)
        {
          evidence.isConflicted = true
        } else {
          evidence.isUncertain = true
        }
      }
    }
    return evidence
  }

  /// Whether the transaction that is here spends the coin with a valid signature: whatever a node
  /// says, nothing else ends a payment.
  private func proves(_ spender: Transaction, spends outPoint: OutPoint) throws -> Bool {
    guard checksSignatures else { return true }
    guard let index = spender.inputs.firstIndex(where: { $0.previousOutput == outPoint }) else {
      return false
    }
    let coins = try spender.inputs.map { try output($0.previousOutput) }
    return SpendCheck(spender, spending: coins).verdict(ofInput: index) == .valid
  }

  /// What locks a coin of the wallet; nil for another output.
  private func output(_ outPoint: OutPoint) throws -> TxOut? {
    try Row.fetchOne(
      outputStatement, arguments: [wallet, outPoint.txid.bytes.data, Int64(outPoint.vout)]
    ).map {
      TxOut(
        rawValue: try $0.amount("amount", of: "coin \(outPoint)").satoshis,
        scriptPubKey: Script(try $0.bytes("script", of: "the script of coin \(outPoint)")))
    }
  }

  /// Whether a transaction is in a block or in the mempool by itself, or by what it paid the wallet.
  private mutating func look(for txid: Txid, _ evidence: inout PaymentEvidence) throws {
    if let found = try transaction(txid), found.height != nil {
      evidence.found(.block)
      evidence.seen = found.bytes
    }
    let made = try Row.fetchOne(madeStatement, arguments: [wallet, txid.bytes.data])
    if let made { evidence.found(made["isInBlock"] ? .block : .mempool) }
  }

  /// The transaction that spent a coin which is gone without a known spender; nil when it is not
  /// among those that are here.
  private mutating func foundSpender(of outPoint: OutPoint, _ coin: Coin) throws -> Transaction? {
    if let known = foundSpenders[outPoint] { return known }
    let cursor = try Data.fetchCursor(
      db,
      sql: """
        SELECT bytes FROM tx WHERE wallet = ? AND height BETWEEN ? AND ? AND bytes IS NOT NULL
        """,
      arguments: [wallet, coin.height ?? 0, coin.spentHeight ?? Int.max])
    while let bytes = try cursor.next() {
      let transaction = try Transaction(bytes)
      if transaction.inputs.contains(where: { $0.previousOutput == outPoint }) {
        foundSpenders[outPoint] = .some(transaction)
        return transaction
      }
    }
    foundSpenders[outPoint] = .some(nil)
    return nil
  }

  // MARK: Transactions

  /// Whether a transaction is known to be neither in the chain nor in the mempool: one of its own
  /// coins is unspent, or spent by another, or does not exist either.
  private mutating func isAbsent(_ txid: Txid, depth: Int = 0) throws -> Bool {
    if let known = absent[txid] { return known ?? false }
    absent[txid] = .some(nil)
    let result = try findsAbsent(txid, depth)
    absent[txid] = .some(result)
    return result
  }

  /// The longest way back through unconfirmed transactions; no mempool takes a chain as long.
  private static let depthLimit = 200

  private mutating func findsAbsent(_ txid: Txid, _ depth: Int) throws -> Bool {
    let found = try transaction(txid)
    guard depth < Self.depthLimit, found?.height == nil, let transaction = found?.bytes ?? own[txid]
    else { return false }
    guard try !isThere(txid) else { return false }
    var spendsOwn = false
    for input in transaction.inputs {
      let outPoint = input.previousOutput
      if let coin = try coin(outPoint) {
        spendsOwn = true
        guard let spender = coin.spender else { return true }
        if spender == Self.unknownSpender {
          if let found = try foundSpender(of: outPoint, coin), found.txid != txid { return true }
        } else if spender != txid {
          return true
        }
      } else if try isThere(outPoint.txid) {
        // All coins that it made for the wallet are known: this one is somebody else's.
        continue
      } else if try self.transaction(outPoint.txid) != nil || own[outPoint.txid] != nil {
        spendsOwn = true
        if try isAbsent(outPoint.txid, depth: depth + 1) { return true }
      }
    }
    // Of coins that somebody else spends nothing is known: what was there and is not mentioned any
    // more is gone, provided that everything was read.
    return !spendsOwn && found != nil && sawEverything
  }

  /// Whether a transaction is in a block, or made coins that are there.
  private mutating func isThere(_ txid: Txid) throws -> Bool {
    if try transaction(txid)?.height != nil { return true }
    return try Row.fetchOne(madeStatement, arguments: [wallet, txid.bytes.data]) != nil
  }

  private static let unknownSpender = Txid(.zero)

  private struct Coin {
    let height: Int?
    let spender: Txid?
    let spentHeight: Int?
  }

  private func coin(_ outPoint: OutPoint) throws -> Coin? {
    try Row.fetchOne(
      coinStatement, arguments: [wallet, outPoint.txid.bytes.data, Int64(outPoint.vout)]
    ).map {
      Coin(
        height: try $0.heightIfAny(of: "coin \(outPoint)"),
        spender: try $0.hashIfAny("spender", of: "coin \(outPoint)").map { Txid($0) },
        spentHeight: try $0.heightIfAny("spentHeight", of: "coin \(outPoint)"))
    }
  }

  private struct Known {
    let bytes: Transaction?
    let height: Int?
    /// The txid that it had before anybody signed it.
    let unsignedTxid: Txid?
  }

  private mutating func transaction(_ txid: Txid) throws -> Known? {
    if let last, last.txid == txid { return last.found }
    let row = try Row.fetchOne(transactionStatement, arguments: [wallet, txid.bytes.data])
    let found = try row.map {
      let bytes = try ($0.valueIfAny("bytes", of: "transaction \(txid)") as Data?).map {
        try Transaction($0)
      }
      return Known(
        bytes: bytes, height: try $0.heightIfAny(of: "transaction \(txid)"),
        unsignedTxid: bytes?.unsignedTxid)
    }
    last = (txid, found)
    return found
  }
}
