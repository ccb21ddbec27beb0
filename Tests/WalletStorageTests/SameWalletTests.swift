import BitcoinPrimitives
import Descriptors
import Testing

@testable import WalletStorage

/// One wallet under two names: its coins would be counted, and paid, twice.
@Suite struct SameWalletTests {
  private static let keys = [
    "tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B",
    "tpubD6NzVbkrYhZ4XJDrzRvuxHEyQaPd1mwwdDofEJwekX18tAdsqeKfxss79AJzg1431FybXg5rfpTrJF4iAhyR7RubberdzEQXiRmXGADH2eA",
  ]
  private static let bare = accountText.replacing("<0;1>", with: "%")

  @Test(arguments: [
    (accountText, accountText),
    (accountText, accountText.replacing("h/", with: "'/").replacing("0h]", with: "0']")),
    (accountText, accountText.replacing("[73c5da0a/84h/1h/0h]", with: "")),
    (accountText, bare.replacing("%", with: "0")),
    (bare.replacing("%", with: "1"), accountText),
    (
      "wsh(sortedmulti(1,\(keys[0])/<0;1>/*,\(keys[1])/<0;1>/*))",
      "wsh(sortedmulti(1,\(keys[1])/<0;1>/*,\(keys[0])/<0;1>/*))"
    ),
  ]) func `a wallet that is here under another name is recognized, however it is spelled`(
    first: String, second: String
  ) throws {
    let store = try Store()
    try store.addWallet(
      name: "one", network: .regtest, descriptor: Descriptor(parsing: first), birthHeight: 0)
    // On another network its coins are others.
    try store.addWallet(
      name: "other", network: .testnet3, descriptor: Descriptor(parsing: second), birthHeight: 0)
    #expect(Store.sharing(try store.wallets()).isEmpty)
    try store.addWallet(
      name: "two", network: .regtest, descriptor: Descriptor(parsing: second), birthHeight: 0)
    let pairs = Store.sharing(try store.wallets())
    #expect(pairs.map(\.first) == ["one"] && pairs.map(\.second) == ["two"])
  }

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
