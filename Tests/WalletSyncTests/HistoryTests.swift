import BitcoinPrimitives
import ChainTypes
import Synchronization
import Testing
import WalletFixtures
import WalletStorage
import WalletTypes

/// Dates and running balances of the history, after whatever happens on the chain.
@Suite struct `The history of a wallet` {
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// A chain on which money comes, is spent, comes back, is replaced and reorganised, in random order.
  private struct Walk {
    let fixture: Fixture
    let own: Set<Script>
    let scripts: [Script]
    var random: Numbers
    var number = 0

    init(seed: UInt64) throws {
      let fixture = try Fixture()
      self.fixture = fixture
      scripts =
        try (0..<6).map { try fixture.script($0) }
        + (0..<4).map { try fixture.script($0, branch: 1) }
      own = Set(scripts)
      random = Numbers(state: seed)
    }

    /// What the chain and the mempool say is unspent.
    func unspent() -> [OutPoint: Int64] {
      var coins: [OutPoint: Int64] = [:]
      fixture.chain.change { state in
        for transaction in state.blocks.joined() + state.mempool {
          for input in transaction.inputs { coins[input.previousOutput] = nil }
          for (vout, output) in transaction.outputs.enumerated()
          where own.contains(output.scriptPubKey) {
            coins[OutPoint(txid: transaction.txid, vout: UInt32(vout))] = output.rawValue
          }
        }
      }
      return coins
    }

    mutating func step() throws {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: receive()
      case 3...5: spend()
      case 6: fixture.chain.mine(fixture.chain.state.withLock { $0.mempool })
      case 7: fixture.chain.mine(Bool.random(using: &random) ? [] : firstHalf())
      case 8: reorganise()
      default: replace()
      }
    }

    private func firstHalf() -> [Transaction] {
      fixture.chain.state.withLock { Array($0.mempool.prefix($0.mempool.count / 2)) }
    }

    private mutating func receive() {
      number += 1
      let script = scripts.randomElement(using: &random) ?? Fixture.foreign
      let payment = Fixture.payment(
        number, [(script, Int64.random(in: 1000...90_000, using: &random)), (Fixture.foreign, 7)])
      fixture.chain.change { $0.mempool.append(payment) }
    }

    private mutating func spend() {
      let coins = unspent().sorted { $0.key < $1.key }.shuffled(using: &random)
      let spent = coins.prefix(Int.random(in: 1...3, using: &random))
      guard !spent.isEmpty else { return }
      let transaction = payment(spending: spent.map(\.key), worth: spent.map(\.value).reduce(0, +))
      fixture.chain.change { $0.mempool.append(transaction) }
    }

    private mutating func payment(spending coins: [OutPoint], worth: Int64) -> Transaction {
      let fee = Int64.random(in: 0...min(300, worth), using: &random)
      let back = Int64.random(in: 0...worth - fee, using: &random)
      let change = scripts.randomElement(using: &random) ?? Fixture.foreign
      return fixture.spend(coins, [(Fixture.foreign, worth - fee - back), (change, back)])
    }

    /// Replaces a transaction of the mempool that nothing builds on by another that spends its coins.
    private mutating func replace() {
      let mempool = fixture.chain.state.withLock { $0.mempool }
      let spent = Set(mempool.flatMap { $0.inputs.map(\.previousOutput.txid) })
      guard let old = mempool.filter({ !spent.contains($0.txid) }).randomElement(using: &random)
      else { return }
      let coins = old.inputs.map(\.previousOutput)
      fixture.chain.change { $0.mempool.removeAll { $0 == old } }
      let known = unspent()
      let worth = coins.compactMap { known[$0] }
      // Money from elsewhere does not come any more.
      guard worth.count == coins.count else { return }
      let new = payment(spending: coins, worth: worth.reduce(0, +))
      fixture.chain.change { $0.mempool.append(new) }
    }

