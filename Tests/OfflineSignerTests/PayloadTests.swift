import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import RecordingScreens
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// The three public test seeds behind the complete payload, each in a home of its own.
private enum Cosigner: String, CaseIterable {
  case a =
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
  case b = "legal winner thank year wave sausage worth useful legal winner thank yellow"
  case c = "letter advice cage absurd amount doctor acoustic avoid letter advice cage above"

  func desk(on network: String = "mainnet") throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", network, "--yes").code == .done)
    let words = try desk.write(rawValue + "\n", to: "words.txt")
    try #require(desk.run("seed", "import", "mine", "--from", words).code == .done)
    if network == "mainnet" { try desk.allowUnattended() }
    return desk
  }
}

/// A payment from the wallet of the three, whose coins exist as transactions.
private struct ChancePayment {
  let payload: MultisigPayload
  let previous: [Transaction]

  init(fee: Int64 = 1_000) throws {
    let wallet = try MultisigPayload(parsing: PayloadSamples.complete).redeemScript
    previous = (UInt32(0)..<2).map { number in
      Transaction(
        inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 5 + number))],
        outputs: [
          TxOut(rawValue: 7, scriptPubKey: .p2sh(Script([0x51]))),
          TxOut(rawValue: 500_000, scriptPubKey: wallet.scriptPubKey),
        ])
    }
    let transaction = Transaction(
      version: 1,
      inputs: previous.map {
        TxIn(
          previousOutput: OutPoint(txid: $0.txid, vout: 1), sequence: TxIn.finalSequence)
      },
      outputs: [
        TxOut(rawValue: 600_000, scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 9, count: 20))),
        TxOut(rawValue: 400_000 - fee, scriptPubKey: wallet.scriptPubKey),
      ])
    payload = try MultisigPayload(transaction, redeemScript: wallet)
  }

  /// A transaction in hex a line.
  var lines: String {
    previous.map { Hex.encode($0.encoded()) + "\n" }.joined()
  }
}

extension Desk {
  fileprivate func payload(_ name: String) throws -> MultisigPayload {
    try MultisigPayload(parsing: read(name))
  }

  fileprivate func register(from text: String) throws {
    let file = try write(text, to: "wallet-\(UUID()).txt")
    let ran = run("wallet", "register", "ours", "--from", file, "--yes")
    try #require(ran.code == .done, "\(ran.err)")
  }
}

@Suite struct `Payloads at the signer's door` {
  private static let script =
    (try? MultisigPayload(parsing: PayloadSamples.complete).redeemScript.script.hex) ?? ""
  /// The public payload without its signatures.
  private static let unsigned: String = {
    guard let payload = try? MultisigPayload(parsing: PayloadSamples.complete),
      let bare = try? MultisigPayload(payload.transaction, redeemScript: payload.redeemScript)
    else { return "" }
    return bare.text
  }()

  @Test func `unknown members ride along, and in bulk only with an acknowledgement`() throws {
    let desk = try Cosigner.a.desk()
    try desk.register(from: Self.script + "\n")
    let payment = try ChancePayment()
    let previous = try desk.write(payment.lines, to: "previous.txt")
    let text = payment.payload.text
    for (more, isMuch) in [
      ("\"note\":\"thanks\"", false),
      ("\"note\":\"\(String(repeating: "x", count: 4_100))\"", true),
      ((0...100).map { "\"m\($0)\":\($0)" }.joined(separator: ","), true),
    ] {
      let file = try desk.write(text.dropLast() + "," + more + "}\n", to: "more.txt")
      let sign = { (options: [String]) in
        desk.run(
          ["sign", file, previous, "--out", desk.path("signed.txt"), "--yes", "--force"] + options)
      }
      if isMuch {
        let refused = sign([])
        #expect(refused.code == .failed && refused.err.contains("R19"), "\(refused.err)")
        #expect(refused.err.contains("members of the payload among them"), "\(refused.err)")
      }
      let signed = sign(isMuch ? ["--accept", "R19"] : [])
      #expect(signed.code == .done, "\(signed.err)")
      #expect(try desk.read("signed.txt").contains(more))
    }
  }

