import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// A payment that waits, again at several fees: `bump --ladder` and `pay --replace --ladder`.
@Suite struct LadderReplacementTests {
  typealias Home = SentPaymentTests.Home

  /// A home with a payment of 0.1 that waits.
  private static func waiting(_ coins: String..., fee: String = "2") async throws -> Home {
    let home =
      coins.count > 1 ? try await Home(coins[0], coins[1]) : try await Home(coins.first ?? "0.5")
    let least = (await home.desk.run("coins", "alone", "--json").json.arrayValue ?? []).min {
      $0["amount"]?.intValue ?? 0 < $1["amount"]?.intValue ?? 0
    }
    let coin = try #require(least?["number"]?.intValue)
    let number = try await home.complete("--fee-rate", fee, "--coin", "\(coin)")
    try #require(await home.desk.run("broadcast", number, "--yes").code == .done)
    return home
  }

  private static func ladder(
    of home: Home, _ arguments: String...
  ) async throws -> (Desk.Run, [PSBT]) {
    let file = home.desk.path("ladder-\(UUID().uuidString).txt")
    let ran = await home.desk.execute(arguments + ["--out", file, "--json"])
    try #require(ran.code == .done, "\(ran.out)\(ran.err)")
    return (ran, try Home.packets(in: file))
  }

  private static func replacedBy(_ home: Home) async -> [Int?] {
    (await home.desk.run("payments", "--offline", "--json").json.arrayValue ?? []).map {
      $0["replacedBy"]?.intValue
    }
  }

  @Test func `each step pays the same people, and what nodes ask for a replacement`() async throws {
    let home = try await Self.waiting()
    let (ran, packets) = try await Self.ladder(of: home, "bump", "1", "--ladder", "10,20,40")
    let ladder = try #require(ran.json["ladder"]?.arrayValue)
    #expect(ladder.map { $0["payment"]?.intValue } == [2, 3, 4, 5])
    #expect(ran.json["way"] == "replacement" && ran.json["replaces"]?.intValue == 1)
    #expect(ran.err.contains("this replaces payment 1"), "\(ran.err)")
    let old = try #require(ran.json["oldFee"]?.intValue)
    let fees = ladder.compactMap { $0["fee"]?.intValue }
    // BIP-125, rules 3 and 4: all that nodes lose, and 1 sat/vB for its own size.
    #expect(fees[0] >= old + 141 && fees == fees.sorted())
    #expect(ran.json["moreFee"]?.intValue == fees[0] - old)
    let payee = try Address(parsing: Desk.elsewhere, on: .regtest).script
    for packet in packets.dropLast() {
      let paid = packet.unsignedTransaction.outputs.filter { $0.scriptPubKey == payee }
      #expect(paid.map(\.rawValue) == [10_000_000])
    }
    #expect(await Self.replacedBy(home) == [2, 3, 4, nil, 2])
    try #require(try await home.collect(packets).code == .done)
    for step in ["1", "2", "3"] {
      let sent = await home.desk.run("broadcast", "2", "--step", step, "--yes")
      #expect(sent.code == .done, "\(sent.err)")
    }
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(
      await home.states()
        == ["conflicted", "conflicted", "conflicted", "confirmed", "conflicted"])
  }

