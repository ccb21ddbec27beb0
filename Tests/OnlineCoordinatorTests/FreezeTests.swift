import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

@Suite struct FreezeTests {
  private static func coin(_ desk: Desk, worth amount: Int64) async throws -> String {
    let coins = await desk.run("coins", "savings", "--json").json.arrayValue ?? []
    let coin = coins.first { $0["amount"]?.integerValue == amount }
    return try #require(coin?["outpoint"]?.stringValue)
  }

  private static func pay(_ desk: Desk, _ amount: String, _ more: String...) -> [String] {
    [
      "pay", "savings", "--to", "\(Desk.elsewhere)=\(amount)", "--fee-rate", "5", "--out",
      desk.path("\(UUID().uuidString).psbt"),
    ] + more
  }

  @Test func `a frozen coin is chosen by no payment, also when it is named, until it is unfrozen`()
    async throws
  {
    let desk = try await Desk.practising("0.5", "0.1")
    let large = try await Self.coin(desk, worth: 50_000_000)
    let froze = await desk.run("freeze", "savings", large, "--json")
    #expect(froze.json["frozen"] == true && froze.json["coins"]?[0]?.stringValue == large)
    let balance = await desk.run("balance", "savings", "--json").json
    #expect(balance["frozen"] == 50_000_000 && balance["spendable"] == 10_000_000)
    #expect(balance["confirmed"] == 60_000_000)
    #expect(await desk.run("balance", "savings").out.contains("frozen"))
    let states = await desk.run("coins", "savings", "--json").json.arrayValue ?? []
    #expect(states.compactMap { $0["state"]?.stringValue }.sorted() == ["frozen", "spendable"])

    let short = await desk.fails(Self.pay(desk, "0.3"), saying: "1 more coin, 0.5")
    #expect(short.err.contains("frozen") && short.err.contains("unfreeze"))
    await desk.fails(Self.pay(desk, "0.3", "--coin", large), saying: "is frozen")
    await desk.fails(Self.pay(desk, "all"), saying: "frozen")
    let small = await desk.execute(Self.pay(desk, "all", "--without-held", "--json"))
    #expect(small.json["inputs"]?.arrayValue?.count == 1, "\(small.err)")
    #expect(small.json["leftOut"]?[0]?["reason"] == "frozen")

    #expect(await desk.run("unfreeze", "savings", large).code == .done)
    let paid = await desk.execute(Self.pay(desk, "0.3", "--json"))
    #expect(paid.json["inputs"]?[0]?["outpoint"]?.stringValue == large, "\(paid.err)")
  }

