import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import NodeClients
import Synchronization
import TerminalUI
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// What makes a waiting payment confirm sooner, or takes it back.
@Suite struct BumpTests {
  typealias Home = SentPaymentTests.Home

  // MARK: The payment again

  @Test func `a payment is bumped out of its change, and what it costs more is said`() async throws
  {
    let home = try await Home("0.5", "0.4")
    let number = try await home.complete("--fee-rate", "5", "--label", "rent")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let before = try await home.packet(number)
    let cheap = await home.desk.fails(
      ["bump", number, "--fee-rate", "5", "--out", home.desk.path("x.psbt")],
      saying: "nodes would refuse this replacement")
    #expect(cheap.err.contains("or more"))
    let (ran, packet) = try await home.built("bump", number, "--fee-rate", "20")
    let now = try #require(packet).unsignedTransaction
    #expect(ran.json["way"]?.stringValue == "replacement")
    #expect(ran.json["replaces"]?.intValue == Int(number))
    let (fee, old) = (ran.json["fee"]?.intValue ?? 0, ran.json["oldFee"]?.intValue ?? 0)
    #expect(old > 0 && ran.json["moreFee"]?.intValue == fee - old && fee > 3 * old)
    #expect(ran.json["oldFeeRate"] != .null && ran.json["feeRate"] != .null)
    let old0 = before.unsignedTransaction
    #expect(Set(now.inputs.map(\.previousOutput)) == Set(old0.inputs.map(\.previousOutput)))
    let payee = try Address(parsing: Desk.elsewhere, on: .regtest).script
    #expect(now.outputs.filter { $0.scriptPubKey == payee }.map(\.rawValue) == [10_000_000])
    #expect(now.outputs.count == 2 && old0.outputs.count == 2)
    // Built once: another would leave the first without its coins.
    let again = await home.desk.fails(
      ["bump", number, "--out", home.desk.path("y.psbt")], saying: "was built to replace")
    #expect(again.err.contains("cancel 2"))
    let second = try await home.finished(ran, packet)
    try #require(await home.desk.run("broadcast", second, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "confirmed"])
    let list = await home.desk.run("payments", "--json").json
    #expect(list[1]?["what"]?.stringValue == "rent")
    await home.desk.fails(
      ["bump", second, "--out", home.desk.path("z.psbt")], saying: "it is confirmed")
  }

