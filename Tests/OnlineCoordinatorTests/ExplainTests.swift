import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `pay --explain` says why these coins (decision 0031).
@Suite struct ExplainTests {
  private func pay(_ desk: Desk, _ amount: String, _ more: String...) -> [String] {
    [
      "pay", "savings", "--to", "\(Desk.elsewhere)=\(amount)", "--no-sync", "--out",
      desk.path("\(UUID().uuidString).psbt"), "--explain",
    ] + more
  }

  @Test func `what was weighed, what it costs, what is proved and what was left out is said`()
    async throws
  {
    let desk = try await Desk.practising("0.5", "0.3", "0.2", "0.1", "0.00001")
    let numbers = (await desk.run("coins", "savings", "--json").json.arrayValue ?? [])
      .reduce(into: [Int64: String]()) {
        $0[$1["amount"]?.integerValue ?? 0] = "\($1["number"]?.intValue ?? 0)"
      }
    try #require(
      await desk.run("freeze", "savings", numbers[50_000_000] ?? "").code == .done)
    try #require(
      await desk.run("label", "savings", numbers[30_000_000] ?? "", "--tag", "gift").code == .done)
    let ran = await desk.execute(pay(desk, "0.15", "--fee-rate", "40", "--json"))
    let explained = try #require(ran.json["explanation"], "\(ran.err)")
    #expect(explained["method"]?.stringValue == "coin grinder")
    #expect(explained["offered"]?.intValue == 3 && explained["uneconomic"]?.intValue == 1)
    #expect(explained["feeRate"]?.numberText == "40")
    #expect(explained["longTermFeeRate"]?.numberText == "10")
    #expect(explained["feeNow"] == ran.json["fee"])
    // 68 vB at 10 sat/vB.
    #expect(explained["feeForChangeLater"]?.intValue == 680)
    let certificate = try #require(explained["certificate"])
    #expect(certificate["gap"]?.intValue == 0 && certificate["exact"] == .bool(true))
    #expect(certificate["leastChange"]?.intValue == 50_000)
    // One input above the long-term rate, and the change now and later.
    #expect(explained["cost"]?.intValue == 68 * 30 + 31 * 40 + 680)
    let weighed = explained["weighed"]?.arrayValue ?? []
    #expect(
      weighed.map { $0["method"]?.stringValue } == [
        "branch and bound", "coin grinder", "single random draw",
      ])
    #expect(weighed[0]["inputs"] == .null && weighed[1]["inputs"]?.intValue == 1)
    let leftOut = explained["leftOut"]?.arrayValue ?? []
    #expect(leftOut.map { $0["reason"]?.stringValue } == ["frozen", "tagged gift"])
    await desk.run("cancel", "1", "--yes")

    let text = await desk.execute(pay(desk, "0.15", "--fee-rate", "40"))
    for words in [
      "Why these coins: chosen out of 3 coins; 1 of them costs more than it brings.",
      "The fee rate is 40 sat/vB", "coin grinder: least weight", "found nothing", "chosen",
      "No other choice of these coins costs less", "0.50000000 BTC in 1 coin, frozen",
      "0.30000000 BTC in 1 coin, tagged gift", "about 680 sat when its change is spent",
    ] {
      #expect(text.out.contains(words), "\(words)\n\(text.out)\(text.err)")
    }
    // Which one, by its number, with its label.
    try #require(
      await desk.run("label", "savings", numbers[20_000_000] ?? "", "from the fair").code == .done)
    await desk.run("cancel", "2", "--yes")
    let named = await desk.execute(pay(desk, "0.15", "--fee-rate", "40", "--cheapest"))
    let lines = named.out.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    let head = try #require(lines.firstIndex(of: "It spends 1 coin:"), "\(named.out)")
    #expect(lines[head + 1] == "coin BTC label", "\(named.out)")
    #expect(
      lines[head + 2] == "\(numbers[20_000_000] ?? "") 0.20000000 from the fair", "\(named.out)")
    await desk.run("cancel", "3", "--yes")
    let tagged = await desk.execute(pay(desk, "0.1", "--fee-rate", "40", "--tag", "gift"))
    #expect(
      tagged.out.split(separator: "\n").contains {
        $0.split(separator: " ") == ["\(numbers[30_000_000] ?? "")", "0.30000000", "gift"]
      }, "\(tagged.out)\(tagged.err)")
    // Without the option nothing is said.
    await desk.run("cancel", "4", "--yes")
    let plain = await desk.execute(
      pay(desk, "0.15", "--fee-rate", "40", "--json").filter { $0 != "--explain" })
    #expect(plain.json["explanation"] == .null)
    await desk.run("cancel", "5", "--yes")
    let quiet = await desk.execute(
      pay(desk, "0.15", "--fee-rate", "40").filter { $0 != "--explain" })
    #expect(quiet.code == .done && !quiet.out.contains("It spends"), "\(quiet.out)")
  }

  @Test func `the long-term fee rate is a setting`() async throws {
    let desk = try await Desk.practising("0.5", "0.3")
    let name = "long-term-fee-rate"
    #expect(await desk.run("settings", name, "3", answers: [name]).code == .done)
    let ran = await desk.execute(pay(desk, "0.1", "--fee-rate", "10", "--json"))
    #expect(ran.json["explanation"]?["longTermFeeRate"]?.numberText == "3", "\(ran.err)")
    // Above three times that rate the lightest coins count.
    let grinder = ran.json["explanation"]?["weighed"]?.arrayValue?.first {
      $0["method"]?.stringValue == "coin grinder"
    }
    #expect(grinder?["counts"] == .bool(true))
  }

  @Test func `coins that nobody searched for have no certificate`() async throws {
    let desk = try await Desk.practising("0.5", "0.3")
    let named = await desk.execute(
      pay(desk, "0.1", "--fee-rate", "5", "--coin", "1", "--json"))
    #expect(named.json["explanation"]?["certificate"] == .null, "\(named.err)")
    #expect(named.json["explanation"]?["method"]?.stringValue == "by hand")
    await desk.run("cancel", "1", "--yes")
    let all = await desk.execute(pay(desk, "all", "--fee-rate", "5"))
    #expect(all.out.contains("`all` takes every coin that may be spent"))
  }

  @Test
  func `the cheapest coins are taken when that is asked for, and who draws is told what it costs`()
    async throws
  {
    // Two sizes, of which no sum pays exactly: one large coin is enough.
    let desk = try await Desk.practising("0.5", "0.06", "0.06", "0.06", "0.06", "0.06", "0.06")
    var saw = false
    for number in 1...12 where !saw {
      let drawn = await desk.execute(pay(desk, "0.1", "--fee-rate", "20", "--json"))
      let certificate = drawn.json["explanation"]?["certificate"]
      if drawn.json["inputs"]?.arrayValue?.count == 2 {
        // One more input of 68 vB, 10 sat/vB above the long-term rate.
        #expect(certificate?["gap"]?.intValue == 680, "\(drawn.out)")
        saw = true
      }
      await desk.run("cancel", "\(number)", "--yes")
    }
    #expect(saw)
    let cheapest = await desk.execute(
      pay(desk, "0.1", "--fee-rate", "20", "--cheapest", "--json"))
    #expect(cheapest.json["inputs"]?.arrayValue?.count == 1, "\(cheapest.err)")
    #expect(cheapest.json["explanation"]?["certificate"]?["gap"]?.intValue == 0)
    await desk.fails(
      pay(desk, "0.1", "--cheapest", "--coin", "1"), saying: "--cheapest", code: .wrongUsage)
  }
}