  @Test func `freezing goes to other programs as spendable, and comes from them`() async throws {
    let desk = try await Desk.practising("0.5")
    let coin = try await Self.coin(desk, worth: 50_000_000)
    await desk.run("freeze", "savings", coin)
    let line = "{\"type\":\"output\",\"ref\":\"\(coin)\",\"spendable\":false}\n"
    #expect(await desk.run("label", "export", "savings", "--out", "-").out == line)
    await desk.run("unfreeze", "savings", coin)
    let file = try desk.write(line, to: "labels.jsonl")
    await desk.fails(
      ["label", "import", "savings", "--from", file], saying: "from the labels here")
    #expect(
      await desk.run("label", "import", "savings", "--from", file, "--replace").code == .done)
    #expect(await desk.run("coins", "savings", "--json").json[0]?["state"] == "frozen")
  }

  @Test func `a file unfreezes a coin only with a flag of its own, and the coin is named`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let coin = try await Self.coin(desk, worth: 50_000_000)
    await desk.run("freeze", "savings", coin)
    let file = try desk.write(
      "{\"type\":\"output\",\"ref\":\"\(coin)\",\"spendable\":true}\n", to: "labels.jsonl")
    let replaces = ["label", "import", "savings", "--from", file, "--replace"]
    let refused = await desk.fails(replaces, saying: "would unfreeze 1 coin")
    #expect(refused.err.contains("--unfreeze"), "\(refused.err)")
    #expect(await desk.run("coins", "savings", "--json").json[0]?["state"] == "frozen")
    let read = await desk.execute(replaces + ["--unfreeze", "--json"])
    #expect(read.json["unfrozen"]?[0]?.stringValue == coin, "\(read.err)")
    #expect(read.err.contains("unfrozen: "), "\(read.err)")
    #expect(await desk.run("coins", "savings", "--json").json[0]?["state"] == "spendable")
    let freezes = try desk.write(
      "{\"type\":\"output\",\"ref\":\"\(coin)\",\"spendable\":false}\n", to: "freezes.jsonl")
    let froze = await desk.run("label", "import", "savings", "--from", freezes, "--replace")
    #expect(froze.out.contains("Frozen: 1 coin"), "\(froze.out)")
  }

  @Test func `only coins that are there are frozen, all or none of them`() async throws {
    let desk = try await Desk.practising("0.5")
    let coin = try await Self.coin(desk, worth: 50_000_000)
    let other = String(repeating: "ab", count: 32) + ":0"
    await desk.fails(["freeze", "savings", coin, other], saying: "has no coin \(other)")
    #expect(await desk.run("coins", "savings", "--json").json[0]?["state"] == "spendable")
    // A payment that holds it goes on, and is named.
    #expect(await desk.execute(Self.pay(desk, "0.2")).code == .done)
    let held = await desk.run("freeze", "savings", coin)
    #expect(held.code == .done && held.err.contains("cancel 1"), "\(held.err)")
    await desk.run("unfreeze", "savings", coin)
    let file = try desk.write(
      "{\"type\":\"output\",\"ref\":\"\(coin)\",\"spendable\":false}\n", to: "labels.jsonl")
    let imported = await desk.run("label", "import", "savings", "--from", file, "--replace")
    #expect(imported.code == .done && imported.err.contains("cancel 1"), "\(imported.err)")
  }

  // MARK: What would spend it all the same

  @Test
  func `a payment begun elsewhere that spends a frozen coin is not kept until it is unfrozen`()
    async throws
  {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let other = try await Family(seeing: family)
    let packet = try await family.pay()
    let coin = "\(packet.unsignedTransaction.inputs[0].previousOutput)"
    let file = other.desk.path("from-elsewhere.psbt")
    try Data(SharedPayment.people[2].sign(packet).encoded()).write(to: URL(fileURLWithPath: file))
    try #require(await other.desk.run("label", "family", coin, "for the rent").code == .done)
    try #require(await other.desk.run("freeze", "family", coin).code == .done)
    let refused = await other.desk.fails(
      ["collect", file, "--yes"], saying: "the coin \(coin) (labelled for the rent) is frozen")
    #expect(refused.err.contains("`unfreeze family \(coin)` first"), "\(refused.err)")
    // Said before anybody is asked about it.
    #expect(!refused.err.contains("begun elsewhere"), "\(refused.err)")
    #expect(await other.desk.run("payments", "--json").json == .array([]))
    try #require(await other.desk.run("unfreeze", "family", coin).code == .done)
    let kept = await other.desk.run("collect", file, "--yes", "--json")
    #expect(kept.code == .needsSignatures && kept.json["adopted"] == true, "\(kept.err)")
  }

  @Test func `a payment whose coin was frozen later is collected, but neither written nor sent`()
    async throws
  {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let desk = family.desk
    let packet = try await family.pay()
    let coin = "\(packet.unsignedTransaction.inputs[0].previousOutput)"
    let signed = try family.file(packet, signedBy: 0, 1)
    try #require(await desk.run("freeze", "family", coin).code == .done)
    let out = desk.path("final.txn")
    await desk.fails(["collect", signed, "--out", out], saying: "\(coin) is frozen")
    await desk.fails(
      ["payments", "--payment", "1", "--out", desk.path("next.psbt")], saying: "is frozen")
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(!FileManager.default.fileExists(atPath: desk.path("next.psbt")))

    let collected = await desk.run("collect", signed)
    #expect(collected.code == .done, "\(collected.err)")
    let said = collected.err.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("payment 1 spends the coin \(coin), which is frozen"), "\(said)")
    let list = await desk.run("payments", "--json").json
    #expect(list[0]?["state"] == "complete" && list[0]?["frozen"]?[0]?.stringValue == coin)
    #expect(await desk.run("payments").out.contains("`broadcast` refuses it"))
    let one = await desk.run("payments", "--payment", "1")
    #expect(one.out.contains("`broadcast` refuses it"), "\(one.out)")
    let refused = await desk.fails(["broadcast", "1", "--yes"], saying: "\(coin) is frozen")
    #expect(refused.err.contains("`unfreeze family \(coin)` first"), "\(refused.err)")
    // Said before anybody is asked about it.
    #expect(!refused.err.contains("Payment 1 of"), "\(refused.err)")
    #expect(await desk.run("payments", "--json").json[0]?["state"] == "complete")

    try #require(await desk.run("unfreeze", "family", coin).code == .done)
    #expect(await desk.run("payments", "--json").json[0]?["frozen"] == .array([]))
    #expect(await desk.run("collect", signed, "--out", out).code == .done)
    #expect(await desk.run("broadcast", "1", "--yes").code == .done)
  }

  @Test func `a payment is not replaced while its coin is frozen, and cancelling keeps it frozen`()
    async throws
  {
    let home = try await SentPaymentTests.Home("0.5", "0.4")
    let desk = home.desk
    let coins = await desk.run("coins", "alone", "--json").json.arrayValue ?? []
    let large = coins.first { $0["amount"]?.integerValue == 50_000_000 }
    let coin = try #require(large?["outpoint"]?.stringValue)
    let number = try await home.complete("--fee-rate", "5", "--coin", coin)
    try #require(await desk.run("freeze", "alone", coin).code == .done)
    let replaces = [
      "pay", "alone", "--replace", number, "--fee-rate", "10", "--out", desk.path("new.psbt"),
    ]
    let refused = await desk.fails(replaces, saying: "\(coin) is frozen")
    #expect(refused.err.contains("`unfreeze alone \(coin)` first"), "\(refused.err)")
    #expect(await home.states() == ["complete"])
    let cancelled = await desk.run("cancel", number, "--yes")
    #expect(cancelled.out.contains("Still frozen: 1 coin"), "\(cancelled.out)")
    #expect(await home.spendable() == 40_000_000)
    await desk.fails(replaces, saying: "is frozen")
    try #require(await desk.run("unfreeze", "alone", coin).code == .done)
    #expect(await desk.execute(replaces).code == .done)
  }
}

