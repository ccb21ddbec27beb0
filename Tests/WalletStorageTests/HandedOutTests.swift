import BitcoinPrimitives
import Descriptors
import Foundation
import GRDB
import Testing

@testable import WalletStorage

@Suite struct HandedOutTests {
  @Test func `a wallet that is removed and added again hands out no address twice`() throws {
    let fixture = try Fixture()
    for _ in 0..<3 { _ = try fixture.store.issueAddress(of: fixture.wallet) }
    _ = try fixture.store.issueChange(of: fixture.wallet)
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
