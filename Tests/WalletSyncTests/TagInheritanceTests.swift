import BitcoinPrimitives
import Testing
import WalletFixtures
import WalletStorage
import WalletTypes

@testable import WalletSync

/// What comes back to the wallet from tagged coins (decision 0025).
@Suite struct `Tags of change` {
  /// A wallet whose coins 0 and 1 are tagged a and b, and whose coin 2 is not.
  private static func tagged() async throws -> (Fixture, [OutPoint]) {
    let fixture = try Fixture()
    let payment = Fixture.payment(1, try (0..<3).map { (try fixture.script($0), 10_000) })
    fixture.chain.mine([payment])
    try await fixture.sync()
    let coins = (0..<3).map { OutPoint(txid: payment.txid, vout: $0) }
    for (coin, tag) in zip(coins, ["a", "b"]) {
      try fixture.store.setTag(tag, on: .output, "\(coin)", of: fixture.wallet)
    }
    return (fixture, coins)
  }

  private static func tags(_ fixture: Fixture) throws -> [OutPoint: String] {
    var tags: [OutPoint: String] = [:]
    for coin in try fixture.store.coins(of: fixture.wallet) { tags[coin.outPoint] = coin.tag }
    return tags
  }

  private static func change(_ fixture: Fixture, _ coins: [OutPoint]) throws -> Transaction {
    fixture.spend(coins, [(Fixture.foreign, 500), (try fixture.script(0, branch: 1), 1000)])
  }

  @Test(
    arguments: [
      ([0], "a"), ([0, 1], "a+b"), ([0, 2], "a"), ([2], nil), ([0, 1, 2], "a+b"),
    ] as [([Int], String?)])
  func `change has the tags of all coins that it was made of`(
    spent: [Int], tag: String?
  ) async throws {
    let (fixture, coins) = try await Self.tagged()
    let payment = try Self.change(fixture, spent.map { coins[$0] })
    fixture.chain.change { $0.mempool = [payment] }
    try await fixture.sync()
    let change = OutPoint(txid: payment.txid, vout: 1)
    #expect(try Self.tags(fixture)[change] == tag)
    fixture.chain.mine([payment])
    try await fixture.sync()
    #expect(try Self.tags(fixture)[change] == tag)
  }

  @Test func `a chain of payments that is seen at once has its tags to the end`() async throws {
    let (fixture, coins) = try await Self.tagged()
    let first = try Self.change(fixture, [coins[0]])
    let second = try Self.change(fixture, [coins[1]])
    let joined = try Self.change(
      fixture, [OutPoint(txid: second.txid, vout: 1), OutPoint(txid: first.txid, vout: 1)])
    let last = try Self.change(fixture, [OutPoint(txid: joined.txid, vout: 1)])
    fixture.chain.mine([second, first, joined])
    fixture.chain.change { $0.mempool = [last] }
    try await fixture.sync()
    #expect(
      try Self.tags(fixture)
        == [OutPoint(txid: last.txid, vout: 1): "a+b"])
  }

  @Test func `a tag that a person changes is not given again, and the address has the first word`()
    async throws
  {
    let (fixture, coins) = try await Self.tagged()
    let payment = try Self.change(fixture, [coins[0]])
    fixture.chain.change { $0.mempool = [payment] }
    try await fixture.sync()
    let change = OutPoint(txid: payment.txid, vout: 1)
    try fixture.store.setTag(nil, on: .output, "\(change)", of: fixture.wallet)
    try await fixture.sync()
    fixture.chain.mine([payment])
    try await fixture.sync()
    #expect(try Self.tags(fixture)[change] == nil)

    let place = try fixture.script(5, branch: 1)
    let address = try #require(Address(script: place, network: .regtest))
    try fixture.store.setTag("own", on: .address, address.string, of: fixture.wallet)
    let other = fixture.spend([coins[1]], [(place, 9000)])
    fixture.chain.mine([other])
    try await fixture.sync()
    #expect(try Self.tags(fixture)[OutPoint(txid: other.txid, vout: 0)] == "own")
  }

  @Test func `a chain of thousands of payments keeps its tag to the end, whatever its order is`()
    async throws
  {
    let (fixture, coins) = try await Self.tagged()
    var chain: [Transaction] = []
    var coin = coins[0]
    for number in 0..<5000 {
      let next = fixture.spend(
        [coin], [(try fixture.script(UInt32(number % 5), branch: 1), Int64(9_000))])
      chain.append(next)
      coin = OutPoint(txid: next.txid, vout: 0)
    }
    fixture.chain.mine(chain)
    try await fixture.sync()
    #expect(try Self.tags(fixture)[coin] == "a")
  }

  @Test func `a node that lists only unspent coins gives change its tag too`() async throws {
    let fixture = try Fixture()
    let payment = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    let coin = OutPoint(txid: payment.txid, vout: 0)
    let change = try Self.change(fixture, [coin])
    fixture.chain.change { $0.onlyUnspent = true }
    fixture.chain.mine([payment])
    fixture.chain.mine([change])
    // As a restored backup has it.
    try fixture.store.setTag("a", on: .output, "\(coin)", of: fixture.wallet)
    try await fixture.sync()
    #expect(try Self.tags(fixture) == [OutPoint(txid: change.txid, vout: 1): "a"])
  }

  @Test func `change that is long spent loses its tag, and nothing else does`() async throws {
    let (fixture, coins) = try await Self.tagged()
    let first = try Self.change(fixture, [coins[0]])
    let spent = OutPoint(txid: first.txid, vout: 1)
    let other = try Self.change(fixture, [coins[1]])
    let named = OutPoint(txid: other.txid, vout: 1)
    let last = fixture.spend([spent, named], [(try fixture.script(3, branch: 1), 900)])
    fixture.chain.mine([first, other])
    try await fixture.sync()
    try fixture.store.setLabel("rent", on: .output, "\(named)", of: fixture.wallet)
    fixture.chain.mine([last])
    fixture.chain.mine(empty: 99)
    try await fixture.sync()
    func lines() throws -> [String: String] {
      var tags: [String: String] = [:]
      for line in try fixture.store.labelLines(of: fixture.wallet) {
        tags[line.reference] = line.tag
      }
      return tags
    }
    let all = [
      "\(coins[0])": "a", "\(coins[1])": "b", "\(spent)": "a", "\(named)": "b",
      "\(last.txid):0": "a+b",
    ]
    #expect(try lines() == all)
    fixture.chain.mine(empty: 1)
    try await fixture.sync()
    #expect(try lines() == all.filter { $0.key != "\(spent)" })
    try await fixture.sync()
    #expect(try Self.tags(fixture)[OutPoint(txid: last.txid, vout: 0)] == "a+b")
  }

  @Test func `names of several tags stay tags`() {
    #expect(WalletCoin.tag(madeOf: []) == nil)
    #expect(WalletCoin.tag(madeOf: ["c++"]) == "c++")
    #expect(WalletCoin.tag(madeOf: ["b", "a+c"]) == "a+b+c")
    #expect(WalletCoin.tag(madeOf: ["a", "a+b"]) == "a+b")
    let long = Set((0..<30).map { "tag-number-\($0)" })
    let mixed = WalletCoin.tag(madeOf: long)
    #expect(mixed == "mixed" && LabelLine.isTag(mixed ?? ""))
  }
}
