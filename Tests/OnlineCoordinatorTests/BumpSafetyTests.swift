import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import NodeClients
import TerminalUI
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// What a bump, a child and what takes a payment's place must not do unasked.
@Suite struct BumpSafetyTests {
  typealias Home = SentPaymentTests.Home

  // MARK: A parent is not sent again unasked

  /// A payment of 0.1 BTC that was sent, and a signed child of its change that was not; its txid and both numbers.
  private func familyOfTwo(_ home: Home) async throws -> (Txid, parent: String, child: String) {
    try home.saveChain()
    let number = try await home.complete("--fee-rate", "2")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let (ran, packet) = try await home.built("bump", number, "--by-child", "--fee-rate", "30")
    let child = try await home.finished(ran, packet)
    let list = await home.desk.run("payments", "--json").json
    return (try Txid(parsing: list[0]?["txid"]?.stringValue ?? ""), number, child)
  }

  @Test func `a child does not bring back a payment that another has replaced`() async throws {
    let home = try await Home("0.5")
    let (txid, number, child) = try await familyOfTwo(home)
    let (ran, packet) = try await home.built("cancel", number, "--on-chain")
    let back = try await home.finished(ran, packet)
    try #require(await home.desk.run("broadcast", back, "--yes").code == .done)
    try await home.forgetMempool()
    let refused = await home.desk.fails(
      ["broadcast", child, "--yes"], saying: "payment \(back) is in its place")
    #expect(refused.err.contains("builds on payment \(number)"))
    // Given up here, it may still confirm: it was sent.
    try #require(await home.desk.run("cancel", back, "--yes").code == .done)
    await home.desk.fails(
      ["broadcast", child, "--yes"], saying: "payment \(back) is in its place")
    #expect(try await home.chain.chain.mempoolEntry(of: txid) == nil)
    // Who asks for the payment itself gets it, and then its child.
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    #expect(await home.desk.run("broadcast", child, "--yes").code == .done)
  }

  @Test func `a child does not bring back a payment that was cancelled`() async throws {
    let home = try await Home("0.5")
    let (txid, number, child) = try await familyOfTwo(home)
    try #require(await home.desk.run("cancel", number, "--yes").code == .done)
    try await home.forgetMempool()
    let refused = await home.desk.fails(
      ["broadcast", child, "--yes"], saying: "which was cancelled")
    #expect(refused.err.contains("run `cancel \(child)`"))
    await home.desk.run("sync", "alone")
    await home.desk.fails(["broadcast", child, "--yes"], saying: "which was cancelled")
    #expect(try await home.chain.chain.mempoolEntry(of: txid) == nil)
  }