    private mutating func reorganise() {
      let depth = Int.random(in: 1...3, using: &random)
      let fork = Int.random(in: 1...255, using: &random)
      let comesBack = Bool.random(using: &random)
      fixture.chain.change { state in
        guard state.blocks.count > depth + 1 else { return }
        let lost = state.blocks.suffix(depth).joined()
        state.blocks.removeLast(depth)
        state.forks.removeLast(depth)
        state.mempool.insert(contentsOf: lost, at: 0)
        for number in 0...depth {
          state.blocks.append(number == 0 && comesBack ? Array(lost) : [])
          state.forks.append(fork)
        }
        if comesBack { state.mempool.removeAll { lost.contains($0) } }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func `the running balance ends at what is unspent, whatever happened in which order`(
    seed: UInt64
  ) async throws {
    var walk = try Walk(seed: seed)
    for _ in 0..<60 {
      try walk.step()
      try await walk.fixture.sync()
      let history = try walk.fixture.store.history(of: walk.fixture.wallet)
      let owned = walk.unspent().values.reduce(0, +)
      #expect((history.first?.balance ?? 0) == owned)
      let totals = try walk.fixture.store.totals(of: walk.fixture.wallet)
      let pending = totals.others.filter { $0.height == nil }.map(\.amount.satoshis).reduce(0, +)
      #expect(totals.inBlocks + pending == owned)
      var balance: Int64 = 0
      for entry in history.reversed() {
        #expect(entry.balance == balance + entry.net && entry.balance >= 0)
        balance = entry.balance
        #expect(entry.time == entry.height.map(FakeChain.time))
      }
    }
    // Whoever comes later and reads all of it at once sees the same.
    let other = try Fixture()
    other.chain.change { [chain = walk.fixture.chain] state in
      state = chain.state.withLock { $0 }
    }
    try await other.sync()
    #expect(try Records(of: other) == Records(of: walk.fixture))
  }

  /// All that follows from the chain alone.
  ///
  /// Not so which addresses are used: one that was seen paid, in a transaction that is nowhere any more, stays used.
  private struct Records: Equatable {
    struct Coin: Equatable {
      let outPoint: OutPoint
      let amount: Amount
      let height: Int?
      let spender: Txid?
    }

    let history: [HistoryEntry]
    let coins: [Coin]
    let inBlocks: Int64

    init(of fixture: Fixture) throws {
      let (store, wallet) = (fixture.store, fixture.wallet)
      history = try store.history(of: wallet)
      coins = try store.coins(of: wallet, includingSpent: true).map {
        Coin(
          outPoint: $0.outPoint, amount: $0.amount, height: $0.height, spender: $0.spender?.txid)
      }
      .sorted { $0.outPoint < $1.outPoint }
      inBlocks = try store.totals(of: wallet).inBlocks
    }
  }

  @Test(arguments: [11, 12, 13, 14, 15, 16, 17, 18] as [UInt64])
  func `homes that look at other moments have the same records in the end`(seed: UInt64)
    async throws
  {
    var walk = try Walk(seed: seed)
    var random = Numbers(state: seed &+ 1000)
    let homes = [try Fixture(), try Fixture(), try Fixture()]
    func look(_ home: Fixture) async throws {
      home.chain.change { [chain = walk.fixture.chain] state in
        state = chain.state.withLock { $0 }
      }
      try await home.sync()
    }
    for _ in 0..<80 {
      try walk.step()
      for (number, home) in homes.enumerated()
      where Int.random(in: 0..<(2 + 5 * number), using: &random) == 0 {
        try await look(home)
      }
    }
    for home in homes { try await look(home) }
    let records = try homes.map(Records.init)
    #expect(records[0] == records[1] && records[0] == records[2])
    #expect(!records[0].coins.isEmpty && records[0].history.count > 10)
  }

  @Test func `a block that is replaced takes its date with it`() async throws {
    let fixture = try Fixture()
    let first = Fixture.payment(1, [(try fixture.script(0), 1000)])
    fixture.chain.mine([first])
    try await fixture.sync()
    #expect(
      try fixture.store.history(of: fixture.wallet).map(\.time) == [FakeChain.time(1)])
    fixture.chain.drop(1)
    fixture.chain.change { $0.mempool = [first] }
    fixture.chain.mine(fork: 1)
    try await fixture.sync()
    #expect(try fixture.store.history(of: fixture.wallet).map(\.time) == [nil])
    fixture.chain.mine([first])
    try await fixture.sync()
    #expect(
      try fixture.store.history(of: fixture.wallet).map(\.time) == [FakeChain.time(2)])
  }

  @Test func `a date that no node told comes with a later sync`() async throws {
    let fixture = try Fixture()
    fixture.chain.change { $0.tellsNoTimes = true }
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(0), 1000)])])
    try await fixture.sync()
    #expect(try fixture.store.history(of: fixture.wallet).map(\.time) == [nil])
    // Far above it, where no sync reads that block again.
    fixture.chain.mine(empty: 200)
    fixture.chain.change { $0.tellsNoTimes = false }
    try await fixture.sync()
    #expect(
      try fixture.store.history(of: fixture.wallet).map(\.time) == [FakeChain.time(1)])
  }

  @Test func `recipients are named where every coin spent was the wallet's, and nowhere else`()
    async throws
  {
    let fixture = try Fixture()
    let own = Fixture.payment(1, [(try fixture.script(0), 5000), (try fixture.script(1), 5000)])
    let others = Fixture.payment(2, [(Fixture.foreign, 9000)])
    let alone = fixture.spend(
      [OutPoint(txid: own.txid, vout: 0)],
      [(Fixture.foreign, 3000), (try fixture.script(0, branch: 1), 1500)])
    let joint = fixture.spend(
      [OutPoint(txid: own.txid, vout: 1), OutPoint(txid: others.txid, vout: 0)],
      [(Fixture.foreign, 13_000)])
    fixture.chain.mine([own, others, alone])
    fixture.chain.mine([joint])
    try await fixture.sync()
    let history = try fixture.store.history(of: fixture.wallet)
    #expect(history.map(\.txid) == [joint.txid, alone.txid, own.txid])
    #expect(history.map(\.recipients) == [[], [alone.outputs[0]], []])
    #expect(history.map(\.fee) == [nil, 500, nil])
    #expect(history.map(\.balance) == [1500, 6500, 10_000])
  }
}
