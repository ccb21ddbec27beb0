import AirgapMessages
import AirgapTransfer
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import Hashes
import QRTransport
import Secp256k1
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

  /// The receipt of a second home with the same words, of the same PSBT; no signature leaves it.
  private func receipt(
    _ desk: Desk, _ script: String, of unsigned: PSBT, as name: String = "receipt.txt"
  ) throws -> String {
    let other = try Desk.withSeed()
    _ = try other.account(script)
    let path = desk.path(name)
    let ran = other.run("sign", try other.write(unsigned), "--receipt", path, "--yes", "--json")
    try #require(ran.code == .done, "\(ran.err)")
    #expect(ran.json["receipt"]?["signatures"]?.integerValue == 1, "\(ran.out)")
    #expect(other.run("log", "--json").json == .array([]))
    return path
  }

  @Test(arguments: ["pkh", "sh-wpkh", "wpkh", "tr"])
  func `are compared by a receipt, which holds no signature`(script: String) throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account(script))
    let packet = try desk.write(unsigned)
    let theirs = try receipt(desk, script, of: unsigned)
    let ran = desk.run("sign", packet, "--compare", theirs, "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["equal"] == .bool(true))
    #expect(ran.json["signatures"]?[0]?["result"]?.stringValue == "equal")
    // With a target the signatures leave, and a receipt beside them is the same file.
    let (signed, ours) = (desk.path("signed.psbt"), desk.path("ours.txt"))
    let both = desk.run(
      "sign", packet, "--compare", theirs, "--out", signed, "--receipt", ours, "--yes")
    #expect(both.code == .done, "\(both.err)")
    #expect(both.err.contains("used the same nonces"), "\(both.err)")
    #expect(try Data(contentsOf: URL(filePath: ours)) == Data(contentsOf: URL(filePath: theirs)))
    let answer = try PSBT(decoding: [UInt8](Data(contentsOf: URL(filePath: signed))))
    let bytes = Array(
      try #require(answer.inputs[0].tapKeySig ?? answer.inputs[0].partialSigs.first?.signature))
    guard case .signingReceipt(let read) = try MessageInput(ours).message(on: Console()) else {
      Issue.record("no receipt")
      return
    }
    let half =
      script == "tr"
      ? Array(bytes.prefix(32))
      : Array(try ECDSASignature(der: bytes.dropLast()).compact.prefix(32))
    #expect(read.signatures.map(\.nonce.bytes) == [half])
    #expect(
      read.packet
        == SHA256.hash([UInt8](try Data(contentsOf: URL(filePath: packet)))))
  }

  @Test func `that differ by a receipt are told, and nothing leaves`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account("tr"))
    let packet = try desk.write(unsigned)
    let theirs = try receipt(desk, "tr", of: unsigned)
    guard case .signingReceipt(let read) = try MessageInput(theirs).message(on: Console()) else {
      Issue.record("no receipt")
      return
    }
    let made = try #require(read.signatures.first)
    let other = SigningReceipt.Signature(
      input: 0, key: made.key, leaf: nil, nonce: made.nonce.reversed)
    let stranger = SigningReceipt.Signature(
      input: 0, key: made.nonce.bytes, leaf: nil, nonce: made.nonce)
    for (signatures, result, words) in [
      ([other], "different", "DIFFERENT nonce"),
      ([stranger], "missing", "no signature by this key"),
      ([made, stranger], "not-made-here", "NOT COMPARED"),
    ] {
      let changed = SigningReceipt(
        unsignedTxid: read.unsignedTxid, packet: .zero, signatures: signatures)
      let path = try desk.write(try urText(changed), to: "changed.txt")
      let (out, mine) = (desk.path("out.psbt"), desk.path("mine.txt"))
      let ran = desk.run(
        "sign", packet, "--compare", path, "--out", out, "--receipt", mine, "--yes", "--json")
      #expect(ran.code == .failed)
      #expect(ran.json["equal"] == .bool(false))
      let results = (ran.json["signatures"]?.arrayValue ?? []).map { $0["result"]?.stringValue }
      #expect(results.contains(result), "\(ran.out)")
      #expect(!FileManager.default.fileExists(atPath: out))
      #expect(!FileManager.default.fileExists(atPath: mine))
      let text = desk.run("sign", packet, "--compare", path, "--yes")
      #expect(text.out.contains(words), "\(text.out)")
    }
    // Of other bytes of the same payment it is equal, and that is said.
    let same = SigningReceipt(
      unsignedTxid: read.unsignedTxid, packet: .zero, signatures: [made])
    let path = try desk.write(try urText(same), to: "same.txt")
    let ran = desk.run("sign", packet, "--compare", path, "--yes")
    #expect(ran.code == .done && ran.out.contains("other bytes of the same payment"), "\(ran.out)")
    let another = SigningReceipt(
      unsignedTxid: Txid(.zero), packet: .zero, signatures: [made])
    let wrong = try desk.write(try urText(another), to: "another.txt")
    let refused = desk.run("sign", packet, "--compare", wrong, "--yes")
    #expect(refused.code == .failed && refused.err.contains("(R29)"), "\(refused.err)")
  }

  private func urText(_ receipt: SigningReceipt) throws -> String {
    let encoder = try FrameEncoder(BytesMessage.ur(receipt.encoded()), limit: .largest)
    return encoder.frame(0)
  }

  @Test func `a receipt goes where its text or QR codes can go`() throws {
    let desk = try Desk.withSeed()
    let packet = try desk.write(PaymentFixture().psbt(from: desk.account()))
    for name in ["receipt.psbt", "receipt.json", "receipt.txn"] {
      let ran = desk.run("sign", packet, "--receipt", desk.path(name), "--yes")
      #expect(ran.code == .wrongUsage && ran.err.contains("a receipt is not written to"))
    }
    let out = desk.path("same.txt")
    #expect(desk.run("sign", packet, "--receipt", out, "--out", out, "--yes").code == .wrongUsage)
    let fresh = desk.run("sign", packet, "--receipt", out, "--fresh-randomness", "--yes")
    #expect(fresh.code == .wrongUsage && fresh.err.contains("--receipt needs"), "\(fresh.err)")
    let shown = desk.run("sign", packet, "--receipt", "-", "--yes")
    #expect(shown.code == .done, "\(shown.err)")
    #expect(shown.out.lowercased().hasPrefix("ur:bytes/"), "\(shown.out)")
    #expect(shown.err.contains("No signature was written"), "\(shown.err)")
    let picture = desk.path("receipt.png")
    #expect(desk.run("sign", packet, "--receipt", picture, "--yes").code == .done)
    let again = desk.run("sign", packet, "--compare", picture, "--receipt", picture, "--yes")
    #expect(again.code == .failed && again.err.contains("exists"), "\(again.err)")
    #expect(desk.run("sign", packet, "--compare", picture, "--yes").code == .done)
  }

  @Test func `sign wants somewhere to write or something to compare`() throws {
    let desk = try Desk.withSeed()
    let packet = try desk.write(PaymentFixture().psbt(from: desk.account()))
    #expect(desk.run("sign", packet, "--yes").code == .wrongUsage)
    let both = desk.run("sign", packet, "--compare", packet, "--fresh-randomness", "--yes")
    #expect(both.code == .wrongUsage)
  }
}
