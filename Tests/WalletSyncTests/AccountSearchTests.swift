import BitcoinPrimitives
import Descriptors
import Testing
import WalletFixtures
import WalletSync

@Suite struct AccountSearchTests {
  @Test func `an account is used when one of its first addresses is`() async throws {
    let fixture = try Fixture()
    let texts = ["/<0;1>/*", "/<2;3>/*", "/<4;5>/*", "/<6;7>/*"].map {
      accountText.replacing("/<0;1>/*", with: $0)
    }
    let wallets = try texts.map { try Descriptor(parsing: $0) }
    fixture.chain.mine([
      Fixture.payment(1, [(try wallets[1].derived(branch: 0, index: 19).scriptPubKey, 1000)]),
      Fixture.payment(2, [(try wallets[3].derived(branch: 1, index: 0).scriptPubKey, 1000)]),
      Fixture.payment(3, [(try wallets[2].derived(branch: 0, index: 20).scriptPubKey, 1000)]),
    ])
    let search = AccountSearch(source: fixture.chain)
    let found = try await search.used(among: wallets, gapLimit: 20, from: 0, on: .regtest)
    #expect(found.used == [1, 3])
    let wider = try await search.used(among: wallets, gapLimit: 21, from: 0, on: .regtest)
    #expect(wider.used == [1, 2, 3])
    await #expect(throws: SyncError.self) {
      try await search.used(among: wallets, gapLimit: 20, from: 0, on: .mainnet)
    }
  }
}