  @Test func `a bump without a rate is as high as nodes want it, and is found by the txid as well`()
    async throws
  {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "40")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let list = await home.desk.run("payments", "--json").json
    let txid = try #require(list[0]?["txid"]?.stringValue)
    let file = home.desk.path("new.psbt")
    let ran = await home.desk.run("bump", txid, "--out", file)
    #expect(ran.code == .done, "\(ran.err)")
    // The node suggests 2 sat/vB: too little.
    #expect(ran.out.contains("It costs") && ran.out.contains("sat more"), "\(ran.out)")
    #expect(ran.err.contains("Only one of the two can confirm"))
    let packet = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    let second = try await home.collected(packet, "2")
    let sent = await home.desk.run("broadcast", second, "--yes")
    #expect(sent.code == .done, "\(sent.err)")
  }

  @Test
  func `other coins pay for a bump only after a sentence, and without any the ways out are said`()
    async throws
  {
    let home = try await Home("0.1", "0.4")
    let coins = await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []
    let small = try #require(
      coins.first { $0["amount"]?.intValue == 10_000_000 }?["outpoint"]?.stringValue)
    let number = try await home.complete("--fee-rate", "5", "--coin", small, to: "all")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let asked = await home.desk.fails(
      ["bump", number, "--fee-rate", "20", "--out", home.desk.path("x.psbt")],
      saying: "takes 1 more coin of the wallet")
    #expect(asked.err.contains("--accept more-coins"))
    #expect(await home.states().count == 1)
    let (ran, packet) = try await home.built(
      "bump", number, "--fee-rate", "20", "--accept", "more-coins")
    #expect(ran.code == .done && packet?.unsignedTransaction.inputs.count == 2, "\(ran.err)")

    let poor = try await Home("0.1")
    let all = try await poor.complete("--fee-rate", "5", to: "all")
    try #require(await poor.desk.run("broadcast", all, "--yes").code == .done)
    let refused = await poor.desk.fails(
      ["bump", all, "--fee-rate", "20", "--out", poor.desk.path("x.psbt")],
      saying: "cannot be paid")
    #expect(refused.err.contains("cancel \(all) --on-chain"))
  }

  @Test func `a bump pays for what others built on the payment, too`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.run("sync", "alone")
    // A second payment spends the change, and goes with the first.
    let child = try await home.complete("--fee-rate", "50", to: "0.2")
    try #require(await home.desk.run("broadcast", child, "--yes").code == .done)
    let (ran, packet) = try await home.built("bump", number, "--fee-rate", "12")
    #expect(ran.code == .failed && packet == nil)
    #expect(ran.out.contains("what builds on it"), "\(ran.out)")
    let (enough, more) = try await home.built("bump", number)
    #expect(enough.code == .done, "\(enough.out)")
    #expect(enough.err.contains("Payments that build on it can then no longer confirm: \(child)"))
    let third = try await home.finished(enough, more)
    #expect(await home.desk.run("broadcast", third, "--yes").code == .done)
  }

  @Test func `what a recipient built on the payment is dropped with it, and paid for`() async throws
  {
    let home = try await Home("0.5")
    let recipient = try home.openAddress()
    let number = try await home.complete(
      "--fee-rate", "5", "--to", "\(recipient)=0.1", to: nil)
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let paid = try #require(
      try await home.packet(number).unsignedTransaction.outputs
        .firstIndex { $0.rawValue == 10_000_000 })
    let list = await home.desk.run("payments", "--json").json
    let txid = try Txid(parsing: list[0]?["txid"]?.stringValue ?? "")
    _ = try await home.spend(
      OutPoint(txid: txid, vout: UInt32(paid)), worth: 10_000_000, fee: 9000)
    let (ran, packet) = try await home.built("bump", number)
    #expect((ran.json["fee"]?.intValue ?? 0) > 9000, "\(ran.out)\(ran.err)")
    let second = try await home.finished(ran, packet)
    let sent = await home.desk.run("broadcast", second, "--yes")
    #expect(sent.code == .done, "\(sent.err)")
  }

  // MARK: Back again

  @Test func `a payment is taken back on the chain`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.fails(["cancel", number, "--on-chain"], code: .wrongUsage)
    await home.desk.fails(["cancel", number, "--fee-rate", "5"], code: .wrongUsage)
    let (ran, packet) = try await home.built("cancel", number, "--on-chain")
    #expect(ran.code == .done && ran.json["replaces"]?.intValue == Int(number), "\(ran.out)")
    #expect(ran.json["paid"]?.intValue == 0)
    #expect(packet?.unsignedTransaction.outputs.count == 1)
    let second = try await home.finished(ran, packet)
    try #require(await home.desk.run("broadcast", second, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "confirmed"])
    let fee = try #require(ran.json["fee"]?.intValue)
    #expect(await home.spendable() == 50_000_000 - fee)
  }

  // MARK: A child

  @Test func `a child lifts what others send to the wanted rate`() async throws {
    let home = try await Home("0.5")
    let parent = try await home.received(fee: 200)
    await home.desk.run("sync", "alone")
    let low = await home.desk.fails(
      ["bump", "\(parent.txid)", "--fee-rate", "1", "--out", home.desk.path("x.psbt")],
      saying: "already")
    #expect(low.err.contains("higher --fee-rate"))
    let (ran, packet) = try await home.built("bump", "\(parent.txid):0", "--fee-rate", "20")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["way"]?.stringValue == "child" && ran.json["oldFee"]?.intValue == 200)
    #expect(packet?.unsignedTransaction.version == 2)
    let number = try await home.finished(ran, packet)
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    try await home.expectPackage(parent.txid, number, rate: 20)
    // The child itself is a payment like others.
    let (faster, next) = try await home.built("bump", number, "--fee-rate", "80")
    #expect(faster.json["way"]?.stringValue == "replacement", "\(faster.out)\(faster.err)")
    #expect(next?.unsignedTransaction.outputs.count == 1)
    await home.desk.run("rehearse", "mine")
    await home.desk.fails(
      ["bump", "\(parent.txid)", "--out", home.desk.path("y.psbt")], saying: "is confirmed")
  }

  @Test func `a child of a small coin asks for others, and pays no more than is wanted`()
    async throws
  {
    let home = try await Home("0.5")
    let parent = try await home.received(fee: 200, amount: 2000)
    await home.desk.run("sync", "alone")
    await home.desk.fails(
      ["bump", "\(parent.txid)", "--fee-rate", "20", "--out", home.desk.path("x.psbt")],
      saying: "takes 1 more coin")
    let (ran, packet) = try await home.built(
      "bump", "\(parent.txid)", "--fee-rate", "20", "--accept", "more-coins", "--accept", "R04")
    #expect(packet?.unsignedTransaction.inputs.count == 2, "\(ran.err)")
    let number = try await home.finished(ran, packet)
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    try await home.expectPackage(parent.txid, number, rate: 20)
  }

  @Test func `change of a payment is spent by a child where that is asked for`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "2")
    let early = await home.desk.fails(
      ["bump", number, "--by-child", "--out", home.desk.path("x.psbt")], saying: "does not have")
    #expect(early.err.contains("bump NUMBER"))
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let (ran, packet) = try await home.built("bump", number, "--by-child", "--fee-rate", "30")
    #expect(ran.json["way"]?.stringValue == "child", "\(ran.out)")
    let child = try await home.finished(ran, packet)
    try #require(await home.desk.run("broadcast", child, "--yes").code == .done)
    let list = await home.desk.run("payments", "--json").json
    let txid = try Txid(parsing: list[0]?["txid"]?.stringValue ?? "")
    try await home.expectPackage(txid, child, rate: 30)
  }

  @Test func `a parent that the mempool dropped is sent with its child, as one package`()
    async throws
  {
    let home = try await Home("0.5")
    let open = try await home.openCoin()
    try home.saveChain()
    let parent = try await home.received(fee: 200, spending: open)
    await home.desk.run("sync", "alone")
    let (ran, packet) = try await home.built("bump", "\(parent.txid)", "--fee-rate", "20")
    let number = try await home.finished(ran, packet)
    try await home.forgetMempool()
    home.chain.busy.minimum.withLock { $0 = try? FeeRate(satoshisPerKvB: 10_000) }
    await #expect(throws: NodeError.self) { try await home.chain.chain.send(parent) }
    let sent = await home.desk.run("broadcast", number, "--yes")
    #expect(sent.code == .done, "\(sent.err)")
    #expect(sent.err.contains("they are sent with it"), "\(sent.err)")
    try await home.expectPackage(parent.txid, number, rate: 20)
  }

  @Test func `a payment that the mempool dropped comes back with its child, also after a sync`()
    async throws
  {
    let home = try await Home("0.5")
    try home.saveChain()
    let number = try await home.complete("--fee-rate", "2")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let (ran, packet) = try await home.built("bump", number, "--by-child", "--fee-rate", "30")
    let child = try await home.finished(ran, packet)
    try await home.forgetMempool()
    home.chain.busy.minimum.withLock { $0 = try? FeeRate(satoshisPerKvB: 10_000) }
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["sent", "dead"])
    let alone = await home.desk.fails(["broadcast", number, "--yes"], saying: "min fee not met")
    #expect(alone.err.contains("bump \(number)"))
    let sent = await home.desk.run("broadcast", child, "--yes")
    #expect(sent.code == .done && sent.out.contains("back to alone"), "\(sent.err)")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["sent", "sent"])
    let list = await home.desk.run("payments", "--json").json
    let txid = try Txid(parsing: list[0]?["txid"]?.stringValue ?? "")
    try await home.expectPackage(txid, child, rate: 30)
  }

  // MARK: TRUC

  @Test func `a child of version 3 has that version, and one is enough`() async throws {
    let home = try await Home()
    let parent = try await home.received(fee: 200, version: 3)
    await home.desk.run("sync", "alone")
    let (ran, packet) = try await home.built("bump", "\(parent.txid)", "--fee-rate", "20")
    #expect(ran.err.contains("version 3 (TRUC)"), "\(ran.err)")
    #expect(packet?.unsignedTransaction.version == 3 && ran.json["version"]?.intValue == 3)
    let number = try await home.finished(ran, packet)
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    try await home.expectPackage(parent.txid, number, rate: 20)
  }

  @Test func `beside the child of somebody else there is no place on version 3`() async throws {
    let home = try await Home()
    let parent = try await home.received(fee: 200, amount: 1_000_000, version: 3)
    let other = try await home.spendRest(of: parent)
    await home.desk.run("sync", "alone")
    let refused = await home.desk.fails(
      ["bump", "\(parent.txid)", "--fee-rate", "20", "--out", home.desk.path("x.psbt")],
      saying: "\(other.txid) builds already on")
    #expect(refused.err.contains("takes no child"))
    #expect(await home.states().isEmpty)
  }

  // MARK: What holds a coin

  @Test func `who pays and has too little is told which payment holds which coin`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5")
    let (ran, _) = try await home.pay("--fee-rate", "5")
    #expect(ran.code == .failed)
    #expect(
      ran.out.contains("coin 1 (0.50000000 BTC) by payment \(number)"), "\(ran.out)")
    #expect(ran.out.contains("cancel \(number)"))
  }
}

