import BitcoinPSBT
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Notes that travel with a payment to those who sign it.
@Suite struct PaymentNoteTests {
  @Test func `a note travels in the payment and back, and is shown`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay("--note", "rent May", "--label", "landlord")
    #expect(packet.global.note == "rent May")
    // The label stays here.
    #expect(!String(decoding: packet.encoded(), as: UTF8.self).contains("landlord"))
    let shown = await family.desk.run("payments", "--payment", "1")
    #expect(
      shown.out.contains(
        "Message from whoever made this payment (nobody checked it):\n  | rent May\n"),
      "\(shown.out)")
    let json = await family.desk.run("payments", "--payment", "1", "--json").json
    #expect(json["note"]?.stringValue == "rent May" && json["what"]?.stringValue == "landlord")
    let signed = try family.file(packet, signedBy: 0)
    let collected = await family.desk.run("collect", signed, "--json")
    #expect(collected.code == .needsSignatures, "\(collected.err)")
    let out = family.desk.path("next.psbt")
    await family.desk.run("payments", "--payment", "1", "--out", out)
    let next = try PSBT(decoding: [UInt8](Data(contentsOf: URL(fileURLWithPath: out))))
    #expect(next.global.note == "rent May")
  }

  @Test func `another home that takes the payment in shows the note and passes it on`() async throws
  {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let other = try await Family(seeing: family)
    let packet = try await family.pay("--note", "rent May")
    let file = try other.write(
      try SharedPayment.people[0].sign(packet), named: "from-elsewhere")
    let kept = await other.desk.run("collect", file, "--json", "--yes")
    #expect(kept.code == .needsSignatures, "\(kept.err)")
    #expect(kept.err.contains("nobody checked it):\n  | rent May\n"), "\(kept.err)")
    let json = await other.desk.run("payments", "--payment", "1", "--json").json
    #expect(json["note"]?.stringValue == "rent May")
  }

  @Test func `a payment whose note holds a secret is not taken in, nor the secret shown`()
    async throws
  {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let other = try await Family(seeing: family)
    var packet = try SharedPayment.people[0].sign(await family.pay())
    let words = Array(repeating: "abandon", count: 11) + ["about"]
    packet.global.setNote(words.joined(separator: " "))
    let file = try other.write(packet, named: "from-elsewhere")
    let ran = await other.desk.run("collect", file, "--yes")
    #expect(ran.code == .failed && ran.err.contains("R27"), "\(ran.err)")
    #expect(!ran.err.contains("abandon"))
    #expect(await other.desk.run("payments", "--json").json == [])
  }

  @Test func `a note that came back changed is named and left out`() async throws {
    let family = try await Family("wsh(sortedmulti(2,%))", "0.5")
    let packet = try await family.pay("--note", "rent May")
    var signed = try SharedPayment.people[0].sign(packet)
    signed.global.setNote("rent June")
    let ran = await family.desk.run("collect", try family.write(signed, named: "bent"))
    #expect(ran.code == .needsSignatures && ran.err.contains("drawbridge"), "\(ran.err)")
    let json = await family.desk.run("payments", "--payment", "1", "--json").json
    #expect(json["note"]?.stringValue == "rent May" && json["missing"]?.intValue == 1)
  }

  @Test func `what is no note is refused before anything is built`() async throws {
    let desk = try await Desk.practising("0.5")
    for (note, words) in [
      ("", "1 to 200 bytes"), (String(repeating: "a", count: 201), "1 to 200 bytes"),
      ("two\nlines", "one line"),
      (
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
        "seed"
      ),
    ] {
      let ran = await desk.run(
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--note", note, "--out",
        desk.path("x.psbt"))
      #expect(ran.code != .done && ran.err.contains(words), "\(ran.err)")
      #expect(!ran.err.contains("abandon"))
    }
    let multisig = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--note", "x", "--as", "multisig", "--out",
      desk.path("x.txt"))
    #expect(multisig.err.contains("no place for --note"), "\(multisig.err)")
    #expect(await desk.run("payments", "--json").json == [])
  }

  @Test func `a payment that is bumped keeps its note`() async throws {
    let home = try await SentPaymentTests.Home("0.5")
    let number = try await home.complete("--fee-rate", "5", "--note", "rent May")
    let (ran, packet) = try await home.built("bump", number, "--fee-rate", "20")
    #expect(packet?.global.note == "rent May", "\(ran.err)")
  }

  @Test func `a payment in the place of another keeps its note, or says that it does not`()
    async throws
  {
    let home = try await SentPaymentTests.Home("0.5")
    let number = try await home.complete("--fee-rate", "5", "--note", "rent May")
    let (kept, packet) = try await home.built(
      "pay", "alone", "--replace", number, "--fee-rate", "20")
    #expect(packet?.global.note == "rent May", "\(kept.err)")
    await home.desk.run("cancel", "2", "--yes")
    let (other, without) = try await home.built(
      "pay", "alone", "--replace", number, "--fee-rate", "20", "--to", "\(Desk.elsewhere)=0.11")
    #expect(without?.global.note == nil && other.err.contains("carries a note"), "\(other.err)")
  }

  @Test func `each step of a ladder has the note`() async throws {
    let desk = try await Desk.practising("0.5")
    let out = desk.path("ladder.txt")
    let ran = await desk.run(
      "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--ladder", "2,5", "--note", "rent May",
      "--out", out)
    #expect(ran.code == .done, "\(ran.err)")
    for number in 1...3 {
      let json = await desk.run("payments", "--payment", "\(number)", "--json").json
      #expect(json["note"]?.stringValue == "rent May", "\(number)")
    }
  }
}
