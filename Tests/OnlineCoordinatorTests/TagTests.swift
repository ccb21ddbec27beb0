import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Tags keep coins apart (decision 0025).
@Suite struct TagTests {
  /// A wallet with coins of 0.5 (tagged exchange), 0.3 (gift), 0.2 and 0.1 (no tag), by number.
  private struct Home {
    let desk: Desk
    let numbers: [Int64: String]

    init() async throws {
      desk = try await Desk.practising("0.5", "0.3", "0.2", "0.1")
      var numbers: [Int64: String] = [:]
      for coin in await desk.run("coins", "savings", "--json").json.arrayValue ?? [] {
        numbers[coin["amount"]?.integerValue ?? 0] = "\(coin["number"]?.intValue ?? 0)"
      }
      self.numbers = numbers
      for (amount, tag) in [(50_000_000, "exchange"), (30_000_000, "gift")] as [(Int64, String)] {
        let ran = await desk.run("label", "savings", numbers[amount] ?? "", "--tag", tag)
        try #require(ran.code == .done, "\(ran.err)")
      }
    }

    func pay(_ amount: String, _ more: String...) -> [String] {
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=\(amount)", "--fee-rate", "5", "--json",
        "--no-sync", "--out", desk.path("\(UUID().uuidString).psbt"),
      ] + more
    }