/// Coins by their numbers, in every command that takes one.
@Suite struct `Coins by their numbers` {
  @Test func `a number means the coin that the table shows it for`() async throws {
    let desk = try await Desk.practising("0.5", "0.1")
    let coins = await desk.run("coins", "savings", "--json").json.arrayValue ?? []
    let coin = try #require(coins.first { $0["amount"]?.integerValue == 10_000_000 })
    let number = "\(try #require(coin["number"]?.intValue))"
    let name = try #require(coin["outpoint"]?.stringValue)
    let row = await desk.run("coins", "savings").out.split(separator: "\n").first {
      $0.contains(name)
    }
    #expect(row?.split(separator: " ").first.map(String.init) == number)

    let froze = await desk.run("freeze", "savings", number, "--json")
    #expect(froze.json["coins"]?[0]?.stringValue == name)
    let thawed = await desk.run("unfreeze", "savings", number, "--json")
    #expect(thawed.json["coins"]?[0]?.stringValue == name)
    let labelled = await desk.run("label", "savings", number, "12 books", "--json")
    #expect(labelled.json["ref"]?.stringValue == name && labelled.json["type"] == "output")
    let paid = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.05", "--fee-rate", "5", "--coin", number,
      "--out", desk.path("1.psbt"), "--json")
    #expect(paid.json["inputs"]?.arrayValue?.count == 1, "\(paid.err)")
    #expect(paid.json["inputs"]?[0]?["outpoint"]?.stringValue == name)
    #expect(paid.json["inputs"]?[0]?["number"] == coin["number"])
    let proof = await desk.run(
      "message", "request", "savings", "0", "--text", "mine", "--proof-of-funds", "--coin", number,
      "--out", desk.path("request.txt"))
    #expect(proof.code == .done, "\(proof.err)")
  }

  @Test(arguments: ["0", "99", "999999999999999"])
  func `a number that no coin has is named with the way to find the right one`(
    number: String
  ) async throws {
    let desk = try await Desk.practising("0.5")
    for command in [["freeze", "savings", number], ["label", "savings", number, "x"]] {
      let said = await desk.fails(command, saying: "savings has no coin \(number)")
      #expect(said.err.contains("`coins savings`"))
    }
    await desk.fails(["freeze", "savings", "-1"], code: .wrongUsage)
    await desk.fails(["freeze", "savings", "1234567890123456"], code: .wrongUsage)
  }
}
