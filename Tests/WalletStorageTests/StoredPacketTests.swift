import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import GRDB
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

@Suite struct StoredPacketTests {
  /// A wallet with so many coins of one transaction, and a PSBT that spends them all.
  private static func prepared(_ count: Int) async throws -> (Fixture, PSBT) {
    let fixture = try Fixture()
    let previous = Fixture.payment(
      1, try (0..<count).map { (try fixture.script(UInt32($0 % 5)), 10_000 + Int64($0)) })
    fixture.chain.mine([previous])
    try await fixture.sync()
    let coins = (0..<count).map { OutPoint(txid: previous.txid, vout: UInt32($0)) }
    let unsigned = fixture.spend(coins, [(Fixture.foreign, 9000)])
    var updater = Updater(try Creator(unsigned).created())
    for index in 0..<count {
      try updater.addPreviousTransaction(previous.encodedWithoutWitness(), toInput: index)
    }
    return (fixture, updater.psbt)
  }

  private static func record(_ packet: PSBT, in fixture: Fixture) throws -> PaymentRecord {
    try fixture.store.record(
      NewPayment(
        unsigned: packet.unsignedTransaction, psbt: StoredPacket(packet),
        fee: try Amount(satoshis: 1000), summary: "", created: 5), of: fixture.wallet
    ).payment
  }

  @Test(arguments: [false, true])
  func `a transaction that many inputs spend is kept once, and the packet comes back whole`(
    walletLacksIt: Bool
  ) async throws {
    let (fixture, packet) = try await Self.prepared(200)
    if walletLacksIt {
      try fixture.store.change { try $0.execute(sql: "UPDATE tx SET bytes = NULL") }
    }
    let whole = packet.encoded()
    let payment = try Self.record(packet, in: fixture)
    let kept = try fixture.store.read { db in
      (
        try Int.fetchOne(db, sql: "SELECT length(psbt) FROM payment") ?? 0,
        try Int.fetchAll(db, sql: "SELECT length(bytes) FROM previousTx")
      )
    }
    // What the wallet has among its own transactions is not kept for the payment as well.
    #expect(kept.1.count == (walletLacksIt ? 1 : 0))
    #expect(whole.count > 1_000_000 && kept.0 + kept.1.reduce(0, +) < 40_000, "\(kept)")
    let stored = try fixture.store.packet(of: payment)
    #expect(stored.bytes == whole)
    #expect(try stored.psbt() == packet)
    // With a signature more, and by the next program that opens it.
    var signed = packet
    signed.updateInput(3) { $0.setUnchecked(PSBTField(type: 0xAB, keyData: [1], value: [2, 3])) }
    #expect(
      try fixture.store.collect(
        payment.number, psbt: StoredPacket(signed), expected: stored, final: nil))
    #expect(
      try fixture.store.collect(
        payment.number, psbt: StoredPacket(packet), expected: stored, final: nil) == false)
    #expect(try fixture.store.packet(of: payment).bytes == signed.encoded())
    #expect(
      try fixture.store.snapshot(on: .regtest).wallets[0].packets[0].bytes == signed.encoded())
  }

  @Test func `the list of payments and a sync read no packet`() async throws {
    let (fixture, packet) = try await Self.prepared(2)
    let payment = try Self.record(packet, in: fixture)
    // What is not read cannot be missed.
    try fixture.store.change { db in
      try db.execute(sql: "UPDATE payment SET psbt = 7")
      try db.execute(sql: "DELETE FROM previousTx")
    }
    #expect(try fixture.store.payments() == [payment])
    fixture.chain.mine()
    try await fixture.sync()
    #expect(throws: StorageError.self) { try fixture.store.packet(of: payment) }
  }

  @Test func `what lies in memory already is not loaded again`() async throws {
    let (fixture, packet) = try await Self.prepared(3)
    let payment = try Self.record(packet, in: fixture)
    try fixture.store.change { try $0.execute(sql: "UPDATE tx SET bytes = NULL") }
    // Another PSBT's transactions stand for nothing here.
    #expect(throws: StorageError.self) {
      try fixture.store.packet(of: payment, sharing: [StoredPacket(bytes: [1])])
    }
    let shared = try fixture.store.packet(of: payment, sharing: [StoredPacket(packet)])
    #expect(try shared.psbt() == packet)
    // Signatures are read without them.
    let read = try fixture.store.packetWithoutPrevious(of: payment).signatures()
    #expect(read.unsignedTransaction == packet.unsignedTransaction)
    #expect(read.inputs.allSatisfy { $0.nonWitnessUTXO == nil })
  }

  @Test func `transactions that prove amounts are read as bytes, without their witnesses`()
    async throws
  {
    let fixture = try Fixture()
    var signed = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    signed.inputs[0].witness = [[1, 2, 3]]
    let other = Fixture.payment(2, [(try fixture.script(1), 20_000)])
    fixture.chain.mine([signed, other])
    try await fixture.sync()
    let unknown = Fixture.payment(3, [(Fixture.foreign, 1)]).txid
    let found = try fixture.store.previousTransactions(
      [signed.txid, other.txid, unknown], of: fixture.wallet)
    #expect(found.count == 2)
    #expect(found[signed.txid].map { Array($0.bytes) } == signed.encodedWithoutWitness())
    #expect(found[other.txid].map { Array($0.bytes) } == other.encoded())
    try fixture.store.change { try $0.execute(sql: "UPDATE tx SET bytes = x'0102'") }
    #expect(throws: StorageError.damaged(what: "bytes of transaction \(other.txid)")) {
      try fixture.store.previousTransactions([other.txid], of: fixture.wallet)
    }
  }

  @Test func `a previous transaction that is missing or damaged is said`() async throws {
    let (fixture, packet) = try await Self.prepared(2)
    // One payment leans on the wallet's transaction, the other on what was kept for it.
    let payment = try Self.record(packet, in: fixture)
    let wanted = StorageError.damaged(what: "a transaction that payment \(payment.number) spends")
    for damage in ["UPDATE tx SET bytes = X'00'", "UPDATE tx SET bytes = NULL"] {
      try fixture.store.change { try $0.execute(sql: damage) }
      #expect(throws: wanted) { try fixture.store.packet(of: payment) }
    }
    try fixture.store.cancel(payment.number)
    let other = try Self.record(packet, in: fixture)
    let told = StorageError.damaged(what: "a transaction that payment \(other.number) spends")
    #expect(try fixture.store.packet(of: other).bytes == packet.encoded())
    for damage in ["UPDATE previousTx SET bytes = X'00'", "DELETE FROM previousTx"] {
      try fixture.store.change { try $0.execute(sql: damage) }
      #expect(throws: told) { try fixture.store.packet(of: other) }
    }
  }

  @Test func `packets of earlier versions are taken apart when they are opened`() throws {
    let path = try EarlierDatabaseTests.database("2026-11-22")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let queue = try DatabaseQueue(path: path)
    func lengths() throws -> [Int] {
      try queue.read { try Int.fetchAll($0, sql: "SELECT length(psbt) FROM payment ORDER BY id") }
    }
    let before = try lengths()
    let store = try Store(path: path)
    let after = try lengths()
    #expect(zip(before, after).allSatisfy { $0 > $1 })
    for payment in try store.payments() {
      let packet = try store.packet(of: payment)
      #expect(packet.bytes.count == before[Int(payment.number) - 1])
      #expect(packet.previous.count == 1)
    }
  }
}
