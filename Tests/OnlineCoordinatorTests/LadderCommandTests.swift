import AirgapMessages
import AirgapTransfer
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import RecordingScreens
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// One payment at several fee rates: built, signed and collected together, and released one after the other.
@Suite struct LadderCommandTests {
  typealias Home = SentPaymentTests.Home

  // MARK: Building

  @Test func `the steps pay the same, and differ in fee and change alone`() async throws {
    let home = try await Home("0.5", "0.4")
    let (ran, packets) = try await home.ladder("2,5,10,25")
    let ladder = try #require(ran.json["ladder"]?.arrayValue)
    #expect(ladder.map { $0["step"]?.intValue } == [1, 2, 3, 4, nil])
    #expect(ladder.map { $0["payment"]?.intValue } == [1, 2, 3, 4, 5])
    #expect(ran.json["payment"]?.intValue == 1)
    let fees = ladder.compactMap { $0["fee"]?.intValue }
    #expect(fees == fees.sorted() && Set(fees).count == 5)
    let transactions = packets.map(\.unsignedTransaction)
    #expect(Set(transactions.map(\.inputs)).count == 1)
    let payee = try Address(parsing: Desk.elsewhere, on: .regtest).script
    for transaction in transactions.dropLast() {
      let paid = transaction.outputs.filter { $0.scriptPubKey == payee }
      #expect(paid.map(\.rawValue) == [10_000_000] && transaction.outputs.count == 2)
    }
    #expect(transactions[4].outputs.map(\.scriptPubKey).contains(payee) == false)
    // One change address for all of them.
    let change = Set(transactions.flatMap(\.outputs).map(\.scriptPubKey)).subtracting([payee])
    #expect(change.count == 1)
    #expect(await home.states() == ["draft", "draft", "draft", "draft", "draft"])
    let people = await home.desk.run(
      "pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--ladder", "2,5", "--no-cancel", "--accept",
      "R33", "--out", home.desk.path("people.txt"))
    #expect(people.code == .done, "\(people.err)")
    #expect(people.out.contains("Ladder 6: 2 steps, 1 coin, written to"), "\(people.out)")
    #expect(people.out.contains("Highest fee:") && people.out.contains("`broadcast 6`"))
  }

  @Test func `rates that are no ladder are refused with words`() async throws {
    let home = try await Home("0.5")
    for (rates, words) in [
      ("2,x", "no fee rate"), ("2,2.5", "at least 1 sat/vB above"), ("5,2", "at least 1 sat/vB"),
      ("1,2,3,4,5,6,7,8,9", "at most 8"), ("", "no fee rate"),
    ] {
      await home.fails("--ladder", rates, saying: words)
    }
    await home.fails("--ladder", "5", "--no-cancel", saying: "no ladder")
    await home.fails("--no-cancel", saying: "needs --ladder")
    for more in [
      ["--fee-rate", "5"], ["--target", "2"], ["--anti-exfil"], ["--subtract-fee"],
      ["--without-previous"], ["--explain"],
    ] {
      await home.fails(["--ladder", "2,5"] + more, saying: "--ladder works without \(more[0])")
    }
    await home.fails("--ladder", "2,5", "--as", "base64", saying: "holds one")
    await home.desk.fails(
      [
        "pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--ladder", "2,5", "--out",
        home.desk.path("x.psbt"),
      ], saying: "would hold one", code: .wrongUsage)
    await home.desk.fails(
      [
        "pay", "alone", "--to", "\(Desk.elsewhere)=all", "--ladder", "2,5", "--out",
        home.desk.path("x.txt"),
      ], saying: "pay the same amounts", code: .wrongUsage)
    #expect(await home.states().isEmpty)
  }

  @Test func `a rate that leaves no change is refused, and nothing is held`() async throws {
    let home = try await Home("0.1001")
    await home.desk.fails(
      [
        "pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--ladder", "2,70", "--coin", "1", "--out",
        home.desk.path("x.txt"),
      ], saying: "leave no change")
    #expect(await home.states().isEmpty)
  }

  // MARK: Signed together

