import BitcoinPrimitives
import Descriptors
import Foundation
import GRDB
import Testing
import WalletFixtures
import WalletSync
import WalletTypes

@testable import WalletStorage

@Suite struct HandedOutTests {
  @Test func `a wallet that is removed and added again hands out no address twice`() throws {
    let fixture = try Fixture()
    for _ in 0..<3 { _ = try fixture.store.issueAddress(of: fixture.wallet) }
    _ = try fixture.store.issueAddress(of: fixture.wallet, branch: 1)
    try fixture.store.removeWallet(named: "savings")
    // Another name, and another spelling of the same keys.
    let spelled = accountText.split(separator: "h", omittingEmptySubsequences: false)
      .joined(separator: "'").replacing("wpk'(", with: "wpkh(")
    let again = try fixture.store.addWallet(
      name: "again", network: .regtest, descriptor: try Descriptor(parsing: spelled),
      birthHeight: 0)
    #expect(try fixture.store.branches(of: again).map(\.next) == [3, 1])
    #expect(try fixture.store.issueAddress(of: again).index == 3)
    // Not on another network, where nobody was given anything.
    let other = try fixture.store.addWallet(
      name: "other", network: .signet, descriptor: try Descriptor(parsing: accountText),
      birthHeight: 0)
    #expect(try fixture.store.branches(of: other).map(\.next) == [0, 0])
  }

  @Test func `a wallet comes back from a backup with the highest index of both`() throws {
    let fixture = try Fixture()
    for _ in 0..<5 { _ = try fixture.store.issueAddress(of: fixture.wallet) }
    try fixture.store.removeWallet(named: "savings")
    let restored = RestoredWallet(
      name: "savings", descriptor: fixture.wallet.descriptor, birthHeight: 0, gapLimit: 20,
      next: [2, 7], people: [:], labels: [], payments: [])
    _ = try fixture.store.restore([restored], nodes: [], document: [], on: .regtest)
    let wallet = try fixture.store.wallet(named: "savings")
    #expect(try fixture.store.branches(of: wallet).map(\.next) == [5, 7])
  }

  /// Receipts that nobody sent, far ahead of what was handed out and each within reach of the last.
  private static func invented(_ fixture: Fixture, branch: Int = 0) throws -> [Transaction] {
    try [95, 290, 690, 1_490].enumerated().map { number, index in
      Fixture.payment(100 + number, [(try fixture.script(index, branch: branch), 1000)])
    }
  }

