import BitcoinPrimitives
import Descriptors
import Foundation
import GRDB
import Testing

@testable import WalletStorage

@Suite struct StoreTests {
  @Test func `nodes are added, chosen and removed`() throws {
    let store = try Store()
    for name in ["home", "away"] {
      try store.addNode(
        NodeRecord(name: name, url: "rehearsal://", cookie: nil, proxy: nil, isActive: false))
    }
    #expect(try store.activeNode()?.name == "home")
    try store.useNode(named: "away")
    #expect(try store.activeNode()?.name == "away")
    #expect(throws: StorageError.noSuchNode(name: "nowhere")) {
      try store.useNode(named: "nowhere")
    }
    #expect(try store.activeNode()?.name == "away")
    try store.removeNode(named: "away")
    #expect(try store.activeNode()?.name == "home")
    #expect(throws: StorageError.nameTaken("home")) {
      try store.addNode(
        NodeRecord(name: "home", url: "x", cookie: nil, proxy: nil, isActive: false))
    }
  }

  @Test(arguments: [
    "", "a b", "-x", ".x", "a/b", "a\u{1B}b", "\u{F6}", String(repeating: "a", count: 65),
  ])
  func `names that could confuse are refused`(name: String) throws {
    let store = try Store()
    #expect(throws: StorageError.self) {
      try store.addWallet(
        name: name, network: .regtest, descriptor: try Descriptor(parsing: accountText),
        birthHeight: 0)
    }
  }

  @Test func `an address is handed out once`() throws {
    let fixture = try Fixture()
    let indices = try (0..<25).map { _ in try fixture.store.issueAddress(of: fixture.wallet) }
    #expect(indices.map(\.index) == Array(0..<25))
    #expect(
      indices.map(\.isBeyondGap) == Array(repeating: false, count: 20)
        + Array(repeating: true, count: 5))
    #expect(try fixture.store.issueAddress(of: fixture.wallet, branch: 1).index == 0)
  }

  @Test func `several programs at once never get the same address`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Store(path: path).addWallet(
      name: "savings", network: .regtest, descriptor: try Descriptor(parsing: accountText),
      birthHeight: 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let indices = try await withThrowingTaskGroup(of: [UInt32].self) { group in
      for _ in 0..<4 {
        group.addTask {
          // A connection of its own, as another process has.
          let store = try Store(path: path)
          let wallet = try store.wallet(named: "savings")
          return try (0..<25).map { _ in try store.issueAddress(of: wallet).index }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(indices.sorted() == Array(0..<100))
  }

  @Test func `a wallet with one address gives it once`() throws {
    let fixture = try Fixture("addr(bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080)")
    #expect(try fixture.store.issueAddress(of: fixture.wallet).index == 0)
    #expect(throws: StorageError.singleAddress(wallet: "savings")) {
      try fixture.store.issueAddress(of: fixture.wallet)
    }
  }

  @Test func `labels are set, replaced and taken away`() throws {
    let fixture = try Fixture()
    try fixture.store.setLabel("rent", on: .output, "a:0", of: fixture.wallet)
    try fixture.store.setLabel("rent May", on: .output, "a:0", of: fixture.wallet)
    #expect(try fixture.store.labels(.output, of: fixture.wallet) == ["a:0": "rent May"])
    #expect(try fixture.store.labels(.address, of: fixture.wallet).isEmpty)
    try fixture.store.setLabel("", on: .output, "a:0", of: fixture.wallet)
    #expect(try fixture.store.labels(.output, of: fixture.wallet).isEmpty)
  }

  @Test func `a file that is no database, or of a newer program, is refused`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data("this is no database at all, not even nearly one".utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect(throws: StorageError.self) { try Store(path: path) }
    try FileManager.default.removeItem(atPath: path)
    do {
      let store = try Store(path: path)
      try store.change {
        try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')")
      }
    }
    #expect(throws: StorageError.newer(version: "unknown migrations")) { try Store(path: path) }
  }

  @Test func `removing a wallet takes everything with it, unless payments are open`() async throws {
    let fixture = try Fixture()
    fixture.chain.mine([Fixture.payment(1, [(try fixture.script(0), 100_000)])])
    try await fixture.sync()
    let coin = try #require(try fixture.store.coins(of: fixture.wallet).first)
    let payment = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend([coin.outPoint], [(Fixture.foreign, 90_000)]), psbt: [1],
        fee: try Amount(satoshis: 10_000), summary: "", created: 0), of: fixture.wallet)
    #expect(throws: StorageError.walletBusy(name: "savings", payments: 1)) {
      try fixture.store.removeWallet(named: "savings")
    }
    try fixture.store.cancel(payment.number)
    try fixture.store.removeWallet(named: "savings")
    #expect(try fixture.store.wallets().isEmpty)
    #expect(throws: StorageError.noSuchWallet(name: "savings")) {
      try fixture.store.wallet(named: "savings")
    }
  }
}
