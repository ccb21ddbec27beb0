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
    await desk.fails(["label", "import", "savings", "--from", file], saying: "something else")
    #expect(
      await desk.run("label", "import", "savings", "--from", file, "--replace").code == .done)
    #expect(await desk.run("coins", "savings", "--json").json[0]?["state"] == "frozen")
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
  }
}