  @Test func `a signed ladder is collected at once, and the lowest step is sent first`()
    async throws
  {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5,10")
    let collected = try await home.collect(packets)
    #expect(collected.code == .done, "\(collected.err)")
    #expect(collected.json["complete"]?.boolValue == true)
    #expect(collected.json["ladder"]?.arrayValue?.count == 4)
    #expect(await home.states() == ["complete", "complete", "complete", "complete"])
    let list = await home.desk.run("payments", "--offline")
    #expect(list.out.contains("step 2 of ladder 1, signed and held: `broadcast 1 --step 2`"))
    #expect(list.out.contains("the cancel of ladder 1, signed and held: `cancel 1 --on-chain`"))

    let first = await home.desk.run("broadcast", "1", "--yes", "--json")
    #expect(first.code == .done, "\(first.err)")
    #expect(first.json["ladder"]?.intValue == 1 && first.json["step"]?.intValue == 1)
    // What is held is not spendable, and neither is the change that a higher step would take away.
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["sent", "complete", "complete", "complete"])
    #expect(await home.spendable() == 0)

    let third = await home.desk.run("broadcast", "1", "--step", "3", "--yes")
    #expect(third.code == .done, "\(third.err)")
    #expect(third.err.contains("It takes the place of step 1 of ladder 1"), "\(third.err)")
    // Nodes would not take a lower one in its place.
    let lower = await home.desk.fails(["broadcast", "2", "--yes"], saying: "nodes take it only if")
    #expect(lower.err.contains("--step NUMBER"))
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "conflicted", "confirmed", "conflicted"])
    let done = await home.desk.run("payments", "--offline")
    #expect(done.out.contains("another transaction with its coins is confirmed"), "\(done.out)")
  }

  @Test func `the signed cancel takes it all back without the signer`() async throws {
    let home = try await Home("0.5")
    let (ran, packets) = try await home.ladder("2,5")
    let collected = try await home.collect(packets)
    try #require(collected.code == .done, "\(collected.err)")
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    try #require(await home.desk.run("broadcast", "1", "--step", "2", "--yes").code == .done)
    let back = await home.desk.run("cancel", "1", "--on-chain", "--yes", "--json")
    #expect(back.code == .done, "\(back.err)")
    #expect(back.json["payment"]?.intValue == 3 && back.json["paid"]?.intValue == 0)
    #expect(back.json["step"] == .null)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "conflicted", "confirmed"])
    let fee = try #require(ran.json["ladder"]?.arrayValue?.last?["fee"]?.intValue)
    #expect(await home.spendable() == 50_000_000 - fee)
  }

  @Test func `a cancel that is not there, or not signed, is said`() async throws {
    let home = try await Home("0.5", "0.4")
    _ = try await home.ladder("2,5")
    await home.desk.fails(["cancel", "1", "--on-chain", "--yes"], saying: "still needs signatures")
    _ = try await home.ladder("2,5", "--no-cancel", "--accept", "R33")
    await home.desk.fails(
      ["cancel", "4", "--on-chain", "--yes"], saying: "--no-cancel", code: .wrongUsage)
    await home.desk.fails(
      ["broadcast", "1", "--step", "9"], saying: "has steps 1 to 2", code: .wrongUsage)
  }

  @Test func `steps may come back one by one, and one that is wrong spoils none`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    let signed = try packets.map { try Home.person.sign($0) }
    let one = home.desk.path("one.psbt")
    try Data(signed[1].encoded()).write(to: URL(fileURLWithPath: one))
    let collected = await home.desk.run("collect", one, "--json")
    #expect(collected.code == .done, "\(collected.err)")
    #expect(collected.json["ladder"]?.arrayValue == [])
    #expect(await home.states() == ["draft", "complete", "draft"])
    // As several files, with one of another payment.
    let two = home.desk.path("two.psbt")
    try Data(signed[0].encoded()).write(to: URL(fileURLWithPath: two))
    let both = await home.desk.run("collect", one, two, "--json")
    #expect(both.code == .needsSignatures, "\(both.err)")
    #expect(
      both.json["ladder"]?.arrayValue?.map { $0["complete"]?.boolValue } == [true, true, false])
    await home.desk.fails(
      ["collect", one, two, "--out", home.desk.path("x.txn")], saying: "steps of a fee ladder",
      code: .wrongUsage)
  }

  @Test func `unsigned it is written again as one message, and is given up as one`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    let file = home.desk.path("again.txt")
    let ran = await home.desk.run("payments", "--payment", "2", "--ladder", "--out", file)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(try Home.packets(in: file).map { $0.encoded() } == packets.map { $0.encoded() })
    await home.desk.fails(
      ["payments", "--payment", "2", "--ladder"], saying: "--out", code: .wrongUsage)
    let given = await home.desk.run("cancel", "2", "--yes")
    #expect(given.code == .done, "\(given.err)")
    #expect(await home.states() == ["cancelled", "cancelled", "cancelled"])
    #expect(await home.spendable() == 50_000_000)
  }

  @Test func `more than the highest step is a bump of that step`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    let collected = try await home.collect(packets)
    try #require(collected.code == .done, "\(collected.err)")
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let low = await home.desk.fails(
      ["bump", "1", "--out", home.desk.path("x.psbt")], saying: "higher steps of it")
    #expect(low.err.contains("broadcast 1 --step NUMBER") && low.err.contains("bump 2"))
    let (ran, packet) = try await home.built("bump", "2", "--fee-rate", "40")
    let number = try await home.finished(ran, packet)
    let sent = await home.desk.run("broadcast", number, "--yes")
    #expect(sent.code == .done, "\(sent.err)")
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "conflicted", "conflicted", "confirmed"])
  }

  // MARK: Given up

  @Test func `giving a ladder up asks about every step that was sent, whichever is named`()
    async throws
  {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    try #require(try await home.collect(packets).code == .done)
    try #require(await home.desk.run("broadcast", "1", "--step", "2", "--yes").code == .done)
    let given = await home.desk.run("cancel", "1", "--yes", "--json")
    #expect(given.code == .done, "\(given.err)")
    #expect(given.err.contains("the node has payment 2 in its mempool"), "\(given.err)")
    #expect(given.err.contains("payment 2, step 2 of ladder 1, was sent"), "\(given.err)")
    // Giving it up ends what was signed to take it back.
    #expect(given.err.contains("`cancel 1 --on-chain` (once"), "\(given.err)")
    #expect(given.json["node"]?.stringValue == "mempool")
    #expect(given.json["state"]?.stringValue == "sent")
    #expect(given.json["mayStillConfirm"]?.boolValue == true)
    await home.desk.fails(["cancel", "1", "--on-chain", "--yes"], saying: "was cancelled")
  }

  @Test func `a ladder of which any step is in a block is not given up`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    try #require(try await home.collect(packets).code == .done)
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    try #require(await home.desk.run("broadcast", "1", "--step", "2", "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    for number in ["1", "2", "3"] {
      await home.desk.fails(["cancel", number, "--yes"], saying: "payment 2 is in block")
    }
    #expect(await home.states().contains("cancelled") == false)
  }

  @Test func `a draft that is given up says what became of the step that was sent`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    _ = try await home.collected(packets[1], "2")
    try #require(await home.desk.run("broadcast", "2", "--yes").code == .done)
    let given = await home.desk.run("cancel", "1", "--yes")
    #expect(given.code == .done, "\(given.err)")
    #expect(given.out.contains("Payment 2, step 2 of ladder 1, was cancelled here, but"))
    #expect(!given.out.contains("coins are free"), "\(given.out)")
    #expect(given.err.contains("`cancel 2 --on-chain --out FILE`"), "\(given.err)")
    // What it names can be done.
    let (ran, _) = try await home.built("cancel", "2", "--on-chain")
    #expect(ran.code == .done, "\(ran.err)")
  }

  // MARK: No way in a circle

  @Test func `without a cancel the highest step is taken back, as it says`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5", "--no-cancel")
    try #require(try await home.collect(packets).code == .done)
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let none = await home.desk.fails(
      ["cancel", "1", "--on-chain", "--yes"], saying: "--no-cancel", code: .wrongUsage)
    #expect(none.err.contains("`cancel 2 --on-chain --out FILE`"), "\(none.err)")
    let low = await home.desk.fails(
      ["bump", "1", "--out", home.desk.path("x.psbt")], saying: "higher steps of it")
    #expect(low.err.contains("take it back: `cancel 2 --on-chain --out FILE`"), "\(low.err)")
    let (ran, _) = try await home.built("cancel", "2", "--on-chain")
    #expect(ran.code == .done, "\(ran.err)")
    // What replaces the top is no step of it, though its number is the next.
    let list = await home.desk.run("payments", "--offline")
    #expect(list.out.contains("payment 3 replaces it"), "\(list.out)")
    #expect(!list.out.contains("`broadcast 1 --step 2`"), "\(list.out)")
  }

  @Test func `a step that alone is signed is bumped with the coins of its ladder`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    _ = try await home.collected(packets[0], "1")
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let top = await home.desk.fails(
      ["bump", "2", "--out", home.desk.path("x.psbt")], saying: "nobody here can send it")
    #expect(top.err.contains("`collect`") && top.err.contains("`bump 1`"), "\(top.err)")
    #expect(!top.err.contains("cancel 2"), "\(top.err)")
    let back = await home.desk.fails(
      ["cancel", "1", "--on-chain", "--yes"], saying: "still needs signatures")
    #expect(back.err.contains("`cancel 1 --on-chain --out FILE`"), "\(back.err)")
    let (ran, packet) = try await home.built("bump", "1", "--fee-rate", "40")
    let number = try await home.finished(ran, packet)
    await home.desk.fails(
      ["bump", "1", "--out", home.desk.path("y.psbt")], saying: "was built to replace payment 1")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "conflicted", "conflicted", "confirmed"])
  }

  @Test func `what dies with the step that waits is named`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5,10")
    try #require(try await home.collect(packets).code == .done)
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let (child, _) = try await home.built("bump", "1", "--by-child", "--fee-rate", "3")
    try #require(child.code == .done && child.json["payment"]?.intValue == 5, "\(child.err)")
    let (bump, _) = try await home.built("bump", "3", "--fee-rate", "40")
    #expect(bump.err.contains("can then no longer confirm: 5"), "\(bump.err)")
    let third = await home.desk.run("broadcast", "1", "--step", "3", "--yes")
    #expect(third.code == .done, "\(third.err)")
    #expect(third.err.contains("can then no longer confirm: 5."), "\(third.err)")
  }

  @Test func `a file that cannot be written leaves nothing held`() async throws {
    let home = try await Home("0.5")
    await home.desk.fails(
      [
        "pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--ladder", "2,5", "--out",
        home.desk.path("missing/folder/x.txt"),
      ], saying: "")
    #expect(await home.states().isEmpty)
    #expect(await home.spendable() == 50_000_000)
  }
}

