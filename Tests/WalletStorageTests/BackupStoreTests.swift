import BitcoinPrimitives
import Bytes
import Descriptors
import NodeClients
import Testing
import WalletFixtures
import WalletSync
import WalletTypes

@testable import WalletStorage

@Suite struct BackupStoreTests {
  private func restored(
    _ name: String = "savings", next: [UInt32] = [5, 2], labels: [LabelLine] = [],
    payments: [RestoredPayment] = []
  ) throws -> RestoredWallet {
    RestoredWallet(
      name: name, descriptor: try Descriptor(parsing: accountText), birthHeight: 7, gapLimit: 30,
      next: next, people: [0: "Alice", 9: "nobody"], labels: labels, payments: payments)
  }

  private func payment(_ transaction: Transaction, number: Int64 = 4) throws -> RestoredPayment {
    RestoredPayment(
      number: number, state: .draft, unsigned: transaction, psbt: [1, 2, 3], final: nil,
      fee: try Amount(satoshis: 1000), summary: "9000 sat", created: 5)
  }

  private static let label = {
    var line = LabelLine(type: "tx", reference: String(repeating: "a", count: 64))
    line.text = "rent"
    return line
  }()

  @Test func `what was restored is what a snapshot gives`() throws {
    let store = try Store()
    let fixture = try Fixture()
    let spend = fixture.spend([OutPoint(txid: Txid(.zero), vout: 1)], [(Fixture.foreign, 9000)])
    let wallet = try restored(labels: [Self.label], payments: [payment(spend)])
    let report = try store.restore([wallet], nodes: [], document: [9], on: .regtest)
    #expect(report.wallets == [.init(name: "savings", wasHere: false)])
    #expect(report.payments == [4] && report.labels == 1)
    let snapshot = try store.snapshot(on: .regtest)
    let back = try #require(snapshot.wallets.first)
    #expect(back.wallet.name == "savings" && back.wallet.birthHeight == 7)
    #expect(back.wallet.gapLimit == 30)
    #expect(back.next == [5, 2] && back.people == [0: "Alice"] && back.labels == [Self.label])
    #expect(back.payments.map(\.number) == [4] && back.payments.map(\.unsigned) == [spend])
    #expect(snapshot.document == [9])
    #expect(try store.snapshot(on: .mainnet).wallets.isEmpty)
    // The next address was never handed out.
    let issued = try store.issueAddress(of: back.wallet)
    #expect(issued.index == 5)
  }

  @Test func `a wallet that is here keeps what it has and gets what it lacks`() async throws {
    let fixture = try Fixture()
    let paid = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    fixture.chain.mine([paid])
    try await fixture.sync()
    for _ in 0..<8 { _ = try fixture.store.issueAddress(of: fixture.wallet) }
    try fixture.store.setLabel(
      "mine", on: .transaction, Self.label.reference, of: fixture.wallet)
    let coin = OutPoint(txid: paid.txid, vout: 0)
    let spend = fixture.spend([coin], [(Fixture.foreign, 9000)])
    let report = try fixture.store.restore(
      [try restored("other", labels: [Self.label], payments: [payment(spend)])], nodes: [],
      document: [], on: .regtest)
    #expect(report.wallets == [.init(name: "savings", wasHere: true)])
    let snapshot = try #require(try fixture.store.snapshot(on: .regtest).wallets.first)
    #expect(snapshot.next[0] == 9 && snapshot.next[1] == 2)
    #expect(snapshot.labels.map(\.text) == ["mine"])
    // Its coin is held again at once, and not taken by a second restore.
    #expect(try fixture.store.coins(of: fixture.wallet).map(\.payment) == [4])
    let again = try fixture.store.restore(
      [try restored(payments: [payment(spend)])], nodes: [], document: [], on: .regtest)
    #expect(again.payments.isEmpty)
  }

  private static let xpubs = [
    "tpubD6NzVbkrYhZ4WaWSyoBvQwbpLkojyoTZPRsgXELWz3Popb3qkjcJyJUGLnL4qHHoQvao8ESaAstxYSnhyswJ76uZPStJRJCTKvosUCJZL5B",
    "tpubD6NzVbkrYhZ4XJDrzRvuxHEyQaPd1mwwdDofEJwekX18tAdsqeKfxss79AJzg1431FybXg5rfpTrJF4iAhyR7RubberdzEQXiRmXGADH2eA",
  ].map { "\($0)/<0;1>/*" }

