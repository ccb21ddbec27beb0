import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

@Suite struct `Two machines with one seed` {
  /// The answer of a second home that has the same words, to the same PSBT.
  private func answer(
    _ desk: Desk, _ script: String, to unsigned: PSBT, _ options: String...
  ) throws -> String {
    let other = try Desk.withSeed()
    _ = try other.account(script)
    let signed = desk.path("other.psbt")
    let ran = other.run(
      ["sign", try other.write(unsigned), "--out", signed, "--yes", "--force"] + options)
    try #require(ran.code == .done, "\(ran.err)")
    return signed
  }

  @Test(arguments: ["pkh", "sh-wpkh", "wpkh", "tr"])
  func `make the same bytes of the same packet`(script: String) throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account(script))
    let theirs = try answer(desk, script, to: unsigned)
    let ours = desk.path("ours.psbt")
    let ran = desk.run("sign", try desk.write(unsigned), "--out", ours, "--yes")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(try Data(contentsOf: URL(filePath: ours)) == Data(contentsOf: URL(filePath: theirs)))
  }

  @Test(arguments: ["pkh", "sh-wpkh", "wpkh", "tr"])
  func `are compared, and nothing is written or remembered`(script: String) throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account(script))
    let theirs = try answer(desk, script, to: unsigned)
    let packet = try desk.write(unsigned)
    let before = try FileManager.default.contentsOfDirectory(atPath: desk.folder.path).sorted()
    let ran = desk.run("sign", packet, "--compare", theirs, "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["equal"] == .bool(true))
    #expect(ran.json["signatures"]?[0]?["result"]?.stringValue == "equal")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: desk.folder.path).sorted() == before)
    #expect(desk.run("log", "--json").json == .array([]))
    // A finished transaction names no key, and is compared all the same.
    let final = try Finalizer().finalized(
      PSBT(decoding: [UInt8](Data(contentsOf: URL(filePath: theirs)))))
    let hex = Hex.encode(try Extractor(final).transaction().encoded())
    let finished = try desk.write(hex, to: "finished.txt")
    let again = desk.run("sign", packet, "--compare", finished, "--yes", "--json")
    #expect(again.code == .done, "\(again.out) \(again.err)")
    // Equal and with a target: it is written too.
    let both = desk.run(
      "sign", packet, "--compare", theirs, "--out", desk.path("both.psbt"), "--yes")
    #expect(both.code == .done && both.err.contains("made the same bytes"), "\(both.err)")
    #expect(FileManager.default.fileExists(atPath: desk.path("both.psbt")))
  }

  @Test func `a signature with randomness differs, is said to be valid, and nothing leaves`() throws
  {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account("tr"))
    let theirs = try answer(desk, "tr", to: unsigned, "--fresh-randomness")
    let out = desk.path("ours.psbt")
    let ran = desk.run(
      "sign", try desk.write(unsigned), "--compare", theirs, "--out", out, "--yes", "--json")
    #expect(ran.code == .failed)
    #expect(ran.json["equal"] == .bool(false))
    #expect(ran.json["signatures"]?[0]?["result"]?.stringValue == "different")
    #expect(ran.err.contains("R28") && ran.err.contains("randomness"))
    #expect(!FileManager.default.fileExists(atPath: out))
    // They were made to leave: what holds the seeds remembered them before it handed them over.
    #expect(desk.run("log", "--json").json.arrayValue?.count == 1)
    let text = desk.run("sign", desk.path("unsigned.psbt"), "--compare", theirs, "--yes")
    #expect(text.out.contains("DIFFERENT, although") && text.out.contains("valid signature"))
  }

  @Test func `a signature that is not valid, or not there, is said to be so`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account())
    let packet = try desk.write(unsigned)
    var theirs = try PSBT(
      decoding: [UInt8](Data(contentsOf: URL(filePath: try answer(desk, "wpkh", to: unsigned)))))
    let signature = try #require(theirs.inputs[0].partialSigs.first)
    var bytes = Array(signature.signature)
    bytes[20] ^= 1
    theirs.updateInput(0) { $0.setPartialSig(bytes, publicKey: Array(signature.publicKey)) }
    let forged = try desk.write(theirs, to: "forged.psbt")
    let ran = desk.run("sign", packet, "--compare", forged, "--yes", "--json")
    #expect(ran.code == .failed)
    #expect(ran.json["signatures"]?[0]?["result"]?.stringValue == "invalid")
    #expect(ran.err.contains("not valid for this payment"))
    let bare = desk.run("sign", packet, "--compare", packet, "--yes", "--json")
    #expect(bare.code == .failed)
    #expect(bare.json["signatures"]?[0]?["result"]?.stringValue == "missing")
  }

  @Test func `a signature under another sighash type than it was made for is not valid`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account("tr"))
    let answer = try answer(desk, "tr", to: unsigned)
    var theirs = try PSBT(decoding: [UInt8](Data(contentsOf: URL(filePath: answer))))
    let signature = Array(try #require(theirs.inputs[0].tapKeySig))
    // Made for DEFAULT, and said to be for ALL.
    theirs.updateInput(0) { $0.setTapKeySig(signature + [1]) }
    let forged = try desk.write(theirs, to: "forged.psbt")
    let ran = desk.run(
      "sign", try desk.write(unsigned), "--compare", forged, "--yes", "--json")
    #expect(ran.code == .failed)
    #expect(ran.json["signatures"]?[0]?["result"]?.stringValue == "invalid", "\(ran.out)")
  }

  @Test func `the answer to another payment is no answer to this one`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let other = try PaymentFixture(payment: 13_000_000).psbt(from: descriptor)
    let theirs = try answer(desk, "wpkh", to: other)
    let packet = try desk.write(PaymentFixture().psbt(from: descriptor))
    let ran = desk.run("sign", packet, "--compare", theirs, "--yes")
    #expect(ran.code == .failed)
    #expect(ran.err.contains("another payment") && ran.err.contains("(R29)"), "\(ran.err)")
    let json = desk.run("sign", packet, "--compare", theirs, "--yes", "--json")
    #expect(json.json["rule"]?.stringValue == "R29", "\(json.out)")
  }

  @Test func `comparing asks for the same consent as signing`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture(coin: 1_000_000, payment: 200_000, fee: 60_000)
      .psbt(from: desk.account())
    let packet = try desk.write(unsigned)
    let theirs = try answer(desk, "wpkh", to: unsigned, "--accept", "R04")
    for arguments in [["--yes"], []] {
      let ran = desk.run(["sign", packet, "--compare", theirs] + arguments)
      #expect(ran.code == .failed)
      #expect(!ran.out.contains("equal"))
    }
    let ran = desk.run("sign", packet, "--compare", theirs, "--yes", "--accept", "R04")
    #expect(ran.code == .done, "\(ran.err)")
  }

  @Test func `sign wants somewhere to write or something to compare`() throws {
    let desk = try Desk.withSeed()
    let packet = try desk.write(PaymentFixture().psbt(from: desk.account()))
    #expect(desk.run("sign", packet, "--yes").code == .wrongUsage)
    let both = desk.run("sign", packet, "--compare", packet, "--fresh-randomness", "--yes")
    #expect(both.code == .wrongUsage)
  }
}
