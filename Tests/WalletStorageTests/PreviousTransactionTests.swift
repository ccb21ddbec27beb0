import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import GRDB
import Testing
import WalletFixtures
import WalletSync
import WalletTypes

@testable import WalletStorage

/// How long the transactions that payments spend are kept, and where.
@Suite struct PreviousTransactionTests {
  /// A wallet with coins of one transaction.
  ///
  /// Signed, and with its witness in the PSBTs, it is none that the wallet's own transaction stands
  /// for, and is kept for payments.
  private static func prepared(
    _ count: Int = 2, signed: Bool = false
  ) async throws -> (fixture: Fixture, previous: Transaction) {
    let fixture = try Fixture()
    var previous = Fixture.payment(
      1, try (0..<count).map { (try fixture.script(UInt32($0)), 10_000 + Int64($0)) })
    if signed { previous.inputs[0].witness = [[1, 2, 3]] }
    fixture.chain.mine([previous])
    try await fixture.sync()
    return (fixture, previous)
  }

  private static func packet(
    _ fixture: Fixture, _ previous: [Transaction], spending coins: [OutPoint],
    to amount: Int64 = 9000
  ) throws -> PSBT {
    let unsigned = fixture.spend(coins, [(Fixture.foreign, amount)])
    var updater = Updater(try Creator(unsigned).created())
    for (index, coin) in coins.enumerated() {
      let made = try #require(previous.first { $0.txid == coin.txid })
      try updater.addPreviousTransaction(made.encoded(), toInput: index)
    }
    return updater.psbt
  }

  private static func record(
    _ packet: PSBT, in fixture: Fixture, replacing replaced: PaymentRecord? = nil
  ) throws -> PaymentRecord {
    try fixture.store.record(
      NewPayment(
        unsigned: packet.unsignedTransaction, psbt: StoredPacket(packet),
        fee: try Amount(satoshis: 1000), summary: "", created: 5), of: fixture.wallet,
      replacing: replaced
    ).payment
  }

