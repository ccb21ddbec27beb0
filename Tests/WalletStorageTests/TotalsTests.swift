import BitcoinPrimitives
import Bytes
import Foundation
import GRDB
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// What a wallet owns, added up where it lies, is what its coins come to one by one.
@Suite struct TotalsTests {
  private static let tip = 500

  private static func outPoint(_ number: Int) -> OutPoint {
    var txid = [UInt8](repeating: 3, count: 32)
    txid[0] = UInt8(number)
    return OutPoint(txid: Txid(Bytes32(txid) ?? .zero), vout: 0)
  }

  /// A fixture whose wallet and another one have a coin of each kind there is.
  private static func everyKind(_ descriptor: String = accountText) throws -> Fixture {
    let fixture = try Fixture(descriptor)
    let other = try fixture.store.addWallet(
      name: "other", network: .signet, descriptor: fixture.wallet.descriptor, birthHeight: 0)
    for wallet in [fixture.wallet, other] {
      try fixture.store.change { db in
        try db.execute(
          sql: "INSERT INTO syncPoint (wallet, height, hash, time) VALUES (?, ?, ?, 0)",
          arguments: [wallet.id, tip, Bytes32.zero.data])
        try db.execute(
          sql: """
            INSERT INTO payment (wallet, state, standing, unsignedTx, psbt, txid, fee, summary, created)
            VALUES (?, 'draft', 'draft', ?, x'', x'', 0, '', 0)
            """,
          arguments: [wallet.id, Data(Fixture.payment(1, [(Fixture.foreign, 1)]).encoded())])
        let payment = db.lastInsertedRowID
        // What made the others spends one of these, so that those of the mempool are trusted.
        let maker = fixture.spend([Self.outPoint(17)], [(Fixture.foreign, 1)])
        var number = 0
        for height in [nil, 1, tip - 100, tip - 99, tip - 98, tip, tip + 1] as [Int?] {
          for spender in [nil, Bytes32.zero] {
            for isCoinbase in [false, true] {
              for payment in [nil, payment] as [Int64?] {
                for hasBytes in [true, false] {
                  number += 1
                  let txid = Self.outPoint(number).txid.bytes.data
                  try db.execute(
                    sql: """
                      INSERT INTO coin (wallet, txid, vout, branch, idx, amount, height,
                        isCoinbase, spender, payment) VALUES (?, ?, 0, 0, 0, ?, ?, ?, ?, ?)
                      """,
                    arguments: [
                      wallet.id, txid, 1 << (number % 40), height, isCoinbase,
                      spender?.data, payment,
                    ])
                  try db.execute(
                    sql: "INSERT INTO tx (wallet, txid, bytes) VALUES (?, ?, ?)",
                    arguments: [wallet.id, txid, hasBytes ? Data(maker.encoded()) : nil])
                }
              }
            }
          }
        }
      }
    }
    return fixture
  }

  private static let taproot =
    "tr(tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*)"

