import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import Foundation
import RecordingScreens
import ScriptVerification
import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import PaymentSigning

@Suite struct `Review and sign` {
  @Test(arguments: ["pkh", "sh-wpkh", "wpkh", "tr"])
  func `a payment of each script is reviewed, signed, and valid`(script: String) throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account(script)
    let unsigned = try desk.write(PaymentFixture().psbt(from: descriptor))

    let review = desk.run("review", unsigned, "--json")
    #expect(review.code == .done, "\(review.err)")
    #expect(review.json["network"]?.stringValue == "regtest")
    #expect(review.json["wallet"]?.stringValue == "first-\(script)-0")
    #expect(review.json["fee"]?.intValue == 1_000)
    #expect(review.json["warnings"] == .array([]))
    #expect(review.json["refusals"] == .array([]))
    #expect(review.json["outputs"]?[1]?["kind"]?.stringValue == "change")

    let signed = desk.run("sign", unsigned, "--out", desk.path("signed.psbt"), "--yes", "--json")
    #expect(signed.code == .done, "\(signed.err)")
    #expect(signed.json["signed"]?.intValue == 1)
    #expect(signed.json["complete"]?.boolValue == true)
    #expect(signed.err.contains("REHEARSAL"))
    let final = try Finalizer().finalized(try desk.psbt("signed.psbt"))
    let transaction = try Extractor(final).transaction()
    #expect(signed.json["txid"]?.stringValue == "\(transaction.txid)")

