import BitcoinPrimitives
import Bytes
import GRDB
import NodeClients
import Testing
import WalletFixtures
import WalletTypes

@testable import WalletStorage

/// What becomes of payments, whatever the chain and the mempool do.
@Suite struct SettlingTests {
  typealias State = PaymentRecord.State

  /// Three confirmed coins of 10,000.
  private static func prepared() async throws -> (Fixture, [OutPoint]) {
    let fixture = try Fixture()
    let funding = Fixture.payment(
      1, try (0..<3).map { (try fixture.script($0), 10_000) })
    fixture.chain.mine([funding])
    try await fixture.sync()
    return (fixture, (0..<3).map { OutPoint(txid: funding.txid, vout: $0) })
  }

  /// A payment that was sent and is in the mempool, with change where a place for it is given.
  @discardableResult
  private static func send(
    _ fixture: Fixture, _ coins: [OutPoint], changeIndex: UInt32? = nil
  ) async throws -> (number: Int64, transaction: Transaction) {
    var outputs: [(Script, Int64)] = [(Fixture.foreign, 4000)]
    if let changeIndex { outputs.append((try fixture.script(changeIndex, branch: 1), 5000)) }
    let transaction = fixture.spend(coins, outputs)
    let payment = try fixture.store.record(
      NewPayment(
        unsigned: transaction, psbt: [1], fee: try Amount(satoshis: 1000), summary: "", created: 5),
      of: fixture.wallet
    ).payment
    _ = try fixture.store.collect(payment.number, psbt: [2], expected: [1], final: transaction)
    try fixture.store.markSending(payment.number)
    try await fixture.chain.send(transaction)
    try fixture.store.markSent(payment.number)
    return (payment.number, transaction)
  }

  private static func free(_ fixture: Fixture) throws -> Set<OutPoint> {
    Set(
      try fixture.store.coins(of: fixture.wallet)
        .filter { $0.availability(at: 1) == .spendable }.map(\.outPoint))
  }

  private static func state(_ fixture: Fixture, _ number: Int64) throws -> State {
    try fixture.store.payment(number).state
  }

  // MARK: A spender that nobody knows

