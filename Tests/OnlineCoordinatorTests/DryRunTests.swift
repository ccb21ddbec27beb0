import Bytes
import Foundation
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// `pay --dry-run`: what a payment would be, and nothing else.
@Suite struct `A payment that is tried out` {
  private func tried(_ desk: Desk, _ more: String...) async -> Desk.Run {
    await desk.execute(["pay", "savings", "--no-sync", "--dry-run", "--json"] + more)
  }

  @Test func `says what it costs, which coins and why, and records nothing`() async throws {
    let desk = try await Desk.practising("0.5", "0.25")
    let watch = RecordsWatch(path: Store.path(inHome: desk.path("home")))
    _ = watch.hasChanged()
    let ran = await tried(
      desk, "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--explain")
    #expect(ran.code == .done, "\(ran.err)")
    let json = ran.json
    #expect(json["payment"] == .null && json["words"] == .null)
    let paid = json["outputs"]?.arrayValue?.first { $0["change"]?.boolValue == false }
    #expect(paid?["amount"]?.integerValue == 10_000_000)
    #expect((json["fee"]?.integerValue ?? 0) > 0)
    #expect(json["feeRate"] == .number("5"))
    #expect(json["inputs"]?.arrayValue?.count == 1)
    #expect(json["explanation"]?["weighed"]?.arrayValue?.isEmpty == false)
    #expect(
      json["privacy"]?.arrayValue?.isEmpty == false, "a round amount tells which is the change")
    #expect(json["wouldAsk"] == .array([]))
    #expect(!watch.hasChanged(), "it wrote into the records")
    #expect(await desk.run("payments", "--json").json == .array([]))
    // What is built has the same amounts, and the first number.
    let built = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
      desk.path("built.psbt"), "--json")
    #expect(built.json["payment"]?.integerValue == 1)
    #expect(built.json["wouldAsk"] == .array([]))
    #expect(watch.hasChanged())
  }

  @Test func `says what would be asked, and asks nothing`() async throws {
    let desk = try await Desk.practising("0.5")
    let fee = await tried(desk, "--to", "\(Desk.elsewhere)=0.001", "--fee-rate", "600")
    #expect(fee.code == .done, "\(fee.err)")
    #expect(fee.json["wouldAsk"]?[0]?["rule"]?.stringValue == "R04")
    #expect(fee.json["wouldAsk"]?[0]?["mend"]?.stringValue?.isEmpty == false)
    await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out",
      desk.path("holds.psbt"))
    // The only coin is held now.
    let held = await tried(desk, "--to", "\(Desk.elsewhere)=all", "--fee-rate", "5")
    #expect(held.code == .failed, "\(held.out)")
    let words = await desk.run(
      "pay", "savings", "--no-sync", "--dry-run", "--to", "\(Desk.elsewhere)=0.1", "--replace", "1",
      "--fee-rate", "5")
    #expect(words.code == .failed, "a draft is replaced by nothing")
  }

  @Test func `in words says that nothing was recorded`() async throws {
    let desk = try await Desk.practising("0.5")
    let ran = await desk.run(
      "pay", "savings", "--dry-run", "--to", "\(Desk.elsewhere)=0.001", "--fee-rate", "600")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.out.hasPrefix("Dry run: 1 coin ("), "\(ran.out)")
    #expect(ran.out.contains("You would be asked: R04"), "\(ran.out)")
    #expect(
      ran.out.contains("Nothing was recorded. To build it, give --out in the place of --dry-run."))
    #expect(
      !ran.out.contains("Words"), "words of what is built otherwise the next time: \(ran.out)")
  }

  @Test func `is no ladder, and goes nowhere`() async throws {
    let desk = try await Desk.practising("0.5")
    let to = ["--to", "\(Desk.elsewhere)=0.1"]
    for (more, words) in [
      (["--dry-run", "--out", "a.psbt"], "--dry-run writes nothing: leave --out out"),
      (["--dry-run", "--ladder", "2,5"], "--ladder works without --dry-run"),
      ([], "Missing expected argument '--out <output>' (or --dry-run)"),
      // No option takes it for its value, which is what the desk counts on.
      (["--out", "a.psbt", "--label", "--dry-run"], "--label"),
      (["--out", "a.psbt", "--to", "--dry-run"], "--to"),
      (["--out", "--dry-run"], "--out"),
    ] {
      await desk.fails(["pay", "savings"] + to + more, saying: words, code: .wrongUsage)
    }
    #expect(await desk.run("payments", "--json").json == .array([]))
  }
}