  /// Signs a payment in the way of these chains.
  private static func complete(_ payment: PaymentRecord, in fixture: Fixture) throws -> Transaction
  {
    var final = payment.unsigned
    for index in final.inputs.indices { final.inputs[index].witness = [[7]] }
    let stored = try fixture.store.packet(of: payment)
    #expect(
      try fixture.store.collect(payment.number, psbt: stored, expected: stored, final: final))
    return final
  }

  private static func kept(_ fixture: Fixture) throws -> Int {
    try fixture.store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM previousTx") ?? 0 }
  }

  // MARK: Where they lie

  @Test func `what the wallet lacks is kept for a payment until a node gives it`() async throws {
    let (fixture, previous) = try await Self.prepared()
    try fixture.store.change { try $0.execute(sql: "UPDATE tx SET bytes = NULL") }
    let packet = try Self.packet(
      fixture, [previous], spending: [OutPoint(txid: previous.txid, vout: 0)])
    let payment = try Self.record(packet, in: fixture)
    let other = try Self.record(
      Self.packet(fixture, [previous], spending: [OutPoint(txid: previous.txid, vout: 1)]),
      in: fixture)
    #expect(try Self.kept(fixture) == 1)
    // No node has it for now.
    fixture.chain.change { $0.forgets = [previous.txid] }
    fixture.chain.mine()
    try await fixture.sync()
    #expect(try Self.kept(fixture) == 1)
    #expect(try fixture.store.packet(of: payment).bytes == packet.encoded())
    fixture.chain.change { $0.forgets = [] }
    fixture.chain.mine()
    try await fixture.sync()
    #expect(try Self.kept(fixture) == 0)
    for payment in [payment, other] {
      #expect(try fixture.store.packet(of: payment).previous.count == 1)
    }
    #expect(try fixture.store.packet(of: payment).bytes == packet.encoded())
  }

  @Test(arguments: ["reorganisation", "whole sync", "pruned node", "mempool"])
  func `whatever a sync takes back, the packet of a payment stays whole`(how: String) async throws {
    let (fixture, previous) = try await Self.prepared()
    fixture.chain.mine()
    // A coin of the mempool, which may vanish.
    let waiting = Fixture.payment(2, [(try fixture.script(3), 30_000)])
    fixture.chain.change { $0.mempool = [waiting] }
    try await fixture.sync()
    let packet = try Self.packet(
      fixture, [previous, waiting],
      spending: [OutPoint(txid: previous.txid, vout: 0), OutPoint(txid: waiting.txid, vout: 0)])
    let payment = try Self.record(packet, in: fixture)
    #expect(try Self.kept(fixture) == 0)
    fixture.chain.change { $0.mempool = [] }
    switch how {
    case "reorganisation":
      fixture.chain.drop(2)
      for _ in 0..<3 { fixture.chain.mine([], fork: 1) }
      try await fixture.sync()
      #expect(try fixture.store.coins(of: fixture.wallet).isEmpty)
    case "whole sync":
      fixture.chain.change { $0.forgets = [previous.txid, waiting.txid] }
      try await fixture.sync(from: .birth)
    case "pruned node":
      fixture.chain.mine(empty: 5)
      fixture.chain.change {
        $0.firstBlock = 4
        $0.onlyUnspent = true
      }
      try await fixture.sync()
    default:
      try await fixture.sync()
    }
    #expect(try fixture.store.packet(of: payment).bytes == packet.encoded())
    #expect(
      try fixture.store.snapshot(on: .regtest).wallets[0].packets[0].bytes == packet.encoded())
  }

  @Test func `packets of earlier versions are kept without what the wallet has`() throws {
    let path = try EarlierDatabaseTests.database("2026-11-23")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let queue = try DatabaseQueue(path: path)
    func count(_ sql: String) throws -> Int {
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(sql)") ?? 0 }
    }
    #expect(try count("previousTx") == 8)
    // Of some that payments 1 and 3 spend the wallet lacks the bytes; nobody needs what is of no payment.
    let lost = try queue.write { db in
      let spent = try [1, 3].map { number in
        let unsigned = try Data.fetchOne(
          db, sql: "SELECT unsignedTx FROM payment WHERE id = ?", arguments: [number])
        return try Transaction(try #require(unsigned)).inputs[0].previousOutput.txid
      }
      for txid in spent {
        try db.execute(
          sql: "UPDATE tx SET bytes = NULL WHERE txid = ?", arguments: [txid.bytes.data])
      }
      try db.execute(sql: "INSERT INTO previousTx VALUES (1, zeroblob(32), x'00')")
      return Set(spent).count
    }
    let store = try Store(path: path)
    #expect(lost > 0)
    #expect(try count("previousTx") == lost)
    #expect(try count("previousTx WHERE txid IS NULL") == 0)
    for payment in try store.payments() {
      let packet = try store.packet(of: payment)
      #expect(!packet.isThinned && packet.previous.count == 1)
      #expect(try packet.psbt().inputs.allSatisfy { $0.nonWitnessUTXO != nil })
    }
  }

  // MARK: How long

  @Test func `a confirmed payment lets go of them under a hundred blocks, and stays otherwise`()
    async throws
  {
    let (fixture, previous) = try await Self.prepared(signed: true)
    let packet = try Self.packet(
      fixture, [previous], spending: [OutPoint(txid: previous.txid, vout: 0)])
    let payment = try Self.record(packet, in: fixture)
    let final = try Self.complete(payment, in: fixture)
    try fixture.store.markSent(payment.number)
    fixture.chain.mine([final])
    fixture.chain.mine(empty: 98)
    try await fixture.sync()
    #expect(try Self.kept(fixture) == 1)
    #expect(try fixture.store.packet(of: payment).bytes == packet.encoded())
    fixture.chain.mine()
    try await fixture.sync()
    #expect(try Self.kept(fixture) == 0)
    let now = try fixture.store.payment(payment.number)
    #expect(now.state == .confirmed && now.final == final)
    #expect(now.unsigned == payment.unsigned && now.fee == payment.fee)
    // What is left is the PSBT without them.
    let left = try fixture.store.packet(of: now)
    #expect(left.isThinned)
    #expect(
      try left.psbt().inputs[0].map.fields == packet.inputs[0].map.fields.filter { $0.type != 0 })
    #expect(try PSBT(decoding: left.bytes) == left.psbt())
    #expect(try fixture.store.packetWithoutPrevious(of: now).signatures().inputs.count == 1)
    // A reorganisation that nobody waits for takes it back: it is as good as signed, and goes into backups.
    fixture.chain.drop(100)
    for _ in 0..<101 { fixture.chain.mine([], fork: 1) }
    try await fixture.sync()
    #expect(try fixture.store.payment(payment.number).state == .sent)
    let snapshot = try fixture.store.snapshot(on: .regtest).wallets[0]
    #expect(snapshot.payments.map(\.final) == [final])
    #expect(try PSBT(decoding: snapshot.packets[0].bytes).unsignedTransaction == payment.unsigned)
  }

  @Test func `a payment in whose place another is in a block lets go of them in the same way`()
    async throws
  {
    let (fixture, previous) = try await Self.prepared(signed: true)
    let coin = OutPoint(txid: previous.txid, vout: 0)
    let payment = try Self.record(
      Self.packet(fixture, [previous], spending: [coin]), in: fixture)
    fixture.chain.mine([fixture.spend([coin], [(Fixture.foreign, 8000)])])
    fixture.chain.mine(empty: 98)
    try await fixture.sync()
    #expect(try fixture.store.payment(payment.number).state == .conflicted)
    #expect(try Self.kept(fixture) == 1)
    fixture.chain.mine()
    try await fixture.sync()
    #expect(try Self.kept(fixture) == 0)
  }

  @Test func `what was given up lets go of them at once, unless a node may have it`() async throws {
    let (fixture, previous) = try await Self.prepared(3, signed: true)
    let packets = try (0..<3).map {
      try Self.packet(
        fixture, [previous], spending: [OutPoint(txid: previous.txid, vout: UInt32($0))])
    }
    let draft = try Self.record(packets[0], in: fixture)
    let sent = try Self.record(packets[1], in: fixture)
    let last = try Self.record(packets[2], in: fixture)
    _ = try Self.complete(sent, in: fixture)
    try fixture.store.markSent(sent.number)
    // All three need the one transaction.
    #expect(try Self.kept(fixture) == 1)
    try fixture.store.cancel(draft.number)
    #expect(try fixture.store.packet(of: draft).isThinned == false)
    try fixture.store.cancel(last.number)
    try fixture.store.cancel(sent.number)
    fixture.chain.mine(empty: 200)
    try await fixture.sync()
    #expect(try fixture.store.payment(sent.number).mayStillConfirm)
    #expect(try Self.kept(fixture) == 1)
    #expect(try fixture.store.packet(of: sent).bytes == packets[1].encoded())
    // Without that one nobody needs it.
    let other = try await Self.prepared(1, signed: true)
    let alone = try Self.record(
      Self.packet(
        other.fixture, [other.previous], spending: [OutPoint(txid: other.previous.txid, vout: 0)]),
      in: other.fixture)
    try other.fixture.store.cancel(alone.number)
    #expect(try Self.kept(other.fixture) == 0)
    #expect(try other.fixture.store.packet(of: alone).isThinned)
  }

  @Test func `a dead payment keeps them, sent or not`() async throws {
    let (fixture, previous) = try await Self.prepared(signed: true)
    let coins = (0..<2).map { OutPoint(txid: previous.txid, vout: UInt32($0)) }
    let packets = try coins.map { try Self.packet(fixture, [previous], spending: [$0]) }
    let payments = try packets.map { try Self.record($0, in: fixture) }
    _ = try Self.complete(payments[0], in: fixture)
    try fixture.store.markSent(payments[0].number)
    fixture.chain.drop(1)
    for _ in 0..<150 { fixture.chain.mine([], fork: 1) }
    try await fixture.sync()
    for (payment, packet) in zip(payments, packets) {
      #expect(try fixture.store.payment(payment.number).state == .dead)
      #expect(try fixture.store.packet(of: payment).bytes == packet.encoded())
    }
  }

  @Test func `room that was let go of is given back after a sync`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try Store(path: path)
    func size() throws -> Int {
      try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    let fixture = try Fixture()
    let wallet = try store.addWallet(
      name: "savings", network: .regtest, descriptor: fixture.wallet.descriptor, birthHeight: 0)
    try store.change { db in
      try db.execute(
        sql: "INSERT INTO previousTx (wallet, hash, bytes) VALUES (1, x'00', zeroblob(9000000))")
      try db.execute(sql: "DELETE FROM previousTx")
    }
    #expect(try size() > 9_000_000)
    fixture.chain.mine()
    _ = try await Synchronizer(store: store, source: fixture.chain).sync(wallet)
    #expect(try size() < 1_000_000)
  }
}
