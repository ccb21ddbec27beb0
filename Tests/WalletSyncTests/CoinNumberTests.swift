import BitcoinPrimitives
import Descriptors
import Testing
import WalletFixtures
import WalletStorage
import WalletTypes

@testable import WalletSync

/// The short numbers of coins.
@Suite struct `Numbers of coins` {
  private static func numbers(_ fixture: Fixture) throws -> [OutPoint: Int64] {
    var numbers: [OutPoint: Int64] = [:]
    for coin in try fixture.store.coins(of: fixture.wallet, includingSpent: true) {
      numbers[coin.outPoint] = coin.number
    }
    return numbers
  }

  @Test
  func
    `a coin keeps its number through blocks, reorganisations and its end, and none is used twice`()
    async throws
  {
    let fixture = try Fixture()
    let first = Fixture.payment(1, [(try fixture.script(0), 1000), (try fixture.script(1), 2000)])
    let waiting = Fixture.payment(2, [(try fixture.script(2), 3000)])
    fixture.chain.mine([first])
    fixture.chain.change { $0.mempool = [waiting] }
    try await fixture.sync()
    let begun = try Self.numbers(fixture)
    #expect(
      begun == [
        OutPoint(txid: first.txid, vout: 0): 1, OutPoint(txid: first.txid, vout: 1): 2,
        OutPoint(txid: waiting.txid, vout: 0): 3,
      ])
    try await fixture.sync()
    #expect(try Self.numbers(fixture) == begun)
    // The block is replaced by an empty one, and what waited is forgotten.
    fixture.chain.drop(1)
    fixture.chain.change { $0.mempool = [] }
    fixture.chain.mine(fork: 1)
    try await fixture.sync()
    #expect(try Self.numbers(fixture).isEmpty)
    let late = Fixture.payment(3, [(try fixture.script(3), 4000)])
    fixture.chain.mine([late], fork: 1)
    try await fixture.sync()
    #expect(try Self.numbers(fixture) == [OutPoint(txid: late.txid, vout: 0): 4])
    fixture.chain.mine([waiting, first], fork: 1)
    try await fixture.sync(from: .birth)
    let all = begun.merging([OutPoint(txid: late.txid, vout: 0): 4]) { $1 }
    #expect(try Self.numbers(fixture) == all)
    fixture.chain.mine([
      fixture.spend([OutPoint(txid: first.txid, vout: 0)], [(Fixture.foreign, 900)])
    ])
    try await fixture.sync()
    #expect(try Self.numbers(fixture) == all)
    #expect(
      try fixture.store.outPoint(numbered: 1, of: fixture.wallet)
        == OutPoint(txid: first.txid, vout: 0))
  }

  @Test func `a wallet that comes again gets new numbers, and another wallet's are not its own`()
    async throws
  {
    let fixture = try Fixture()
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(0), 1000)])])
    try await fixture.sync()
    try fixture.store.removeWallet(named: "savings")
    let again = try fixture.store.addWallet(
      name: "again", network: .regtest, descriptor: fixture.wallet.descriptor, birthHeight: 0)
    _ = try await Synchronizer(store: fixture.store, source: fixture.chain).sync(again)
    #expect(try fixture.store.coins(of: again).map(\.number) == [2])
    #expect(throws: StorageError.noSuchCoin(number: 1, wallet: "again", owner: nil)) {
      try fixture.store.outPoint(numbered: 1, of: again)
    }
    let other = try fixture.store.addWallet(
      name: "other", network: .regtest,
      descriptor: try Descriptor(parsing: accountText.replacing("<0;1>", with: "<2;3>")),
      birthHeight: 0)
    #expect(throws: StorageError.noSuchCoin(number: 2, wallet: "other", owner: "again")) {
      try fixture.store.outPoint(numbered: 2, of: other)
    }
  }
}