extension SentPaymentTests.Home {
  /// What the payment was built as.
  func packet(_ number: String) async throws -> PSBT {
    let file = desk.path("packet-\(UUID().uuidString).psbt")
    let ran = await desk.run("payments", "--payment", number, "--out", file)
    try #require(ran.code == .done, "\(ran.err)")
    return try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
  }

  /// Runs a command that builds something for the signer.
  func built(_ arguments: String...) async throws -> (Desk.Run, PSBT?) {
    let file = desk.path("built-\(UUID().uuidString).psbt")
    let ran = await desk.execute(arguments + ["--out", file, "--json"])
    guard ran.code == .done else { return (ran, nil) }
    return (ran, try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))))
  }

  /// Signs and collects it; the number of the payment.
  func finished(_ ran: Desk.Run, _ packet: PSBT?) async throws -> String {
    try #require(ran.code == .done, "\(ran.out)\(ran.err)")
    return try await collected(
      try #require(packet), "\(try #require(ran.json["payment"]?.intValue))")
  }

  func collected(_ packet: PSBT, _ number: String) async throws -> String {
    let signed = desk.path("signed-\(UUID().uuidString).psbt")
    try Data(Self.person.sign(packet).encoded()).write(to: URL(fileURLWithPath: signed))
    let collected = await desk.run("collect", signed, "--json")
    try #require(collected.code == .done, "\(collected.err)")
    return number
  }

  static let open = Script([0x51, 0x51, 0x87])

  /// A confirmed coin of 0.3 BTC that anyone can spend.
  func openCoin() async throws -> OutPoint {
    let txid = try await chain.chain.fund(
      .p2wsh(Self.open), try Amount(satoshis: 30_000_000))
    try await chain.chain.mine(1)
    return OutPoint(txid: txid, vout: 0)
  }

  /// What somebody else sends to the wallet, and what waits in the mempool then.
  func received(
    fee: Int64, amount: Int64? = nil, version: Int32 = 2, spending coin: OutPoint? = nil
  ) async throws -> Transaction {
    let open = if let coin { coin } else { try await openCoin() }
    let address = try #require(
      await desk.run("receive", "alone", "--json").json["address"]?.stringValue)
    let rest = 30_000_000 - fee
    let script = try Address(parsing: address, on: .regtest).script
    var outputs = [TxOut(rawValue: amount ?? rest, scriptPubKey: script)]
    if let amount {
      outputs.append(TxOut(rawValue: rest - amount, scriptPubKey: .p2wsh(Self.open)))
    }
    let transaction = Transaction(
      version: version,
      inputs: [
        TxIn(previousOutput: open, sequence: 0xffff_fffd, witness: [Self.open.bytes])
      ], outputs: outputs)
    try await chain.chain.send(transaction)
    return transaction
  }

  /// An address whose coins anyone can spend.
  func openAddress() throws -> String {
    try #require(Address(script: .p2wsh(Self.open), network: .regtest)).string
  }

  /// Somebody else spends what the wallet did not get of it.
  func spendRest(of parent: Transaction) async throws -> Transaction {
    try await spend(
      OutPoint(txid: parent.txid, vout: 1), worth: parent.outputs[1].rawValue, fee: 300,
      version: parent.version)
  }

  /// Somebody else spends a coin that anyone can spend.
  func spend(
    _ coin: OutPoint, worth: Int64, fee: Int64, version: Int32 = 2
  ) async throws -> Transaction {
    let transaction = Transaction(
      version: version,
      inputs: [
        TxIn(previousOutput: coin, sequence: 0xffff_fffd, witness: [Self.open.bytes])
      ], outputs: [TxOut(rawValue: worth - fee, scriptPubKey: .p2wsh(Self.open))])
    try await chain.chain.send(transaction)
    return transaction
  }

  /// That a transaction and the child of that number wait and pay the rate together, and hardly more.
  func expectPackage(
    _ parent: Txid, _ number: String, rate: Int64, location: SourceLocation = #_sourceLocation
  ) async throws {
    let list = await desk.run("payments", "--json").json.arrayValue ?? []
    let text = list.first { $0["payment"]?.intValue == Int(number) }?["txid"]?.stringValue
    let child = try Txid(parsing: try #require(text, sourceLocation: location))
    let entries = [
      try await chain.chain.mempoolEntry(of: parent), try await chain.chain.mempoolEntry(of: child),
    ].compactMap(\.self)
    try #require(entries.count == 2, sourceLocation: location)
    #expect(entries[1].parents == [parent] && entries[0].children == [child])
    let fees = entries.reduce(Int64(0)) { $0 + ($1.fee?.satoshis ?? 0) }
    let size = entries.reduce(Int64(0)) { $0 + Int64($1.virtualSize) }
    #expect(
      fees >= rate * size && fees <= (rate + 1) * size, "\(fees) sat for \(size) vB",
      sourceLocation: location)
  }
}