  @Test(arguments: [0, 1])
  func `receipts that a node invents move the next index until they are gone`(
    branch: Int
  ) async throws {
    let fixture = try Fixture()
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(2, branch: branch), 1000)])])
    let lies = try Self.invented(fixture, branch: branch)
    fixture.chain.change { $0.mempool = lies }
    try await fixture.sync()
    var state = try fixture.store.branches(of: fixture.wallet)[branch]
    // The last one lies 1,000 or more above what a block paid, and does not count.
    #expect(state.next == 691 && state.lastUsed == 1_490 && state.handedOut == 0)
    // It is far from what a block ever paid, and nobody who took it back keeps it used up.
    let far = try fixture.store.issueAddress(of: fixture.wallet, branch: branch)
    #expect(far.index == 691 && far.isBeyondGap)
    try fixture.store.takeBack(far, of: fixture.wallet)
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync(from: .birth)
    state = try fixture.store.branches(of: fixture.wallet)[branch]
    #expect(state.next == 3 && state.lastUsed == 2 && state.handedOut == 0)
    let near = try fixture.store.issueAddress(of: fixture.wallet, branch: branch)
    #expect(near.index == 3 && !near.isBeyondGap)
  }

  @Test func `what was handed out while a node lied stays handed out, and the gap is said`()
    async throws
  {
    let fixture = try Fixture()
    let lies = try Self.invented(fixture)
    fixture.chain.change { $0.mempool = lies }
    try await fixture.sync()
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 691)
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync(from: .birth)
    let next = try fixture.store.issueAddress(of: fixture.wallet)
    #expect(next.index == 692 && next.isBeyondGap)
    // The coin that is paid there is found all the same.
    fixture.chain.mine([Fixture.payment(7, [(try fixture.script(692), 7000)])])
    try await fixture.sync()
    #expect(try fixture.balance() == [7000])
  }

  @Test func `a wallet that is removed leaves what blocks have shown, not what a mempool did`()
    async throws
  {
    let fixture = try Fixture()
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(4), 1000)])])
    let lies = try Self.invented(fixture)
    fixture.chain.change { $0.mempool = lies }
    try await fixture.sync()
    // Nor does a backup: what comes back from it stays handed out.
    #expect(try fixture.store.snapshot(on: .regtest).wallets[0].next == [5, 0])
    try fixture.store.removeWallet(named: "savings")
    let again = try fixture.store.addWallet(
      name: "again", network: .regtest, descriptor: fixture.wallet.descriptor, birthHeight: 0)
    #expect(try fixture.store.branches(of: again).map(\.next) == [5, 0])
  }

  @Test func `a mempool that invents payments without end exhausts no wallet`() async throws {
    let fixture = try Fixture()
    fixture.chain.mine()
    // Each in the last twenty of a search that is twice as long as the one before.
    let lies = try (1...8).map { number in
      let end: UInt32 = 100 * ((1 << number) - 1)
      return Fixture.payment(100 + number, [(try fixture.script(end - 5), 1000)])
    }
    fixture.chain.change { $0.mempool = lies }
    try await fixture.sync()
    #expect(try fixture.store.scripts(of: fixture.wallet).count < 3_000)
    let state = try fixture.store.branches(of: fixture.wallet)[0]
    #expect(state.next == 696 && state.known == 0)
    #expect(try fixture.store.snapshot(on: .regtest).wallets[0].next == [0, 0])
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 0)
  }

  @Test func `an index far above all that is known is not handed out before somebody agrees`()
    async throws
  {
    let fixture = try Fixture()
    let lies = try [UInt32(95), 290, 690, 999].enumerated().map { number, index in
      Fixture.payment(
        100 + number,
        [(try fixture.script(index), 1000), (try fixture.script(index, branch: 1), 1000)])
    }
    fixture.chain.change { $0.mempool = lies }
    try await fixture.sync()
    let far = { (isChange: Bool) in
      StorageError.farAhead(wallet: "savings", index: 1_000, known: 0, isChange: isChange)
    }
    #expect(throws: far(false)) { try fixture.store.issueAddress(of: fixture.wallet) }
    // A payment with its change there is not recorded either.
    let coin = try #require(fixture.store.coins(of: fixture.wallet).first?.outPoint)
    let change = try fixture.store.nextChange(of: fixture.wallet)
    let payment = NewPayment(
      unsigned: fixture.spend([coin], [(Fixture.foreign, 900)]), psbt: [1],
      fee: try Amount(satoshis: 100), summary: "", created: 5, change: change)
    #expect(change.index == 1_000)
    #expect(throws: far(true)) { try fixture.store.record(payment, of: fixture.wallet).payment }
    #expect(try fixture.store.payments().isEmpty)
    #expect(try fixture.store.branches(of: fixture.wallet).map(\.handedOut) == [0, 0])
    let recorded = try fixture.store.record(payment, of: fixture.wallet, evenFarAhead: true)
    #expect(recorded.change?.index == 1_000 && recorded.change?.isBeyondGap == true)
    #expect(try fixture.store.branches(of: fixture.wallet).map(\.handedOut) == [0, 1_001])
    let agreed = try fixture.store.issueAddress(of: fixture.wallet, evenFarAhead: true)
    #expect(agreed.index == 1_000 && agreed.isBeyondGap)
    // What was agreed to is known.
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 1_001)
  }

  @Test func `a wallet whose indices are used up is synced, and hands out none unwatched`()
    async throws
  {
    let fixture = try Fixture()
    let restored = RestoredWallet(
      name: "savings", descriptor: fixture.wallet.descriptor, birthHeight: 0, gapLimit: 20,
      next: [999_999, 0], people: [:], labels: [], payments: [])
    _ = try fixture.store.restore([restored], nodes: [], document: [], on: .regtest)
    // All of them are looked for, as after a sync of many hours.
    try fixture.store.change { db in
      try db.execute(
        sql: "INSERT INTO script (wallet, branch, idx, script) VALUES (?, 0, 999999, ?)",
        arguments: [fixture.wallet.id, fixture.script(999_999).data])
    }
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 999_999)
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(999_999), 7000)])])
    try await fixture.sync()
    #expect(try fixture.balance() == [7000])
    #expect(throws: StorageError.indexExhausted) {
      try fixture.store.issueAddress(of: fixture.wallet)
    }
    #expect(throws: StorageError.indexExhausted) {
      try fixture.store.issueAddress(of: fixture.wallet, evenFarAhead: true)
    }
    // The same for change.
    let lastChange = RestoredWallet(
      name: "savings", descriptor: fixture.wallet.descriptor, birthHeight: 0, gapLimit: 20,
      next: [0, 1_000_000], people: [:], labels: [], payments: [])
    _ = try fixture.store.restore([lastChange], nodes: [], document: [], on: .regtest)
    #expect(throws: StorageError.indexExhausted) {
      try fixture.store.nextChange(of: fixture.wallet)
    }
  }

  @Test func `all that earlier records call next counts as handed out, by scripts`() throws {
    let path = try EarlierDatabaseTests.database("2026-11-22-twin")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try Store(path: path)
    // `savings` had handed out 7 and 2, its twin 6 and 1: neither hands out one of the other's.
    let savings = try store.wallet(named: "savings")
    let twin = try store.wallet(named: "twin")
    for wallet in [savings, twin] {
      #expect(try store.branches(of: wallet).map(\.handedOut) == [7, 2])
    }
    #expect(try store.issueAddress(of: twin).index == 7)
    #expect(try store.issueAddress(of: savings).index == 8)
    #expect(try store.nextChange(of: savings).index == 2)
    #expect(try store.issueAddress(of: savings, branch: 1).index == 2)
    #expect(try store.nextChange(of: twin).index == 3)
  }

  @Test func `records that hold one wallet twice hand out no address that either has seen`()
    async throws
  {
    let fixture = try Fixture()
    let twin = try fixture.store.change { db in
      try Store.addWallet(
        db, name: "twin", network: .regtest, descriptor: fixture.wallet.descriptor,
        birthHeight: 0, gapLimit: 20, keyLabels: [:])
    }
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(4), 1000)])])
    try await fixture.sync()
    #expect(try fixture.store.issueAddress(of: twin).index == 5)
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 6)
    let issued = try fixture.store.issueAddress(of: twin)
    try fixture.store.takeBack(issued, of: twin)
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == issued.index)
  }

  @Test func `payments of an earlier database stand by what was done with them`() throws {
    let queue = try DatabaseQueue()
    try Migrations.all.migrate(queue, upTo: "restored documents")
    let transaction = Fixture.payment(1, [(Fixture.foreign, 1)]).encoded()
    let states = [
      "draft", "complete", "sent", "confirmed", "cancelled", "conflicted", "conflicted",
    ]
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO wallet (name, network, descriptor, birthHeight, gapLimit)
          VALUES ('savings', 'regtest', ?, 0, 20)
          """, arguments: [try Descriptor(parsing: accountText).canonical])
      for (index, state) in states.enumerated() {
        try db.execute(
          sql: """
            INSERT INTO payment (wallet, state, unsignedTx, psbt, finalTx, fee, summary, created)
            VALUES (1, ?, ?, X'', ?, 0, '', 0)
            """,
          arguments: [
            state, Data(transaction), [1, 2, 3, 5].contains(index) ? Data(transaction) : nil,
          ])
      }
    }
    try Migrations.all.migrate(queue)
    let payments = try queue.read { db in
      try Row.fetchAll(db, sql: "\(Store.select) ORDER BY payment.id").map(PaymentRecord.init)
    }
    #expect(payments.map(\.state.rawValue) == states)
    #expect(
      payments.map(\.standing) == [
        .draft, .complete, .sent, .sent, .cancelled, .sent, .cancelled,
      ])
    #expect(payments.map(\.wasHandedOver) == [false, false, true, true, false, true, false])
  }
}
