import BitcoinPrimitives
import Bytes
import ChainTypes
import Descriptors
import NodeClients
import Synchronization
import Testing
import WalletFixtures
import WalletStorage
import WalletTypes

@testable import WalletSync

@Suite struct SynchronizerTests {
  @Test func `coins come, confirm and go`() async throws {
    let fixture = try Fixture()
    let first = Fixture.payment(1, [(try fixture.script(3), 100_000), (Fixture.foreign, 5)])
    fixture.chain.change { $0.mempool = [first] }
    try await fixture.sync()
    var coins = try fixture.store.coins(of: fixture.wallet)
    #expect(coins.map(\.height) == [nil])
    #expect(coins.map { $0.availability(at: 0) } == [.unconfirmed])
    fixture.chain.mine([first])
    try await fixture.sync()
    coins = try fixture.store.coins(of: fixture.wallet)
    #expect(coins.map(\.height) == [1] && coins[0].index == 3 && coins[0].branch == 0)
    #expect(coins[0].availability(at: 1) == .spendable)
    let spend = fixture.spend(
      [coins[0].outPoint], [(Fixture.foreign, 40_000), (try fixture.script(0, branch: 1), 59_000)])
    fixture.chain.change { $0.mempool = [spend] }
    try await fixture.sync()
    coins = try fixture.store.coins(of: fixture.wallet)
    #expect(coins.map(\.amount.satoshis) == [59_000])
    // One's own change may be spent before it is confirmed.
    #expect(coins[0].isTrusted && coins[0].availability(at: 1) == .spendable)
    fixture.chain.mine([spend])
    try await fixture.sync()
    let history = try fixture.store.history(of: fixture.wallet)
    #expect(history.map(\.net) == [-41_000, 100_000])
    #expect(history.map(\.fee) == [1000, nil])
    #expect(history.map(\.height) == [2, 1])
  }

