import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import Synchronization
import TerminalUI
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// What can be done with a payment that was sent, or nearly.
@Suite struct SentPaymentTests {
  /// A home with a wallet of one key, whose signer is here.
  struct Home {
    let desk: Desk
    let chain: DyingChain
    static let person = Person(number: 11)

    init(_ coins: String...) async throws {
      desk = try Desk()
      try #require(await desk.run("node", "add", "practice", "rehearsal://").code == .done)
      let chain = DyingChain(folder: desk.path("home/rehearsal-practice"))
      self.chain = chain
      desk.source = { _ in chain }
      let made = await desk.run(
        "wallet", "create", "alone", "wpkh(\(try Self.person.hex()))", "--accept", "R07")
      try #require(made.code == .done, "\(made.err)")
      let address = await desk.run("receive", "alone", "--json").json["address"]?.stringValue
      for coin in coins { await desk.run("rehearse", "fund", try #require(address), coin) }
      await desk.run("rehearse", "mine")
      try #require(await desk.run("sync", "alone").code == .done)
    }

    func pay(_ more: String..., to amount: String? = "0.1") async throws -> (Desk.Run, PSBT?) {
      let file = desk.path("unsigned-\(UUID().uuidString).psbt")
      let to = amount.map { ["--to", "\(Desk.elsewhere)=\($0)"] } ?? []
      let ran = await desk.execute(["pay", "alone", "--out", file, "--json"] + to + more)
      guard ran.code == .done else { return (ran, nil) }
      return (ran, try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))))
    }

    /// Builds and signs; the number of the payment.
    func complete(_ more: String..., to amount: String? = "0.1") async throws -> String {
      let file = desk.path("unsigned-\(UUID().uuidString).psbt")
      let to = amount.map { ["--to", "\(Desk.elsewhere)=\($0)"] } ?? []
      let ran = await desk.execute(["pay", "alone", "--out", file, "--json"] + to + more)
      try #require(ran.code == .done, "\(ran.err)")
      let packet = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
      let signed = desk.path("signed-\(UUID().uuidString).psbt")
      try Data(Self.person.sign(packet).encoded()).write(to: URL(fileURLWithPath: signed))
      let collected = await desk.run("collect", signed, "--json")
      try #require(collected.code == .done, "\(collected.err)")
      return "\(try #require(ran.json["payment"]?.intValue))"
    }

    /// As of the last sync.
    func states() async -> [String?] {
      (await desk.run("payments", "--offline", "--json").json.arrayValue ?? []).map {
        $0["state"]?.stringValue
      }
    }

    /// As of the last sync.
    func spendable() async -> Int? {
      await desk.run("balance", "alone", "--offline", "--json").json["spendable"]?.intValue
    }

    /// The node restarts without its mempool.
    func forgetMempool() async throws {
      let chain = desk.path("home/rehearsal-practice")
      let file = try #require(saved)
      try FileManager.default.removeItem(atPath: chain)
      try FileManager.default.copyItem(atPath: file, toPath: chain)
    }

    private var saved: String? {
      let path = desk.path("saved")
      return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    func saveChain() throws {
      try FileManager.default.copyItem(
        atPath: desk.path("home/rehearsal-practice"), toPath: desk.path("saved"))
    }
  }

  // MARK: A broadcast is remembered first

