import BitcoinPrimitives
import Bytes
import ChainTypes
import Foundation
import GRDB
import NodeClients
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage
@testable import WalletSync

/// Nodes that leave things out, name foreign blocks or contradict themselves: one clear error and
/// nothing kept, and what one bad sync did can be undone.
@Suite struct LyingNodeTests {
  /// One coin of 1000 in block 1, and two more blocks.
  private func prepared(checksSignatures: Bool = false) throws -> (Fixture, Transaction) {
    let fixture = try Fixture(checksSignatures: checksSignatures)
    let payment = Fixture.payment(
      1, [(try fixture.script(0), 1000), (try fixture.script(1), 2000)])
    fixture.chain.mine([payment])
    fixture.chain.mine(empty: 2)
    return (fixture, payment)
  }

  /// A coin that is known, and a payment of ours that nobody has signed yet and that spends it.
  private func withDraft() async throws -> (Fixture, coin: OutPoint, own: PaymentRecord) {
    let (fixture, payment) = try prepared(checksSignatures: true)
    try await fixture.sync()
    let coin = OutPoint(txid: payment.txid, vout: 0)
    let own = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend([coin], [(Fixture.foreign, 900)]), psbt: [1],
        fee: try Amount(satoshis: 100), summary: "", created: 5), of: fixture.wallet
    ).payment
    return (fixture, coin, own)
  }

  private func expectContradiction(_ what: String, _ fixture: Fixture) async throws {
    let before = try fixture.store.coins(of: fixture.wallet, includingSpent: true)
    let point = try fixture.store.lastSync(of: fixture.wallet)
    await #expect(throws: SyncError.contradiction(node: "the node", about: what)) {
      try await fixture.sync()
    }
    #expect(try fixture.store.coins(of: fixture.wallet, includingSpent: true) == before)
    #expect(try fixture.store.lastSync(of: fixture.wallet) == point)
  }

  private func lie(
    _ fixture: Fixture, _ change: @escaping @Sendable (ScriptActivity.Receipt) -> BlockPosition?
  ) {
    fixture.chain.change { state in
      state.lie = { honest in
        var lie = honest
        lie.receipts = honest.receipts.map {
          .init(outPoint: $0.outPoint, script: $0.script, amount: $0.amount, block: change($0))
        }
        return lie
      }
    }
  }

  @Test func `a block that is not in the chain, or above its last one, is a contradiction`()
    async throws
  {
    let (fixture, _) = try prepared()
    let foreign = BlockHash(Bytes32([UInt8](repeating: 0x77, count: 32)) ?? .zero)
    lie(fixture) { _ in BlockPosition(height: 1, hash: foreign) }
    try await expectContradiction("block 1: \(foreign) is not in its chain", fixture)
    let second = fixture.chain.position(2)
    lie(fixture) { _ in BlockPosition(height: 1, hash: second.hash) }
    try await expectContradiction("block 1: \(second.hash) is not in its chain", fixture)
    lie(fixture) { _ in BlockPosition(height: 9, hash: foreign) }
    try await expectContradiction("block 9, which is above its last block 3", fixture)
  }

  @Test func `a transaction in two blocks at once is a contradiction`() async throws {
    let (fixture, payment) = try prepared()
    let (first, second) = (fixture.chain.position(1), fixture.chain.position(2))
    lie(fixture) { $0.outPoint.vout == 0 ? first : second }
    try await expectContradiction("the block of transaction \(payment.txid)", fixture)
  }

  @Test func `an output that is left out is seen by the bytes of its transaction`() async throws {
    let (fixture, payment) = try prepared()
    fixture.chain.change { state in
      state.lie = {
        ScriptActivity(receipts: $0.receipts.filter { $0.outPoint.vout == 0 }, spends: $0.spends)
      }
    }
    try await expectContradiction(
      "transaction \(payment.txid): it leaves out output 1", fixture)
  }

  @Test func `a spend that is left out is seen by the bytes or by the coin itself`() async throws {
    let (fixture, payment) = try prepared()
    let coins = [0, 1].map { OutPoint(txid: payment.txid, vout: $0) }
    let withChange = fixture.spend([coins[0]], [(try fixture.script(0, branch: 1), 900)])
    fixture.chain.mine([withChange])
    fixture.chain.change { $0.lie = { ScriptActivity(receipts: $0.receipts) } }
    try await expectContradiction(
      "transaction \(withChange.txid): it leaves out that it spends \(coins[0])", fixture)
    let (other, payment2) = try prepared()
    let gone = OutPoint(txid: payment2.txid, vout: 1)
    other.chain.mine([other.spend([gone], [(Fixture.foreign, 900)])])
    other.chain.change { $0.lie = { ScriptActivity(receipts: $0.receipts) } }
    try await expectContradiction(
      "coin \(gone), which it names as unspent in one answer and not in another", other)
  }

  @Test func `a spend by a transaction that does not spend it is a contradiction`() async throws {
    let (fixture, payment) = try prepared()
    try await fixture.sync()
    // Its bytes are in the records already.
    let block = fixture.chain.position(1)
    fixture.chain.change { state in
      state.lie = {
        var lie = $0
        lie.spends.append(
          .init(
            outPoint: OutPoint(txid: payment.txid, vout: 0), spender: payment.txid, block: block))
        return lie
      }
    }
    try await expectContradiction(
      "transaction \(payment.txid), which does not spend \(payment.txid):0", fixture)
  }

  @Test(arguments: ["nothing", "the key of somebody else"])
  func `a spend that nobody signed is a contradiction, and no payment falls for it`(
    _ unlocking: String
  ) async throws {
    let (fixture, coin, own) = try await withDraft()
    var forged = fixture.spend([coin], [(Fixture.foreign, 1)])
    if unlocking != "nothing" {
      // DER of r = s = 1, and the point G (SEC 2).
      forged.inputs[0].witness = [
        [0x30, 6, 2, 1, 1, 2, 1, 1, 1],
        try Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
      ]
    }
    fixture.chain.mine([forged])
    await #expect(
      throws: SyncError.contradiction(
        node: "the node",
        about: "transaction \(forged.txid), whose signature for coin \(coin) is not valid")
    ) {
      try await fixture.sync()
    }
    #expect(try fixture.store.payment(own.number).state == .draft)
    #expect(try fixture.store.coins(of: fixture.wallet).count == 2)
  }

  @Test func `a spend is held against its coin when the coin comes, however long after`()
    async throws
  {
    let (fixture, payment) = try prepared(checksSignatures: true)
    let coin = OutPoint(txid: payment.txid, vout: 0)
    // The deposit is hidden while a transaction is shown that pays the wallet and claims to spend it.
    let forged = fixture.spend([coin], [(try fixture.script(4), 500)])
    fixture.chain.change {
      $0.mempool = [forged]
      $0.lie = { honest in
        ScriptActivity(receipts: honest.receipts.filter { $0.outPoint.txid == forged.txid })
      }
    }
    try await fixture.sync()
    #expect(try fixture.balance() == [500])
    fixture.chain.change { $0.lie = nil }
    await #expect(
      throws: SyncError.contradiction(
        node: "the node",
        about: "transaction \(forged.txid), whose signature for coin \(coin) is not valid")
    ) {
      try await fixture.sync(from: .birth)
    }
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync(from: .birth)
    #expect(try fixture.balance() == [1000, 2000])
  }

  @Test func `records that an earlier version believed convict no payment without a signature`()
    async throws
  {
    let (fixture, coin, own) = try await withDraft()
    let forged = fixture.spend([coin], [(Fixture.foreign, 1)])
    try fixture.store.change { db in
      try db.execute(
        sql:
          "INSERT INTO tx (wallet, txid, bytes, height, block) SELECT id, ?, ?, 2, ? FROM wallet",
        arguments: [
          forged.txid.bytes.data, Data(forged.encoded()),
          fixture.chain.position(2).hash.bytes.data,
        ])
      try db.execute(
        sql: "UPDATE coin SET spender = ?, spentHeight = 2 WHERE vout = 0",
        arguments: [forged.txid.bytes.data])
      try fixture.store.settlePayments(db, own.wallet, after: .change)
    }
    let settled = try fixture.store.payment(own.number)
    #expect(settled.state == .draft && settled.isUncertain)
  }

  @Test func `late bytes of a transaction that contradict its coin are not kept`() async throws {
    let (fixture, payment) = try prepared()
    try await fixture.sync()
    // As a pruned node left it, which had told a wrong address.
    try fixture.store.change {
      try $0.execute(sql: "UPDATE tx SET bytes = NULL")
      try $0.execute(sql: "UPDATE coin SET idx = 5 WHERE vout = 0")
    }
    try await expectContradiction(
      "coin \(payment.txid):0, whose transaction says something else", fixture)
  }

  @Test func `a spend whose transaction the node does not have is a contradiction`() async throws {
    let (fixture, payment) = try prepared()
    let spend = fixture.spend([OutPoint(txid: payment.txid, vout: 0)], [(Fixture.foreign, 900)])
    fixture.chain.mine([spend])
    fixture.chain.change { $0.forgets = [spend.txid] }
    try await expectContradiction(
      "transaction \(spend.txid), which it names in a block but does not have", fixture)
    let (other, _) = try prepared()
    other.chain.change {
      $0.mempool = [spend]
      $0.forgets = [spend.txid]
    }
    try await expectContradiction(
      "transaction \(spend.txid), which it names but does not have", other)
  }

  @Test func `what was found in a block that holds is not left out the next time`() async throws {
    let (fixture, payment) = try prepared()
    fixture.chain.change { $0.scanning = .blockFilters }
    try await fixture.sync()
    fixture.chain.change { $0.lie = { _ in ScriptActivity() } }
    try await expectContradiction(
      "transaction \(payment.txid) in block 1, which it leaves out", fixture)
  }

  @Test func `a spend that one sync left out is found by the next honest one`() async throws {
    let (fixture, payment) = try prepared()
    try await fixture.sync()
    let coin = OutPoint(txid: payment.txid, vout: 0)
    let spend = fixture.spend([coin], [(Fixture.foreign, 900)])
    fixture.chain.mine([spend])
    // As an earlier version believed it: synced past the block, and nothing of it known.
    try fixture.store.change { db in
      let tip = fixture.chain.position(4)
      try db.execute(
        sql: "INSERT INTO syncPoint SELECT id, 4, ?, 0 FROM wallet",
        arguments: [tip.hash.bytes.data])
    }
    fixture.chain.mine()
    try await fixture.sync()
    #expect(try fixture.balance() == [2000])
    #expect(
      try fixture.store.coins(of: fixture.wallet, includingSpent: true)
        .first { $0.outPoint == coin }?.spender == .known(spend.txid))
  }

  @Test(arguments: [SyncStart.birth, .height(2)])
  func `a coin that a bad sync left out comes with a sync from there, and handed out stays so`(
    start: SyncStart
  ) async throws {
    let (fixture, _) = try prepared()
    try fixture.store.setLabel("rent", on: .address, "an address", of: fixture.wallet)
    for _ in 0..<30 { _ = try fixture.store.issueAddress(of: fixture.wallet) }
    let late = Fixture.payment(5, [(try fixture.script(33), 5000)])
    fixture.chain.mine([late])
    fixture.chain.change { $0.lie = { _ in ScriptActivity() } }
    try await fixture.sync()
    #expect(try fixture.balance().isEmpty)
    fixture.chain.change { $0.lie = nil }
    try await fixture.sync()
    #expect(try fixture.balance().isEmpty)
    try await fixture.sync(from: start)
    #expect(try fixture.balance().contains(5000))
    #expect(try fixture.store.labels(.address, of: fixture.wallet) == ["an address": "rent"])
    // Paid at 33: the next is 34. One that was handed out never comes again.
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 34)
  }

  @Test func `what one answer left out comes with the next where filters are`() async throws {
    let (fixture, _) = try prepared()
    fixture.chain.change { $0.scanning = .blockFilters }
    fixture.chain.change { $0.lie = { _ in ScriptActivity() } }
    try await fixture.sync()
    #expect(try fixture.balance().isEmpty)
    fixture.chain.change { $0.lie = nil }
    try await fixture.sync()
    #expect(try fixture.balance().sorted() == [1000, 2000])
  }

  @Test func `a fact of a block that is not in the chain is asked about again`() async throws {
    let (fixture, _) = try prepared()
    try await fixture.sync()
    // As an earlier version believed it: a foreign block, or one above the last.
    for sql in [
      "UPDATE tx SET block = zeroblob(32)",
      "UPDATE tx SET height = 90; UPDATE coin SET height = 90",
    ] {
      try fixture.store.change { try $0.execute(sql: sql) }
      try await fixture.sync()
      #expect(try fixture.store.coins(of: fixture.wallet).map(\.height) == [1, 1])
      let blocks = try fixture.store.syncPlan(of: fixture.wallet).blocks
      #expect(blocks == [fixture.chain.position(1)])
    }
  }

  @Test func `a coin that is nowhere is forgotten by the next honest sync`() async throws {
    let (fixture, payment) = try prepared()
    try await fixture.sync()
    try fixture.store.change { db in
      try db.execute(
        sql: """
          INSERT INTO coin (wallet, txid, vout, branch, idx, amount, height, isCoinbase)
          SELECT id, ?, 7, 0, 5, 77, 2, 0 FROM wallet
          """, arguments: [payment.txid.bytes.data])
    }
    try await fixture.sync()
    #expect(try fixture.balance().sorted() == [1000, 2000])
  }

  // MARK: One block

  @Test func `a sync is of one block: what came while it read is read again`() async throws {
    let (fixture, payment) = try prepared()
    let coin = OutPoint(txid: payment.txid, vout: 0)
    let spend = fixture.spend([coin], [(Fixture.foreign, 900)])
    fixture.chain.change { state in
      state.beforeActivity = { state in
        // Just when the status was read: the block is above it, and the mempool does not know it.
        state.blocks.append([spend])
        state.forks.append(0)
        state.beforeActivity = nil
      }
    }
    let report = try await fixture.sync()
    #expect(report.tip.height == 4)
    #expect(try fixture.balance() == [2000])
  }

  @Test func `five blocks in a row that come meanwhile are said as what they are`() async throws {
    let (fixture, _) = try prepared()
    fixture.chain.change { state in
      state.beforeActivity = { state in
        state.blocks.append([])
        state.forks.append(0)
      }
    }
    await #expect(throws: SyncError.tipMoved(times: 5)) { try await fixture.sync() }
    #expect(
      SyncError.tipMoved(times: 5).description
        == "a new block came 5 times while the chain was being read")
    #expect(try fixture.store.lastSync(of: fixture.wallet) == nil)
  }

  @Test
  func `a node that says what no two answers of one block say is told apart from a new block`()
    async throws
  {
    let (fixture, _) = try prepared()
    let foreign = BlockHash(Bytes32([UInt8](repeating: 0x77, count: 32)) ?? .zero)
    fixture.chain.change { $0.hashLie = { $0 == 1 ? foreign : nil } }
    try await expectContradiction(
      "block 1: \(fixture.chain.position(1).hash) is not in its chain", fixture)
  }
}
