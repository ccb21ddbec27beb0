import BitcoinPrimitives
import Descriptors
import Testing
import WalletFixtures
import WalletSync
import WalletTypes

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
    let again = try Descriptor(parsing: second)
    #expect(throws: StorageError.walletIsHere(name: "one")) {
      try store.addWallet(name: "two", network: .regtest, descriptor: again, birthHeight: 0)
    }
    try Self.letIn("two", again, into: store)
    let pairs = Store.sharing(try store.wallets())
    #expect(pairs.map(\.first) == ["one"] && pairs.map(\.second) == ["two"])
  }

  private static let xpub = accountText.dropFirst("wpkh(".count).dropLast("/<0;1>/*)".count)

  /// The key of an account at a place, as an address alone has it.
  private static func lone(_ branch: Int, _ index: UInt32, origin: Bool = false) throws -> String {
    let derived = try Descriptor(parsing: accountText).derived(branch: branch, index: index)
    let key = try #require(derived.keys.first?.publicKey)
    return origin ? "[73c5da0a/84h/1h/0h/\(branch)/\(index)]\(key)" : "\(key)"
  }

  @Test(arguments: [
    ("wpkh(\(xpub)/0/5)", true), ("wpkh(\(xpub)/1/19)", true),
    // Its key names a place that no gap reaches.
    ("wpkh(\(xpub)/0/5000000)", true), ("wpkh(LONE 0 5)", true), ("wpkh(ORIGIN 0 700000)", true),
    // Another kind of address, a bare key beyond what was looked at, another branch.
    ("pkh(\(xpub)/0/5)", false), ("wpkh(LONE 0 5000)", false), ("wpkh(\(xpub)/2/5)", false),
    // All kinds of addresses of one key.
    ("combo(\(xpub)/0/5)", true), ("combo(LONE 1 3)", true),
  ])
  func `a lone address that lies in an account which is here is recognized, whichever comes first`(
    text: String, isInside: Bool
  ) throws {
    let words = text.split { "() ".contains($0) }
    var text = text
    if ["LONE", "ORIGIN"].contains(words[1]) {
      let key = try Self.lone(
        try #require(Int(words[2])), try #require(UInt32(words[3])), origin: words[1] == "ORIGIN")
      text = "\(words[0])(\(key))"
    }
    let (lone, account) = (try Descriptor(parsing: text), try Descriptor(parsing: accountText))
    let store = try Store()
    try store.addWallet(name: "account", network: .regtest, descriptor: account, birthHeight: 0)
    let other = try Store()
    try other.addWallet(name: "lone", network: .regtest, descriptor: lone, birthHeight: 0)
    guard isInside else {
      try store.addWallet(name: "lone", network: .regtest, descriptor: lone, birthHeight: 0)
      try other.addWallet(name: "account", network: .regtest, descriptor: account, birthHeight: 0)
      #expect(Store.sharing(try store.wallets()).isEmpty)
      return
    }
    #expect(throws: StorageError.walletIsHere(name: "account")) {
      try store.addWallet(name: "lone", network: .regtest, descriptor: lone, birthHeight: 0)
    }
    #expect(throws: StorageError.addressIsHere(name: "lone")) {
      try other.addWallet(name: "account", network: .regtest, descriptor: account, birthHeight: 0)
    }
    // On another network its coins are others.
    try store.addWallet(name: "other", network: .testnet3, descriptor: lone, birthHeight: 0)
    #expect(Store.sharing(try store.wallets()).isEmpty)
    // Those that earlier versions let in are said, where the key names its place.
    try Self.letIn("lone", lone, into: store)
    let said = Store.sharing(try store.wallets())
    #expect(said.map(\.second) == (lone.namedIndices.isEmpty ? [] : ["lone"]))
  }

  @Test
  func `a lone address is found as far as an account has handed addresses out, and a gap beyond`()
    throws
  {
    let store = try Store()
    let account = try store.addWallet(
      name: "account", network: .regtest, descriptor: Descriptor(parsing: accountText),
      birthHeight: 0)
    for _ in 0..<30 { _ = try store.issueAddress(of: account) }
    for (index, isInside) in [(49, true), (50, false)] as [(UInt32, Bool)] {
      let lone = try Descriptor(parsing: "wpkh(\(Self.lone(0, index)))")
      let found = try store.overlap(of: lone, gapLimit: 20, on: .regtest)
      #expect(found == (isInside ? .walletIsHere(name: "account") : nil))
    }
  }

  @Test
  func `an address that was handed out as the only one of a wallet is skipped by its account`()
    throws
  {
    let store = try Store()
    let lone = try store.addWallet(
      name: "lone", network: .regtest, descriptor: Descriptor(parsing: "wpkh(\(Self.xpub)/0/2)"),
      birthHeight: 0)
    _ = try store.issueAddress(of: lone)
    try store.removeWallet(named: "lone")
    let account = try store.addWallet(
      name: "account", network: .regtest, descriptor: Descriptor(parsing: accountText),
      birthHeight: 0)
    let given = try (0..<4).map { _ in try store.issueAddress(of: account).index }
    #expect(given == [0, 1, 3, 4])
    // One that nobody got is the next again.
    let last = try store.issueAddress(of: account)
    try store.takeBack(last, of: account)
    #expect(try store.issueAddress(of: account).index == last.index)
  }

  /// Adds a wallet as earlier versions did, also one that is here.
  @discardableResult
  static func letIn(
    _ name: String, _ descriptor: Descriptor, on network: Network = .regtest, into store: Store
  ) throws -> WalletRecord {
    try store.change { db in
      try Store.addWallet(
        db, name: name, network: network, descriptor: descriptor, birthHeight: 0, gapLimit: 20,
        keyLabels: [:])
    }
  }

  @Test func `wallets that earlier versions let in twice stay, and are said`() throws {
    let store = try Store()
    let descriptor = try Descriptor(parsing: accountText)
    let records = try ["one", "two", "three"].map {
      try Self.letIn($0, descriptor, on: $0 == "three" ? .signet : .regtest, into: store)
    }
    #expect(Store.sharing(records).map(\.first) == ["one"])
    #expect(Store.sharing(records).map(\.second) == ["two"])
    #expect(try store.issueAddress(of: records[1]).index == 0)
    try store.removeWallet(named: "two")
    #expect(Store.sharing(try store.wallets()).isEmpty)
  }

  @Test func `coins that a payment holds under one name are held under the other`() async throws {
    let fixture = try Fixture()
    let twin = try Self.letIn("twin", fixture.wallet.descriptor, into: fixture.store)
    let paid = Fixture.payment(1, [(try fixture.script(0), 1000), (try fixture.script(1), 2000)])
    fixture.chain.mine([paid])
    try await fixture.sync()
    _ = try await Synchronizer(store: fixture.store, source: fixture.chain)
      .sync(twin)
    let coin = OutPoint(txid: paid.txid, vout: 0)
    let spend = fixture.spend([coin], [(Fixture.foreign, 900)])
    let first = NewPayment(unsigned: spend, psbt: [1], fee: .zero, summary: "", created: 5)
    let payment = try fixture.store.record(first, of: fixture.wallet).payment
    for wallet in [fixture.wallet, twin] {
      let held = try fixture.store.coins(of: wallet).filter {
        $0.availability(at: 1) == .locked(payment: payment.number)
      }
      #expect(held.map(\.outPoint) == [coin])
      #expect(try fixture.store.coins(at: [coin], of: wallet)[coin]?.payment == payment.number)
    }
    let other = fixture.spend([coin], [(Fixture.foreign, 800)])
    #expect(throws: StorageError.coinTaken("\(coin)")) {
      try fixture.store.record(
        NewPayment(unsigned: other, psbt: [1], fee: .zero, summary: "", created: 5), of: twin
      ).payment
    }
    // Given up under the one name, it is free under the other.
    try fixture.store.cancel(payment.number)
    #expect(try fixture.store.coins(of: twin).allSatisfy { $0.payment == nil })
    _ = try fixture.store.record(
      NewPayment(unsigned: other, psbt: [1], fee: .zero, summary: "", created: 5), of: twin)
  }
}
