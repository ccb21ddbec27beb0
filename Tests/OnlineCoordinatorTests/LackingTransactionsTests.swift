import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import GRDB
import TerminalUI
import Testing
import WalletTypes

@testable import OnlineCoordinator
@testable import WalletStorage

/// Payments whose PSBTs came back from a backup without the transactions that they spend.
@Suite struct LackingTransactionsTests {
  private static let forms = [
    "sh(multi(2,%))", "wsh(sortedmulti(2,%))", "sh(wsh(sortedmulti(2,%)))",
  ]

  private static func store(_ family: Family) throws -> Store {
    try Store(path: family.desk.path("home/coordinator.sqlite"))
  }

  /// Takes the previous transactions out of the records of payment 1.
  private static func strip(_ family: Family) throws {
    let store = try store(family)
    let payment = try store.payment(1)
    let stored = try store.packet(of: payment)
    let bare = try store.packetWithoutPrevious(of: payment).signatures()
    #expect(bare.inputs.allSatisfy { $0.nonWitnessUTXO == nil })
    #expect(
      try store.collect(1, psbt: StoredPacket(bare), expected: stored, final: nil))
  }

  @Test(arguments: forms)
  func `a payment without the transactions that it spends is collected and finished`(
    form: String
  ) async throws {
    let family = try await Family(form, "0.2", "0.2")
    let packet = try await family.pay()
    try Self.strip(family)
    let first = await family.desk.run("collect", try family.file(packet, signedBy: 2), "--json")
    #expect(first.code == .needsSignatures && first.json["missing"] == 1, "\(first.err)")
    let last = await family.desk.run("collect", try family.file(packet, signedBy: 0), "--json")
    #expect(last.code == .done && last.json["complete"] == true, "\(last.out) \(last.err)")
    #expect(await family.desk.run("broadcast", "1", "--yes").code == .done)
  }

  @Test(arguments: forms)
  func `a payment goes to the next signer with the transactions that its wallet has`(
    form: String
  ) async throws {
    let family = try await Family(form, "0.2", "0.2")
    let packet = try await family.pay()
    try Self.strip(family)
    let file = family.desk.path("next.psbt")
    let ran = await family.desk.run("payments", "--payment", "1", "--out", file)
    #expect(ran.code == .done && !ran.err.contains("warning"), "\(ran.err)")
    let next = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
    #expect(
      next.inputs.map { $0.nonWitnessUTXO?.txid } == packet.inputs.map { $0.nonWitnessUTXO?.txid })
  }

  @Test func `that a payment goes out without what it spends is said`() async throws {
    let family = try await Family("sh(multi(2,%))", "0.2", "0.2")
    let packet = try await family.pay()
    try Self.strip(family)
    try Self.store(family).change { try $0.execute(sql: "UPDATE tx SET bytes = NULL") }
    let txid = try #require(
      packet.unsignedTransaction.inputs.map(\.previousOutput.txid).min())
    let file = family.desk.path("next.psbt")
    let ran = await family.desk.run("payments", "--payment", "1", "--offline", "--out", file)
    #expect(ran.code == .done)
    let others = packet.inputs.count > 1 ? " and 1 other" : ""
    #expect(
      ran.err.contains(
        "payment 1 is written without transaction \(txid)\(others), which it spends: signers will refuse it. "
          + "Run `sync family`, then write it again."), "\(ran.err)")
    // A payment of taproot coins needs none.
    let taproot = try await Family(
      "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,%))", "0.5")
    _ = try await taproot.pay()
    let out = await taproot.desk.run(
      "payments", "--payment", "1", "--out", taproot.desk.path("next.psbt"))
    #expect(out.code == .done && !out.err.contains("is written without"), "\(out.err)")
  }

  @Test func `a payment that no signature can finish says so, and what to do`() async throws {
    let family = try await Family("sh(multi(2,%))", "0.5")
    let packet = try await family.pay()
    let store = try Self.store(family)
    let stored = try store.packet(of: store.payment(1))
    var damaged = try stored.psbt()
    damaged.updateInput(0) { input in
      input.removeAll { $0.type == PSBTInputKey.redeemScript.rawValue }
    }
    #expect(
      try store.collect(1, psbt: StoredPacket(damaged), expected: stored, final: nil))
    let ran = await family.desk.run("collect", try family.file(packet, signedBy: 0, 1))
    #expect(ran.code == .needsSignatures)
    #expect(
      ran.err.contains(
        "payment 1 cannot be finished: input 0 has no redeem script. Cancel it, and build it again "
          + "with `pay`."), "\(ran.err)")
  }
}