  @Test func `three register a redeem script, two sign in turn, the payload finalizes`() throws {
    let desks = try Cosigner.allCases.map { try $0.desk() }
    for (place, desk) in desks.enumerated() {
      try desk.register(from: Self.script + "\n")
      let shown = desk.run("wallet", "show", "ours", "--json")
      let keys = try #require(shown.json["keys"]?.arrayValue)
      #expect(keys.count == 3)
      for (number, key) in keys.enumerated() {
        #expect((key["path"]?.stringValue == "m/44h/0h/0h") == (number == place))
        #expect((key["seed"]?.stringValue == "mine") == (number == place))
      }
      #expect(shown.json["firstAddress"]?.stringValue == "3MZka2apdJDhMvPHrZkEU4AnLb9Z2UcEHZ")
      // Each names the origin of its own key; the coordinator's test of this script has the same words.
      #expect(shown.json["words"]?.stringValue == "bench deputy hybrid glory")
    }
    let noted = Self.unsigned.replacing("{\"raw", with: "{\"note\":[1],\"raw")
    let file = try desks[0].write(noted, to: "payment.txt")
    let first = desks[0].run(
      "sign", file, "--out", desks[0].path("one.txt"), "--yes", "--accept", "unknown-fee", "--json")
    #expect(first.code == .done, "\(first.err)")
    #expect(first.json["signed"]?.intValue == 2)
    #expect(first.json["complete"]?.boolValue == false)
    #expect(first.json["missing"]?.intValue == 1)
    let one = try desks[0].read("one.txt")
    #expect(
      try "\(MultisigPayload(parsing: one).status())" == "1 of 2, missing one of the keys 1, 2")
    #expect(one.hasPrefix("multisig:{\"note\":[1],\"rawTx\""))

    let passed = try desks[2].write(one, to: "passed.txt")
    let second = desks[2].run(
      "sign", passed, "--out", desks[2].path("two.txt"), "--yes", "--accept", "unknown-fee",
      "--json")
    #expect(second.code == .done, "\(second.err)")
    #expect(second.json["complete"]?.boolValue == true)
    let two = try desks[2].payload("two.txt")
    #expect("\(two.status())" == "2 of 2, complete")
    let final = try two.finalTransaction()
    #expect(second.json["txid"]?.stringValue == "\(final.txid)")

