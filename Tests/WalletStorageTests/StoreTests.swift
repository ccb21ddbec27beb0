import BitcoinPrimitives
import Descriptors
import Foundation
import GRDB
import Testing
import WalletFixtures
import WalletTypes

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
    // None of the others is asked before somebody says so.
    try store.removeNode(named: "away")
    #expect(try store.activeNode() == nil)
    try store.addNode(
      NodeRecord(name: "third", url: "rehearsal://", cookie: nil, proxy: nil, isActive: false))
    #expect(try store.activeNode()?.name == "third")
    #expect(throws: StorageError.nameTaken("home")) {
      try store.addNode(
        NodeRecord(name: "home", url: "x", cookie: nil, proxy: nil, isActive: false))
    }
  }

  @Test func `an address is taken back only as long as no later one was handed out`() throws {
    let store = try Store()
    let wallet = try store.addWallet(
      name: "w", network: .regtest, descriptor: try Descriptor(parsing: accountText), birthHeight: 0
    )
    let first = try store.issueAddress(of: wallet)
    try store.takeBack(first, of: wallet)
    #expect(try store.issueAddress(of: wallet).index == first.index)
    let second = try store.issueAddress(of: wallet)
    try store.takeBack(first, of: wallet)
    #expect(try store.issueAddress(of: wallet).index == second.index + 1)
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
    try Data("this is not a database at all, not even nearly one".utf8)
      .write(to: URL(fileURLWithPath: path))
    do throws(StorageError) {
      _ = try Store(path: path)
      Issue.record("it was opened")
    } catch {
      guard case .damaged = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.hint.contains("backup restore"))
    }
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
        fee: try Amount(satoshis: 10_000), summary: "", created: 0), of: fixture.wallet
    ).payment
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

  @Test func `a wallet is found by the names that a node may know it by`() throws {
    let store = try Store()
    // The wallet of FullyNoded 2's example: SHA-256 of the text with apostrophes.
    let descriptor = try Descriptor(
      parsing:
        "wpkh([253110e5/84'/1'/0']tpubDDqZmg1Mv2vVmVHyELsXn6MKmXFaRjEySaQC75W3wAv7LioFnBSBXneEdwC47NTWRrHEkbKewqQWUQixCJjuAJY23mctwHftAENGyNGNRbL/<0;1>/*)"
    )
    let wallet = try store.addWallet(
      name: "savings", network: .testnet3, descriptor: descriptor, birthHeight: 61_904,
      keyLabels: [0: "Alice"])
    let name = "6150a2cdf365fbd8a1195b4f0fcbd7934683cf10686a58052d3e7ca58d7b4588"
    #expect(try store.wallet(named: name).name == "savings")
    #expect(try store.wallet(named: name.uppercased()).name == "savings")
    #expect(
      try store.wallet(named: NodeWalletName(descriptor).otherSpelling).name == "savings")
    #expect(throws: StorageError.self) { try store.wallet(named: "6150" + name.dropFirst(8)) }
    #expect(try store.keyLabels(of: wallet) == [0: "Alice"])
    try store.setKeyLabel("Bob", at: 0, of: wallet)
    #expect(try store.keyLabels(of: wallet) == [0: "Bob"])
    try store.setKeyLabel("", at: 0, of: wallet)
    #expect(try store.keyLabels(of: wallet).isEmpty)
    #expect(throws: StorageError.noSuchKey(position: 1, count: 1)) {
      try store.setKeyLabel("Carol", at: 1, of: wallet)
    }
    // A second record of the same wallet, as earlier versions let in: its node name no longer says
    // which one is meant.
    try store.change {
      _ = try Store.addWallet(
        $0, name: "copy", network: .testnet3, descriptor: descriptor, birthHeight: 0, gapLimit: 20,
        keyLabels: [:])
    }
    #expect(throws: StorageError.self) { try store.wallet(named: name) }
  }

  @Test func `records of the first shape are brought up to date`() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "store-\(UUID().uuidString).sqlite").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let queue = try DatabaseQueue(path: path)
      try Migrations.all.migrate(queue, upTo: "1")
      try queue.write { db in
        try db.execute(
          sql: """
            INSERT INTO wallet (name, network, descriptor, birthHeight, gapLimit)
            VALUES ('old', 'regtest', ?, 7, 30)
            """,
          arguments: [Descriptor(parsing: accountText).canonical])
      }
    }
    let store = try Store(path: path)
    let wallet = try store.wallet(named: "old")
    #expect(wallet.birthHeight == 7 && wallet.gapLimit == 30)
    #expect(try store.keyLabels(of: wallet).isEmpty)
    let name = try NodeWalletName(wallet.descriptor)
    #expect(try store.wallet(named: name.text).name == "old")
  }
}
