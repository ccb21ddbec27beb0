import AirgapMessages
import AirgapTransfer
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import RecordingScreens
import TerminalUI
import Testing
import TransactionReview

@testable import OnlineCoordinator

/// A fee ladder of a group: signed one after the other, and taken up by the coordinator of a colleague.
@Suite struct SharedLadderTests {
  typealias Home = SentPaymentTests.Home

  private static let form = "wsh(sortedmulti(2,%))"

  /// Builds a ladder; the file that it was written to, and its payments.
  private static func ladder(
    of family: Family, _ rates: String = "2,5", _ more: String...
  ) async throws -> (file: String, packets: [PSBT]) {
    let file = family.desk.path("ladder-\(UUID().uuidString).txt")
    let ran = await family.desk.execute(
      [
        "pay", "family", "--to", "\(Desk.elsewhere)=0.12", "--ladder", rates, "--out", file,
      ] + more)
    try #require(ran.code == .done, "\(ran.err)")
    return (file, try Home.packets(in: file))
  }

  /// What a signer answers, as one message.
  private static func message(
    _ packets: [PSBT], signedBy people: Int..., in desk: Desk
  ) throws -> String {
    let signed = try packets.map { packet in
      try people.reduce(packet) { try SharedPayment.people[$1].sign($0) }
    }
    let file = desk.path("message-\(UUID().uuidString).txt")
    try MessageOutput(file).write(
      .ladder(try #require(PaymentLadder(signed.map { $0.encoded() }))),
      on: Console(screen: RecordingScreen(hasTerminal: false)))
    return file
  }

  private static func states(_ family: Family) async -> [String?] {
    (await family.desk.run("payments", "--offline", "--json").json.arrayValue ?? []).map {
      $0["state"]?.stringValue
    }
  }

  // MARK: Signed one after the other

  @Test func `the first answer is passed on, the second signs all, and a higher step is sent`()
    async throws
  {
    let family = try await Family(Self.form, "0.5")
    let (_, packets) = try await Self.ladder(of: family, "2,5,10")
    let first = await family.desk.run(
      "collect", try Self.message(packets, signedBy: 0, in: family.desk), "--json")
    #expect(first.code == .needsSignatures, "\(first.err)")
    #expect(first.json["complete"] == false && first.json["missing"] == 1)
    #expect(
      first.json["ladder"]?.arrayValue?.map { $0["new"]?.intValue } == [1, 1, 1, 1])
    await family.desk.fails(["broadcast", "1", "--yes"], saying: "still needs signatures")
    await family.desk.fails(
      ["cancel", "1", "--on-chain", "--yes"], saying: "still needs signatures")
    let forward = family.desk.path("forward.txt")
    let written = await family.desk.run("payments", "--payment", "1", "--ladder", "--out", forward)
    #expect(written.code == .done, "\(written.err)")
    let passed = try Home.packets(in: forward)
    #expect(passed.allSatisfy { $0.inputs.allSatisfy { $0.partialSigs.count == 1 } })
    // Nobody signs some of them alone without that being said.
    let part = await family.desk.run(
      "collect", try Self.message(Array(passed.prefix(2)), signedBy: 1, in: family.desk), "--json")
    #expect(part.code == .needsSignatures, "\(part.err)")
    #expect(
      part.json["ladder"]?.arrayValue?.map { $0["complete"]?.boolValue }
        == [true, true, false, false])
    let second = await family.desk.run(
      "collect", try Self.message(passed, signedBy: 1, in: family.desk), "--json")
    #expect(second.code == .done, "\(second.err)")
    #expect(second.json["complete"] == true)
    try #require(await family.desk.run("broadcast", "1", "--yes").code == .done)
    let third = await family.desk.run("broadcast", "1", "--step", "3", "--yes", "--json")
    #expect(third.code == .done && third.json["step"]?.intValue == 3, "\(third.err)")
    await family.desk.run("rehearse", "mine")
    await family.desk.run("sync", "family")
    #expect(await Self.states(family) == ["conflicted", "conflicted", "confirmed", "conflicted"])
  }

  // MARK: Begun elsewhere

  @Test func `a colleague's coordinator keeps a partly signed ladder, and finishes it`()
    async throws
  {
    let family = try await Family(Self.form, "0.5")
    let other = try await Family(seeing: family)
    let (_, packets) = try await Self.ladder(of: family)
    let file = try Self.message(packets, signedBy: 0, in: other.desk)
    await other.desk.fails(["collect", file], saying: "no terminal")
    let refused = await other.desk.run("collect", file, answers: ["no"])
    #expect(refused.code == .failed && refused.err.contains("nothing was kept"), "\(refused.err)")
    #expect(await Self.states(other) == [])
    let asked = await other.desk.execute(["collect", file], answers: ["no"], talkIsSeen: false)
    for words in [
      "This fee ladder was begun elsewhere", "Signed by    key ", "back BTC", "The highest fee is",
      "\(packets[1].unsignedTransaction.checkWords)",
    ] {
      #expect(asked.terminal.contains(words), "\(words): \(asked.terminal)")
    }
    let kept = await other.desk.run("collect", file, "--yes", "--json")
    #expect(kept.code == .needsSignatures && kept.json["adopted"] == true, "\(kept.err)")
    #expect(kept.json["ladder"]?.arrayValue?.map { $0["step"]?.intValue } == [1, 2, nil])
    #expect(kept.json["ladder"]?.arrayValue?.map { $0["new"]?.intValue } == [1, 1, 1])
    // It holds the coins once, as one that was built here.
    let held = await other.desk.run("balance", "family", "--json").json["locked"]?.intValue
    #expect(held == 50_000_000)
    #expect(
      await other.desk.run("payments", "--json").json.arrayValue?.map { $0["replacedBy"]?.intValue }
        == [2, nil, 1])
    // The other signer signed what the first coordinator wrote.
    let done = await other.desk.run(
      "collect", try Self.message(packets, signedBy: 2, in: other.desk), "--json")
    #expect(done.code == .done && done.json["complete"] == true, "\(done.err)")
    #expect(done.json["adopted"] == false)
    try #require(await other.desk.run("broadcast", "1", "--yes").code == .done)
    let back = await other.desk.run("cancel", "1", "--on-chain", "--yes", "--json")
    #expect(back.code == .done && back.json["payment"]?.intValue == 3, "\(back.err)")
  }

  @Test func `one that nobody signed yet is kept, and handed to a signer from there`() async throws
  {
    let family = try await Family(Self.form, "0.5")
    let other = try await Family(seeing: family)
    let (file, packets) = try await Self.ladder(of: family, "2,5,10", "--no-cancel")
    let kept = await other.desk.run("collect", file, "--yes", "--label", "rent", "--json")
    #expect(kept.code == .needsSignatures && kept.json["adopted"] == true, "\(kept.err)")
    let forward = other.desk.path("forward.txt")
    try #require(
      await other.desk.run("payments", "--payment", "2", "--ladder", "--out", forward).code == .done
    )
    let passed = try Home.packets(in: forward)
    #expect(passed.map(\.unsignedTransaction) == packets.map(\.unsignedTransaction))
    #expect(
      await other.desk.run("payments", "--json").json.arrayValue?.map { $0["what"]?.stringValue }
        == ["rent", "rent", "rent"])
    let signed = try Self.message(passed, signedBy: 0, 1, in: other.desk)
    #expect(await other.desk.run("collect", signed).code == .done)
    #expect(await other.desk.run("broadcast", "1", "--step", "2", "--yes").code == .done)
  }

  @Test func `steps in files of their own, in any order, are kept as a ladder`() async throws {
    let family = try await Family(Self.form, "0.5")
    let other = try await Family(seeing: family)
    let (_, packets) = try await Self.ladder(of: family)
    let files = try [2, 1, 0].map { try other.write(packets[$0], named: "step-\($0)") }
    let kept = await other.desk.execute(["collect"] + files + ["--yes", "--json"])
    #expect(kept.code == .needsSignatures && kept.json["adopted"] == true, "\(kept.err)")
    #expect(kept.json["ladder"]?.arrayValue?.map { $0["step"]?.intValue } == [1, 2, nil])
    let fees = kept.json["ladder"]?.arrayValue?.count
    #expect(fees == 3)
  }

  @Test func `what is not one payment at several fees is not kept`() async throws {
    let family = try await Family(Self.form, "0.5")
    let other = try await Family(seeing: family)
    let (_, packets) = try await Self.ladder(of: family)
    let stranger = Script.p2wpkh(hash: [UInt8](repeating: 3, count: 20))
    let change = try #require(packets[2].unsignedTransaction.outputs.first).scriptPubKey
    func refused(
      _ words: String, _ change: (Int, inout Transaction) -> Void
    ) async throws {
      let bytes = try packets.enumerated().map { place, packet in
        var transaction = packet.unsignedTransaction
        change(place, &transaction)
        return try Creator(transaction).created().encoded()
      }
      let file = other.desk.path("forged-\(UUID().uuidString).txt")
      try MessageOutput(file).write(
        .ladder(try #require(PaymentLadder(bytes))),
        on: Console(screen: RecordingScreen(hasTerminal: false)))
      await other.desk.fails(["collect", file, "--yes"], saying: words)
      #expect(await Self.states(other) == [])
    }
    // A step that pays somebody else the money that comes back.
    try await refused("pays other amounts or other people") { place, transaction in
      guard place == 1 else { return }
      for index in transaction.outputs.indices
      where transaction.outputs[index].scriptPubKey == change {
        transaction.outputs[index].scriptPubKey = stranger
      }
    }
    // All of them do.
    try await refused("its change does not come back to family") { _, transaction in
      for index in transaction.outputs.indices
      where transaction.outputs[index].scriptPubKey == change {
        transaction.outputs[index].scriptPubKey = stranger
      }
    }
    try await refused("is not the change of the others") { place, transaction in
      if place == 2 { transaction.outputs[0].scriptPubKey = stranger }
    }
    try await refused("spends other coins") { place, transaction in
      if place == 1 { transaction.inputs[0].sequence = 5 }
    }
    // The highest step burns a quarter of the money and more.
    try await refused("R04") { place, transaction in
      guard place > 0 else { return }
      for index in transaction.outputs.indices
      where transaction.outputs[index].scriptPubKey == change {
        transaction.outputs[index].rawValue = 1_000_000 - Int64(place)
      }
    }
  }

  @Test func `one that is known in part is not taken apart`() async throws {
    let family = try await Family(Self.form, "0.5")
    let other = try await Family(seeing: family)
    let (file, packets) = try await Self.ladder(of: family)
    let one = try other.write(packets[1], named: "one")
    #expect(await other.desk.run("collect", one, "--yes").code == .needsSignatures)
    let part = await other.desk.fails(
      ["collect", file, "--yes"], saying: "payment 1 is one of this fee ladder")
    #expect(part.err.contains("`cancel 1`"), "\(part.err)")
    #expect(await other.desk.run("cancel", "1", "--yes").code == .done)
  }

  @Test func `payments that are not a ladder are told apart as ever`() async throws {
    let family = try await Family(Self.form, "0.5", "0.4")
    let other = try await Family(seeing: family)
    let first = try other.write(try await family.pay(), named: "first")
    let second = try other.write(try await family.pay("--accept", "R33"), named: "second")
    await other.desk.fails(["collect", first, second, "--yes"], saying: "different payments")
    #expect(await Self.states(other) == [])
  }
}
