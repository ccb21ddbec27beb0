import BitcoinPrimitives
import Bytes
import CoinSelection
import Testing
import WalletTypes

@testable import PaymentBuilding

/// Change that waits for a block: spent last, and never in longer chains than mempools allow.
@Suite struct UnconfirmedCoinTests {
  /// The first coins confirmed, the others change in the mempool.
  private static func mixed(_ confirmed: [Int64], _ unconfirmed: [Int64]) throws -> Fixture {
    var fixture = try Fixture(amounts: confirmed + unconfirmed)
    for index in fixture.coins.indices.dropFirst(confirmed.count) {
      let coin = fixture.coins[index]
      fixture.coins[index] = WalletCoin(
        outPoint: coin.outPoint, amount: coin.amount, branch: coin.branch, index: coin.index,
        height: nil, isTrusted: true)
    }
    return fixture
  }

  private static func build(
    _ fixture: Fixture, _ request: PaymentRequest, seed: UInt64 = 1,
    waiting: UnconfirmedTransactions = UnconfirmedTransactions()
  ) throws -> BuiltPayment {
    try fixture.build(request, seed: seed, waiting: waiting)
  }

  private static func txid(_ number: Int) -> Txid {
    var bytes = [UInt8](repeating: 7, count: 32)
    (bytes[0], bytes[1]) = (UInt8(number & 255), UInt8(number >> 8))
    return Txid(Bytes32(bytes) ?? .zero)
  }

  /// A chain of this many transactions that ends with this one.
  private static func row(
    _ count: Int, endingWith last: Txid, size: Int = 200, from start: Int = 0
  ) -> [Txid: UnconfirmedTransactions.Entry] {
    var entries: [Txid: UnconfirmedTransactions.Entry] = [:]
    var parent: Txid?
    for number in 0..<count {
      let txid = number == count - 1 ? last : txid(start + number)
      entries[txid] = .init(parents: Set([parent].compactMap { $0 }), virtualSize: size)
      parent = txid
    }
    return entries
  }

  @Test func `an unconfirmed coin of version 3 is spent by nothing that has another version`()
    throws
  {
    let fixture = try Self.mixed([100_000], [400_000, 300_000])
    let (truc, other) = (fixture.coins[1].outPoint, fixture.coins[2].outPoint)
    let waiting = UnconfirmedTransactions([
      truc.txid: .init(parents: [], virtualSize: 200, isTRUC: true),
      other.txid: .init(parents: [], virtualSize: 200),
    ])
    for seed in 0..<20 as Range<UInt64> {
      let built = try Self.build(fixture, Fixture.request([250_000]), seed: seed, waiting: waiting)
      #expect(!built.inputs.contains { $0.outPoint == truc })
    }
    #expect(throws: PaymentError.mempoolChain(.underTRUC(truc.txid))) {
      try Self.build(fixture, Fixture.request([600_000]), waiting: waiting)
    }
    #expect {
      try Self.build(fixture, Fixture.request([6_000_000]), waiting: waiting)
    } throws: {
      guard case PaymentError.selection(.insufficientFunds) = $0 else { return false }
      return true
    }
    #expect(throws: PaymentError.mempoolChain(.underTRUC(truc.txid))) {
      try Self.build(fixture, Fixture.request([10_000], coins: [truc]), waiting: waiting)
    }
    var child = try Fixture.request([], coins: [truc])
    child.returnsAll = true
    child.isTRUC = true
    let built = try Self.build(fixture, child, waiting: waiting)
    #expect(built.unsigned.version == 3 && built.unsigned.outputs.count == 1)
    #expect(
      built.changePosition == 0
        && built.unsigned.outputs[0].rawValue == 400_000 - built.fee.satoshis)
    child.isTRUC = false
    #expect(throws: PaymentError.mempoolChain(.underTRUC(truc.txid))) {
      try Self.build(fixture, child, waiting: waiting)
    }
  }

  @Test func `what comes back has to be worth an output, and somebody has to be paid otherwise`()
    throws
  {
    let fixture = try Fixture(amounts: [2000])
    var request = try Fixture.request([], rate: 5000, coins: fixture.coins.map(\.outPoint))
    #expect(throws: PaymentError.noRecipient) { try Self.build(fixture, request) }
    request.returnsAll = true
    let fee = try Self.build(fixture, request).fee.satoshis
    #expect((545...555).contains(fee))
    request.feeRate = try FeeRate(satoshisPerKvB: 15_000)
    #expect {
      try Self.build(fixture, request)
    } throws: {
      guard case PaymentError.selection(.insufficientFunds(let available, let needed)) = $0 else {
        return false
      }
      return available.satoshis == 2000 && needed.satoshis > 2000
    }
    request.coins = nil
    #expect(throws: PaymentError.noRecipient) { try Self.build(fixture, request) }
  }

  @Test func `change that is not confirmed is spent only when confirmed coins do not reach`() throws
  {
    let fixture = try Self.mixed([100_000, 200_000, 50_000], [400_000, 300_000, 90_000])
    for seed in 0..<40 as Range<UInt64> {
      let enough = try Self.build(fixture, Fixture.request([120_000]), seed: seed)
      #expect(enough.inputs.allSatisfy { $0.height != nil })
      let more = try Self.build(fixture, Fixture.request([500_000]), seed: seed)
      #expect(more.inputs.count { $0.height == nil } == 1)
    }
    // Alone they do as well.
    let alone = try Self.build(try Self.mixed([], [400_000]), Fixture.request([120_000]))
    #expect(alone.inputs.count == 1)
  }

  @Test func `a coin at the end of a row that is full is avoided`() throws {
    let fixture = try Self.mixed([100_000], [400_000, 300_000])
    let full = Self.row(25, endingWith: fixture.coins[1].outPoint.txid)
    let short = Self.row(3, endingWith: fixture.coins[2].outPoint.txid, from: 500)
    let waiting = UnconfirmedTransactions(full.merging(short) { one, _ in one })
    for seed in 0..<20 as Range<UInt64> {
      let built = try Self.build(
        fixture, Fixture.request([250_000]), seed: seed, waiting: waiting)
      #expect(!built.inputs.contains { $0.outPoint == fixture.coins[1].outPoint })
    }
    // When there is no other way it is said, and nothing is built.
    for (request, count) in [
      (try Fixture.request([600_000]), 29), (try Fixture.request([nil]), 29),
      (try Fixture.request([1000], coins: [fixture.coins[1].outPoint]), 26),
    ] {
      #expect(throws: PaymentError.mempoolChain(.ancestors(count))) {
        try Self.build(fixture, request, waiting: waiting)
      }
    }
    let words = PaymentError.mempoolChain(.ancestors(26))
    #expect("\(words)".contains("number 26 in a chain") && words.hint.contains("next block"))
  }
}