  @Test(arguments: [accountText, taproot])
  func `totals leave no coin out and count none twice, whatever is to be said of it`(
    descriptor: String
  ) throws {
    let fixture = try Self.everyKind(descriptor)
    let totals = try fixture.store.totals(of: fixture.wallet)
    let coins = try fixture.store.coins(of: fixture.wallet)
    #expect(coins.count == 7 * 8)
    #expect(totals.lastSync?.height == Self.tip)
    #expect(
      totals.inBlocks == coins.filter { $0.height != nil }.reduce(0) { $0 + $1.amount.satoshis })
    // As they are when all are read, each once.
    #expect(Set(totals.others).isSubset(of: coins))
    #expect(Set(totals.others).count == totals.others.count)
    let notFree = coins.filter {
      $0.height == nil || $0.payment != nil || $0.availability(at: Self.tip) != .spendable
    }
    #expect(Set(notFree).isSubset(of: totals.others))
    #expect(notFree.count < coins.count)
  }

  @Test func `totals look only at the coins that something is to be said of`() throws {
    let fixture = try Fixture()
    try fixture.store.read { db in
      let plan = try Row.fetchAll(
        db, sql: "EXPLAIN QUERY PLAN \(Store.otherCoins([]))",
        arguments: ["wallet": fixture.wallet.id, "mature": 0]
      ).map { ($0["detail"] as String?) ?? "" }
      let steps = plan.filter { $0.hasPrefix("SEARCH") || $0.hasPrefix("SCAN") }
      let walks = steps.filter { $0.contains("coinUnspent") || $0.hasPrefix("SCAN") }
      #expect(walks == [], "\(plan)")
      for index in ["coinUnconfirmed", "coinByPayment", "coinReward", "txWithoutBytes"] {
        #expect(steps.filter { $0.contains("INDEX \(index) ") }.count == 1, "\(plan)")
      }
    }
  }

  @Test(arguments: ["-1", "'much'", "2100000000000001", "1.5", "x'00'", "9223372036854775807"])
  func `an amount that is none is damage, also where coins are only added up`(
    amount: String
  ) throws {
    let fixture = try Self.everyKind()
    try fixture.store.change { db in
      try db.execute(
        sql: "UPDATE coin SET amount = \(amount) WHERE height = 1 AND spender IS NULL")
    }
    #expect(
      performing: { try fixture.store.totals(of: fixture.wallet) },
      throws: {
        guard case .damaged(let what, _, _) = $0 as? StorageError else { return false }
        return what.contains("amount")
      })
  }

  @Test
  func `the coins of one transaction, and the places with coins, are those of the whole list`()
    throws
  {
    let fixture = try Self.everyKind()
    try fixture.store.change {
      try $0.execute(sql: "UPDATE coin SET branch = vout % 2, idx = rowid % 20 WHERE rowid % 3 = 0")
    }
    let (store, wallet) = (fixture.store, fixture.wallet)
    for includingSpent in [false, true] {
      let all = try store.coins(of: wallet, includingSpent: includingSpent)
      for coin in try store.coins(of: wallet, includingSpent: true) {
        let txid = coin.outPoint.txid
        #expect(
          try store.coins(of: wallet, madeBy: txid, includingSpent: includingSpent)
            == all.filter { $0.outPoint.txid == txid })
      }
    }
    let asked = Set(
      (0..<25).flatMap { index in
        (0..<3).map { ScriptPlace(branch: $0, index: UInt32(index)) }
      })
    let used = Set(
      try store.coins(of: wallet).map { ScriptPlace(branch: $0.branch, index: $0.index) })
    #expect(try store.placesWithCoins(among: asked, of: wallet) == used.intersection(asked))
    #expect(!used.isSuperset(of: asked) && used.count > 5)
  }

  @Test(arguments: ["payment = 0", "payment = -4", "number = 0", "number = NULL"])
  func `a payment or a number that none has is damage, and never nothing`(change: String) throws {
    let fixture = try Self.everyKind()
    try fixture.store.change {
      try $0.execute(sql: "PRAGMA defer_foreign_keys = 1")
      try $0.execute(sql: "UPDATE coin SET number = rowid")
    }
    try fixture.store.queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA foreign_keys = OFF")
      try $0.execute(sql: "UPDATE coin SET \(change) WHERE height = 1 AND spender IS NULL")
    }
    #expect(
      performing: { try fixture.store.coins(of: fixture.wallet) },
      throws: {
        guard case .damaged(let what, _, _) = $0 as? StorageError else { return false }
        return what.contains(change.prefix { $0 != " " })
      })
  }

  @Test func `coins come oldest first, whatever order they were found in`() throws {
    let fixture = try Self.everyKind()
    let coins = try fixture.store.coins(of: fixture.wallet, includingSpent: true)
    let byHand = try fixture.store.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT txid, vout FROM coin WHERE wallet = ? ORDER BY height IS NULL, height, txid, vout
          """, arguments: [fixture.wallet.id]
      ).map { try $0.outPoint(of: "a coin") }
    }
    #expect(coins.map(\.outPoint) == byHand)
    try fixture.store.change {
      try $0.execute(sql: "UPDATE coin SET height = 600 - height WHERE height < 500")
    }
    let turned = try fixture.store.coins(of: fixture.wallet, includingSpent: true)
    #expect(turned.map(\.outPoint) != byHand)
    #expect(turned.last?.height == nil)
    #expect(turned.compactMap(\.height) == turned.compactMap(\.height).sorted())
  }

  @Test func `a value of a coin that is damaged is named, and the coin too`() throws {
    for (column, value) in [
      ("vout", "-1"), ("branch", "70000"), ("idx", "-5"), ("height", "600000000"),
      ("txid", "x'01'"), ("spender", "x'02'"), ("amount", "-3"),
    ] {
      let fixture = try Self.everyKind()
      try fixture.store.change { db in
        try db.execute(
          sql: """
            UPDATE coin SET \(column) = \(value)
            WHERE rowid = (SELECT min(rowid) FROM coin WHERE wallet = ?)
            """, arguments: [fixture.wallet.id])
      }
      #expect(
        "\(column)",
        performing: { try fixture.store.coins(of: fixture.wallet, includingSpent: true) },
        throws: {
          guard case .damaged(let what, _, _) = $0 as? StorageError else { return false }
          return what.hasPrefix("\(column) of ")
        })
    }
  }
}
