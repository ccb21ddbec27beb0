import BitcoinPrimitives
import Bytes
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// What syncs find to have changed.
@Suite struct WalletEventTests {
  /// The same numbers every time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
      return mixed ^ (mixed >> 31)
    }
  }

  private static func txid(_ number: Int) -> Txid {
    Txid(Bytes32([UInt8](repeating: UInt8(number), count: 32)) ?? .zero)
  }

  private struct Entry {
    let coin: OutPoint
    let amount: Int64
    let height: Int?
    let spender: Spender?
    let spentHeight: Int?
  }

  /// Coins of at most eight transactions, each at one height, that a few of them or nobody known spend.
  private static func entries(_ numbers: inout Numbers) -> [Entry] {
    let heights = (0..<8).map { _ in
      Bool.random(using: &numbers) ? Int.random(in: 1...4, using: &numbers) : nil
    }
    var entries: [Entry] = []
    for number in 1..<8 where Int.random(in: 0..<3, using: &numbers) > 0 {
      for vout in 0..<UInt32(Int.random(in: 1...2, using: &numbers)) {
        var spender: Spender?
        var spent: Int?
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
          let by = Int.random(in: 1..<8, using: &numbers)
          (spender, spent) = (.known(txid(by)), heights[by])
        case 1: (spender, spent) = (.unknown, 4)
        default: break
        }
        entries.append(
          Entry(
            coin: OutPoint(txid: txid(number), vout: vout),
            amount: Int64.random(in: 1...9, using: &numbers), height: heights[number],
            spender: spender, spentHeight: spent))
      }
    }
    return entries
  }

  private static func state(_ entries: [Entry]) -> WalletState {
    var state = WalletState()
    for entry in entries {
      state.receive(entry.amount, by: entry.coin.txid, height: entry.height)
      if let spender = entry.spender {
        state.spend(entry.amount, of: entry.coin, by: spender, height: entry.spentHeight)
      }
    }
    return state
  }

  /// What somebody knows who was told every event and nothing else.
  private static func told(
    _ events: [WalletEvent], from start: [WalletEvent.Subject: WalletState.Movement]
  ) -> [WalletEvent.Subject: WalletState.Movement] {
    var known = start
    for event in events {
      known[event.subject] =
        event.kind == .vanished
        ? nil
        : WalletState.Movement(
          received: event.received, spent: event.spent, height: event.height)
    }
    return known
  }

  @Test func `who is told every event knows the state, whatever the states were`() {
    var numbers = Numbers(state: 1)
    var known = WalletState()
    for _ in 0..<2_000 {
      let next = Self.state(Self.entries(&numbers))
      let events = next.events(since: known)
      #expect(Self.told(events, from: known.movements) == next.movements)
      #expect(events.isEmpty == (known == next))
      #expect(Set(events).count == events.count)
      known = next
    }
  }

  @Test func `events do not depend on the order in which anything was found`() {
    var numbers = Numbers(state: 2)
    for _ in 0..<500 {
      let (one, other) = (Self.entries(&numbers), Self.entries(&numbers))
      let events = Self.state(other).events(since: Self.state(one))
      let again = Self.state(other.shuffled(using: &numbers))
        .events(since: Self.state(one.shuffled(using: &numbers)))
      #expect(again == events)
    }
  }

  // MARK: Through syncs

  private static func events(
    _ fixture: Fixture, after number: Int64 = 0
  ) throws -> [WalletEvent] {
    try fixture.store.events(after: number, of: [fixture.wallet]).map(\.event)
  }

  @Test func `a first sync is no news, and what comes later is told once`() async throws {
    let fixture = try Fixture()
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(0), 1000)])])
    try await fixture.sync()
    #expect(try Self.events(fixture).isEmpty)
    #expect(try fixture.store.lastEvent() == 0)

    let second = Fixture.payment(2, [(try fixture.script(1), 2000)])
    fixture.chain.change { $0.mempool = [second] }
    try await fixture.sync()
    try await fixture.sync()
    var events = try Self.events(fixture)
    #expect(events.map(\.kind) == [.arrived] && events[0].net == 2000)
    #expect(events[0].txid == second.txid && events[0].height == nil)

    fixture.chain.mine([second])
    try await fixture.sync()
    events = try Self.events(fixture, after: 1)
    #expect(events.map(\.kind) == [.confirmed] && events[0].height == 2)
    let details = try fixture.store.details(of: events[0], in: fixture.wallet)
    #expect(details.own.map(\.scriptPubKey) == [try fixture.script(1)] && details.others.isEmpty)

    let spend = fixture.spend(
      [OutPoint(txid: second.txid, vout: 0)],
      [(Fixture.foreign, 500), (try fixture.script(0, branch: 1), 1400)])
    fixture.chain.mine([spend])
    try await fixture.sync()
    events = try Self.events(fixture, after: 2)
    #expect(events.map(\.kind) == [.left, .confirmed] && events.map(\.net) == [-600, -600])
    let paid = try fixture.store.details(of: events[0], in: fixture.wallet)
    #expect(paid.others.map(\.scriptPubKey) == [Fixture.foreign] && paid.own.count == 1)
    #expect(try fixture.store.lastEvent() == 4)
  }

  @Test func `what a reorganisation takes back, brings again and replaces is told`() async throws {
    let fixture = try Fixture()
    fixture.chain.mine()
    try await fixture.sync()
    let stays = Fixture.payment(1, [(try fixture.script(0), 1000)])
    let waits = Fixture.payment(2, [(try fixture.script(1), 2000)])
    let goes = Fixture.payment(3, [(try fixture.script(2), 3000)])
    fixture.chain.mine([stays, waits, goes])
    try await fixture.sync()
    let last = try fixture.store.lastEvent()
    #expect(last == 6)

    // The third is replaced by another transaction that spends the same coin.
    let instead = Fixture.payment(3, [(try fixture.script(3), 2900)])
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    fixture.chain.mine([stays, instead], fork: 1)
    fixture.chain.change { $0.mempool = [waits] }
    try await fixture.sync()
    let events = try Self.events(fixture, after: last)
    #expect(events.map(\.kind) == [.vanished, .unconfirmed] + events.dropFirst(2).map(\.kind))
    #expect(events[0].txid == goes.txid && events[0].replacedBy == instead.txid)
    #expect(events[0].earlierHeight == 2 && events[0].net == 3000 && events[0].height == nil)
    #expect(events[1].txid == waits.txid && events[1].earlierHeight == 2)
    let rest = events.dropFirst(2)
    #expect(Set(rest.map(\.txid)) == [stays.txid, instead.txid])
    let again = try #require(rest.first { $0.txid == stays.txid })
    #expect(again.kind == .confirmed && again.height == 3 && again.earlierHeight == 2)
    #expect(rest.filter { $0.txid == instead.txid }.map(\.kind) == [.arrived, .confirmed])
    // What vanished is still described: its bytes are kept.
    let details = try fixture.store.details(of: events[0], in: fixture.wallet)
    #expect(details.own.map(\.scriptPubKey) == [try fixture.script(2)])
  }

  @Test func `a reorganisation of a hundred blocks takes back what was in them`() async throws {
    let fixture = try Fixture()
    fixture.chain.mine()
    try await fixture.sync()
    let payments = try (0..<100).map {
      Fixture.payment($0, [(try fixture.script(UInt32($0 % 10)), 1000 + Int64($0))])
    }
    for payment in payments { fixture.chain.mine([payment]) }
    try await fixture.sync()
    let last = try fixture.store.lastEvent()
    #expect(last == 200)
    fixture.chain.drop(100)
    for payment in payments.prefix(50) { fixture.chain.mine([payment], fork: 1) }
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    let events = try Self.events(fixture, after: last)
    #expect(events.allSatisfy { $0.kind == .vanished } && events.count == 50)
    #expect(Set(events.map(\.txid)) == Set(payments.suffix(50).map(\.txid)))
  }

  @Test func `a coin that is gone without a known spender is told, and by what once that is known`()
    async throws
  {
    let fixture = try Fixture()
    let made = Fixture.payment(1, [(try fixture.script(0), 1000)])
    fixture.chain.mine([made])
    try await fixture.sync()
    let spend = fixture.spend([OutPoint(txid: made.txid, vout: 0)], [(Fixture.foreign, 900)])
    fixture.chain.mine([spend])
    fixture.chain.change { $0.onlyUnspent = true }
    try await fixture.sync()
    var events = try Self.events(fixture)
    #expect(events.map(\.kind) == [.left] && events[0].net == -1000)
    #expect(events[0].subject == .unknownSpend(of: OutPoint(txid: made.txid, vout: 0)))
    fixture.chain.change { $0.onlyUnspent = false }
    try await fixture.sync()
    events = try Self.events(fixture, after: 1)
    #expect(events.map(\.kind) == [.vanished, .left, .confirmed], "\(events)")
    #expect(events[0].replacedBy == spend.txid && events[1].txid == spend.txid)
  }

  /// One wallet is synced after every change, the other at the end: they know the same, and the first was
  /// told all of it.
  @Test
  func `however often a chain is looked at, the state is the same and follows from the events`()
    async throws
  {
    var numbers = Numbers(state: 3)
    for round in 0..<12 {
      let (often, once) = (try Fixture(), try Fixture())
      for fixture in [often, once] {
        fixture.chain.mine()
        try await fixture.sync()
      }
      var waiting: [Transaction] = []
      var blocks: [[Transaction]] = []
      // A block has another hash when it or one below it is another one.
      var forks: [[[Txid]]: Int] = [:]
      for step in 0..<20 {
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0, 1:
          waiting.append(
            Fixture.payment(
              100 * round + step,
              [(try often.script(UInt32.random(in: 0..<10, using: &numbers)), 1000 + Int64(step))]))
        case 2:
          blocks.append(waiting)
          waiting = []
        case 3 where !waiting.isEmpty: waiting.removeLast()
        case 4 where !blocks.isEmpty:
          // The last block is replaced by one that leaves some of its transactions out.
          let lost = blocks.removeLast()
          blocks.append(Array(lost.dropFirst()))
          if Bool.random(using: &numbers) { waiting += lost.prefix(1) }
        default: break
        }
        let names = blocks.map { $0.map(\.txid) }
        let numbers = names.indices.map { index in
          let chain = Array(names[...index])
          let number = forks[chain] ?? forks.count + 1
          forks[chain] = number
          return number
        }
        for fixture in [often, once] {
          fixture.chain.change {
            $0.blocks = [[], []] + blocks
            $0.forks = [0, 0] + numbers
            $0.mempool = waiting
          }
        }
        try await often.sync()
      }
      try await once.sync()
      let states = try [often, once].map { fixture in
        try fixture.store.read { try Store.state($0, fixture.wallet.id, from: 0) }
      }
      #expect(states[0] == states[1], "round \(round)")
      for (fixture, state) in zip([often, once], states) {
        #expect(
          Self.told(try Self.events(fixture), from: [:]) == state.movements, "round \(round)")
      }
    }
  }

  @Test func `only the newest events are kept, and numbers are not given twice`() async throws {
    let fixture = try Fixture()
    let wallet = fixture.wallet
    try fixture.store.change { db in
      var state = WalletState()
      for number in 0..<3 {
        let before = state
        for vout in 0..<(Store.eventLimit / 2) {
          state.spend(
            1, of: OutPoint(txid: Self.txid(number), vout: UInt32(vout)), by: .unknown, height: 1)
        }
        try Store.note(from: before, to: state, db, wallet.id, tip: 1)
      }
    }
    let events = try fixture.store.events(after: 0, of: [wallet])
    #expect(events.count == Store.eventLimit)
    #expect(events.first?.number == Int64(Store.eventLimit / 2 + 1))
    #expect(try fixture.store.lastEvent() == Int64(Store.eventLimit / 2 * 3))
    try fixture.store.removeWallet(named: wallet.name)
    #expect(try fixture.store.events(after: 0, of: [wallet]).isEmpty)
    #expect(try fixture.store.lastEvent() == Int64(Store.eventLimit / 2 * 3))
  }

  @Test func `what addresses received and still hold is added up`() async throws {
    let fixture = try Fixture()
    let made = Fixture.payment(
      1, [(try fixture.script(2), 1000), (try fixture.script(2), 500), (try fixture.script(4), 7)])
    fixture.chain.mine([made])
    fixture.chain.mine([
      fixture.spend([OutPoint(txid: made.txid, vout: 0)], [(try fixture.script(1, branch: 1), 900)])
    ])
    try await fixture.sync()
    let uses = try fixture.store.addressUses(of: fixture.wallet, branch: 0)
    #expect(
      uses == [
        2: AddressUse(index: 2, coins: 2, received: 1500, balance: 500),
        4: AddressUse(index: 4, coins: 1, received: 7, balance: 7),
      ])
    #expect(try fixture.store.addressUses(of: fixture.wallet, branch: 1).keys.sorted() == [1])
  }
}
