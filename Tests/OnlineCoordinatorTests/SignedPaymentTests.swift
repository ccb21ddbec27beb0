import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Payments whose signatures somebody may have, whatever became of them here.
@Suite struct SignedPaymentTests {
  /// What a person reads who pays the same again out of a coin.
  private static func advice(_ home: SentPaymentTests.Home, _ coin: String) async -> String {
    let asked = await home.desk.run(
      "pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--coin", coin, "--out",
      home.desk.path("advice.psbt"), answers: ["no"])
    return asked.terminal.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func coins(_ home: SentPaymentTests.Home) async throws -> [String] {
    let coins = await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []
    try #require(coins.count == 2)
    return coins.compactMap { $0["outpoint"]?.stringValue }
  }

  @Test func `what was signed and cancelled is asked about, kept, and replaced`() async throws {
    let home = try await SentPaymentTests.Home("0.5", "0.4")
    let coins = try await Self.coins(home)
    let number = try await home.complete("--fee-rate", "5", "--coin", coins[0])
    let cancelled = await home.desk.run("cancel", number, "--yes")
    #expect(cancelled.err.contains("pay alone --replace \(number)"), "\(cancelled.err)")
    #expect(cancelled.out.contains("whoever has a copy can still send it"), "\(cancelled.out)")
    let list = await home.desk.run("payments")
    #expect(list.out.contains("cancelled after it was signed"), "\(list.out)")
    let (twice, _) = try await home.pay("--fee-rate", "5", "--coin", coins[1])
    #expect(twice.code == .failed && twice.out.contains("R33"), "\(twice.out)")
    #expect(twice.out.contains("whoever has a copy can still send it"), "\(twice.out)")
    #expect(await Self.advice(home, coins[1]).contains("pay alone --replace \(number)"))
    // Nobody forgets it with the wallet, nor in a backup.
    await home.desk.fails(["wallet", "remove", "alone", "--yes"], saying: "may still confirm")
    let backup = home.desk.path("home.backup")
    let key = try BackupCommandTests.key(home.desk)
    try #require(await home.desk.run("backup", "key", "--from", key).code == .done)
    try #require(await home.desk.run("backup", "write", "--out", backup).code == .done)
    let fresh = try Desk()
    try #require(await fresh.run("backup", "key", "--from", key).code == .done)
    let restored = await fresh.run("backup", "restore", backup, "--yes", "--accept", "R07")
    #expect(restored.code == .done, "\(restored.err)")
    #expect(restored.err.contains("cancelled after it was signed"), "\(restored.err)")
    #expect(await fresh.run("payments", "--json").json[0]?["state"] == "cancelled")
    // With its coins only one of the two can confirm.
    let replacement = try await home.complete("--replace", number, "--fee-rate", "10", to: nil)
    try #require(await home.desk.run("broadcast", replacement, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "confirmed"])
    let (third, _) = try await home.pay("--fee-rate", "5")
    #expect(!third.out.contains("payment \(number) "), "\(third.out)")
  }

  @Test func `what was signed and waits is replaced, not cancelled and built again`() async throws {
    let home = try await SentPaymentTests.Home("0.5", "0.4")
    let coins = try await Self.coins(home)
    let number = try await home.complete("--fee-rate", "5", "--coin", coins[0])
    let advice = await Self.advice(home, coins[1])
    #expect(advice.contains("pay alone --replace \(number)"), "\(advice)")
    #expect(!advice.contains("cancel \(number)"), "\(advice)")
    // No node has it, so a fee that was too high can be fixed; what it costs is said.
    let (replaced, packet) = try await home.pay("--replace", number, "--fee-rate", "3", to: nil)
    #expect(replaced.code == .done && packet != nil, "\(replaced.out)")
    #expect(replaced.err.contains("nodes keep that one unless"), "\(replaced.err)")
    // One that nobody signed is cancelled.
    let (draft, _) = try await home.pay("--fee-rate", "5", to: "0.01")
    let other = "\(try #require(draft.json["payment"]?.intValue))"
    let (refused, _) = try await home.pay("--replace", other, to: nil)
    #expect(refused.out.contains("nobody here can send it"), "\(refused.out)")
  }

  @Test func `a cancelled payment that one of several signed is asked about`()
    async throws
  {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5", "0.4")
    let packet = try await family.pay()
    let signed = try family.file(packet, signedBy: 1)
    try #require(await family.desk.run("collect", signed).code == .needsSignatures)
    let pay = [
      "pay", "family", "--to", "\(Desk.elsewhere)=0.12", "--fee-rate", "5", "--out",
      family.desk.path("again.psbt"),
    ]
    let used = try #require(packet.unsignedTransaction.inputs.first).previousOutput
    let coins = await family.desk.run("coins", "family", "--json").json.arrayValue ?? []
    let other = try #require(
      coins.compactMap { $0["outpoint"]?.stringValue }.first { $0 != "\(used)" })
    let draft = await family.desk.execute(pay + ["--coin", other])
    #expect(draft.err.contains("whoever collects them can send it"), "\(draft.err)")
    try #require(await family.desk.run("cancel", "1", "--yes").code == .done)
    let twice = await family.desk.execute(pay + ["--coin", other])
    #expect(twice.code == .failed && twice.err.contains("R33"), "\(twice.err)")
    #expect(twice.err.contains("somebody has signed it"), "\(twice.err)")
    let asked = await family.desk.execute(pay + ["--coin", other], answers: ["no"])
    let advice = asked.terminal.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(advice.contains("pay family --coin \(used)"), "\(advice)")
    #expect(await family.desk.execute(pay + ["--coin", "\(used)"]).code == .done)
  }