  @Test func `a payment whose coins are gone and nobody can tell where to is not conflicted`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (number, transaction) = try await Self.send(fixture, [coins[0]])
    try await fixture.sync()
    fixture.chain.change {
      $0.onlyUnspent = true
      $0.hidesConfirmations = true
    }
    fixture.chain.mine([transaction])
    try await fixture.sync()
    let payment = try fixture.store.payment(number)
    #expect(payment.state == .sent && payment.isUncertain && payment.mayStillConfirm)
    #expect(try Self.free(fixture) == Set(coins.dropFirst()))
  }

  @Test func `its own change proves that a payment is confirmed`() async throws {
    let (fixture, coins) = try await Self.prepared()
    let (number, transaction) = try await Self.send(fixture, [coins[0]], changeIndex: 0)
    try await fixture.sync()
    fixture.chain.change { $0.onlyUnspent = true }
    fixture.chain.mine([transaction])
    try await fixture.sync()
    let payment = try fixture.store.payment(number)
    #expect(payment.state == .confirmed && !payment.isUncertain)
  }

  @Test func `a conflict needs the other transaction in hand`() async throws {
    let (fixture, coins) = try await Self.prepared()
    let (first, _) = try await Self.send(fixture, [coins[0]])
    let (second, _) = try await Self.send(fixture, [coins[1]])
    fixture.chain.change { $0.onlyUnspent = true }
    // One pays the wallet, so it is known; of the other nothing is.
    fixture.chain.mine([
      fixture.spend([coins[0]], [(try fixture.script(5), 9000)]),
      fixture.spend([coins[1]], [(Fixture.foreign, 9000)]),
    ])
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    #expect(try Self.state(fixture, first) == .conflicted)
    let unknown = try fixture.store.payment(second)
    #expect(unknown.state == .sent && unknown.isUncertain)
  }

  @Test func `a spender whose bytes no node has convicts nobody`() async throws {
    let (fixture, coins) = try await Self.prepared()
    let (number, _) = try await Self.send(fixture, [coins[0]])
    let other = fixture.spend([coins[0]], [(Fixture.foreign, 9000)])
    fixture.chain.change { $0.mempool = [] }
    fixture.chain.mine([other])
    try await fixture.sync()
    // As an earlier version kept it.
    try fixture.store.change {
      try $0.execute(
        sql: "UPDATE tx SET bytes = NULL WHERE txid = ?", arguments: [other.txid.bytes.data])
    }
    try await fixture.sync()
    let payment = try fixture.store.payment(number)
    #expect(payment.state == .sent && payment.isUncertain)
  }

  // MARK: Coins that no longer exist

  @Test(arguments: [false, true])
  func `a payment dies with the unconfirmed change that it spends, and frees its other coins`(
    isOnlyUnspent: Bool
  ) async throws {
    let (fixture, coins) = try await Self.prepared()
    let (first, parent) = try await Self.send(fixture, [coins[0]], changeIndex: 0)
    try await fixture.sync()
    let change = OutPoint(txid: parent.txid, vout: 1)
    let (second, child) = try await Self.send(fixture, [change, coins[1]], changeIndex: 1)
    try await fixture.sync()
    let (third, _) = try await Self.send(
      fixture, [OutPoint(txid: child.txid, vout: 1), coins[2]])
    try await fixture.sync()
    #expect(try Self.free(fixture).isEmpty)
    // Somebody else's machine spent the first coin, and that is in a block.
    fixture.chain.change {
      $0.mempool = []
      $0.onlyUnspent = isOnlyUnspent
    }
    fixture.chain.mine([fixture.spend([coins[0]], [(try fixture.script(7), 9000)])])
    try await fixture.sync()
    #expect(try Self.state(fixture, first) == .conflicted)
    #expect(try Self.state(fixture, second) == .dead)
    #expect(try Self.state(fixture, third) == .dead)
    // Somebody may have both: with the coin they come back to life.
    #expect(try fixture.store.payment(second).mayStillConfirm)
    #expect(try Self.free(fixture).isSuperset(of: coins.dropFirst()))
    // It can be given up; a reorganisation that brings the coin back revives the other.
    try fixture.store.cancel(third)
    fixture.chain.change { $0.onlyUnspent = false }
    fixture.chain.drop(1)
    fixture.chain.mine([parent], fork: 1)
    try await fixture.sync()
    #expect(try Self.state(fixture, first) == .confirmed)
    #expect(try Self.state(fixture, second) == .sent)
    #expect(try Self.state(fixture, third) == .cancelled)
    #expect(try Self.free(fixture) == [coins[2]])
  }

  @Test func `a payment is dead whose coin came out of somebody else's output that is known`()
    async throws
  {
    let fixture = try Fixture()
    // Somebody pays us, then again out of the change of that; both transactions are known here.
    let first = Fixture.payment(1, [(try fixture.script(3), 10_000), (Fixture.foreign, 50_000)])
    fixture.chain.mine([first])
    let second = fixture.spend(
      [OutPoint(txid: first.txid, vout: 1)], [(try fixture.script(4), 20_000)])
    fixture.chain.mine([second])
    try await fixture.sync()
    let draft = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend(
          [OutPoint(txid: second.txid, vout: 0)], [(Fixture.foreign, 19_000)]), psbt: [1],
        fee: try Amount(satoshis: 1000), summary: "", created: 5), of: fixture.wallet
    ).payment
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    let payment = try fixture.store.payment(draft.number)
    #expect(payment.state == .dead && !payment.isUncertain)
  }

  @Test func `what spends change that the mempool forgot is dead until it is there again`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (first, parent) = try await Self.send(fixture, [coins[0]], changeIndex: 0)
    try await fixture.sync()
    let change = OutPoint(txid: parent.txid, vout: 1)
    let (second, child) = try await Self.send(fixture, [change, coins[1]])
    try await fixture.sync()
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    #expect(try Self.state(fixture, first) == .sent)
    #expect(try Self.state(fixture, second) == .dead)
    #expect(try Self.free(fixture) == [coins[1], coins[2]])
    fixture.chain.change { $0.mempool = [parent, child] }
    try await fixture.sync()
    #expect(try Self.state(fixture, second) == .sent)
    #expect(try Self.free(fixture) == [coins[2]])
  }

  @Test func `a payment is not dead because its parent was confirmed where nobody looked`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (first, parent) = try await Self.send(fixture, [coins[0]], changeIndex: 0)
    try await fixture.sync()
    let (second, child) = try await Self.send(
      fixture, [OutPoint(txid: parent.txid, vout: 1), coins[1]])
    try await fixture.sync()
    fixture.chain.change {
      $0.onlyUnspent = true
      $0.hidesConfirmations = true
    }
    fixture.chain.mine([parent, child])
    for _ in 0..<2 {
      try await fixture.sync()
      for number in [first, second] {
        let payment = try fixture.store.payment(number)
        #expect(payment.state == .sent && payment.isUncertain)
      }
      #expect(try Self.free(fixture) == [coins[2]])
      fixture.chain.mine()
    }
    // The first node that can tell the whole history says what became of them.
    fixture.chain.change { $0.onlyUnspent = false }
    try await fixture.sync()
    for number in [first, second] {
      #expect(try fixture.store.payment(number).state == .confirmed)
    }
    #expect(try Self.free(fixture) == [coins[2]])
  }

  @Test func `a draft is dead while a reorganisation has taken its coin away`() async throws {
    let (fixture, coins) = try await Self.prepared()
    let funding = Fixture.payment(2, [(try fixture.script(3), 10_000)])
    fixture.chain.mine([funding])
    try await fixture.sync()
    let draft = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend(
          [OutPoint(txid: funding.txid, vout: 0), coins[0]], [(Fixture.foreign, 1)]),
        psbt: [1], fee: .zero, summary: "", created: 5), of: fixture.wallet
    ).payment
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    #expect(try Self.state(fixture, draft.number) == .dead)
    #expect(try Self.free(fixture) == Set(coins))
    #expect(throws: StorageError.paymentIs(state: "dead", number: draft.number)) {
      try fixture.store.collect(draft.number, psbt: [2], expected: [1], final: nil)
    }
    fixture.chain.mine([funding], fork: 1)
    try await fixture.sync()
    #expect(try Self.state(fixture, draft.number) == .draft)
    #expect(try Self.free(fixture) == Set(coins.dropFirst()))
  }

  // MARK: Giving up

  @Test func `a draft is dead as well when every block that a sync ended with was replaced`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let draft = try fixture.store.record(
      NewPayment(
        unsigned: fixture.spend([coins[0]], [(Fixture.foreign, 1)]), psbt: [1], fee: .zero,
        summary: "", created: 5), of: fixture.wallet
    ).payment
    fixture.chain.drop(1)
    for _ in 0..<2 { fixture.chain.mine([], fork: 1) }
    try await fixture.sync()
    let payment = try fixture.store.payment(draft.number)
    #expect(payment.state == .dead && !payment.isUncertain)
  }

  @Test func `what was sent can be given up, and is found again when it appears`() async throws {
    let (fixture, coins) = try await Self.prepared()
    let (number, transaction) = try await Self.send(fixture, [coins[0]], changeIndex: 0)
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    let given = try fixture.store.cancel(number)
    #expect(given.state == .cancelled && given.mayStillConfirm)
    #expect(try Self.free(fixture) == Set(coins))
    fixture.chain.change { $0.mempool = [transaction] }
    try await fixture.sync()
    let seen = try fixture.store.payment(number)
    #expect(seen.state == .sent && seen.standing == .cancelled)
    // Neither its coin nor its change is offered: somebody wants it gone.
    #expect(try Self.free(fixture) == Set(coins.dropFirst()))
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    #expect(try Self.state(fixture, number) == .cancelled)
    #expect(try Self.free(fixture) == Set(coins))
    fixture.chain.mine([transaction])
    try await fixture.sync()
    #expect(try Self.state(fixture, number) == .confirmed)
    #expect(throws: StorageError.paymentIs(state: "confirmed", number: number)) {
      try fixture.store.cancel(number)
    }
  }

  @Test func `what was given up cannot confirm any more once its coin is spent otherwise`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (number, _) = try await Self.send(fixture, [coins[0]])
    fixture.chain.change { $0.mempool = [] }
    #expect(try fixture.store.cancel(number).mayStillConfirm)
    fixture.chain.mine([fixture.spend([coins[0]], [(try fixture.script(6), 9000)])])
    try await fixture.sync()
    let payment = try fixture.store.payment(number)
    #expect(payment.state == .conflicted && !payment.mayStillConfirm)
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    let again = try fixture.store.payment(number)
    #expect(again.state == .cancelled && again.mayStillConfirm)
  }

  @Test func `giving up what is in the mempool frees nothing that the mempool spends`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (number, _) = try await Self.send(fixture, [coins[0]])
    try await fixture.sync()
    #expect(try fixture.store.cancel(number).state == .sent)
    #expect(try Self.free(fixture) == Set(coins.dropFirst()))
    #expect(throws: StorageError.paymentIs(state: "sent", number: number)) {
      try fixture.store.cancel(number)
    }
  }

  // MARK: Sending

  @Test func `what is about to be sent holds its coins and is found by a sync`() async throws {
    let (fixture, coins) = try await Self.prepared()
    let transaction = fixture.spend([coins[0]], [(Fixture.foreign, 4000)])
    let payment = try fixture.store.record(
      NewPayment(unsigned: transaction, psbt: [1], fee: .zero, summary: "", created: 5),
      of: fixture.wallet
    ).payment
    #expect(try fixture.store.paymentsBeingSent(of: fixture.wallet) == [])
    _ = try fixture.store.collect(payment.number, psbt: [2], expected: [1], final: transaction)
    try fixture.store.markSending(payment.number)
    let sending = try fixture.store.payment(payment.number)
    #expect(sending.state == .sending && sending.wasHandedOver)
    #expect(try fixture.store.paymentsBeingSent(of: fixture.wallet) == [payment.number])
    try await fixture.sync()
    #expect(try Self.state(fixture, payment.number) == .sending)
    #expect(try Self.free(fixture) == Set(coins.dropFirst()))
    #expect(throws: StorageError.walletBusy(name: "savings", payments: 1)) {
      try fixture.store.removeWallet(named: "savings")
    }
    fixture.chain.change { $0.mempool = [transaction] }
    try await fixture.sync()
    #expect(try Self.state(fixture, payment.number) == .sent)
  }

  /// A signed payment of one coin that nobody has.
  private static func complete(
    _ fixture: Fixture, _ coin: OutPoint
  ) throws -> (number: Int64, transaction: Transaction) {
    let transaction = fixture.spend([coin], [(Fixture.foreign, 4000)])
    let payment = try fixture.store.record(
      NewPayment(unsigned: transaction, psbt: [1], fee: .zero, summary: "", created: 5),
      of: fixture.wallet
    ).payment
    _ = try fixture.store.collect(payment.number, psbt: [2], expected: [1], final: transaction)
    return (payment.number, transaction)
  }

  @Test func `what was given up is not sent any more, and if it was sent that is remembered`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (number, _) = try Self.complete(fixture, coins[0])
    // Whoever has a copy of it can send it.
    #expect(try fixture.store.cancel(number).mayStillConfirm)
    #expect(throws: StorageError.paymentIs(state: "cancelled", number: number)) {
      try fixture.store.markSending(number)
    }
    // The node took it before somebody else gave it up.
    try fixture.store.markSent(number)
    let payment = try fixture.store.payment(number)
    #expect(payment.state == .cancelled && payment.mayStillConfirm)
    // The wallet is not forgotten with it unasked.
    #expect(throws: StorageError.walletBusy(name: "savings", payments: 1)) {
      try fixture.store.removeWallet(named: "savings")
    }
  }

  @Test func `a draft that a node shows without signatures can still be collected later`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let transaction = fixture.spend([coins[0]], [(Fixture.foreign, 4000)])
    let draft = try fixture.store.record(
      NewPayment(unsigned: transaction, psbt: [1], fee: .zero, summary: "", created: 5),
      of: fixture.wallet
    ).payment
    fixture.chain.change { $0.mempool = [transaction] }
    try await fixture.sync()
    let shown = try fixture.store.payment(draft.number)
    #expect(shown.state == .sent && shown.wasHandedOver && shown.final == nil)
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    #expect(try Self.state(fixture, draft.number) == .draft)
    #expect(
      try fixture.store.collect(draft.number, psbt: [2], expected: [1], final: transaction))
    // With something that unlocks its coins it is what somebody else collected and sent.
    let signed = fixture.spend([coins[1]], [(Fixture.foreign, 4000)], scriptSig: [0x51])
    let other = try fixture.store.record(
      NewPayment(
        unsigned: signed.withoutUnlocking, psbt: [1], fee: .zero, summary: "", created: 5),
      of: fixture.wallet
    ).payment
    fixture.chain.change { $0.mempool = [signed] }
    try await fixture.sync()
    #expect(try fixture.store.payment(other.number).final == signed)
  }

  @Test func `a payment that the node refused is complete, and the node may have kept it`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (number, _) = try Self.complete(fixture, coins[0])
    try fixture.store.markSending(number)
    try fixture.store.markRefused(number)
    let refused = try fixture.store.payment(number)
    #expect(refused.state == .complete && refused.wasHandedOver)
    #expect(try fixture.store.cancel(number).mayStillConfirm)
  }

  @Test func `a sync says when the node has forgotten what was sent`() async throws {
    let (fixture, coins) = try await Self.prepared()
    let (number, transaction) = try await Self.send(fixture, [coins[0]])
    #expect(try !fixture.store.payment(number).isUnseen)
    try await fixture.sync()
    #expect(try !fixture.store.payment(number).isUnseen)
    fixture.chain.change { $0.mempool = [] }
    try await fixture.sync()
    #expect(try fixture.store.payment(number).isUnseen)
    // What people do says nothing about the node.
    try fixture.store.cancel(try Self.complete(fixture, coins[1]).number)
    #expect(try fixture.store.payment(number).isUnseen)
    try fixture.store.markSent(number)
    #expect(try !fixture.store.payment(number).isUnseen)
    fixture.chain.mine([transaction])
    try await fixture.sync()
    #expect(try !fixture.store.payment(number).isUnseen)
  }

  @Test func `a dead payment stays dead when another is given up`() async throws {
    let (fixture, coins) = try await Self.prepared()
    // A coin out of a payment by somebody else, which a reorganisation takes away.
    let lost = Fixture.payment(9, [(try fixture.script(8), 7000)])
    fixture.chain.mine([lost])
    try await fixture.sync()
    let (dead, _) = try await Self.send(fixture, [OutPoint(txid: lost.txid, vout: 0), coins[0]])
    let (other, _) = try Self.complete(fixture, coins[1])
    fixture.chain.change { $0.mempool = [] }
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    #expect(try Self.state(fixture, dead) == .dead)
    try fixture.store.cancel(other)
    #expect(try Self.state(fixture, dead) == .dead)
    #expect(try Self.free(fixture) == Set(coins))
  }

  @Test func `a payment is not dead because blocks that nobody read may have it`() async throws {
    let fixture = try Fixture()
    let deposit = Fixture.payment(1, [(try fixture.script(0), 10_000)])
    fixture.chain.mine([deposit])
    try await fixture.sync()
    let (number, payment) = try await Self.send(fixture, [OutPoint(txid: deposit.txid, vout: 0)])
    // The deposit is taken back; both wait in the mempool, then come and go where only what is unspent
    // is listed.
    fixture.chain.drop(1)
    fixture.chain.mine([], fork: 1)
    fixture.chain.change { $0.mempool = [deposit, payment] }
    try await fixture.sync()
    fixture.chain.change { $0.onlyUnspent = true }
    fixture.chain.mine([deposit, payment], fork: 1)
    fixture.chain.mine(
      [fixture.spend([OutPoint(txid: payment.txid, vout: 0)], [(Fixture.foreign, 3000)])], fork: 1)
    try await fixture.sync()
    #expect(try Self.state(fixture, number) == .sent)
    #expect(try fixture.store.payment(number).isUncertain)
    // The next sync reads the few blocks since; what was before is as unknown as it was.
    fixture.chain.change { $0.replays = 2 }
    fixture.chain.mine([], fork: 1)
    try await fixture.sync()
    #expect(try Self.state(fixture, number) == .sent)
    #expect(try fixture.store.payment(number).isUncertain)
  }

  // MARK: Replacing

  @Test func `a replacement takes the coins over, and gives them back when it is given up`()
    async throws
  {
    let (fixture, coins) = try await Self.prepared()
    let (number, transaction) = try await Self.send(fixture, [coins[0]], changeIndex: 0)
    try await fixture.sync()
    let old = try fixture.store.payment(number)
    #expect(try fixture.store.replaceableCoins(of: old).map(\.outPoint) == [coins[0]])
    let replacement = fixture.spend([coins[0]], [(Fixture.foreign, 3000)])
    let new = NewPayment(
      unsigned: replacement, psbt: [1], fee: try Amount(satoshis: 2000), summary: "", created: 6)
    #expect(throws: StorageError.coinTaken("\(coins[0])")) {
      try fixture.store.record(new, of: fixture.wallet).payment
    }
    let second = try fixture.store.record(new, of: fixture.wallet, replacing: old).payment
    #expect(try fixture.store.payment(number).replacedBy == second.number)
    // The change of what is to be replaced is not offered.
    #expect(try Self.free(fixture) == Set(coins.dropFirst()))
    try await fixture.sync()
    #expect(try Self.state(fixture, second.number) == .draft)
    #expect(try Self.free(fixture) == Set(coins.dropFirst()))
    try fixture.store.cancel(second.number)
    #expect(try fixture.store.payment(number).replacedBy == nil)
    #expect(
      try Self.free(fixture)
        == Set(coins.dropFirst() + [OutPoint(txid: transaction.txid, vout: 1)]))
    let third = try fixture.store.record(new, of: fixture.wallet, replacing: old).payment
    _ = try fixture.store.collect(third.number, psbt: [2], expected: [1], final: replacement)
    fixture.chain.change { $0.mempool = [] }
    fixture.chain.mine([replacement])
    try await fixture.sync()
    #expect(try Self.state(fixture, number) == .conflicted)
    #expect(try Self.state(fixture, third.number) == .confirmed)
    #expect(try fixture.store.replaceableCoins(of: fixture.store.payment(number)).isEmpty)
  }
}
