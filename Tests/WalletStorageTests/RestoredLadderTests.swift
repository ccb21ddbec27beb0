import BitcoinPrimitives
import Descriptors
import GRDB
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// A fee ladder that comes back from a backup is one again.
@Suite struct RestoredLadderTests {
  private static func wallet(_ payments: [RestoredPayment]) throws -> RestoredWallet {
    RestoredWallet(
      name: "savings", descriptor: try Descriptor(parsing: accountText), birthHeight: 0,
      gapLimit: 20, next: [1, 1], people: [:], labels: [], payments: payments)
  }

  /// One payment out of the first coin; a higher fee makes it another.
  private static func payment(
    _ number: Int64, fee: Int64, step: Int?, of ladder: Int64?, _ fixture: Fixture,
    state: PaymentRecord.State = .draft, coin vout: UInt32 = 0, replacedBy: Txid? = nil
  ) throws -> RestoredPayment {
    // What takes the payment back pays nobody.
    var outputs: [(Script, Int64)] = []
    if ladder == nil || step != nil { outputs.append((Fixture.foreign, 5000)) }
    outputs.append((try fixture.script(0, branch: 1), 5000 - fee))
    let unsigned = fixture.spend(
      [OutPoint(txid: try coins(fixture).txid, vout: vout)], outputs)
    return RestoredPayment(
      number: number, state: state, unsigned: unsigned, psbt: [1, UInt8(fee / 100)],
      final: state == .draft ? nil : unsigned, fee: try Amount(satoshis: fee), summary: "x",
      created: 5, ladder: ladder.map { LadderPlace(ladder: $0, step: step) },
      replacedBy: replacedBy)
  }

  private static func coins(_ fixture: Fixture) throws -> Transaction {
    Fixture.payment(1, [(try fixture.script(0), 10_000), (try fixture.script(1), 10_000)])
  }

  private static func ladder(
    _ fixture: Fixture, from first: Int64 = 7, state: PaymentRecord.State = .draft
  ) throws -> [RestoredPayment] {
    [
      try payment(first, fee: 200, step: 1, of: 7, fixture, state: state),
      try payment(first + 1, fee: 500, step: 2, of: 7, fixture, state: state),
      try payment(first + 2, fee: 900, step: 3, of: 7, fixture, state: state),
      try payment(first + 3, fee: 1200, step: nil, of: 7, fixture, state: state),
    ]
  }

  @discardableResult
  private static func restore(
    _ payments: [RestoredPayment], _ store: Store
  ) throws -> [PaymentRecord] {
    let report = try store.restore(
      [try wallet(payments)], nodes: [], document: [], on: .regtest)
    return try report.payments.map { try store.payment($0) }
  }

  private static func shape(_ payments: [PaymentRecord]) -> [String] {
    payments.map { payment in
      let place = payment.ladder.map { "\($0.ladder)/\($0.step ?? 0)" } ?? "-"
      return "\(payment.number): \(place) then \(payment.replacedBy.map { "\($0)" } ?? "-")"
    }
  }

