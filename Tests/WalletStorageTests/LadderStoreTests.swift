import BitcoinPrimitives
import Bytes
import NodeClients
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// A fee ladder in the records: several payments, one set of coins.
@Suite struct LadderStoreTests {
  /// A coin of 10,000, and a ladder of three steps and a cancel on it.
  private func prepared() async throws -> (Fixture, OutPoint, RecordedLadder) {
    let fixture = try Fixture()
    let payment = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    fixture.chain.mine([payment])
    try await fixture.sync()
    let coin = OutPoint(txid: payment.txid, vout: 0)
    return (fixture, coin, try record(fixture, coin))
  }

  private func record(_ fixture: Fixture, _ coin: OutPoint) throws -> RecordedLadder {
    let change = try fixture.store.nextChange(of: fixture.wallet)
    let script = try fixture.script(change.index, branch: change.branch)
    func new(_ fee: Int64, paying paid: Int64) throws -> NewPayment {
      NewPayment(
        unsigned: fixture.spend(
          [coin],
          (paid > 0 ? [(Fixture.foreign, paid)] : []) + [(script, 10_000 - paid - fee)]),
        psbt: [1, UInt8(fee / 100)], fee: try Amount(satoshis: fee), summary: "5000 sat",
        created: 5, change: change)
    }
    return try fixture.store.record(
      NewLadder(
        steps: [
          try new(200, paying: 5000), try new(500, paying: 5000), try new(900, paying: 5000),
        ],
        cancel: try new(1200, paying: 0)), of: fixture.wallet)
  }

  private func states(_ fixture: Fixture) throws -> [PaymentRecord.State] {
    try fixture.store.payments().map(\.state)
  }

  private func free(_ fixture: Fixture) throws -> [OutPoint] {
    try fixture.store.coins(of: fixture.wallet)
      .filter { $0.availability(at: 200) == .spendable }.map(\.outPoint)
  }