extension SentPaymentTests.Home {
  /// Builds a ladder; what a signer gets of it.
  func ladder(_ rates: String, _ more: String...) async throws -> (Desk.Run, [PSBT]) {
    let file = desk.path("ladder-\(UUID().uuidString).txt")
    let ran = await desk.execute(
      ["pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--ladder", rates, "--out", file, "--json"]
        + more)
    try #require(ran.code == .done, "\(ran.out)\(ran.err)")
    return (ran, try Self.packets(in: file))
  }

  static func packets(in file: String) throws -> [PSBT] {
    let message = try MessageInput(file).message(
      on: Console(screen: RecordingScreen(hasTerminal: false)))
    guard case .ladder(let ladder) = message else {
      Issue.record("no ladder but \(message.kind)")
      return []
    }
    return try ladder.packets.map { try PSBT(decoding: $0) }
  }

  /// Signs all of them, and collects what comes back as one message.
  func collect(_ packets: [PSBT]) async throws -> Desk.Run {
    let signed = try packets.map { try Self.person.sign($0).encoded() }
    let file = desk.path("signed-\(UUID().uuidString).txt")
    try MessageOutput(file).write(
      .ladder(try #require(PaymentLadder(signed))),
      on: Console(screen: RecordingScreen(hasTerminal: false)))
    return await desk.run("collect", file, "--json")
  }

  func fails(
    _ more: String..., saying words: String, location: SourceLocation = #_sourceLocation
  ) async {
    await fails(more, saying: words, location: location)
  }

  func fails(
    _ more: [String], saying words: String, location: SourceLocation = #_sourceLocation
  ) async {
    await desk.fails(
      ["pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--out", desk.path("x.txt")] + more,
      saying: words, code: .wrongUsage, location: location)
  }
}