  @Test func `a wallet that is here in another spelling is united with its backup`() throws {
    let fixture = try Fixture("wsh(sortedmulti(1,\(Self.xpubs[0]),\(Self.xpubs[1])))")
    for _ in 0..<3 { _ = try fixture.store.issueAddress(of: fixture.wallet) }
    let swapped = try Descriptor(
      parsing: "wsh(sortedmulti(1,\(Self.xpubs[1]),\(Self.xpubs[0])))")
    let back = RestoredWallet(
      name: "other", descriptor: swapped, birthHeight: 0, gapLimit: 20, next: [2, 4],
      people: [0: "Bob", 1: "Alice"], labels: [Self.label],
      payments: [
        try payment(
          fixture.spend([OutPoint(txid: Txid(.zero), vout: 1)], [(Fixture.foreign, 9000)]))
      ])
    let report = try fixture.store.restore([back], nodes: [], document: [], on: .regtest)
    #expect(report.wallets == [.init(name: "savings", wasHere: true)])
    #expect(report.labels == 1 && report.payments == [4])
    #expect(try fixture.store.wallets().count == 1)
    // The highest of both, by branch; and each name stays with its key.
    #expect(try fixture.store.branches(of: fixture.wallet).map(\.next) == [3, 4])
    #expect(try fixture.store.keyLabels(of: fixture.wallet) == [0: "Alice", 1: "Bob"])
  }