  @Test func `its steps stand in line, the highest holds the coins, and all are given up together`()
    async throws
  {
    let fixture = try Fixture()
    let payments = try Self.restore(Self.ladder(fixture, state: .complete), fixture.store)
    #expect(
      Self.shape(payments) == ["7: 7/1 then 8", "8: 7/2 then 9", "9: 7/3 then -", "10: 7/0 then 7"])
    #expect(payments.map(\.isReplacedByStep) == [true, true, false, true])
    let coins = try Self.coins(fixture)
    fixture.chain.mine([coins])
    try await fixture.sync()
    let coin = OutPoint(txid: coins.txid, vout: 0)
    #expect(try fixture.store.coins(of: fixture.wallet).first { $0.outPoint == coin }?.payment == 9)
    try fixture.store.cancel(8)
    #expect(try fixture.store.payments().allSatisfy { $0.state == .cancelled })
    #expect(try fixture.store.coins(of: fixture.wallet).allSatisfy { $0.payment == nil })
  }

  @Test func `where numbers are taken, it has the number that its first step has now`() throws {
    let fixture = try Fixture()
    try Self.restore(
      [try Self.payment(7, fee: 300, step: nil, of: nil, fixture, coin: 1)], fixture.store)
    let payments = try Self.restore(Self.ladder(fixture), fixture.store)
    let first = try #require(payments.first).number
    #expect(first != 7)
    #expect(payments.map(\.ladder?.ladder) == [first, first, first, first])
    #expect(payments.map(\.ladder?.step) == [1, 2, 3, nil])
    #expect(payments.map(\.replacedBy) == [payments[1].number, payments[2].number, nil, first])
    #expect(try fixture.store.payment(7).ladder == nil)
  }

  @Test func `steps that an older backup brought by themselves are put together`() throws {
    let fixture = try Fixture()
    let loose = try Self.ladder(fixture).prefix(2).map { old in
      RestoredPayment(
        number: old.number, state: old.state, unsigned: old.unsigned, psbt: old.psbt, final: nil,
        fee: old.fee, summary: old.summary, created: old.created)
    }
    #expect(try Self.restore(loose, fixture.store).allSatisfy { $0.ladder == nil })
    #expect(try Self.restore(Self.ladder(fixture), fixture.store).count == 2)
    let all = try fixture.store.payments()
    #expect(
      Self.shape(all) == ["7: 7/1 then 8", "8: 7/2 then 9", "9: 7/3 then -", "10: 7/0 then 7"])
    // Once more it changes nothing.
    #expect(try Self.restore(Self.ladder(fixture), fixture.store).isEmpty)
    #expect(try fixture.store.payments() == all)
  }

  @Test func `what the records say of a ladder stands`() throws {
    let fixture = try Fixture()
    try Self.restore(Self.ladder(fixture), fixture.store)
    let before = try fixture.store.payments()
    // The same payments, called otherwise.
    let liar = try Self.ladder(fixture).reversed().enumerated().map { position, old in
      RestoredPayment(
        number: old.number, state: old.state, unsigned: old.unsigned, psbt: old.psbt, final: nil,
        fee: old.fee, summary: old.summary, created: old.created,
        ladder: LadderPlace(ladder: 3, step: position + 1))
    }
    try Self.restore(liar, fixture.store)
    #expect(try fixture.store.payments() == before)
  }

  @Test func `of one that was given up the signed steps come back, and replace nothing`() throws {
    let fixture = try Fixture()
    let payments = try Self.restore(
      [
        Self.payment(8, fee: 500, step: 2, of: 7, fixture, state: .cancelled),
        Self.payment(10, fee: 1200, step: nil, of: 7, fixture, state: .cancelled),
      ], fixture.store)
    #expect(Self.shape(payments) == ["8: 8/2 then -", "10: 8/0 then -"])
  }

  @Test func `what was built to replace a payment does so again, but not in a circle`() throws {
    let fixture = try Fixture()
    let bump = try Self.payment(11, fee: 2000, step: nil, of: nil, fixture)
    var ladder = try Self.ladder(fixture)
    ladder[2] = try Self.payment(
      9, fee: 900, step: 3, of: 7, fixture, replacedBy: bump.unsigned.txid)
    let payments = try Self.restore(ladder + [bump], fixture.store)
    #expect(Self.shape(payments)[2...] == ["9: 7/3 then 11", "10: 7/0 then 7", "11: - then -"])
    // What the second says would leave the coin to nobody.
    let back = try Self.payment(
      11, fee: 2000, step: nil, of: nil, fixture, replacedBy: ladder[0].unsigned.txid)
    try Self.restore([back], fixture.store)
    #expect(try fixture.store.payment(11).replacedBy == nil)
    // A payment of other coins takes nobody's place.
    let other = try Self.payment(12, fee: 200, step: nil, of: nil, fixture, coin: 1)
    let claim = try Self.payment(
      13, fee: 300, step: nil, of: nil, fixture, replacedBy: other.unsigned.txid)
    try Self.restore([other, claim], fixture.store)
    #expect(try fixture.store.payment(13).replacedBy == nil)
  }

  @Test func `where an open ladder is in no backup yet, the next one is due`() throws {
    let fixture = try Fixture()
    let changes = { try fixture.store.backupStates().first?.changes }
    func anew() throws {
      try fixture.store.change { db in try db.execute(sql: Migrations.laddersInBackups) }
    }
    let none = try changes()
    try anew()
    #expect(try changes() == none)
    try Self.restore(Self.ladder(fixture), fixture.store)
    let before = try #require(try changes())
    try anew()
    #expect(try changes() == before + 1)
  }
}