  @Test func `the signed cancel takes back what waits`() async throws {
    let home = try await Self.waiting()
    let (_, packets) = try await Self.ladder(of: home, "bump", "1", "--ladder", "10,20")
    try #require(try await home.collect(packets).code == .done)
    let back = await home.desk.run("cancel", "2", "--on-chain", "--yes")
    #expect(back.code == .done, "\(back.err)")
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states() == ["conflicted", "conflicted", "conflicted", "confirmed"])
  }

  @Test func `a lowest step that nodes would refuse is refused, with the rate that they take`()
    async throws
  {
    let home = try await Self.waiting()
    let low = await home.desk.fails(
      ["bump", "1", "--ladder", "2.5,50", "--out", home.desk.path("x.txt")],
      saying: "nodes would refuse the lowest step")
    #expect(low.err.contains("begin --ladder with 3"), "\(low.err)")
    #expect(await home.states() == ["sent"])
    await home.desk.fails(
      [
        "pay", "alone", "--replace", "1", "--ladder", "2.5,50", "--out", home.desk.path("x.txt"),
      ], saying: "nodes would refuse the lowest step")
  }

  @Test
  func `where the change is too small for the highest step, coins are added after a sentence`()
    async throws
  {
    let home = try await Self.waiting("0.1002", "0.4")
    let asked = await home.desk.fails(
      ["bump", "1", "--ladder", "10,200", "--out", home.desk.path("x.txt")])
    #expect(asked.err.contains("more-coins"), "\(asked.err)")
    let (ran, packets) = try await Self.ladder(
      of: home, "bump", "1", "--ladder", "10,200", "--accept", "more-coins")
    #expect(ran.json["inputs"]?.arrayValue?.count == 2)
    #expect(packets.allSatisfy { $0.unsignedTransaction.inputs.count == 2 })
    #expect(Set(packets.dropLast().map(\.unsignedTransaction.outputs.count)) == [2])
    let poor = try await Self.waiting("0.1002")
    await poor.desk.fails(
      ["bump", "1", "--ladder", "10,200", "--out", poor.desk.path("x.txt")])
    #expect(await poor.states() == ["sent"])
  }

  @Test func `other people can be paid instead, at several fees`() async throws {
    let home = try await Self.waiting()
    let (ran, packets) = try await Self.ladder(
      of: home, "pay", "alone", "--replace", "1", "--to", "\(Desk.elsewhere)=0.2", "--ladder",
      "10,20")
    #expect(ran.json["replaces"]?.intValue == 1)
    #expect(ran.err.contains("this replaces payment 1"), "\(ran.err)")
    let payee = try Address(parsing: Desk.elsewhere, on: .regtest).script
    for packet in packets.dropLast() {
      let paid = packet.unsignedTransaction.outputs.filter { $0.scriptPubKey == payee }
      #expect(paid.map(\.rawValue) == [20_000_000])
    }
    // The same again, without a word about the recipients.
    try #require(await home.desk.run("cancel", "2", "--yes").code == .done)
    let (again, _) = try await Self.ladder(
      of: home, "pay", "alone", "--replace", "1", "--ladder", "10,20")
    #expect(again.json["ladder"]?.arrayValue?.count == 3)
  }

  @Test func `what cannot be built at several fees is refused with words`() async throws {
    let home = try await Self.waiting()
    for (more, words) in [
      (["--by-child"], "--by-child"), (["--fee-rate", "5"], "--fee-rate"),
      (["--anti-exfil"], "--anti-exfil"),
    ] {
      await home.desk.fails(
        ["bump", "1", "--ladder", "10,20", "--out", home.desk.path("x.txt")] + more,
        saying: "--ladder works without \(words)", code: .wrongUsage)
    }
    await home.desk.fails(
      ["bump", "1", "--ladder", "10,20", "--out", home.desk.path("x.psbt")],
      saying: "would hold one", code: .wrongUsage)
    // All of it goes to the wallet itself: a bump of what takes a payment back.
    let (back, packet) = try await home.built("cancel", "1", "--on-chain")
    let number = try await home.finished(back, packet)
    await home.desk.fails(
      ["bump", number, "--ladder", "50,60", "--out", home.desk.path("x.txt")],
      saying: "to the wallet itself")
  }

  @Test func `what was built in the place of a payment gives its coins back to it`() async throws {
    let home = try await Self.waiting()
    await home.desk.fails(
      ["bump", "1", "--ladder", "10,20", "--out", home.desk.path("missing/folder/x.txt")])
    #expect(await Self.replacedBy(home) == [nil])
    _ = try await Self.ladder(of: home, "bump", "1", "--ladder", "10,20")
    let other = await home.desk.fails(
      ["bump", "1", "--out", home.desk.path("x.psbt")],
      saying: "was built to replace payment 1")
    // No number is given twice.
    #expect(other.err.contains("`broadcast 5`") && other.err.contains("`cancel 5`"), "\(other.err)")
    try #require(await home.desk.run("cancel", "6", "--yes").code == .done)
    #expect(await Self.replacedBy(home) == [nil, nil, nil, nil])
    #expect(await home.states() == ["sent", "cancelled", "cancelled", "cancelled"])
  }

  @Test func `a ladder takes the place of another's highest step`() async throws {
    let home = try await Home("0.5")
    let (_, packets) = try await home.ladder("2,5")
    try #require(try await home.collect(packets).code == .done)
    try #require(await home.desk.run("broadcast", "1", "--yes").code == .done)
    let (ran, more) = try await Self.ladder(of: home, "bump", "2", "--ladder", "30,60")
    #expect(ran.json["ladder"]?.arrayValue?.map { $0["payment"]?.intValue } == [4, 5, 6])
    #expect(await Self.replacedBy(home) == [2, 4, 1, 5, nil, 4])
    try #require(try await home.collect(more).code == .done)
    try #require(await home.desk.run("broadcast", "4", "--step", "2", "--yes").code == .done)
    await home.desk.run("rehearse", "mine")
    await home.desk.run("sync", "alone")
    #expect(await home.states()[4] == "confirmed")
  }
}
