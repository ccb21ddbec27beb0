import BitcoinPrimitives
import Testing
import WalletFixtures

@testable import WalletStorage

/// The coins that a sync asks about, chosen among all that the records call unspent.
@Suite struct KnownCoinTests {
  /// A wallet with seven coins, one of them in block 5 and the others below.
  private static func fixture() async throws -> Fixture {
    let fixture = try Fixture()
    for number in 0..<5 {
      let outputs = try (number == 0 ? [0, 1, 2] : [number]).map {
        (try fixture.script(UInt32($0)), Int64(1_000 + number))
      }
      fixture.chain.mine([Fixture.payment(number, outputs)])
    }
    try await fixture.sync()
    return fixture
  }

  private static func base(from height: Int, lost: Set<Int> = [], isListed: Bool = false)
    -> SyncBase
  {
    SyncBase(from: height, birth: 0, lost: lost, isListed: isListed)
  }

  @Test func `so many follow from the chosen one on, around the end`() async throws {
    let fixture = try await Self.fixture()
    let (store, wallet) = (fixture.store, fixture.wallet)
    let base = Self.base(from: 1_000)
    let all = try store.unspentCoins(of: wallet, keeping: base) { _ in true }.map(\.outPoint)
    #expect(all.count == 7)
    for unwanted in [[], [0], [6], [2, 3], Array(0..<7)] {
      let wanted = all.indices.filter { !unwanted.contains($0) }.map { all[$0] }
      for most in 1...8 {
        for start in 0..<max(1, wanted.count) {
          var asked: [Int] = []
          let chosen = try store.unspentCoins(
            of: wallet, keeping: base, atMost: most,
            from: {
              asked.append($0)
              return start
            }
          ) { wanted.contains($0) }
          let first = wanted.count > most ? start : 0
          #expect(asked == (wanted.count > most ? [wanted.count] : []))
          #expect(
            chosen.map(\.outPoint) == Array((wanted[first...] + wanted[..<first]).prefix(most)))
        }
      }
    }
  }

  @Test func `what is read again is not among them`() async throws {
    let fixture = try await Self.fixture()
    let (store, wallet) = (fixture.store, fixture.wallet)
    let some = { (base: SyncBase) in
      let all = try store.unspentCoins(of: wallet, keeping: base) { _ in true }
      let chosen = try store.unspentCoins(of: wallet, keeping: base, atMost: 7, from: { _ in 0 }) {
        _ in true
      }
      #expect(chosen.map(\.outPoint) == all.map(\.outPoint))
      #expect(chosen.map(\.amount) == all.map(\.amount))
      return all.map(\.height)
    }
    let heights = try some(Self.base(from: 1_000))
    #expect(Set(heights).count == 5)
    let last = try #require(heights.max())
    #expect(try some(Self.base(from: last)) == heights.filter { $0 < last })
    #expect(
      try some(Self.base(from: 0, lost: [last], isListed: true)) == heights.filter { $0 != last })
    #expect(try some(Self.base(from: 0)).isEmpty)
  }
}