  private func complete(_ fixture: Fixture, _ payment: PaymentRecord) throws -> Transaction {
    let final = payment.unsigned
    #expect(
      try fixture.store.collect(
        payment.number, psbt: [9], expected: fixture.store.packet(of: payment), final: final))
    return final
  }

  @Test func `coins are locked once, the change is handed out once, and the steps are in order`()
    async throws
  {
    let (fixture, _, ladder) = try await prepared()
    #expect(ladder.payments.map { $0.ladder?.step } == [1, 2, 3, nil])
    #expect(Set(ladder.payments.map { $0.ladder?.ladder }) == [ladder.payments[0].number])
    #expect(try free(fixture) == [])
    #expect(try fixture.store.nextChange(of: fixture.wallet).index == 1)
    #expect(try fixture.store.ladder(of: ladder.payments[2]) == ladder.payments)
    // The highest step holds the coins, and each step stands before the next.
    let numbers = ladder.payments.map(\.number)
    #expect(
      ladder.payments.map(\.replacedBy) == [numbers[1], numbers[2], nil, numbers[0]])
    let coin = try fixture.store.coins(of: fixture.wallet)[0]
    #expect(coin.availability(at: 200) == .locked(payment: numbers[2]))
    try await fixture.sync()
    #expect(try fixture.store.ladder(of: ladder.payments[0]) == ladder.payments)
  }

  @Test func `whichever step confirms, the others are in conflict and hold nothing`() async throws {
    for confirmed in 0..<4 {
      let (fixture, _, ladder) = try await prepared()
      let finals = try ladder.payments.map { try complete(fixture, $0) }
      try await fixture.chain.send(finals[0])
      try fixture.store.markSent(ladder.payments[0].number)
      try await fixture.sync()
      #expect(try states(fixture) == [.sent, .complete, .complete, .complete])
      #expect(try free(fixture) == [])
      fixture.chain.change { $0.mempool = [] }
      fixture.chain.mine([finals[confirmed]])
      try await fixture.sync()
      let now = try states(fixture)
      #expect(now[confirmed] == .confirmed, "\(now)")
      #expect(now.count { $0 == .conflicted } == 3, "\(now)")
      #expect(try free(fixture).count == 1)
    }
  }

  @Test func `one step is given up with all others`() async throws {
    let (fixture, coin, ladder) = try await prepared()
    try fixture.store.cancel(ladder.payments[1].number)
    #expect(try states(fixture) == [.cancelled, .cancelled, .cancelled, .cancelled])
    #expect(try free(fixture) == [coin])
    // A new one takes the coins, and another change address.
    let again = try record(fixture, coin)
    #expect(again.payments[0].ladder?.ladder == again.payments[0].number)
    #expect(try fixture.store.nextChange(of: fixture.wallet).index == 2)
  }

  @Test func `a ladder that reached nobody is forgotten, with its change`() async throws {
    let (fixture, coin, ladder) = try await prepared()
    try fixture.store.discard(ladder, of: fixture.wallet)
    #expect(try fixture.store.payments().isEmpty)
    #expect(try free(fixture) == [coin])
    #expect(try fixture.store.nextChange(of: fixture.wallet).index == 0)
    let second = try record(fixture, coin)
    _ = try complete(fixture, second.payments[0])
    #expect(throws: StorageError.self) { try fixture.store.discard(second, of: fixture.wallet) }
    #expect(try fixture.store.payments().count == 4)
  }

  @Test func `a ladder on a coin that is taken leaves nothing behind`() async throws {
    let (fixture, coin, _) = try await prepared()
    #expect(throws: StorageError.coinTaken("\(coin)")) { try record(fixture, coin) }
    #expect(try fixture.store.payments().count == 4)
    #expect(try fixture.store.nextChange(of: fixture.wallet).index == 1)
  }

  @Test func `what replaces the highest step replaces the ladder`() async throws {
    let (fixture, coin, ladder) = try await prepared()
    for payment in ladder.payments { _ = try complete(fixture, payment) }
    let top = try fixture.store.payment(ladder.payments[2].number)
    #expect(try fixture.store.replaceableCoins(of: top).map(\.outPoint) == [coin])
    let bumped = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend([coin], [(Fixture.foreign, 5000)]), psbt: [3],
        fee: try Amount(satoshis: 5000), summary: "", created: 6), of: fixture.wallet,
      replacing: top
    ).payment
    let held = try fixture.store.coins(of: fixture.wallet)[0]
    #expect(held.availability(at: 200) == .locked(payment: bumped.number))
    try fixture.store.cancel(bumped.number)
    let again = try fixture.store.coins(of: fixture.wallet)[0]
    #expect(again.availability(at: 200) == .locked(payment: top.number))
  }

  @Test func `what replaces a step that alone is signed takes the coins of the ladder`()
    async throws
  {
    let (fixture, coin, ladder) = try await prepared()
    _ = try complete(fixture, ladder.payments[0])
    try fixture.store.markSending(ladder.payments[0].number)
    let step = try fixture.store.payment(ladder.payments[0].number)
    #expect(try fixture.store.replaceableCoins(of: step).map(\.outPoint) == [coin])
    let bumped = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend([coin], [(Fixture.foreign, 5000)]), psbt: [3],
        fee: try Amount(satoshis: 5000), summary: "", created: 6), of: fixture.wallet,
      replacing: step
    ).payment
    // It stands behind the highest step, and the steps stay in line.
    let numbers = ladder.payments.map(\.number)
    #expect(
      try numbers.map { try fixture.store.payment($0).replacedBy }
        == [numbers[1], numbers[2], bumped.number, numbers[0]])
    #expect(
      try numbers.map { try fixture.store.payment($0).isReplacedByStep }
        == [true, true, false, true])
    try await fixture.sync()
    let held = try fixture.store.coins(of: fixture.wallet)[0]
    #expect(held.availability(at: 200) == .locked(payment: bumped.number))
    try fixture.store.cancel(bumped.number)
    let again = try fixture.store.coins(of: fixture.wallet)[0]
    #expect(again.availability(at: 200) == .locked(payment: numbers[2]))
  }
}
