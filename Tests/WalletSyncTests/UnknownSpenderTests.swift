import BitcoinPrimitives
import Bytes
import NodeClients
import Synchronization
import Testing
import WalletFixtures
import WalletStorage
import WalletTypes

@testable import WalletSync

/// Nodes that list only what is unspent: what they do not know is not made up.
@Suite struct UnknownSpenderTests {
  /// Two coins of 10,000 and 20,000, known to a wallet whose node lists what is unspent.
  private func prepared() async throws -> (Fixture, [OutPoint]) {
    let fixture = try Fixture()
    fixture.chain.change { $0.onlyUnspent = true }
    let payment = Fixture.payment(
      1, [(try fixture.script(0), 10_000), (try fixture.script(1), 20_000)])
    fixture.chain.mine([payment])
    try await fixture.sync()
    return (fixture, [0, 1].map { OutPoint(txid: payment.txid, vout: $0) })
  }

  private func coin(_ outPoint: OutPoint, _ fixture: Fixture) throws -> WalletCoin {
    try #require(
      try fixture.store.coins(of: fixture.wallet, includingSpent: true)
        .first { $0.outPoint == outPoint })
  }

  private func record(_ final: Transaction, _ fixture: Fixture) throws {
    let payment = try fixture.store.record(
      NewPayment(
        unsigned: final, psbt: [1], fee: try Amount(satoshis: 1000), summary: "rent", created: 5),
      of: fixture.wallet
    ).payment
    _ = try fixture.store.collect(payment.number, psbt: [2], expected: [1], final: final)
    try fixture.store.markSent(payment.number)
  }

  @Test func `a coin that went nobody knows where has no txid, and its own line`() async throws {
    let (fixture, coins) = try await prepared()
    fixture.chain.mine([fixture.spend([coins[0]], [(Fixture.foreign, 9000)])])
    let report = try await fixture.sync()
    #expect(report.missesHistory)
    #expect(try coin(coins[0], fixture).spender == .unknown)
    #expect(try fixture.balance() == [20_000])
    let history = try fixture.store.history(of: fixture.wallet)
    #expect(history.map(\.net) == [-10_000, 30_000])
    #expect(history[0].cause == .unknownSpend(of: coins[0], by: 2))
    #expect(history[0].txid == nil && history[0].height == nil)
    #expect(!history.contains { $0.txid == Txid(.zero) })
  }

  @Test func `spends say which coins went, by what as far as it is known, and what was lost`()
    async throws
  {
    let (fixture, coins) = try await prepared()
    let gone = fixture.spend([coins[0]], [(Fixture.foreign, 9000)])
    fixture.chain.mine([gone])
    try await fixture.sync()
    let unknown = try fixture.store.spends(of: fixture.wallet)
    #expect(unknown.coins == Set(coins) && unknown.gap != nil)
    #expect(unknown.spends.map(\.spender) == [.unknown] && unknown.spends[0].coins == [coins[0]])
    #expect(unknown.spends[0].loss == 10_000 && unknown.points.last?.height == 2)
    let change = (try fixture.script(0, branch: 1), Int64(15_000))
    let spend = fixture.spend([coins[1]], [(Fixture.foreign, 4000), change])
    fixture.chain.change { $0.onlyUnspent = false }
    fixture.chain.mine([spend])
    try await fixture.sync()
    let known = try fixture.store.spends(of: fixture.wallet)
    #expect(known.spends.map(\.spender) == [.known(gone.txid), .known(spend.txid)])
    #expect(known.spends.map(\.height) == [2, 3] && known.spends.map(\.loss) == [10_000, 5_000])
    #expect(known.spends.map(\.unsignedTxid) == [gone, spend].map(\.withoutUnlocking.txid))
    #expect(known.gap == nil && known.points.map(\.height) == [1, 2, 3])
  }

  @Test func `what may have spent coins that nobody told of is marked, until somebody tells`()
    async throws
  {
    let fixture = try Fixture()
    fixture.chain.change { $0.onlyUnspent = true }
    let payment = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    let spend = fixture.spend(
      [OutPoint(txid: payment.txid, vout: 0)],
      [(Fixture.foreign, 4000), (try fixture.script(0, branch: 1), 5000)])
    fixture.chain.mine([payment])
    fixture.chain.mine([spend])
    // All of it lies before the first sync: the coin that was spent is not listed.
    try await fixture.sync()
    let listed = try fixture.store.history(of: fixture.wallet)
    #expect(listed.map(\.net) == [5000])
    #expect(listed.map(\.mayMissSpends) == [true])
    fixture.chain.change { $0.onlyUnspent = false }
    try await fixture.sync()
    let whole = try fixture.store.history(of: fixture.wallet)
    #expect(whole.map(\.net) == [-5000, 10_000])
    #expect(whole.map(\.mayMissSpends) == [false, false])
  }

  @Test func `own change proves what spent a coin, and in which block`() async throws {
    let (fixture, coins) = try await prepared()
    let spend = fixture.spend(
      [coins[0]], [(Fixture.foreign, 4000), (try fixture.script(0, branch: 1), 5000)])
    fixture.chain.mine([spend])
    fixture.chain.mine(empty: 3)
    try await fixture.sync()
    #expect(try coin(coins[0], fixture).spender == .known(spend.txid))
    let history = try fixture.store.history(of: fixture.wallet)
    #expect(history.map(\.txid) == [spend.txid, coins[0].txid])
    #expect(history.map(\.height) == [2, 1] && history.map(\.fee) == [1000, nil])
  }

  @Test func `a payment of the wallet is found although its change is gone too`() async throws {
    let (fixture, coins) = try await prepared()
    let change = (try fixture.script(0, branch: 1), Int64(5000))
    let first = fixture.spend([coins[0]], [(Fixture.foreign, 4000), change])
    try record(first, fixture)
    // Its change goes on, to somebody else, so that nothing of it is listed any more.
    let second = fixture.spend([OutPoint(txid: first.txid, vout: 1)], [(Fixture.foreign, 4500)])
    fixture.chain.mine([first])
    fixture.chain.mine([second])
    try await fixture.sync()
    // Its payment to somebody else is unspent: that tells the block.
    #expect(try coin(coins[0], fixture).spender == .known(first.txid))
    #expect(try fixture.store.payments().map(\.state) == [.confirmed])
    #expect(try coin(OutPoint(txid: first.txid, vout: 1), fixture).spender == .unknown)
    let history = try fixture.store.history(of: fixture.wallet)
    #expect(history.map(\.net) == [-5000, -5000, 30_000])
    #expect(history.map(\.txid) == [nil, first.txid, coins[0].txid])
    #expect(try fixture.store.branches(of: fixture.wallet)[1].next == 1)
  }

  @Test func `a payment of which nothing is unspent is found by an index that is there later`()
    async throws
  {
    let (fixture, coins) = try await prepared()
    let payment = fixture.spend([coins[0]], [(Fixture.foreign, 9000)])
    try record(payment, fixture)
    fixture.chain.mine([payment])
    fixture.chain.mine([
      fixture.spend([OutPoint(txid: payment.txid, vout: 0)], [(Fixture.foreign, 8000)])
    ])
    try await fixture.sync()
    #expect(try coin(coins[0], fixture).spender == .unknown)
    fixture.chain.change { $0.hasTransactionIndex = true }
    try await fixture.sync()
    #expect(try coin(coins[0], fixture).spender == .known(payment.txid))
    #expect(try fixture.store.payments().map(\.state) == [.confirmed])
    #expect(try fixture.store.history(of: fixture.wallet).map(\.height) == [2, 1])
  }

  @Test func `an index that finds a payment whose own change is spent too calls nobody a liar`()
    async throws
  {
    let (fixture, coins) = try await prepared()
    let payment = fixture.spend(
      [coins[0]], [(Fixture.foreign, 5000), (try fixture.script(0, branch: 1), 4000)])
    try record(payment, fixture)
    fixture.chain.mine([payment])
    fixture.chain.mine([
      fixture.spend(
        [OutPoint(txid: payment.txid, vout: 0), OutPoint(txid: payment.txid, vout: 1)],
        [(Fixture.foreign, 8000)])
    ])
    try await fixture.sync()
    #expect(try coin(coins[0], fixture).spender == .unknown)
    fixture.chain.change {
      $0.hasTransactionIndex = true
      $0.replays = 1
    }
    fixture.chain.mine()
    try await fixture.sync()
    #expect(try fixture.store.payments().map(\.state) == [.confirmed])
    let change = OutPoint(txid: payment.txid, vout: 1)
    #expect(try !fixture.store.coins(of: fixture.wallet).map(\.outPoint).contains(change))
  }

  @Test(arguments: ["filters", "whole", "from"])
  func `what was unknown is healed when the whole history is told`(how: String) async throws {
    let (fixture, coins) = try await prepared()
    let spend = fixture.spend([coins[0]], [(Fixture.foreign, 9000)])
    let passing = Fixture.payment(7, [(try fixture.script(9), 700)])
    fixture.chain.mine([spend, passing])
    fixture.chain.mine([
      fixture.spend([OutPoint(txid: passing.txid, vout: 0)], [(Fixture.foreign, 600)])
    ])
    #expect(try await fixture.sync().incompleteFrom == 0)
    // What came and went in between was not seen.
    #expect(try fixture.store.branches(of: fixture.wallet)[0].next == 2)
    switch how {
    case "filters":
      fixture.chain.change { $0.onlyUnspent = false }
      #expect(try await fixture.sync().incompleteFrom == nil)
    case "whole":
      #expect(try await fixture.sync(from: .birth).incompleteFrom == nil)
    default:
      #expect(try await fixture.sync(from: .height(0)).incompleteFrom == nil)
    }
    #expect(try coin(coins[0], fixture).spender == .known(spend.txid))
    let net = try fixture.store.history(of: fixture.wallet).map(\.net)
    #expect(net.first == -700 && net.last == 30_000 && Set(net) == [-700, 700, -10_000, 30_000])
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 10)
    // The next one reads no more than it has to.
    fixture.chain.mine()
    try await fixture.sync()
    #expect(fixture.chain.state.withLock { $0.asked.last?.from } == 4)
  }

  @Test func `blocks that are read one by one keep the history whole`() async throws {
    let (fixture, coins) = try await prepared()
    fixture.chain.change { $0.replays = 3 }
    let spend = fixture.spend([coins[0]], [(Fixture.foreign, 9000)])
    fixture.chain.mine([spend])
    try await fixture.sync()
    #expect(try coin(coins[0], fixture).spender == .known(spend.txid))
  }

  @Test func `a spend that nobody could tell is taken back with its block`() async throws {
    let (fixture, coins) = try await prepared()
    fixture.chain.mine([fixture.spend([coins[0]], [(Fixture.foreign, 9000)])])
    try await fixture.sync()
    #expect(try fixture.balance() == [20_000])
    fixture.chain.drop(1)
    fixture.chain.change { $0.replays = 2 }
    fixture.chain.mine([], fork: 1)
    #expect(try await fixture.sync().hadReorganisation)
    #expect(try fixture.balance().sorted() == [10_000, 20_000])
  }

  @Test func `a list of what is unspent forgets nothing that is known of blocks that hold`()
    async throws
  {
    let fixture = try Fixture()
    let payment = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    let spend = fixture.spend([OutPoint(txid: payment.txid, vout: 0)], [(Fixture.foreign, 9000)])
    fixture.chain.mine([payment])
    fixture.chain.mine([spend])
    fixture.chain.mine()
    try await fixture.sync()
    let history = try fixture.store.history(of: fixture.wallet)
    // The last block is replaced, so that no earlier sync holds, and the node has no filters now.
    fixture.chain.drop(1)
    fixture.chain.change { $0.onlyUnspent = true }
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    // The same, but it is no longer certain that it is complete.
    let told = try fixture.store.history(of: fixture.wallet)
    #expect(told.map(\.cause) == history.map(\.cause) && told.map(\.net) == history.map(\.net))
    #expect(told.map(\.height) == history.map(\.height))
  }

  @Test func `a spender whose block was replaced is found in its new one`() async throws {
    let (fixture, coins) = try await prepared()
    let spend = fixture.spend(
      [coins[0]], [(Fixture.foreign, 4000), (try fixture.script(0, branch: 1), 5000)])
    fixture.chain.mine([spend])
    try await fixture.sync()
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    fixture.chain.mine([spend], fork: 1)
    try await fixture.sync()
    #expect(try coin(coins[0], fixture).spender == .known(spend.txid))
    #expect(try fixture.store.history(of: fixture.wallet).map(\.height) == [3, 1])
  }

  @Test func `a coin whose transaction was pruned is spendable when a node has it`() async throws {
    let fixture = try Fixture()
    fixture.chain.change { $0.onlyUnspent = true }
    let payment = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    fixture.chain.mine([payment])
    fixture.chain.mine(empty: 2)
    fixture.chain.change { $0.firstBlock = 2 }
    try await fixture.sync()
    let coins = try fixture.store.coins(of: fixture.wallet)
    #expect(coins.map { $0.availability(at: 3) } == [.unproved])
    #expect(coins.map(\.isCoinbase) == [false])
    fixture.chain.change { $0.firstBlock = 0 }
    try await fixture.sync()
    #expect(
      try fixture.store.coins(of: fixture.wallet).map { $0.availability(at: 3) } == [.spendable])
    #expect(try fixture.store.transaction(payment.txid, of: fixture.wallet) == payment)
  }
}