  @Test func `a backup of a wallet that is part of one that is here is refused whole`() throws {
    let fixture = try Fixture()
    let part = accountText.replacing("<0;1>/*", with: "0/0")
    let single = RestoredWallet(
      name: "single", descriptor: try Descriptor(parsing: part), birthHeight: 0, gapLimit: 20,
      next: [1], people: [:], labels: [], payments: [])
    #expect(throws: StorageError.walletOverlaps(name: "single", with: "savings")) {
      try fixture.store.restore([single], nodes: [], document: [], on: .regtest)
    }
    #expect(try fixture.store.wallets().map(\.name) == ["savings"])
    // A backup of records that held both is taken into a home that has neither.
    let empty = try Store()
    let report = try empty.restore(
      [try restored(), single], nodes: [], document: [], on: .regtest)
    #expect(report.wallets.map(\.name) == ["savings", "single"])
  }

  @Test func `a backup of records that held one wallet twice brings it once`() throws {
    let store = try Store()
    let report = try store.restore(
      [try restored("one", next: [5, 2]), try restored("two", next: [3, 7])], nodes: [],
      document: [], on: .regtest)
    #expect(
      report.wallets == [.init(name: "one", wasHere: false), .init(name: "one", wasHere: true)])
    let wallet = try store.wallet(named: "one")
    #expect(try store.branches(of: wallet).map(\.next) == [5, 7])
  }

  @Test func `a backup remembers what was sent, also when it was given up since`() async throws {
    let fixture = try Fixture()
    let paid = Fixture.payment(
      1, [(try fixture.script(0), 10_000), (try fixture.script(1), 9_000)])
    fixture.chain.mine([paid])
    try await fixture.sync()
    for vout in 0..<2 {
      let spend = fixture.spend(
        [OutPoint(txid: paid.txid, vout: UInt32(vout))], [(Fixture.foreign, 8000)])
      let number = try fixture.store.record(
        NewPayment(unsigned: spend, psbt: [1], fee: .zero, summary: "", created: 5),
        of: fixture.wallet
      ).payment.number
      _ = try fixture.store.collect(number, psbt: [2], expected: [1], final: spend)
      // The second is given up before a node has it, but it is signed: whoever has a copy can send it.
      if vout == 0 { try fixture.store.markSending(number) }
      try fixture.store.cancel(number)
    }
    let kept = try #require(try fixture.store.snapshot(on: .regtest).wallets.first).payments
    #expect(kept.map(\.number) == [1, 2] && kept.map(\.standing) == [.cancelled, .cancelled])
    #expect(kept.map(\.stateInBackups) == ["sent", "complete"])
  }

  @Test func `what a backup says was sent was sent, though the payment is here already`() throws {
    let fixture = try Fixture()
    let spend = fixture.spend([OutPoint(txid: Txid(.zero), vout: 1)], [(Fixture.foreign, 9000)])
    let own = try fixture.store.record(
      NewPayment(unsigned: fixture.spend([], []), psbt: [1], fee: .zero, summary: "", created: 5),
      of: fixture.wallet
    ).payment
    #expect(!own.wasHandedOver)
    let before = try fixture.store.restore(
      [try restored(payments: [payment(spend)])], nodes: [], document: [], on: .regtest)
    #expect(try !fixture.store.payment(4).wasHandedOver && before.payments == [4])
    var sent = try payment(spend)
    sent = RestoredPayment(
      number: 4, state: sent.state, unsigned: spend, psbt: sent.psbt, final: nil, fee: sent.fee,
      summary: "", created: 5, wasHandedOver: true)
    let report = try fixture.store.restore(
      [try restored(payments: [sent])], nodes: [], document: [], on: .regtest)
    #expect(report.payments.isEmpty)
    #expect(try fixture.store.payment(4).wasHandedOver)
    #expect(try fixture.store.cancel(4).mayStillConfirm)
    #expect(try !fixture.store.payment(own.number).wasHandedOver)
  }

  @Test func `coins are held for a restored payment as soon as they are found`() async throws {
    let old = try Fixture()
    let paid = Fixture.payment(1, [(try old.script(0), 10_000), (try old.script(1), 10_000)])
    let coin = OutPoint(txid: paid.txid, vout: 0)
    let spend = old.spend([coin], [(Fixture.foreign, 9000)])
    let store = try Store()
    _ = try store.restore(
      [try restored(payments: [payment(spend)])], nodes: [], document: [], on: .regtest)
    let wallet = try store.wallet(named: "savings")
    old.chain.mine([paid])
    _ = try await Synchronizer(store: store, source: old.chain).sync(wallet)
    let coins = try store.coins(of: wallet)
    #expect(coins.first { $0.outPoint == coin }?.payment == 4)
    #expect(coins.first { $0.outPoint != coin }?.payment == nil)
  }

  @Test func `a number that is taken becomes another one`() async throws {
    let fixture = try Fixture()
    let paid = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    fixture.chain.mine([paid])
    try await fixture.sync()
    let own = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend(
          [OutPoint(txid: paid.txid, vout: 0)], [(Fixture.foreign, 9000)]), psbt: [1],
        fee: try Amount(satoshis: 1000), summary: "", created: 5), of: fixture.wallet
    ).payment
    let other = fixture.spend([OutPoint(txid: Txid(.zero), vout: 3)], [(Fixture.foreign, 1)])
    let report = try fixture.store.restore(
      [try restored(payments: [payment(other, number: own.number)])], nodes: [], document: [],
      on: .regtest)
    #expect(report.payments.count == 1 && report.payments != [own.number])
  }

  @Test func `a name that another wallet has refuses the whole restore`() throws {
    let store = try Store()
    try store.addWallet(
      name: "savings", network: .regtest,
      descriptor: try Descriptor(parsing: accountText.replacing("/<0;1>/*", with: "/<2;3>/*")),
      birthHeight: 0)
    #expect(throws: StorageError.nameTaken("savings")) {
      try store.restore(
        [try restored("first"), try restored("savings")].map { $0 }.reversed(), nodes: [],
        document: [1], on: .regtest)
    }
    #expect(try store.wallets().count == 1)
    #expect(try store.snapshot(on: .regtest).document == nil)
  }

  @Test func `nodes come back without a cookie file, and none of them in use`() throws {
    let store = try Store()
    let nodes = ["a", "b"].map {
      NodeRecord(
        name: $0, url: "http://192.0.2.1:8332", cookie: "/home/me/.ssh/id_ed25519", proxy: nil,
        isActive: true)
    }
    let report = try store.restore([], nodes: nodes, document: [], on: .regtest)
    #expect(report.nodes == ["a", "b"])
    #expect(try store.activeNode() == nil)
    #expect(try store.nodes().allSatisfy { $0.cookie == nil && !$0.isActive })
    #expect(try store.restore([], nodes: nodes, document: [], on: .regtest).nodes.isEmpty)
    // The first that a person adds is in use, though others are there.
    try store.addNode(
      NodeRecord(name: "mine", url: "rehearsal://", cookie: nil, proxy: nil, isActive: false))
    #expect(try store.activeNode()?.name == "mine")
    try store.removeNode(named: "mine")
    #expect(try store.activeNode() == nil)
  }
}