  @Test func `a payment is written down as being sent before any node has it`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    let database = home.desk.path("home/coordinator.sqlite")
    let states = Seen()
    home.chain.sees.withLock {
      $0 = {
        // Another program that opens the records at this moment, as the next start after a kill does.
        let store = try? Store(path: database)
        let payment = try? store?.payment(Int64(number) ?? 0)
        states.note(payment?.state.rawValue ?? "none")
      }
    }
    let coin = try #require(await home.desk.run("coins", "alone", "--json").json[0])
    let sent = await home.desk.run("broadcast", number, "--yes", "--json")
    #expect(sent.code == .done, "\(sent.err)")
    #expect(states.all == ["sending"])
    // Which coins it spends is said before anything is asked.
    let said = try #require(sent.err.range(of: "It spends 1 coin:"), "\(sent.err)")
    #expect(sent.err[said.upperBound...].contains("0.50000000"), "\(sent.err)")
    #expect(sent.json["coins"]?[0]?["outpoint"] == coin["outpoint"], "\(sent.out)")
    #expect(sent.json["coins"]?[0]?["amount"] == 50_000_000)
    #expect(await home.states() == ["sent"])
  }

  private final class Seen: Sendable {
    private let states = Mutex<[String]>([])
    var all: [String] { states.withLock { $0 } }
    func note(_ state: String) { states.withLock { $0.append(state) } }
  }

  @Test func `a payment whose broadcast was cut off holds its coins until the node is asked`()
    async throws
  {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    home.chain.set(.after)
    let cut = await home.desk.fails(["broadcast", number, "--yes"], saying: "is not known")
    #expect(cut.err.contains("broadcast \(number)` again"))
    #expect(await home.states() == ["sending"])
    #expect(await home.spendable() == 0)
    home.chain.set(nil)
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["sent"])
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["confirmed"])
  }

  @Test func `a payment that no node got is said after a sync, and can be sent again or given up`()
    async throws
  {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    home.chain.set(.before)
    await home.desk.fails(["broadcast", number, "--yes"], saying: "is not known")
    home.chain.set(nil)
    let list = await home.desk.run("payments", "--offline")
    #expect(
      list.out.contains("not known whether the node took it: run `sync alone`"), "\(list.out)")
    let synced = await home.desk.run("sync", "alone")
    #expect(
      synced.err.contains("`broadcast \(number)` again, or `cancel \(number)`"), "\(synced.err)")
    #expect(await home.states() == ["sending"])
    #expect(await home.spendable() == 0)
    // Giving it up is giving up what somebody may have.
    let cancelled = await home.desk.run("cancel", number, "--yes", "--json")
    #expect(cancelled.json["mayStillConfirm"] == true)
    #expect(cancelled.err.contains("It may still confirm"))
    #expect(await home.spendable() == 50_000_000)
  }

  @Test func `nobody sees the signed bytes before a person has agreed`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    let verdicts = Seen()
    home.chain.judges.withLock { $0 = { verdicts.note("asked") } }
    await home.desk.fails(["broadcast", number])
    let declined = await home.desk.run("broadcast", number, answers: ["no"])
    #expect(declined.code == .failed && verdicts.all.isEmpty)
    // And it is written down before a node is asked what it thinks of them.
    let store = try Store(path: home.desk.path("home/coordinator.sqlite"))
    home.chain.judges.withLock {
      $0 = {
        let payment = try? store.payment(Int64(number) ?? 0)
        verdicts.note(payment?.wasHandedOver == true ? "known" : "new")
      }
    }
    #expect(await home.desk.run("broadcast", number, "--yes").code == .done)
    #expect(verdicts.all == ["known"])
  }

  @Test func `what the node refuses to take is complete, and may still confirm`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    home.chain.set(.refuses)
    await home.desk.fails(["broadcast", number, "--yes"])
    #expect(await home.states() == ["complete"])
    // But the node saw it, and a no may be a lie.
    let list = await home.desk.run("payments")
    #expect(list.out.contains("it was refused by a node, which may have kept it"), "\(list.out)")
    let cancelled = await home.desk.run("cancel", number, "--yes", "--json")
    #expect(cancelled.json["mayStillConfirm"] == true)
    #expect(cancelled.err.contains("was refused by a node, which may have kept it"))
  }

  @Test func `a node that takes a payment and says no is not believed`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    home.chain.set(.refusesAndTakes)
    let sent = await home.desk.run("broadcast", number, "--yes")
    #expect(sent.code == .done, "\(sent.err)")
    #expect(await home.states() == ["sent"])
  }

  // MARK: Giving up

  @Test func `what was sent and forgotten is given up, asked about, and found again`() async throws
  {
    let home = try await Home("0.5", "0.4")
    let number = try await home.complete("--fee-rate", "5")
    try home.saveChain()
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    try await home.forgetMempool()
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["sent"])
    let cancelled = await home.desk.run("cancel", number, "--yes")
    #expect(cancelled.code == .done, "\(cancelled.err)")
    #expect(cancelled.err.contains("cancelling it here does not take it back"))
    #expect(cancelled.err.contains("pay alone --replace \(number)"))
    #expect(await home.spendable() == 90_000_000)
    let list = await home.desk.run("payments")
    #expect(list.out.contains("cancelled after it was sent: it may still confirm"))
    // A home that comes back from a backup knows of it.
    let backup = home.desk.path("home.backup")
    let key = try BackupCommandTests.key(home.desk)
    try #require(await home.desk.run("backup", "key", "--from", key).code == .done)
    try #require(await home.desk.run("backup", "write", "--out", backup).code == .done)
    let fresh = try Desk()
    try #require(await fresh.run("backup", "key", "--from", key).code == .done)
    let restored = await fresh.run("backup", "restore", backup, "--yes", "--accept", "R07")
    #expect(restored.code == .done, "\(restored.err)")
    #expect(restored.err.contains("cancelled after it was sent: it may still confirm"))
    let again = await fresh.run("payments", "--json").json
    #expect(again[0]?["state"] == "cancelled" && again[0]?["mayStillConfirm"] == true)
    // The same amount to the same address, out of the other coin, is asked about.
    let packet = try PSBT(
      decoding: [UInt8](try await paymentBytes(home, number)))
    let used = packet.unsignedTransaction.inputs.map { "\($0.previousOutput)" }
    let coins = await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []
    let other = try #require(
      coins.compactMap { $0["outpoint"]?.stringValue }.first { !used.contains($0) })
    let (twice, _) = try await home.pay("--fee-rate", "5", "--coin", other)
    #expect(twice.code == .failed && twice.out.contains("R33"), "\(twice.out)")
    // With one of its coins only one of the two can confirm.
    let (same, _) = try await home.pay("--fee-rate", "5", "--coin", used[0])
    #expect(same.code == .done, "\(same.err)")
  }

  @Test func `the same payment out of another wallet is asked about too`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    try home.saveChain()
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    try await home.forgetMempool()
    await home.desk.run("sync", "alone")
    try #require(await home.desk.run("cancel", number, "--yes").code == .done)
    try #require(await home.desk.run("wallet", "create", "other", Desk.account).code == .done)
    let address = await home.desk.run("receive", "other", "--json").json["address"]?.stringValue
    await home.desk.run("rehearse", "fund", try #require(address), "0.3")
    await home.desk.run("rehearse", "mine")
    let twice = await home.desk.run(
      "pay", "other", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
      home.desk.path("twice.psbt"))
    #expect(twice.code == .failed && twice.err.contains("R33"), "\(twice.err)")
    #expect(twice.err.contains("payment \(number) of alone pays the same amount"))
  }

  @Test func `the same payment is asked about in every state, and the same payee twice in one`()
    async throws
  {
    let home = try await Home("0.5", "0.4", "0.3")
    let number = try await home.complete("--fee-rate", "5")
    let (signed, _) = try await home.pay("--fee-rate", "5")
    #expect(signed.out.contains("R33") && signed.out.contains("it is signed and can be sent"))
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let (sent, _) = try await home.pay("--fee-rate", "5")
    #expect(sent.out.contains("it was sent and is not in a block yet"), "\(sent.out)")
    await home.desk.run("rehearse", "mine")
    let (confirmed, _) = try await home.pay("--fee-rate", "5")
    #expect(confirmed.out.contains("it is confirmed"), "\(confirmed.out)")
    #expect(try await home.pay("--fee-rate", "5", to: "0.11").0.code == .done)
    let (twice, _) = try await home.pay(
      "--fee-rate", "5", "--to", "\(Desk.elsewhere)=0.05", to: "0.05")
    #expect(twice.code == .failed)
    #expect(twice.out.contains("pays the same amount to the same address twice"), "\(twice.out)")
  }

  private func paymentBytes(_ home: Home, _ number: String) async throws -> Data {
    let file = home.desk.path("again-\(UUID().uuidString).psbt")
    await home.desk.run("payments", "--payment", number, "--out", file)
    return try Data(contentsOf: URL(fileURLWithPath: file))
  }

  @Test func `giving up what is in the mempool says how to stop it`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.run("sync", "alone")
    let cancelled = await home.desk.run("cancel", number, "--yes")
    #expect(cancelled.out.contains("in the mempool"))
    #expect(cancelled.out.contains("pay alone --replace"))
    #expect(await home.states() == ["sent"])
  }

  // MARK: Replacing

  @Test func `a payment is replaced at a fee that nodes take`() async throws {
    let home = try await Home("0.5", "0.4")
    let number = try await home.complete("--fee-rate", "5")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.run("sync", "alone")
    let spent = try PSBT(decoding: [UInt8](try await paymentBytes(home, number)))
      .unsignedTransaction.inputs.map { "\($0.previousOutput)" }
    // By hand its coin is not to be had.
    let (taken, _) = try await home.pay("--fee-rate", "9", "--coin", spent[0])
    #expect(taken.code == .failed)
    #expect(taken.out.contains("pay alone --replace \(number)"), "\(taken.out)")
    let (cheap, _) = try await home.pay("--replace", number, "--fee-rate", "5", to: nil)
    #expect(cheap.code == .failed && cheap.out.contains("or more"), "\(cheap.out)")
    // Without a rate of one's own it is as high as it has to be.
    let second = try await home.complete("--replace", number, to: nil)
    let list = await home.desk.run("payments", "--json").json
    #expect(list[0]?["replacedBy"]?.intValue == Int(second))
    #expect(list[1]?["what"]?.stringValue?.contains("0.10000000 to \(Desk.elsewhere)") == true)
    let sent = await home.desk.run("broadcast", second, "--yes")
    #expect(sent.code == .done, "\(sent.err)")
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "confirmed"])
    await home.desk.fails(
      ["pay", "alone", "--replace", number, "--out", home.desk.path("x.psbt")],
      saying: "cannot be replaced")
  }

  @Test func `all of a payment can be called back, and others pay for a fee that does not reach`()
    async throws
  {
    let home = try await Home("0.1", "0.4")
    let coins = await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []
    let small = try #require(
      coins.first { $0["amount"]?.intValue == 10_000_000 }?["outpoint"]?.stringValue)
    let number = try await home.complete("--fee-rate", "5", "--coin", small, to: "all")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let (more, packet) = try await home.pay("--replace", number, "--fee-rate", "20", to: nil)
    #expect(more.code == .done, "\(more.out)")
    #expect(packet?.unsignedTransaction.inputs.count == 2)
    await home.desk.run("cancel", "2", "--yes")
    let (back, all) = try await home.pay("--replace", number, "--fee-rate", "20", to: "all")
    #expect(back.code == .done, "\(back.out)")
    #expect(all?.unsignedTransaction.inputs.count == 1)
    await home.desk.fails(
      ["pay", "alone", "--replace", "3", "--out", home.desk.path("x.psbt")],
      saying: "nobody here can send it"
    )
  }

  // MARK: Unconfirmed change

  @Test func `confirmed coins come before unconfirmed change, which is said when it is spent`()
    async throws
  {
    let home = try await Home("0.5", "0.4")
    let coins = await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []
    let large = try #require(
      coins.first { $0["amount"]?.intValue == 50_000_000 }?["outpoint"]?.stringValue)
    let number = try await home.complete("--fee-rate", "5", "--coin", large)
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let (first, _) = try await home.pay("--fee-rate", "5", to: "0.3")
    #expect(first.json["unconfirmed"]?.intValue == 0, "\(first.out)")
    #expect(first.json["inputs"]?[0]?["amount"]?.intValue == 40_000_000)
    await home.desk.run("cancel", "2", "--yes")
    let (both, _) = try await home.pay("--fee-rate", "5", to: "0.7")
    #expect(both.json["unconfirmed"]?.intValue == 1, "\(both.out)")
    #expect(both.err.contains("change that is not confirmed"))
  }
}