  @Test func `a payment begun elsewhere that pays what another pays is asked about`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5", "0.4")
    let other = try await Family(seeing: family)
    let coins = await family.desk.run("coins", "family", "--json").json.arrayValue ?? []
    let names = coins.compactMap { $0["outpoint"]?.stringValue }
    try #require(names.count == 2)
    _ = try await other.pay("--coin", names[0])
    let packet = try await family.pay("--coin", names[1])
    let file = other.desk.path("from-elsewhere.psbt")
    try Data(SharedPayment.people[2].sign(packet).encoded()).write(to: URL(fileURLWithPath: file))
    let refused = await other.desk.run("collect", file, "--yes")
    #expect(refused.code == .failed && refused.err.contains("R33"), "\(refused.err)")
    #expect(refused.err.contains("payment 1 pays the same amount to the same address"))
    #expect(await other.desk.run("payments", "--json").json.arrayValue?.count == 1)
    let kept = await other.desk.run("collect", file, "--yes", "--accept", "R33", "--json")
    #expect(kept.code == .needsSignatures && kept.json["adopted"] == true, "\(kept.err)")
  }

  @Test func `only what a node refused is said to be refused`() async throws {
    let home = try await SentPaymentTests.Home("0.5", "0.4")
    let number = try await home.complete("--fee-rate", "5")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    let backup = home.desk.path("home.backup")
    let key = try BackupCommandTests.key(home.desk)
    try #require(await home.desk.run("backup", "key", "--from", key).code == .done)
    try #require(await home.desk.run("backup", "write", "--out", backup).code == .done)
    let fresh = try Desk()
    try #require(await fresh.run("backup", "key", "--from", key).code == .done)
    try #require(
      await fresh.run("backup", "restore", backup, "--yes", "--accept", "R07").code == .done)
    let list = await fresh.run("payments")
    #expect(list.out.contains("it was handed to a node"), "\(list.out)")
    let cancelled = await fresh.run("cancel", number, "--yes")
    #expect(cancelled.err.contains("payment \(number) was handed to a node"), "\(cancelled.err)")
    for said in [list.out, cancelled.err] { #expect(!said.contains("refused"), "\(said)") }
  }
}
