import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// What `pay` says about privacy before anything is recorded, and that what it suggests helps.
@Suite struct PrivacyFindingTests {
  private static let taproot =
    "bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6"

  private func pay(_ desk: Desk, _ to: String, _ more: String...) -> [String] {
    [
      "pay", "savings", "--to", to, "--fee-rate", "5", "--json", "--out",
      desk.path("\(UUID().uuidString).psbt"),
    ] + more
  }

  private func kinds(_ ran: Desk.Run) -> [String] {
    (ran.json["privacy"]?.arrayValue ?? []).compactMap { $0["kind"]?.stringValue }
  }

  private func alternative(_ kind: String, _ ran: Desk.Run) -> String? {
    ran.json["privacy"]?.arrayValue?.first { $0["kind"]?.stringValue == kind }?["alternative"]?
      .stringValue
  }

  @Test func `a round amount and another type of address show the change`() async throws {
    let desk = try await Desk.practising("0.5")
    let round = await desk.execute(pay(desk, "\(Self.taproot)=0.1"))
    #expect(kinds(round) == ["round-amount", "type-mix"], "\(round.err)")
    #expect(round.err.contains("privacy: the amount paid is round and the change is not"))
    #expect(round.err.contains("instead: ask the recipient for an address of type p2wpkh"))
    await desk.run("cancel", "1", "--yes")
    let suggested = try #require(
      alternative("round-amount", round)?.split(separator: " ").last.map(String.init))
    #expect(suggested.hasPrefix("\(Self.taproot)=0.1000"), "\(suggested)")
    let amount = try #require(suggested.split(separator: "=").last)
    let odd = await desk.execute(pay(desk, "\(Desk.elsewhere)=\(amount)"))
    #expect(kinds(odd).isEmpty, "\(odd.out)")
    await desk.run("cancel", "2", "--yes")
    // A wallet with addresses of that type is named.
    let account =
      "tr([73c5da0a/86h/1h/0h]tpubDDfvzhdVV4unsoKt5aE6dcsNsfeWbTgmLZPi8LQDYU2xixrYemMfWJ3BaVneH3u7DBQePdTwhpybaKRU95pi6PMUtLPBJLVQRpzEnjfjZzX/<0;1>/*)"
    let made = await desk.run("wallet", "create", "modern", account)
    try #require(made.code == .done, "\(made.err)")
    let poor = await desk.execute(pay(desk, "\(Self.taproot)=0.10012345"))
    // One without money helps nobody.
    #expect(
      alternative("type-mix", poor) == "ask the recipient for an address of type p2wpkh",
      "\(poor.err)")
    await desk.run("cancel", "3", "--yes")
    let own = await desk.run("receive", "modern", "--json").json["address"]?.stringValue
    await desk.run("rehearse", "fund", try #require(own), "0.2")
    await desk.run("rehearse", "mine")
    try #require(await desk.run("sync").code == .done)
    let mixed = await desk.execute(pay(desk, "\(Self.taproot)=0.10012345"))
    let instead = try #require(alternative("type-mix", mixed), "\(mixed.err)")
    #expect(
      instead.hasPrefix("pay from modern, whose addresses are of that type: `pay modern "))
    await desk.run("cancel", "4", "--yes")
    // It runs as it stands there.
    let command = try #require(instead.split(separator: "`").last).split(separator: " ").map {
      $0 == "FILE" ? desk.path("modern.psbt") : String($0)
    }
    let better = await desk.execute(command + ["--json"])
    #expect(
      better.code == .done && !kinds(better).contains("type-mix"), "\(command): \(better.err)")
  }

  @Test func `an address of somebody that was paid before is not paid again without a word`()
    async throws
  {
    let home = try await SentPaymentTests.Home("0.5", "0.3", "0.2")
    // Signed: somebody may see both.
    _ = try await home.complete("--fee-rate", "5", to: "0.12345678")
    let again = try await home.pay("--fee-rate", "5", to: "0.11223344").0
    #expect(kinds(again) == ["address-reuse"], "\(again.err)")
    #expect(alternative("address-reuse", again) == "ask the recipient for a new address")
    #expect(
      again.err.contains(
        "privacy: payment 1 already paid \(Desk.elsewhere): everybody sees that both pay the same one"
      ),
      "\(again.err)")
    // Somebody else is not told of it.
    let other = try await home.pay(
      "--to", "bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx=0.01234567", "--fee-rate", "5", to: nil
    ).0
    #expect(other.code == .done && !kinds(other).contains("address-reuse"), "\(other.err)")
  }

  @Test func `a coin that is not needed is named by those that are enough`() async throws {
    let desk = try await Desk.practising("0.5", "0.3", "0.2")
    let linked = await desk.execute(
      pay(desk, "\(Desk.elsewhere)=0.12345678", "--coin", "1", "--coin", "2", "--coin", "3"))
    let instead = try #require(alternative("unnecessary-input", linked), "\(linked.err)")
    #expect(linked.err.contains("2 coins of 3 would not be needed"))
    await desk.run("cancel", "1", "--yes")
    let options = instead.split(separator: " ").dropFirst(2).map(String.init)
    #expect(options.first == "--coin")
    let fewer = await desk.execute(pay(desk, "\(Desk.elsewhere)=0.12345678") + options)
    #expect(fewer.json["inputs"]?.arrayValue?.count == 1, "\(fewer.err)")
    #expect(kinds(fewer).isEmpty)
  }

  @Test func `coins with different tags are said to be linked, with a tag that is enough`()
    async throws
  {
    let desk = try await Desk.practising("0.5", "0.3")
    for (number, tag) in [("1", "exchange"), ("2", "gift")] {
      try #require(await desk.run("label", "savings", number, "--tag", tag).code == .done)
    }
    let mixed = await desk.execute(
      pay(desk, "\(Desk.elsewhere)=0.41234567", "--mix-tags", "--coin", "1", "--coin", "2"))
    #expect(kinds(mixed).contains("linked-tags"), "\(mixed.err)")
    let tags = await desk.run("coins", "savings", "--json").json.arrayValue ?? []
    let large = tags.first { $0["amount"]?.intValue == 50_000_000 }?["tag"]?.stringValue
    #expect(
      alternative("linked-tags", mixed)
        == "spend coins with one tag, which are enough: --tag \(large ?? "")")
    // It stops nothing, and nobody was asked.
    #expect(mixed.code == .done)
  }

  @Test func `an own address that has coins is not paid again without a word`() async throws {
    let desk = try await Desk.practising("0.5")
    let coin = await desk.run("coins", "savings", "--json").json.arrayValue?.first
    let address = try #require(coin?["address"]?.stringValue)
    let again = await desk.execute(pay(desk, "\(address)=0.12345678"))
    #expect(kinds(again) == ["address-reuse"], "\(again.err)")
    #expect(alternative("address-reuse", again) == "pay to a new one: `receive savings`")
  }
}