    let log = desk.run("log", "--json")
    #expect(log.json[0]?["txid"]?.stringValue == "\(transaction.txid)")
    #expect(log.json[0]?["fee"]?.intValue == 1_000)
    #expect(log.json[0]?["sent"]?.intValue == 12_000_000)
    #expect(log.json.arrayValue?.count == 1)
  }

  @Test func `a large answer says how it crosses with both cameras, a small one does not`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let small = try desk.write(PaymentFixture().psbt(from: descriptor))
    let short = desk.run("sign", small, "--out", desk.path("short.psbt"), "--yes")
    #expect(short.code == .done && !short.out.contains("--both-ways"), "\(short.err)")
    let large = try desk.write(
      PaymentFixture(payment: 50_000_000, others: 300).psbt(from: descriptor))
    for (name, words) in [
      ("long.psbt", "qr show \(desk.path("long.psbt")) --both-ways camera"), ("long.txt", nil),
    ] {
      let long = desk.run(
        "sign", large, "--out", desk.path(name), "--yes")
      #expect(long.code == .done, "\(long.err)")
      if let words {
        #expect(long.out.unwrapped.contains(words), "\(long.out)")
      } else {
        #expect(!long.out.contains("--both-ways"), "\(long.out)")
      }
    }
    // The signer watches nothing while keys are in memory.
    let refused = desk.run(
      "sign", large, "--out", "terminal", "--both-ways", "camera")
    #expect(refused.code == .wrongUsage && refused.err.contains("--both-ways"), "\(refused.err)")
  }

  @Test func `the output adds nothing but the signature`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account())
    _ = desk.run("sign", try desk.write(unsigned), "--out", desk.path("signed.psbt"), "--yes")
    var signed = try desk.psbt("signed.psbt")
    #expect(signed.inputs[0].partialSigs.count == 1)
    signed.updateInput(0) { $0.removeAll { $0.type == 2 } }
    #expect(signed == unsigned)
  }

  @Test(arguments: ["wpkh", "tr"])
  func `an answer trimmed to its signatures is sent to the coordinator first`(
    script: String
  ) throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account(script))
    let packet = try desk.write(unsigned)
    _ = desk.run("sign", packet, "--out", desk.path("signed.psbt"), "--yes")
    let signed = try desk.psbt("signed.psbt")
    // Partial signatures and key path signatures, as SeedSigner leaves them.
    var trimmed = signed
    trimmed.updateInput(0) { $0.removeAll { ![2, 0x13].contains($0.type) } }
    for index in trimmed.outputs.indices {
      trimmed.updateOutput(index) { $0.removeAll { _ in true } }
    }
    let answer = try desk.write(trimmed, to: "trimmed.psbt")
    // A signer that has seen the coin proved knows what is missing; another one does not.
    #expect(desk.run("review", answer).code == .done)
    let other = try Desk.withSeed()
    _ = try other.account(script)
    for command in [["review", answer], ["sign", answer, "--out", other.path("a.psbt"), "--yes"]] {
      let ran = other.run(command)
      #expect(ran.code == .failed)
      #expect(ran.err.contains("refused: this is another signer's answer"), "\(ran.err)")
      #expect(ran.err.contains("`collect` takes the signatures in"), "\(ran.err)")
    }
    let beside = other.run("review", packet, answer)
    #expect(beside.code == .done, "\(beside.err)")
    // Without a signature it is not an answer.
    let bare = try desk.write(
      Creator(signed.unsignedTransaction).created(), to: "bare.psbt")
    let empty = other.run("review", bare)
    #expect(empty.code == .failed && !empty.err.contains("another signer's answer"))
  }

  @Test func `without a word of consent nothing is signed`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try desk.write(PaymentFixture().psbt(from: desk.account()))
    let out = desk.path("signed.psbt")
    let nobody = desk.run("sign", unsigned, "--out", out)
    #expect(nobody.code == .failed)
    #expect(nobody.err.contains("hint: "))
    let no = desk.run("sign", unsigned, "--out", out, answers: ["no"])
    #expect(no.code == .failed)
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(desk.run("log", "--json").json == .array([]))
    let yes = desk.run("sign", unsigned, "--out", out, answers: [RecordingScreen.read])
    #expect(yes.code == .done, "\(yes.err)")
    #expect(yes.err.contains("Payment from first-wpkh-0 on regtest"))
    #expect(yes.terminal.contains("rehearsal"))
  }

  @Test func `a warning is acknowledged by its name, never by yes`() throws {
    let desk = try Desk.withSeed()
    let fixture = PaymentFixture(coin: 1_000_000, payment: 200_000, fee: 60_000)
    let unsigned = try desk.write(fixture.psbt(from: desk.account()))
    let out = desk.path("signed.psbt")
    let yes = desk.run("sign", unsigned, "--out", out, "--yes")
    #expect(yes.code == .failed)
    #expect(yes.err.contains("R04"))
    #expect(yes.err.contains("--accept R04"))
    #expect(desk.run("sign", unsigned, "--out", out, "--yes", answers: ["yes"]).code == .failed)
    #expect(
      desk.run("sign", unsigned, "--out", out, "--yes", "--accept", "R07").code == .failed)
    #expect(!FileManager.default.fileExists(atPath: out))
    let typed = desk.run("sign", unsigned, "--out", out, answers: ["R04", RecordingScreen.read])
    #expect(typed.code == .done, "\(typed.err)")
    for slip in ["R00", "R35", "R99", "R4", "04"] {
      #expect(
        desk.run("sign", unsigned, "--out", out, "--yes", "--accept", slip).code == .wrongUsage)
    }
    let accepted = desk.run(
      "sign", unsigned, "--out", desk.path("again.psbt"), "--yes", "--accept", "r04", "--json")
    #expect(accepted.code == .done, "\(accepted.err)")
    #expect(accepted.json["accepted"] == .array([.string("R04")]))
    #expect(desk.run("log", "--json").json[0]?["accepted"] == .array([.string("R04")]))
  }

  @Test func `a review that is left before its end says once that nothing was signed`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try desk.write(PaymentFixture().psbt(from: desk.account()))
    let left = desk.run(
      ["sign", unsigned, "--out", desk.path("a.psbt")], answers: [RecordingScreen.leaves],
      size: (80, 10))
    #expect(left.code == .failed)
    #expect(
      left.err.hasSuffix(
        """
        error: nothing was signed: the text was not read to its last page
        hint: run it again and press Space until you reach the last page

        """), "\(left.err)")
    #expect(!FileManager.default.fileExists(atPath: desk.path("a.psbt")))
  }

  @Test func `a refusal has no override`() throws {
    let desk = try Desk.withSeed()
    let fixture = PaymentFixture(coin: 1_000_000, payment: 200_000, fee: 400_000)
    let unsigned = try desk.write(fixture.psbt(from: desk.account()))
    let review = desk.run("review", unsigned, "--json")
    #expect(review.code == .failed)
    #expect(review.json["refusals"]?[0]?["rule"]?.stringValue == "R04")
    let ran = desk.run(
      "sign", unsigned, "--out", desk.path("signed.psbt"), "--yes", "--accept", "R04",
      answers: ["R04", "yes"])
    #expect(ran.code == .failed)
    #expect(ran.err.contains("R04"))
  }

  @Test func `another wallet's payment, another network's and no payment are refused`() throws {
    let desk = try Desk.withSeed()
    let psbt = try PaymentFixture().psbt(from: desk.account())
    let unsigned = try desk.write(psbt)
    let stranger = try Desk()
    _ = stranger.run("init", "--network", "regtest", "--yes")
    _ = stranger.run("seed", "create", "other", "--yes")
    _ = stranger.run(
      "account", "export", "other", "--script", "wpkh", "--out", stranger.path("a.txt"))
    let out = stranger.path("stolen.psbt")
    let stolen = stranger.run("sign", unsigned, "--out", out, "--yes")
    #expect(stolen.code == .failed)
    #expect(!FileManager.default.fileExists(atPath: out))
    let mainnet = try Desk.withSeed(network: "mainnet")
    #expect(mainnet.run("sign", unsigned, "--out", out, "--yes").code == .failed)
    let wallet = desk.run("review", desk.path("wpkh.txt"))
    #expect(wallet.code == .failed)
    #expect(wallet.err.contains("not a payment"))
    #expect(desk.run("review", desk.path("nowhere.psbt")).code == .failed)
  }

  @Test func `a cut packet is refused at each length, with an error and a hint`() throws {
    let desk = try Desk.withSeed()
    let bytes = try PaymentFixture().psbt(from: desk.account()).encoded()
    for length in stride(from: 0, to: bytes.count, by: 7) {
      try Data(bytes.prefix(length)).write(to: desk.folder.appending(path: "cut.psbt"))
      let ran = desk.run("review", desk.path("cut.psbt"))
      #expect(ran.code == .failed)
      let lines = ran.err.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("error: ") }.count == 1)
      #expect(lines.filter { $0.hasPrefix("hint: ") }.count == 1)
    }
  }

  @Test func `several packets of one payment are combined, of two payments refused`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let one = try desk.write(PaymentFixture().psbt(from: descriptor), to: "one.psbt")
    let same = try desk.write(
      PaymentFixture(withPrevious: false).psbt(from: descriptor), to: "same.psbt")
    let other = try desk.write(PaymentFixture(fee: 5_000).psbt(from: descriptor), to: "other.psbt")
    #expect(desk.run("sign", same, one, "--out", desk.path("s.psbt"), "--yes").code == .done)
    #expect(desk.run("sign", one, other, "--out", desk.path("t.psbt"), "--yes").code == .failed)
  }

  @Test func `output goes where the ending says, and to standard output alone`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try desk.write(PaymentFixture().psbt(from: desk.account()))
    let text = desk.run("sign", unsigned, "--out", "-", "--yes")
    #expect(text.code == .done, "\(text.err)")
    #expect(throws: Never.self) { try PSBT(recognizing: Array(text.out.utf8)) }
    for name in ["s.txt", "s.png", "s.gif"] {
      let ran = desk.run("sign", unsigned, "--out", desk.path(name), "--yes")
      #expect(ran.code == .done, "\(name): \(ran.err)")
    }
    #expect(throws: Never.self) { try desk.psbt("s.txt") }
    #expect(desk.run("sign", unsigned, "--out", desk.path("s.doc"), "--yes").code == .wrongUsage)
    #expect(desk.run("sign", unsigned, "--out", unsigned, "--yes").code == .failed)
  }

  @Test func `a payment comes as an animated picture and leaves as one`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account())
    let file = try desk.write(unsigned)
    let shown = desk.run("qr", "show", file, "--out", desk.path("unsigned.gif"), passphrase: nil)
    #expect(shown.code == .done, "\(shown.err)")
    let signed = desk.run(
      "sign", desk.path("unsigned.gif"), "--out", desk.path("signed.gif"), "--yes", "--json")
    #expect(signed.code == .done, "\(signed.err)")
    let read = desk.run(
      "qr", "read", desk.path("signed.gif"), "--out", desk.path("signed.psbt"), passphrase: nil)
    #expect(read.code == .done, "\(read.err)")
    let psbt = try desk.psbt("signed.psbt")
    #expect(psbt.inputs[0].partialSigs.count == 1)
    #expect(psbt.unsignedTransaction == unsigned.unsignedTransaction)
  }

  @Test func `a picture without a symbol, an empty file and a huge one are refused`() throws {
    let desk = try Desk.withSeed()
    let pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsKx8gwAAAABJRU5ErkJggg=="
    try #require(Data(base64Encoded: pixel)).write(to: desk.folder.appending(path: "white.png"))
    _ = try desk.write("", to: "empty.png")
    let huge = desk.folder.appending(path: "huge.psbt")
    try Data().write(to: huge)
    let handle = try FileHandle(forWritingTo: huge)
    try handle.truncate(atOffset: 200_000_000)
    try handle.close()
    for name in ["white.png", "empty.png", "huge.psbt"] {
      let ran = desk.run("review", desk.path(name))
      #expect(ran.code == .failed, "\(name)")
      #expect(ran.err.contains("hint: "), "\(name)")
    }
  }

  @Test func `a seed and a wallet sign once without a vault, shown and consented to`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let unsigned = try desk.write(PaymentFixture().psbt(from: descriptor))
    let wallet = try desk.write(descriptor.canonical, to: "wallet.txt")
    let bare = try Desk()
    let out = bare.path("signed.psbt")
    let words = desk.path("words.txt")
    let no = bare.run(
      "sign", unsigned, "--seed", words, "--wallet", wallet, "--network", "regtest", "--out", out,
      answers: ["no"], passphrase: nil)
    #expect(no.code == .failed)
    let ran = bare.run(
      "sign", unsigned, "--seed", words, "--wallet", wallet, "--network", "regtest", "--out", out,
      answers: [RecordingScreen.read, RecordingScreen.read], passphrase: nil)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("STATELESS"))
    #expect(try bare.psbt("signed.psbt").inputs[0].partialSigs.count == 1)
    #expect(!FileManager.default.fileExists(atPath: bare.path("home")))
    #expect(
      bare.run("sign", unsigned, "--seed", words, "--out", "-", passphrase: nil).code
        == .wrongUsage)
  }

  @Test func `a BIP-39 passphrase is asked for at each use and never stored`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let words = try desk.write(Desk.words, to: "words.txt")
    _ = desk.run("seed", "import", "first", "--from", words, "--with-bip39-passphrase")
    let extra = try desk.write("TREZOR", to: "extra")
    let export = desk.run(
      "account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt"),
      "--bip39-passphrase-file", extra, "--json")
    #expect(export.code == .done, "\(export.err)")
    #expect(!(export.json["key"]?.stringValue?.contains("73c5da0a") ?? true))
    let shown = desk.run("wallet", "show", "first-wpkh-0", "--json")
    let descriptor = try Descriptor(parsing: try #require(shown.json["descriptor"]?.stringValue))
    let unsigned = try desk.write(PaymentFixture().psbt(from: descriptor))
    let out = desk.path("signed.psbt")
    let wrong = try desk.write("trezor", to: "wrong-extra")
    let refused = desk.run(
      "sign", unsigned, "--out", out, "--yes", "--bip39-passphrase-file", wrong)
    #expect(refused.code == .failed)
    let signed = desk.run(
      "sign", unsigned, "--out", out, "--yes", "--bip39-passphrase-file", extra)
    #expect(signed.code == .done, "\(signed.err)")
  }
}