  @Test func `whom a parent pays is shown and asked about before it is sent again`() async throws {
    let home = try await Home("0.5")
    let (txid, number, child) = try await familyOfTwo(home)
    try await home.forgetMempool()
    let asked = await home.desk.run("broadcast", child, answers: ["no"])
    #expect(asked.code == .failed)
    let said = asked.err + asked.terminal
    #expect(said.contains("Sent again, because the node does not have it: payment \(number)"))
    #expect(said.contains(Desk.elsewhere) && said.contains("0.10000000"), "\(said)")
    #expect(
      asked.terminal.contains("that gets 0.10000000 BTC in payment \(number)"),
      "\(asked.terminal)")
    #expect(try await home.chain.chain.mempoolEntry(of: txid) == nil)
    let sent = await home.desk.run("broadcast", child, "--yes", "--json")
    #expect(sent.code == .done && sent.err.contains(Desk.elsewhere), "\(sent.err)")
    let parent = sent.json["parents"]?[0]
    #expect(parent?["payment"]?.intValue == Int(number))
    #expect(parent?["paid"]?.intValue == 10_000_000)
    #expect(try await home.chain.chain.mempoolEntry(of: txid) != nil)
    let again = await home.desk.run("broadcast", child, "--yes", "--json")
    #expect(again.json["parents"]?.arrayValue?.isEmpty == true)
  }

  @Test func `a parent that spends a frozen coin is not sent again`() async throws {
    let home = try await Home("0.5")
    let (txid, _, child) = try await familyOfTwo(home)
    try await home.forgetMempool()
    await home.desk.run("sync", "alone")
    let frozen = await home.desk.run("freeze", "alone", "1")
    try #require(frozen.code == .done, "\(frozen.err)")
    await home.desk.fails(["broadcast", child, "--yes"], saying: "is frozen")
    #expect(try await home.chain.chain.mempoolEntry(of: txid) == nil)
  }

  @Test func `what somebody else sent is shown before it is sent again, also after a sync`()
    async throws
  {
    let home = try await Home("0.5")
    let open = try await home.openCoin()
    try home.saveChain()
    let parent = try await home.received(fee: 200, spending: open)
    await home.desk.run("sync", "alone")
    let (ran, packet) = try await home.built("bump", "\(parent.txid)", "--fee-rate", "20")
    let child = try await home.finished(ran, packet)
    try await home.forgetMempool()
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["dead"])
    let sent = await home.desk.run("broadcast", child, "--yes", "--json")
    #expect(sent.code == .done, "\(sent.out)\(sent.err)")
    #expect(sent.err.contains("\(parent.txid), which somebody else made"), "\(sent.err)")
    #expect(sent.json["parents"]?[0]?["txid"]?.stringValue == "\(parent.txid)")
    #expect(sent.json["parents"]?[0]?["payment"] == .null)
  }

  // MARK: A lock time

  @Test func `a bump waits as long as the payment, what takes it back does not`() async throws {
    let home = try await Home("0.5")
    let day = try #require(LockTimeArgument(argument: "2030-01-31")).value
    let number = try await home.complete("--fee-rate", "5", "--lock-time", "2030-01-31")
    let (ran, packet) = try await home.built("bump", number, "--fee-rate", "20")
    #expect(packet?.unsignedTransaction.lockTime == day, "\(ran.out)\(ran.err)")
    #expect(ran.json["lockTime"]?.intValue == Int(day.rawValue))
    #expect(ran.err.contains("It can confirm only after time \(day.rawValue)"), "\(ran.err)")
    await home.desk.run("cancel", "2", "--yes")
    let (back, taken) = try await home.built("cancel", number, "--on-chain")
    let lock = try #require(taken, "\(back.out)").unsignedTransaction.lockTime
    #expect(lock.height != nil && !back.err.contains("can confirm only after"))
    await home.desk.run("cancel", "3", "--yes")
    let none = await home.desk.fails(
      ["bump", number, "--as", "multisig", "--out", home.desk.path("x.txt")],
      saying: "has a lock time")
    #expect(none.err.contains("leave --as multisig out"))
  }

  @Test func `a height is kept as long as it is ahead, and that of an ordinary payment never`()
    async throws
  {
    let home = try await Home("0.5", "0.4")
    let number = try await home.complete("--fee-rate", "5", "--lock-time", "900000")
    let (ran, packet) = try await home.built("bump", number, "--fee-rate", "20")
    #expect(packet?.unsignedTransaction.lockTime.height == 900_000, "\(ran.out)\(ran.err)")
    let plain = try await home.complete("--fee-rate", "5", to: "0.2")
    let (other, next) = try await home.built("bump", plain, "--fee-rate", "20")
    #expect(next != nil && !other.err.contains("can confirm only after"), "\(other.err)")
  }

  @Test func `a payment in the place of another keeps its lock time or says that it does not`()
    async throws
  {
    let home = try await Home("0.5")
    let day = try #require(LockTimeArgument(argument: "2030-01-31")).value
    let number = try await home.complete("--fee-rate", "5", "--lock-time", "2030-01-31")
    let (same, packet) = try await home.pay("--replace", number, "--fee-rate", "20", to: nil)
    #expect(packet?.unsignedTransaction.lockTime == day, "\(same.out)\(same.err)")
    #expect(same.err.contains("It can confirm only after time \(day.rawValue)"))
    #expect(!same.err.contains("the new one at once"))
    await home.desk.run("cancel", "2", "--yes")
    let (other, next) = try await home.pay("--replace", number, "--fee-rate", "20", to: "0.2")
    #expect(next.map { $0.unsignedTransaction.lockTime.height != nil } == true, "\(other.out)")
    #expect(
      other.err.contains("payment \(number) can confirm only after time \(day.rawValue), the new"),
      "\(other.err)")
    await home.desk.run("cancel", "3", "--yes")
    let (given, last) = try await home.pay(
      "--replace", number, "--fee-rate", "20", "--lock-time", "900000", to: nil)
    #expect(last?.unsignedTransaction.lockTime.height == 900_000, "\(given.out)")
    #expect(!given.err.contains("the new one at once"))
  }

  @Test func `data that the payment in the place of another does not carry is named`() async throws
  {
    let home = try await Home("0.5")
    let number = try await home.complete("--fee-rate", "5", "--data-text", "hello")
    let (ran, packet) = try await home.pay("--replace", number, "--fee-rate", "20")
    #expect(packet != nil, "\(ran.out)")
    #expect(
      ran.err.contains("payment \(number) carries data 68656c6c6f (hello), the new one does not"),
      "\(ran.err)")
    await home.desk.run("cancel", "2", "--yes")
    let (again, next) = try await home.pay(
      "--replace", number, "--fee-rate", "20", "--data-text", "hello")
    #expect(next != nil && !again.err.contains("the new one does not"), "\(again.out)\(again.err)")
  }

  // MARK: Tags

  @Test func `a child does not spend coins with different tags together unasked`() async throws {
    let home = try await Home("0.5")
    let open = try await home.openCoin()
    let address = try #require(
      await home.desk.run("receive", "alone", "--json").json["address"]?.stringValue)
    let script = try Address(parsing: address, on: .regtest).script
    let parent = Transaction(
      version: 2,
      inputs: [
        TxIn(previousOutput: open, sequence: 0xffff_fffd, witness: [Home.open.bytes])
      ],
      outputs: [
        TxOut(rawValue: 10_000_000, scriptPubKey: script),
        TxOut(rawValue: 19_999_700, scriptPubKey: script),
      ])
    try await home.chain.chain.send(parent)
    await home.desk.run("sync", "alone")
    let (both, two) = try await home.built("bump", "\(parent.txid)", "--fee-rate", "20")
    #expect(two?.unsignedTransaction.inputs.count == 2, "\(both.out)")
    await home.desk.run("cancel", "1", "--yes")
    let tagged = await home.desk.run("label", "alone", "\(parent.txid):0", "--tag", "exchange")
    try #require(tagged.code == .done, "\(tagged.err)")
    let refused = await home.desk.fails(
      ["bump", "\(parent.txid)", "--fee-rate", "20", "--out", home.desk.path("x.psbt")],
      saying: "coins with different tags")
    #expect(refused.err.contains("\(parent.txid):0 (tag exchange)"), "\(refused.err)")
    #expect(refused.err.contains("\(parent.txid):1 (no tag)") && refused.err.contains("TXID:VOUT"))
    let (one, packet) = try await home.built("bump", "\(parent.txid):1", "--fee-rate", "20")
    #expect(
      packet?.unsignedTransaction.inputs.map(\.previousOutput)
        == [OutPoint(txid: parent.txid, vout: 1)], "\(one.out)")
  }

  // MARK: The word of a node

  @Test func `what a node says builds on a payment is named where it raises the fee`() async throws
  {
    let home = try await Home("0.5")
    let recipient = try home.openAddress()
    let number = try await home.complete(
      "--fee-rate", "5", "--to", "\(recipient)=0.1", to: nil)
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let (plain, _) = try await home.built("bump", number)
    #expect(plain.code == .done && plain.json["feesBuiltOnIt"] == .null, "\(plain.out)")
    await home.desk.run("cancel", "2", "--yes")
    let outputs = try await home.packet(number).unsignedTransaction.outputs
    let paid = try #require(outputs.firstIndex { $0.rawValue == 10_000_000 })
    let list = await home.desk.run("payments", "--json").json
    let txid = try Txid(parsing: list[0]?["txid"]?.stringValue ?? "")
    _ = try await home.spend(
      OutPoint(txid: txid, vout: UInt32(paid)), worth: 10_000_000, fee: 9000)
    let ran = await home.desk.run("bump", number, "--out", home.desk.path("x.psbt"))
    let words = ran.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "The node says that what builds on payment \(number) pays 9000 sat, which the new fee has to cover."
      ), "\(ran.out)\(ran.err)")
  }
}
