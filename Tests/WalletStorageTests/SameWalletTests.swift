import BitcoinPrimitives
import Descriptors
import Testing

@testable import WalletStorage

/// One wallet under two names: its coins would be counted, and paid, twice.
@Suite struct SameWalletTests {
  @Test func `wallets that earlier versions let in twice stay, and are said`() throws {
    let store = try Store()
    let descriptor = try Descriptor(parsing: accountText)
    let records = try store.change { db in
      try ["one", "two", "three"].map {
        try Store.addWallet(
          db, name: $0, network: $0 == "three" ? .signet : .regtest, descriptor: descriptor,
          birthHeight: 0, gapLimit: 20, keyLabels: [:])
      }
    }
    #expect(Store.sharing(records).map(\.first) == ["one"])
    #expect(Store.sharing(records).map(\.second) == ["two"])
    #expect(try store.issueAddress(of: records[1]).index == 0)
    try store.removeWallet(named: "two")
    #expect(Store.sharing(try store.wallets()).isEmpty)
  }
}
