import BitcoinPrimitives
import Bytes
import GRDB
import NodeClients
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

@Suite struct PaymentStoreTests {
  /// Two coins of 10,000, and a payment that holds the first.
  private func prepared(
    _ descriptor: String = accountText
  ) async throws -> (Fixture, [OutPoint], PaymentRecord) {
    let fixture = try Fixture(descriptor)
    let payment = Fixture.payment(
      1, [(try fixture.script(0), 10_000), (try fixture.script(1), 10_000)])
    fixture.chain.mine([payment])
    try await fixture.sync()
    let coins = [0, 1].map { OutPoint(txid: payment.txid, vout: $0) }
    return (fixture, coins, try record(fixture, [coins[0]]))
  }

  private func record(_ fixture: Fixture, _ coins: [OutPoint]) throws -> PaymentRecord {
    try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend(coins, [(Fixture.foreign, 9000)]), psbt: [1, 2, 3],
        fee: try Amount(satoshis: 1000), summary: "9000 sat", created: 5), of: fixture.wallet
    ).payment
  }

  private func free(_ fixture: Fixture) throws -> [OutPoint] {
    try fixture.store.coins(of: fixture.wallet)
      .filter { $0.availability(at: 1) == .spendable }.map(\.outPoint)
  }

  @Test func `a payment holds its coins until it is cancelled`() async throws {
    let (fixture, coins, payment) = try await prepared()
    #expect(payment.state == .draft && payment.walletName == "savings")
    #expect(try free(fixture) == [coins[1]])
    #expect(throws: StorageError.coinTaken("\(coins[0])")) { try record(fixture, coins) }
    // The failed one left nothing behind.
    #expect(try fixture.store.payments().count == 1)
    #expect(try free(fixture) == [coins[1]])
    try await fixture.sync()
    #expect(try free(fixture) == [coins[1]])
    try fixture.store.cancel(payment.number)
    #expect(try free(fixture) == coins)
    #expect(throws: StorageError.paymentIs(state: "cancelled", number: payment.number)) {
      try fixture.store.cancel(payment.number)
    }
    #expect(throws: StorageError.noSuchPayment("77")) { try fixture.store.cancel(77) }
  }

  @Test
  func `when it was written and what a second node said is kept, and is no change of a backup`()
    async throws
  {
    let (fixture, _, payment) = try await prepared()
    #expect(payment.writtenAt == nil && payment.secondSighting == nil)
    let changes = try fixture.store.backupStates().map(\.changes)
    try fixture.store.noteWritten([payment.number], at: 7)
    #expect(try fixture.store.payment(payment.number).writtenAt == 7)
    for place: SecondSighting.Place in [.mempool, .block(height: 12), .spent, .nowhere] {
      let sighting = SecondSighting(node: "other", place: place, time: 8)
      try fixture.store.noteSighting(sighting, of: payment.number)
      #expect(try fixture.store.payment(payment.number).secondSighting == sighting)
    }
    #expect(try fixture.store.backupStates().map(\.changes) == changes)
    // Damaged records do not pass for something that a node said.
    try fixture.store.change {
      try $0.execute(sql: "UPDATE payment SET secondPlace = 'block', secondHeight = NULL")
    }
    #expect(throws: StorageError.self) { try fixture.store.payment(payment.number) }
  }

  @Test func `a payment is collected, sent and confirmed`() async throws {
    let (fixture, coins, payment) = try await prepared()
    let final = fixture.spend([coins[0]], [(Fixture.foreign, 9000)])
    #expect(
      try fixture.store.collect(payment.number, psbt: [4], expected: [1, 2, 3], final: nil))
    // Somebody collected meanwhile: what is based on the older PSBT is not written.
    #expect(
      try fixture.store.collect(payment.number, psbt: [5], expected: [1, 2, 3], final: nil)
        == false)
    #expect(try fixture.store.collect(payment.number, psbt: [5], expected: [4], final: final))
    #expect(try fixture.store.payment(payment.number).state == .complete)
    try await fixture.chain.send(final)
    try fixture.store.markSent(payment.number)
    // Still held, even when the mempool forgot it.
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    #expect(try free(fixture) == [coins[1]])
    fixture.chain.mine([final])
    try await fixture.sync()
    #expect(try fixture.store.payment(payment.number).state == .confirmed)
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    #expect(try fixture.store.payment(payment.number).state == .sent)
    #expect(try free(fixture) == [coins[1]])
  }

  @Test func `a payment whose coin another one spent is told`() async throws {
    let (fixture, coins, payment) = try await prepared()
    fixture.chain.mine([fixture.spend([coins[0]], [(Fixture.foreign, 1)])])
    try await fixture.sync()
    #expect(try fixture.store.payment(payment.number).state == .conflicted)
  }

  @Test func `a cancelled payment that somebody sent anyway is told`() async throws {
    let (fixture, coins, payment) = try await prepared()
    try fixture.store.cancel(payment.number)
    fixture.chain.mine([fixture.spend([coins[0]], [(Fixture.foreign, 9000)])])
    try await fixture.sync()
    #expect(try fixture.store.payment(payment.number).state == .confirmed)
  }

  @Test func `a payment is known again although its unlocking scripts changed its txid`()
    async throws
  {
    let (fixture, coins, payment) = try await prepared()
    let signed = fixture.spend([coins[0]], [(Fixture.foreign, 9000)], scriptSig: [1, 2, 3])
    #expect(signed.txid != payment.unsigned.txid)
    fixture.chain.mine([signed])
    try await fixture.sync()
    #expect(try fixture.store.payment(payment.number).state == .confirmed)
    #expect(
      try fixture.store.payment(unsignedTxid: payment.unsigned.txid)?.number == payment.number)
  }
}
