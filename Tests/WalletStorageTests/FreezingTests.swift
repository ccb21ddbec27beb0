import BitcoinPrimitives
import Descriptors
import Testing
import WalletFixtures
import WalletSync
import WalletTypes

@testable import WalletStorage

/// Coins that are frozen after a payment has chosen them.
@Suite struct FreezingTests {
  private func prepared() async throws -> (Fixture, [OutPoint]) {
    let fixture = try Fixture()
    let paid = Fixture.payment(
      1, [(try fixture.script(0), 10_000), (try fixture.script(1), 20_000)])
    fixture.chain.mine([paid])
    try await fixture.sync()
    return (fixture, [0, 1].map { OutPoint(txid: paid.txid, vout: $0) })
  }

  private func payment(
    _ fixture: Fixture, _ coins: [OutPoint], worth amount: Int64 = 9000
  ) throws -> NewPayment {
    NewPayment(
      unsigned: fixture.spend(coins, [(Fixture.foreign, amount)]), psbt: [1],
      fee: try Amount(satoshis: 1000), summary: "", created: 5)
  }

  @Test func `a coin that was frozen after it was chosen is in no payment that is recorded`()
    async throws
  {
    let (fixture, coins) = try await prepared()
    let store = fixture.store
    let chosen = try payment(fixture, coins)
    try store.setLabel("rent", on: .output, "\(coins[1])", of: fixture.wallet)
    try store.setFrozen(true, [coins[1]], of: fixture.wallet)
    let frozen = FrozenCoin(outPoint: coins[1], label: "rent", wallet: "savings")
    #expect(throws: StorageError.coinFrozen(frozen)) {
      try store.record(chosen, of: fixture.wallet)
    }
    // Nothing of it is left, and its other coin is not held.
    #expect(try store.payments().isEmpty)
    #expect(try store.coins(of: fixture.wallet).allSatisfy { $0.payment == nil })
    try store.setFrozen(false, [coins[1]], of: fixture.wallet)
    _ = try store.record(chosen, of: fixture.wallet)
  }

  @Test func `a payment is not replaced with a coin that was frozen meanwhile`() async throws {
    let (fixture, coins) = try await prepared()
    let store = fixture.store
    let old = try store.record(payment(fixture, [coins[0]]), of: fixture.wallet).payment
    try store.setFrozen(true, [coins[0]], of: fixture.wallet)
    #expect(try store.replaceableCoins(of: old).map(\.isFrozen) == [true])
    let frozen = FrozenCoin(outPoint: coins[0], label: "", wallet: "savings")
    let new = try payment(fixture, [coins[0]], worth: 8000)
    #expect(throws: StorageError.coinFrozen(frozen)) {
      try store.record(new, of: fixture.wallet, replacing: old)
    }
    #expect(try store.payments().map(\.replacedBy) == [nil])
  }

  @Test func `a payment is not marked as being sent while a coin of it is frozen`() async throws {
    let (fixture, coins) = try await prepared()
    let store = fixture.store
    let number = try store.record(payment(fixture, [coins[0]]), of: fixture.wallet).payment.number
    let final = fixture.spend([coins[0]], [(Fixture.foreign, 9000)])
    #expect(try store.collect(number, psbt: [2], expected: [1], final: final))
    try store.setFrozen(true, coins, of: fixture.wallet)
    let frozen = FrozenCoin(outPoint: coins[0], label: "", wallet: "savings")
    #expect(try store.frozenCoins(of: store.payment(number)) == [frozen])
    for isSent in [false, true] {
      // One that a node had and forgot is not sent again either.
      if isSent { try store.markSent(number) }
      #expect(throws: StorageError.coinFrozen(frozen)) { try store.markSending(number) }
      #expect(try store.payment(number).state == (isSent ? .sent : .complete))
    }
    try store.setFrozen(false, [coins[0]], of: fixture.wallet)
    try store.markSending(number)
  }

  @Test func `a coin that is frozen under one name of a wallet is frozen under the other`()
    async throws
  {
    let (fixture, coins) = try await prepared()
    let store = fixture.store
    let twin = try SameWalletTests.letIn("twin", fixture.wallet.descriptor, into: store)
    _ = try await Synchronizer(store: store, source: fixture.chain).sync(twin)
    try store.setFrozen(true, [coins[0]], of: fixture.wallet)
    let spend = try payment(fixture, [coins[0]])
    #expect(
      throws: StorageError.coinFrozen(FrozenCoin(outPoint: coins[0], label: "", wallet: "twin"))
    ) { try store.record(spend, of: twin) }
    #expect(try store.coins(of: twin).map(\.isFrozen) == [true, false])
    try store.setFrozen(false, [coins[0]], of: twin)
    #expect(try store.coins(of: fixture.wallet).allSatisfy { !$0.isFrozen })
    _ = try store.record(spend, of: twin)
  }
}