    // In any order: each signs the bare payload, and merging them is the same as passing it on.
    let alone = desks[2].run(
      "sign", try desks[2].write(Self.unsigned, to: "bare.txt"), "--out", desks[2].path("c.txt"),
      "--yes", "--accept", "unknown-fee")
    #expect(alone.code == .done, "\(alone.err)")
    let merged = try desks[2].payload("c.txt").combined(with: MultisigPayload(parsing: one))
    #expect(try merged.finalTransaction() == final)
    // The public vector is signed by the same keys with other nonces: as good, and other bytes.
    let vector = try MultisigPayload(parsing: PayloadSamples.complete)
    #expect(try vector.finalTransaction().txid != final.txid)
    #expect(try vector.combined(with: merged).signatures == vector.signatures)
    #expect(merged.signatures.values.joined().allSatisfy { $0.count <= 72 && $0[3] <= 32 })
  }

  @Test func `an unknown fee takes its own acknowledgement, and previous transactions end it`()
    throws
  {
    let desk = try Cosigner.a.desk()
    try desk.register(from: Self.script)
    let payment = try ChancePayment()
    let file = try desk.write(payment.payload.text, to: "payment.txt")
    let previous = try desk.write(payment.lines, to: "previous.txt")
    let out = desk.path("signed.txt")

    let refused = desk.run("sign", file, "--out", out, "--yes")
    #expect(refused.code == .failed)
    #expect(
      refused.err.unwrapped.contains("REFUSED UNLESS YOU CONSENT, R21: the fee cannot be known"))
    #expect(refused.err.contains("previous transactions"))
    #expect(refused.err.contains("AMOUNT UNKNOWN"))
    #expect(!FileManager.default.fileExists(atPath: out))
    for name in ["R01", "R21"] {
      #expect(desk.run("sign", file, "--out", out, "--yes", "--accept", name).code == .failed)
    }
    let habit = desk.run("sign", file, "--out", out, answers: ["R21", RecordingScreen.read])
    #expect(habit.code == .failed && habit.err.contains("--accept unknown-fee"), "\(habit.err)")
    let asked = desk.run(
      "sign", file, "--out", out, answers: ["the fee cannot be known", RecordingScreen.read])
    #expect(asked.code == .done, "\(asked.err)")

    let review = desk.run("review", file, previous, "--json")
    #expect(review.code == .done, "\(review.err)")
    #expect(review.json["fee"]?.intValue == 1_000)
    #expect(review.json["warnings"] == .array([]))
    #expect(review.json["refusals"] == .array([]))
    #expect(review.json["inputs"]?[0]?["proof"]?.stringValue == "previous-transaction")
    // The one address is change as well as receiving.
    #expect(review.json["outputs"]?[1]?["ours"]?.boolValue == true)
    let signed = desk.run(
      "sign", previous, file, "--out", desk.path("proved.txt"), "--yes", "--json")
    #expect(signed.code == .done, "\(signed.err)")
    #expect(try desk.read("proved.txt").hasPrefix("multisig:{"))
    // Seen once, the amounts are known: nothing is asked again.
    #expect(desk.run("review", file, "--json").json["fee"]?.intValue == 1_000)
  }

  @Test func `amounts that are given are judged as always`() throws {
    let desk = try Cosigner.a.desk()
    try desk.register(from: Self.script)
    let payment = try ChancePayment(fee: 300_000)
    let file = try desk.write(payment.payload.text, to: "payment.txt")
    let previous = try desk.write(payment.lines, to: "previous.txt")
    let review = desk.run("review", file, previous, "--json")
    #expect(review.json["refusals"]?[0]?["rule"]?.stringValue == "R04")
    // One of the two: the fee is as unknown as with none.
    let half = try desk.write(Hex.encode(payment.previous[0].encoded()), to: "half.txt")
    let some = desk.run("review", file, half, "--json")
    #expect(some.json["fee"] == .null)
    #expect(some.json["warnings"]?[0]?["rule"]?.stringValue == "R21")
    #expect(
      some.json["warnings"]?[0]?["message"]?.stringValue?.contains("the coin of input 1") == true)
    // A claim without proof beside the payload is R01's to refuse.
    var claimed = try payment.payload.psbt()
    claimed.updateInput(0) {
      $0.setWitnessUTXO(payment.previous[0].outputs[1])
    }
    let packet = try desk.write(Base64.encode(claimed.encoded()), to: "claimed.psbt")
    let mixed = desk.run("review", file, packet, "--json")
    #expect(mixed.json["refusals"]?[0]?["rule"]?.stringValue == "R01", "\(mixed.err)")
    // And without a payload there is no way around the proof.
    let bare = try desk.write(
      Base64.encode(try payment.payload.psbt().encoded()), to: "bare.psbt")
    let alone = desk.run("review", bare, "--json")
    #expect(
      alone.json["refusals"]?.arrayValue?.contains { $0["rule"] == "R01" } == true,
      "\(alone.out)")
  }

  @Test func `the answer has the form of the question unless told otherwise`() throws {
    let desk = try Cosigner.c.desk()
    try desk.register(from: PayloadSamples.complete)
    let payment = try ChancePayment()
    let text = try desk.write(payment.payload.text, to: "payment.txt")
    let previous = try desk.write(payment.lines, to: "previous.txt")
    let packet = try desk.write(
      Base64.encode(try payment.payload.psbt(previousTransactions: payment.previous).encoded()),
      to: "payment.b64")
    let answer = { (arguments: [String], name: String) throws -> String in
      let ran = desk.run(
        ["sign"] + arguments + ["--out", desk.path(name), "--yes", "--force"])
      #expect(ran.code == .done, "\(ran.err)")
      return String(
        decoding: try Data(contentsOf: URL(filePath: desk.path(name))).prefix(9), as: UTF8.self)
    }
    #expect(try answer([text, previous], "a.txt") == "multisig:")
    #expect(try answer([previous, text, packet], "b.txt") == "multisig:")
    #expect(try answer([packet, text], "c.txt") == "cHNidP8BA")
    #expect(try answer([packet, "--as", "multisig"], "d.txt") == "multisig:")
    #expect(try answer([text, previous, "--as", "base64"], "e.txt") == "cHNidP8BA")
    #expect(try answer([text, previous], "f.psbt").hasPrefix("psbt"))
    #expect(try desk.payload("a.txt") == desk.payload("d.txt"))
    #expect(try "\(desk.payload("b.txt").status())" == "1 of 2, missing one of the keys 0, 1")
  }

  @Test func `a bad signature is named and nothing is signed on top of it`() throws {
    let desk = try Cosigner.b.desk()
    try desk.register(from: Self.script)
    let sample = try MultisigPayload(parsing: PayloadSamples.complete)
    let swapped = try MultisigPayload(
      sample.transaction, redeemScript: sample.redeemScript,
      signatures: sample.signatures.mapValues { Array($0.reversed()) })
    let file = try desk.write(swapped.text, to: "swapped.txt")
    let ran = desk.run(
      "sign", file, "--out", desk.path("o.txt"), "--yes", "--accept", "unknown-fee")
    #expect(ran.code == .failed)
    #expect(
      ran.err.contains(
        "error: \(file): the signature of key 0 for input 0 was made by key 0 for input 1"))
    #expect(ran.err.contains("(R20)\n"))
    // Parts of another payment are not parts of this one.
    let other = try desk.write(try ChancePayment().payload.text, to: "other.txt")
    let good = try desk.write(PayloadSamples.complete, to: "good.txt")
    let mixed = desk.run("review", good, other)
    #expect(mixed.code == .failed)
    #expect(mixed.err.contains("signs the transaction"))
    let lines = try desk.write(try ChancePayment().lines, to: "lines.txt")
    #expect(desk.run("review", lines).code == .wrongUsage)
    let stranger = desk.run("review", good, lines)
    #expect(stranger.err.contains("does not spend any of its outputs"))
  }

  @Test func `who signed a payload of no wallet here is said all the same`() throws {
    let desk = try Cosigner.a.desk()
    let sample = try MultisigPayload(parsing: PayloadSamples.readme)
    let file = try desk.write(PayloadSamples.readme, to: "readme.txt")
    let status = "Signatures: 2 of 3, missing key 1"
    let read = desk.run("qr", "read", file)
    #expect(read.out.contains("It is a multisig payload.\n\(status)"), "\(read.out)")
    let review = desk.run("review", file)
    #expect(review.out.contains("of no wallet known here.\n\(status)"), "\(review.out)")
    let json = desk.run("review", file, "--json").json
    #expect(json["payload"]?["missing"] == [1] && json["payload"]?["wrong"] == [])
    let wrong = try MultisigPayload(
      sample.transaction, redeemScript: sample.redeemScript,
      signatures: sample.signatures.merging([0: sample.signatures[0]?.reversed() ?? []]) { $1 })
    let swapped = try desk.write(wrong.text, to: "swapped.txt")
    let refused = desk.run("review", swapped)
    #expect(refused.code == .failed && refused.err.contains("(R20)"), "\(refused.err)")
    #expect(refused.err.contains("Signatures: 1 of 3, missing keys 0, 1"))
    let told = desk.run("qr", "read", swapped)
    #expect(told.out.contains("Wrong: the signature of key 0 for input 1"), "\(told.out)")
    // Of a wallet that is known the review itself says it.
    try desk.register(from: Self.script)
    let known = desk.run(
      "review", try desk.write(PayloadSamples.complete, to: "own.txt"), "--json")
    #expect(known.json["payload"] == nil && known.json["signatures"] != nil)
  }

  @Test func `a wallet without a key of ours is not registered, and on a test network with a note`()
    throws
  {
    let desk = try Cosigner.a.desk(on: "testnet4")
    let foreign = try desk.write(PayloadSamples.tabBar, to: "foreign.txt")
    let ran = desk.run("wallet", "register", "theirs", "--from", foreign, "--yes")
    #expect(ran.code == .failed)
    #expect(ran.err.contains("no key of a seed in this vault"))
    #expect(ran.err.contains("m/44h/0h/999h"))
    let script = try desk.write(Self.script, to: "script.txt")
    let ours = desk.run("wallet", "register", "ours", "--from", script, "--yes")
    #expect(ours.code == .done, "\(ours.err)")
    #expect(ours.err.unwrapped.contains("could spend real coins (R11)"))
    let file = try desk.write(Self.unsigned, to: "payment.txt")
    let sign = ["sign", file, "--out", desk.path("signed.txt"), "--yes", "--accept", "unknown-fee"]
    let warned = desk.run(sign)
    #expect(warned.code == .failed && warned.err.contains("--accept real-coins"), "\(warned.err)")
    let signed = desk.run(sign + ["--accept", "real-coins"], answers: [RecordingScreen.read])
    #expect(signed.code == .done, "\(signed.err)")
  }

  @Test func `without a vault a redeem script and a seed are enough`() throws {
    let desk = try Desk()
    let words = try desk.write(Cosigner.b.rawValue, to: "words.txt")
    let script = try desk.write(Self.script, to: "script.txt")
    let file = try desk.write(Self.unsigned, to: "payment.txt")
    let ran = desk.run(
      "sign", file, "--seed", words, "--wallet", script, "--out", desk.path("signed.txt"),
      "--accept", "unknown-fee", "--accept", "wallet", answers: [RecordingScreen.read])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      try "\(desk.payload("signed.txt").status())" == "1 of 2, missing one of the keys 0, 2")
  }

  @Test func `a complete payload gets no further signature, and one with more is refused`() throws {
    let desk = try Cosigner.b.desk()
    try desk.register(from: Self.script)
    let complete = try desk.write(PayloadSamples.complete, to: "complete.txt")
    let out = desk.path("out.txt")
    let ran = desk.run("sign", complete, "--out", out, "--yes", "--accept", "unknown-fee")
    #expect(ran.code == .failed)
    #expect(
      ran.err.contains("2 of 2, complete; no more signatures may be added (R20)"), "\(ran.err)")
    #expect(ran.err.contains("online-coordinator collect"))
    #expect(!FileManager.default.fileExists(atPath: out))
    // Looking at it is another matter.
    #expect(desk.run("review", complete).err.contains("R20") == false)

    let sample = try MultisigPayload(parsing: PayloadSamples.complete)
    let more = try MultisigPayload(
      sample.transaction, redeemScript: sample.redeemScript,
      signatures: sample.signatures.merging([1: sample.signatures[0] ?? []]) { $1 })
    let surplus = try desk.write(more.text, to: "surplus.txt")
    for command in ["review", "sign"] {
      let options = command == "sign" ? ["--out", out, "--yes", "--accept", "unknown-fee"] : []
      let refused = desk.run([command, surplus] + options)
      #expect(refused.code == .failed && refused.err.contains("R20"), "\(refused.err)")
    }
    // Two that are good by themselves and too much together.
    let words = try desk.write(Cosigner.b.rawValue + "\n", to: "b.txt")
    let script = try desk.write(Self.script, to: "script.txt")
    let bare = try desk.write(Self.unsigned, to: "bare.txt")
    let alone = desk.run(
      "sign", bare, "--seed", words, "--wallet", script, "--out", desk.path("b-signed.txt"),
      "--accept", "unknown-fee", "--accept", "wallet", answers: [RecordingScreen.read])
    #expect(alone.code == .done, "\(alone.err)")
    let both = desk.run("review", complete, desk.path("b-signed.txt"))
    #expect(both.code == .failed, "\(both.out)")
    #expect(both.err.contains("the signatures of 3 keys, but only 2 are needed (R20)"))
  }
}