  @Test func `used addresses raise both indices`() async throws {
    let fixture = try Fixture()
    fixture.chain.mine([
      Fixture.payment(1, [(try fixture.script(7), 1000), (try fixture.script(4, branch: 1), 1000)])
    ])
    try await fixture.sync()
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 8)
    #expect(try fixture.store.issueAddress(of: fixture.wallet, branch: 1).index == 5)
    // A later sync never lowers them.
    for _ in 0..<5 { _ = try fixture.store.issueAddress(of: fixture.wallet) }
    try await fixture.sync()
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 14)
  }

  @Test func `each used address moves the gap on`() async throws {
    let fixture = try Fixture()
    // 95 is within the first hundred; 190 comes into view only because 95 was used, and so on.
    for (number, index) in [95, 190, 285, 380].enumerated() {
      fixture.chain.mine([Fixture.payment(number, [(try fixture.script(UInt32(index)), 1000)])])
    }
    try await fixture.sync()
    #expect(try fixture.balance().count == 4)
    // 100 more than the next look would need is never asked for.
    fixture.chain.mine([Fixture.payment(9, [(try fixture.script(900), 1000)])])
    try await fixture.sync()
    #expect(try fixture.balance().count == 4)
  }

  @Test
  func `3,000 used addresses take a handful of searches, and no address near the end is missed`()
    async throws
  {
    let fixture = try Fixture(birth: 1)
    let payments = try (0..<60).map { number in
      Fixture.payment(
        number,
        try (0..<50).map { (try fixture.script(UInt32(number * 50 + $0)), 1000 + Int64($0)) })
    }
    fixture.chain.mine(payments)
    // The last address that the gap limit of 20 allows after 2,999.
    let last = Fixture.payment(70, [(try fixture.script(3_019), 7)])
    fixture.chain.mine([last])
    try await fixture.sync()
    let asked = fixture.chain.state.withLock { $0.asked }
    #expect(asked.count == 5 && asked.allSatisfy { $0.from == 1 }, "\(asked)")
    #expect(try fixture.balance().count == 3_001)
    let state = try fixture.store.branches(of: fixture.wallet)[0]
    #expect(state.lastUsed == 3_019 && state.next == 3_020 && state.scanned >= 3_040)
    // Later a new address is looked for in a small step again.
    for _ in 0..<(Int(state.scanned) - 3_020 - 20 + 1) {
      _ = try fixture.store.issueAddress(of: fixture.wallet)
    }
    try await fixture.sync()
    let more = fixture.chain.state.withLock { $0.asked }.last?.scripts
    #expect(more == 100)
  }

  @Test func `a second sync looks at new blocks only`() async throws {
    let fixture = try Fixture(birth: 2)
    fixture.chain.mine(empty: 5)
    try await fixture.sync()
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(0), 1000)])])
    try await fixture.sync()
    let asked = fixture.chain.state.withLock { $0.asked }
    #expect(asked.map(\.from) == [2, 6] && asked.map(\.scripts) == [200, 200])
    #expect(try fixture.balance() == [1000])
  }

  @Test func `a reorganisation takes back what it has to, and no more`() async throws {
    let fixture = try Fixture()
    let early = Fixture.payment(1, [(try fixture.script(0), 1000)])
    let late = Fixture.payment(2, [(try fixture.script(1), 2000)])
    fixture.chain.mine([early])
    try await fixture.sync()
    let coin = try #require(try fixture.store.coins(of: fixture.wallet).first)
    let spend = fixture.spend([coin.outPoint], [(Fixture.foreign, 900)])
    fixture.chain.mine([late, spend])
    try await fixture.sync()
    #expect(try fixture.balance() == [2000])
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    fixture.chain.mine([late], fork: 1)
    let report = try await fixture.sync()
    #expect(report.hadReorganisation)
    #expect(try fixture.balance() == [1000, 2000])
    #expect(try fixture.store.coins(of: fixture.wallet).map(\.height) == [1, 3])
    // Everything replaced, from the first block on.
    fixture.chain.drop(3)
    for _ in 0..<4 { fixture.chain.mine([], fork: 2) }
    try await fixture.sync()
    #expect(try fixture.balance().isEmpty)
    // Those two addresses were never handed out here, and no block shows them any more.
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 0)
  }

  @Test func `a source of unspent outputs alone shows what left`() async throws {
    let fixture = try Fixture()
    fixture.chain.change { $0.onlyUnspent = true }
    let payment = Fixture.payment(
      1, [(try fixture.script(0), 1000), (try fixture.script(1), 2000)])
    fixture.chain.mine([payment])
    #expect(try await fixture.sync().missesHistory)
    #expect(try fixture.balance().sorted() == [1000, 2000])
    fixture.chain.mine([
      fixture.spend([OutPoint(txid: payment.txid, vout: 0)], [(Fixture.foreign, 900)])
    ])
    try await fixture.sync()
    #expect(try fixture.balance() == [2000])
  }

  @Test func `rewards wait a hundred blocks`() async throws {
    let fixture = try Fixture()
    let reward = Transaction(
      inputs: [
        TxIn(
          previousOutput: OutPoint(txid: Txid(.zero), vout: .max), scriptSig: Script([1, 1]))
      ],
      outputs: [TxOut(rawValue: 5000, scriptPubKey: try fixture.script(0))])
    fixture.chain.mine([reward])
    try await fixture.sync()
    let coin = try #require(try fixture.store.coins(of: fixture.wallet).first)
    #expect(coin.isCoinbase)
    #expect(coin.availability(at: 1) == .immature(blocks: 99))
    #expect(coin.availability(at: 99) == .immature(blocks: 1))
    #expect(coin.availability(at: 100) == .spendable)
  }

  @Test func `unconfirmed money of others is not trusted, nor what is built on it`() async throws {
    let fixture = try Fixture()
    let mine = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    fixture.chain.mine([mine])
    let foreign = Fixture.payment(2, [(try fixture.script(1), 20_000)])
    let own = fixture.spend(
      [OutPoint(txid: mine.txid, vout: 0), OutPoint(txid: foreign.txid, vout: 0)],
      [(try fixture.script(0, branch: 1), 29_000)])
    fixture.chain.change { $0.mempool = [foreign, own] }
    try await fixture.sync()
    let coins = try fixture.store.coins(of: fixture.wallet)
    #expect(coins.map(\.amount.satoshis) == [29_000])
    #expect(coins.map(\.isTrusted) == [false])
    fixture.chain.mine([foreign])
    try await fixture.sync()
    #expect(try fixture.store.coins(of: fixture.wallet).map(\.isTrusted) == [true])
  }

  @Test func `a node on another network is refused`() async throws {
    let fixture = try Fixture()
    fixture.chain.change { $0.network = .mainnet }
    await #expect(throws: SyncError.node(.wrongNetwork(node: "mainnet", wallet: "regtest"))) {
      try await fixture.sync()
    }
  }

  @Test func `a node that contradicts itself is caught, and nothing is kept`() async throws {
    let fixture = try Fixture()
    let payment = Fixture.payment(1, [(try fixture.script(0), 1000)])
    fixture.chain.mine([payment])
    fixture.chain.change { state in
      state.lie = { honest in
        var lie = honest
        lie.receipts = lie.receipts.map {
          .init(
            outPoint: $0.outPoint, script: $0.script,
            amount: (try? Amount(satoshis: 9_999_999)) ?? .zero, block: $0.block)
        }
        return lie
      }
    }
    await #expect(
      throws: SyncError.contradiction(
        node: "the node", about: "output 0 of transaction \(payment.txid)")
    ) { try await fixture.sync() }
    #expect(try fixture.balance().isEmpty)
    #expect(try fixture.store.lastSync(of: fixture.wallet) == nil)
  }

  @Test func `a hundred thousand coins are synced and listed`() async throws {
    let fixture = try Fixture()
    let script = try fixture.script(0)
    for block in 0..<40 {
      fixture.chain.mine([
        Fixture.payment(block, (0..<2500).map { (script, 10_000 + Int64($0)) })
      ])
    }
    try await fixture.sync()
    #expect(try fixture.store.coins(of: fixture.wallet).count == 100_000)
  }
}