    func spent(_ ran: Desk.Run) -> [Int64] {
      (ran.json["inputs"]?.arrayValue ?? []).compactMap { $0["amount"]?.integerValue }.sorted()
    }
  }

  @Test func `without a tag only coins that have none are chosen`() async throws {
    let home = try await Home()
    let ran = await home.desk.execute(home.pay("0.25"))
    #expect(home.spent(ran) == [10_000_000, 20_000_000], "\(ran.err)")
    let short = await home.desk.fails(home.pay("0.4"))
    #expect(
      short.err.contains("tag exchange holds 0.50000000 BTC in 1 coin")
        && short.err.contains("tag gift holds 0.30000000 BTC in 1 coin"), "\(short.err)")
    #expect(short.err.contains("--tag NAME") && short.err.contains("--mix-tags"))
  }

  @Test func `a tag spends its own coins alone, two tags both, and mixing all of them`()
    async throws
  {
    let home = try await Home()
    let short = await home.desk.fails(home.pay("0.35", "--tag", "gift"))
    #expect(short.err.contains("coins without a tag hold 0.30000000 BTC in 2 coins"))
    #expect(short.err.contains("outside the tags that you named"), "\(short.err)")
    let plain = try #require(home.numbers[10_000_000])
    await home.desk.fails(
      home.pay("0.05", "--tag", "gift", "--coin", plain),
      saying: "leave this coin out, or add --mix-tags")
    await home.desk.fails(home.pay("0.1", "--tag", "Gift"), saying: "tag gift holds")
    let both = await home.desk.execute(home.pay("0.7", "--tag", "gift", "--tag", "exchange"))
    #expect(home.spent(both) == [30_000_000, 50_000_000], "\(both.err)")
    await home.desk.run("cancel", "1", "--yes")
    let mixed = await home.desk.execute(home.pay("1.05", "--mix-tags"))
    #expect(home.spent(mixed).count == 4, "\(mixed.err)")
    await home.desk.run("cancel", "2", "--yes")
    let one = await home.desk.execute(home.pay("0.1", "--tag", "gift"))
    #expect(home.spent(one) == [30_000_000], "\(one.err)")
    await home.desk.fails(
      home.pay("0.1", "--tag", "gift", "--mix-tags"), code: .wrongUsage)
    await home.desk.fails(home.pay("0.1", "--tag", "two words"), code: .wrongUsage)
  }

  @Test func `coins that are named have one tag, unless told that they may be linked`()
    async throws
  {
    let home = try await Home()
    let large = try #require(home.numbers[50_000_000])
    let gift = try #require(home.numbers[30_000_000])
    let plain = try #require(home.numbers[10_000_000])
    for pair in [[large, gift], [large, plain]] {
      let coins = pair.flatMap { ["--coin", $0] }
      let refused = await home.desk.fails(home.pay("0.05") + coins, saying: "would link them")
      #expect(refused.err.contains("tag exchange holds"))
      let ran = await home.desk.execute(home.pay("0.05", "--mix-tags") + coins)
      #expect(home.spent(ran).count == 2, "\(ran.err)")
      await home.desk.run("cancel", "\(ran.json["payment"]?.intValue ?? 0)", "--yes")
    }
    await home.desk.fails(
      home.pay("0.05", "--tag", "gift", "--coin", large), saying: "has the tag exchange")
    let alone = await home.desk.execute(home.pay("0.05", "--coin", gift))
    #expect(home.spent(alone) == [30_000_000], "\(alone.err)")
  }

  @Test func `all leaves tagged coins out once that is agreed to, and with a tag means its coins`()
    async throws
  {
    let home = try await Home()
    let refused = await home.desk.fails(home.pay("all"), saying: "tagged exchange")
    #expect(refused.err.contains("tagged gift") && refused.err.contains("--without-held"))
    #expect(
      refused.err.contains(
        "to pay all of it: add --mix-tags, which links them for everybody; to pay only the coins with one tag: add --tag NAME"
      ), "\(refused.err)")
    let plain = await home.desk.execute(home.pay("all", "--without-held"))
    #expect(home.spent(plain) == [10_000_000, 20_000_000], "\(plain.err)")
    let gift = await home.desk.execute(home.pay("all", "--tag", "gift"))
    #expect(home.spent(gift) == [30_000_000], "\(gift.err)")
    await home.desk.run("cancel", "1", "--yes")
    await home.desk.run("cancel", "2", "--yes")
    let everything = await home.desk.execute(home.pay("all", "--mix-tags"))
    #expect(home.spent(everything).count == 4, "\(everything.err)")
  }

  @Test func `coins shows tags where there are any, and lists those of one`() async throws {
    let home = try await Home()
    let table = await home.desk.run("coins", "savings").out
    #expect(table.contains("tag") && table.contains("exchange") && table.contains("gift"))
    let gift = await home.desk.run("coins", "savings", "--tag", "gift", "--json").json.arrayValue
    #expect(gift?.count == 1 && gift?[0]["tag"] == "gift")
    #expect(await home.desk.run("coins", "savings", "--tag", "none").out == "No coins.\n")
    let number = try #require(home.numbers[30_000_000])
    #expect(await home.desk.run("label", "savings", number, "aunt", "--no-tag").code == .done)
    let now = await home.desk.run("coins", "savings", "--json").json.arrayValue ?? []
    let coin = now.first { $0["amount"] == 30_000_000 }
    #expect(coin?["tag"]?.isNull == true && coin?["label"] == "aunt")
    // A tag alone leaves the label as it is, and goes to other programs.
    await home.desk.run("label", "savings", number, "--tag", "gift")
    let file = await home.desk.run("label", "export", "savings", "--out", "-").out
    #expect(file.contains(#""label":"aunt","tag":"gift""#), "\(file)")
    await home.desk.fails(
      ["label", "savings", String(repeating: "ab", count: 32), "--tag", "x"],
      saying: "a transaction has no tag", code: .wrongUsage)
    await home.desk.fails(
      ["label", "savings", number, "--tag", "x", "--no-tag"], code: .wrongUsage)
  }

  @Test func `an address that is handed out with a tag fences what it gets`() async throws {
    let desk = try await Desk.practising()
    let address = await desk.run("receive", "savings", "--tag", "club", "--json")
      .json["address"]?.stringValue
    await desk.run("rehearse", "fund", try #require(address), "0.5")
    await desk.run("rehearse", "mine")
    await desk.run("sync", "savings")
    let coins = await desk.run("coins", "savings", "--tag", "club", "--json").json.arrayValue
    #expect(coins?.count == 1)
    await desk.fails(
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
        desk.path("1.psbt"),
      ], saying: "tag club holds 0.50000000 BTC")
  }

  @Test func `a coin that keeps the tag of its address is said to`() async throws {
    let desk = try await Desk.practising("0.5")
    let coin = try #require(await desk.run("coins", "savings", "--json").json[0])
    let address = try #require(coin["address"]?.stringValue)
    await desk.run("label", "savings", address, "--tag", "club")
    await desk.run("label", "savings", "1", "--tag", "gift")
    let removed = await desk.run("label", "savings", "1", "--no-tag")
    #expect(removed.out.contains("it keeps the tag club"), "\(removed.out)")
    await desk.run("label", "savings", address, "--no-tag")
    #expect(await desk.run("label", "savings", "1", "--no-tag").out == "Removed the tag.\n")
  }

  @Test func `frozen coins are named beside those that the fence keeps out`() async throws {
    let home = try await Home()
    await home.desk.run("freeze", "savings", try #require(home.numbers[20_000_000]))
    let short = await home.desk.fails(home.pay("0.25"), saying: "also left out: 1 coin frozen")
    #expect(short.err.contains("tag gift holds"), "\(short.err)")
  }

  @Test func `a proof of funds links coins with different tags only when told to`() async throws {
    let home = try await Home()
    let asked = [
      "message", "request", "savings", "0", "--text", "mine", "--proof-of-funds", "--out",
    ]
    let refused = await home.desk.fails(
      asked + [home.desk.path("a.txt")], saying: "would link them for its reader")
    #expect(refused.err.contains("--coin") && refused.err.contains("--mix-tags"))
    let all = await home.desk.execute(asked + [home.desk.path("b.txt"), "--mix-tags"])
    #expect(all.code == .done, "\(all.err)")
    let gift = try #require(home.numbers[30_000_000])
    let one = await home.desk.execute(asked + [home.desk.path("c.txt"), "--coin", gift])
    #expect(one.code == .done, "\(one.err)")
  }

  @Test func `an address that could not be handed out keeps no tag`() async throws {
    let desk = try await Desk.practising()
    let lost = await desk.execute([
      "receive", "savings", "--tag", "club", "--label", "x", "--out", desk.path("none/a.png"),
    ])
    #expect(lost.code != .done)
    #expect(await desk.run("label", "export", "savings", "--out", "-").out == "")
    #expect(await desk.run("receive", "savings", "--json").json["index"]?.intValue == 0)
  }

  @Test func `an import says what it tagged`() async throws {
    let home = try await Home()
    let exported = await home.desk.run("label", "export", "savings", "--out", "-").out
    let file = try home.desk.write(
      exported.replacing("gift", with: "aunt"), to: "labels.jsonl")
    let read = await home.desk.run("label", "import", "savings", "--from", file, "--replace")
    #expect(read.out.contains("Tagged: aunt (1 coin)."), "\(read.out)")
    let again = await home.desk.run(
      "label", "import", "savings", "--from", file, "--replace", "--json")
    #expect(again.json["tagged"] == .array([]), "\(again.err)")
  }

  @Test func `a payment begun elsewhere that mixes tags is kept only after a sentence`()
    async throws
  {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.1", "0.05")
    let other = try await Family(seeing: family)
    let packet = try await family.pay()
    let coins = packet.unsignedTransaction.inputs.map { "\($0.previousOutput)" }
    try #require(coins.count == 2)
    let file = other.desk.path("from-elsewhere.psbt")
    try Data(SharedPayment.people[2].sign(packet).encoded()).write(to: URL(fileURLWithPath: file))
    await other.desk.run("label", "family", coins[0], "--tag", "gift")
    // Its recipient looks like an address that is known there.
    await other.desk.run(
      "label", "family", "bcrt1qw508d6qejxtg6n84r3zarvary0c5xw7k9nt080", "the landlord")
    let alike = await other.desk.fails(["collect", file, "--yes"], saying: "looks like")
    #expect(alike.err.contains("--accept look-alike"), "\(alike.err)")
    let accepted = ["collect", file, "--yes", "--accept", "look-alike"]
    await other.desk.fails(accepted + ["--accept", "R31"], saying: "--accept mixed-tags")
    let kept = await other.desk.execute(accepted + ["--accept", "mixed-tags"])
    #expect(kept.code == .needsSignatures, "\(kept.err)")
  }

  @Test func `change of a tagged payment is fenced as its coins were`() async throws {
    let home = try await SentPaymentTests.Home("0.5")
    await home.desk.run("label", "alone", "1", "--tag", "exchange")
    let number = try await home.complete("--fee-rate", "5", "--tag", "exchange")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    let coins = await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []
    #expect(coins.count == 1 && coins[0]["tag"] == "exchange", "\(coins)")
  }

  @Test func `a replacement adds coins of no other tag`() async throws {
    let home = try await SentPaymentTests.Home("0.3", "0.2")
    let coins = await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []
    let coin = try #require(coins.first { $0["amount"] == 20_000_000 })
    await home.desk.run("label", "alone", coin["outpoint"]?.stringValue ?? "", "--tag", "gift")
    let number = try await home.complete("--fee-rate", "5", to: "0.25")
    let (refused, _) = try await home.pay("--replace", number, "--fee-rate", "10", to: "0.4")
    #expect(refused.code == .failed && refused.err.contains("needed"), "\(refused.err)")
    #expect(
      refused.err.contains("tag gift holds 0.20000000") && refused.err.contains("add --mix-tags"),
      "\(refused.err)")
    let (ran, packet) = try await home.pay(
      "--replace", number, "--fee-rate", "10", "--mix-tags", to: "0.4")
    #expect(packet?.inputs.count == 2, "\(ran.err)")
  }
}
