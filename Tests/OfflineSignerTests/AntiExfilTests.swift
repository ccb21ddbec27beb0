import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import Hashes
import PacketSigning
import SecondReading
import Secp256k1
import TerminalUI
import Testing
import TransactionReview

@testable import KeyKeeper
@testable import OfflineSigner

/// A coordinator's part, without a coordinator: commitments, and then what was committed to.
private struct Host {
  var salt = "host"

  func entropy(_ input: Int, _ key: [UInt8]) -> Bytes32 {
    SHA256.hash(Array("\(salt) \(input) \(Hex.encode(key))".utf8))
  }

  func committed(_ psbt: PSBT) throws -> PSBT {
    var psbt = psbt
    for (number, input) in psbt.inputs.enumerated() {
      for derivation in input.bip32Derivations {
        let key = try PublicKey(decoding: derivation.publicKey)
        let entropy = entropy(number, key.compressed)
        psbt.updateInput(number) {
          $0.setNonceCommitment(NonceCommitment.commitment(to: entropy), publicKey: key)
        }
      }
    }
    return psbt
  }

  func revealed(_ psbt: PSBT) -> PSBT {
    var psbt = psbt
    for (number, input) in psbt.inputs.enumerated() {
      for (key, agreement) in input.nonceFields.agreements where agreement.opening != nil {
        psbt.updateInput(number) { $0.setNonceEntropy(entropy(number, key), publicKey: key) }
      }
    }
    return psbt
  }

  /// How many signatures there are, and how many of them are those that were agreed on.
  func kept(_ psbt: PSBT) throws -> (signatures: Int, kept: Int) {
    var (signatures, kept) = (0, 0)
    for (number, input) in psbt.inputs.enumerated() {
      for partial in input.partialSigs {
        signatures += 1
        let key = try PublicKey(decoding: partial.publicKey).compressed
        let opening = try #require(input.nonceFields.agreements[key]?.opening)
        if NonceCommitment.isKept(
          by: try ECDSASignature(der: partial.der), opening: opening,
          entropy: entropy(number, key))
        {
          kept += 1
        }
      }
    }
    return (signatures, kept)
  }
}

@Suite struct `Anti-exfil in two rounds` {
  private let host = Host()

  /// Signs a packet and gives the answer.
  private func answer(
    _ desk: Desk, _ packet: PSBT, _ options: String..., to name: String = "answer.psbt"
  ) throws -> PSBT {
    let ran = desk.run(
      ["sign", try desk.write(packet), "--out", desk.path(name), "--yes", "--force"] + options)
    try #require(ran.code == .done, "\(ran.err)")
    return try desk.psbt(name)
  }

  @Test(arguments: ["pkh", "sh-wpkh", "wpkh"])
  func `a signature holds what the host committed to before it saw the opening`(
    script: String
  ) throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account(script))
    let first = try host.committed(unsigned)
    let ran = desk.run(
      "sign", try desk.write(first), "--out", desk.path("answer.psbt"), "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["round"] == .integer(1) && ran.json["openings"] == .integer(1), "\(ran.out)")
    #expect(ran.json["signed"] == .integer(0))
    let opened = try desk.psbt("answer.psbt")
    #expect(opened.inputs[0].partialSigs.isEmpty)
    // The answer is the packet, and openings beside it.
    var bare = opened
    bare.updateInput(0) { input in
      input.removeAll { NonceFields.part(of: $0)?.part == .opening }
    }
    #expect(bare == first)
    // Nothing was signed, so nothing is remembered.
    #expect(desk.run("log", "--json").json == .array([]))
    // The same question has the same answer.
    #expect(try answer(desk, first, to: "again.psbt") == opened)

    let second = host.revealed(opened)
    let signed = try answer(desk, second, to: "signed.psbt")
    #expect(try host.kept(signed) == (1, 1))
    #expect(desk.run("log", "--json").json.arrayValue?.count == 1)
    _ = try Extractor(Finalizer().finalized(signed)).transaction()
    // A signature without a host has another nonce.
    let plain = try answer(desk, unsigned, "--accept", "R33", to: "plain.psbt")
    #expect(plain.inputs[0].partialSigs[0].signature != signed.inputs[0].partialSigs[0].signature)
    // And a second machine with the same seed makes the same one.
    let other = try Desk.withSeed()
    _ = try other.account(script)
    #expect(try answer(other, second) == signed)
    let compared = desk.run(
      "sign", try desk.write(second), "--compare", desk.path("signed.psbt"), "--yes", "--json")
    #expect(compared.json["equal"] == .bool(true), "\(compared.err)")
  }

  @Test func `works without a vault as well`() throws {
    let desk = try Desk.withSeed()
    let descriptor = try desk.account()
    let first = try host.committed(PaymentFixture().psbt(from: descriptor))
    let wallet = try desk.write("\(descriptor)\n", to: "wallet.txt")
    let stateless = [
      "--seed", desk.path("words.txt"), "--network", "regtest", "--wallet", wallet, "--accept",
      "wallet",
    ]
    func run(_ packet: PSBT, to name: String) throws -> PSBT {
      let ran = desk.run(
        ["sign", try desk.write(packet), "--out", desk.path(name), "--yes"] + stateless,
        passphrase: nil)
      try #require(ran.code == .done, "\(ran.err)")
      return try desk.psbt(name)
    }
    let opened = try run(first, to: "opened.psbt")
    #expect(opened.inputs[0].partialSigs.isEmpty)
    #expect(try answer(desk, first) == opened)
    let signed = try run(host.revealed(opened), to: "signed.psbt")
    #expect(try host.kept(signed) == (1, 1))
  }

  @Test func `the person is told which round it is, in the review and in the last question`() throws
  {
    let desk = try Desk.withSeed()
    let first = try host.committed(PaymentFixture().psbt(from: desk.account()))
    let review = desk.run("review", try desk.write(first))
    #expect(
      review.out.contains("round 1 of 2 of anti-exfil: nothing is signed yet"), "\(review.out)")
    #expect(review.out.contains("Ready for round 1 of anti-exfil"))
    let asked = desk.run(
      "sign", try desk.write(first), "--out", desk.path("a.psbt"), answers: ["no"])
    #expect(asked.code == .failed)
    #expect(asked.terminal.contains("answer round 1 of this payment"), "\(asked.terminal)")
    #expect(asked.terminal.contains("Anti-exfil, round 1 of 2: nothing is signed yet."))
    let second = host.revealed(try answer(desk, first))
    let again = desk.run(
      "sign", try desk.write(second), "--out", desk.path("b.psbt"), answers: ["no"])
    #expect(again.terminal.contains("Anti-exfil, round 2 of 2: this signs the payment."))
    // Without a vault it is another process that asks the same.
    let wallet = try desk.write("\(desk.account())\n", to: "wallet.txt")
    let stateless = desk.run(
      "sign", try desk.write(first), "--out", desk.path("c.psbt"), "--seed",
      desk.path("words.txt"), "--network", "regtest", "--wallet", wallet, "--accept", "wallet",
      answers: ["no"])
    #expect(stateless.terminal.contains("answer round 1 of this payment"), "\(stateless.err)")
    #expect(!FileManager.default.fileExists(atPath: desk.path("b.psbt")))
  }

  @Test func `what stands there for keys that do not sign here is between them and the host`()
    throws
  {
    let desk = try Desk.withSeed()
    var first = try host.committed(PaymentFixture().psbt(from: desk.account()))
    // A cosigner's answer to round 1, of the generator, passed on before the host has seen it.
    let cosigner = try PublicKey(
      decoding: Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
    first.updateInput(0) {
      $0.setNonceCommitment(.zero, publicKey: cosigner)
      $0.setNonceOpening(cosigner, publicKey: cosigner.compressed)
    }
    let opened = try answer(desk, first)
    #expect(opened.inputs[0].nonceFields.agreements.values.count { $0.opening != nil } == 2)
    // Nor does it matter here whether the host keeps its word to the cosigner.
    let signed = try answer(desk, host.revealed(opened), to: "signed.psbt")
    #expect(try host.kept(signed) == (1, 1))
  }

  @Test func `what stands out of order, or for another signature, gets none`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account())
    let first = try host.committed(unsigned)
    let opened = try answer(desk, first)
    let second = host.revealed(opened)
    let key = try #require(second.inputs[0].nonceFields.agreements.keys.first)
    func without(_ part: NonceFields.Part, _ psbt: PSBT) -> PSBT {
      var psbt = psbt
      psbt.updateInput(0) { input in
        input.removeAll { NonceFields.part(of: $0)?.part == part }
      }
      return psbt
    }
    func with(_ psbt: PSBT, _ body: (inout PSBTInput) -> Void) -> PSBT {
      var psbt = psbt
      psbt.updateInput(0, body)
      return psbt
    }
    func field(_ subtype: UInt8, _ count: Int, key: [UInt8]) -> PSBTField {
      PSBTField(
        type: PSBTInputKey.proprietary.rawValue, keyData: [2] + Array("ae".utf8) + [subtype] + key,
        value: [UInt8](repeating: 9, count: count)[...])
    }
    let point = try PublicKey(decoding: key)
    let cases: [(String, PSBT, String)] = [
      ("an answer to round 1", opened, "answer to round 1"),
      ("no opening", without(.opening, second), "stands without those before it"),
      ("no commitment", without(.commitment, second), "stands without those before it"),
      (
        "other entropy",
        with(second) { $0.setNonceEntropy(Host(salt: "other").entropy(0, key), publicKey: key) },
        "not what it committed to"
      ),
      ("another opening", with(second) { $0.setNonceOpening(point, publicKey: key) }, "opening"),
      (
        "another commitment and its entropy, for the opening to the first",
        try {
          let other = Host(salt: "other")
          return try with(other.committed(second)) {
            $0.setNonceEntropy(other.entropy(0, key), publicKey: key)
          }
        }(), "not the one that this signer computes"
      ),
      (
        "a short commitment", with(unsigned) { $0.setUnchecked(field(0, 31, key: key)) },
        "malformed"
      ),
      (
        "a long commitment", with(unsigned) { $0.setUnchecked(field(0, 33, key: key)) }, "malformed"
      ),
      (
        "an opening that is no point", with(first) { $0.setUnchecked(field(1, 33, key: key)) },
        "malformed"
      ),
      ("short entropy", with(opened) { $0.setUnchecked(field(2, 31, key: key)) }, "malformed"),
      ("an unknown part", with(second) { $0.setUnchecked(field(3, 32, key: key)) }, "malformed"),
      (
        "a short key", with(second) { $0.setUnchecked(field(0, 32, key: Array(key.dropLast()))) },
        "malformed"
      ),
    ]
    for (name, packet, words) in cases {
      let out = desk.path("case.psbt")
      let ran = desk.run("sign", try desk.write(packet), "--out", out, "--yes")
      #expect(ran.code == .failed, "\(name): \(ran.err)")
      #expect(ran.err.contains("R28") && ran.err.contains(words), "\(name): \(ran.err)")
      #expect(!FileManager.default.fileExists(atPath: out), "\(name)")
    }
    #expect(desk.run("log", "--json").json == .array([]))
    // Twice the same field is no PSBT at all.
    let bytes = second.encoded()
    let start = try #require(bytes.firstRange(of: [0x26, 0xfc, 0x02, 0x61, 0x65, 0x00] + key))
    let twice =
      Array(bytes[..<start.lowerBound]) + bytes[start] + [32]
      + [UInt8](repeating: 1, count: 32) + bytes[start.lowerBound...]
    try Data(twice).write(to: desk.folder.appending(path: "twice.psbt"))
    let ran = desk.run("sign", desk.path("twice.psbt"), "--out", desk.path("case.psbt"), "--yes")
    #expect(ran.code == .failed && ran.err.contains("R17"), "\(ran.err)")
    // Fields of a key that is not ours are somebody else's, and pass through.
    let stranger = try PublicKey(
      decoding: Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
    let passing = with(second) { $0.setNonceCommitment(.zero, publicKey: stranger) }
    #expect(try answer(desk, passing, to: "passing.psbt").inputs[0].partialSigs.count == 1)
  }

  @Test func `is not for taproot, nor for a part of the signatures`() throws {
    let desk = try Desk.withSeed()
    let taproot = try PaymentFixture().psbt(from: desk.account("tr"))
    let key = try PublicKey(
      decoding: Hex.decode("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"))
    var asking = taproot
    asking.updateInput(0) { $0.setNonceCommitment(.zero, publicKey: key) }
    let ran = desk.run(
      "sign", try desk.write(asking), "--out", desk.path("case.psbt"), "--yes")
    #expect(ran.code == .failed && ran.err.contains("ECDSA alone"), "\(ran.err)")
  }

  @Test func `round 1 has nothing to compare, and a payload no place for it`() throws {
    let desk = try Desk.withSeed()
    let first = try desk.write(host.committed(PaymentFixture().psbt(from: desk.account())))
    let compared = desk.run("sign", first, "--compare", first, "--yes")
    #expect(compared.code == .wrongUsage && compared.err.contains("nothing to compare"))
    let receipt = desk.run("sign", first, "--receipt", desk.path("receipt.txt"), "--yes")
    #expect(receipt.code == .wrongUsage && receipt.err.contains("no receipt"), "\(receipt.err)")
  }

  /// What the review says about the round is not believed.
  @Test func `a reviewer that lies about the round gets neither opening nor signature`() throws {
    let desk = try Desk.withSeed()
    let unsigned = try PaymentFixture().psbt(from: desk.account())
    let first = try host.committed(unsigned)
    let second = host.revealed(try answer(desk, first))
    let rounds: [NonceAgreement.Round] = [.none, .first, .second]
    for (packet, truth) in [
      (unsigned, NonceAgreement.Round.none), (first, .first), (second, .second),
    ] {
      for said in rounds where said != truth {
        let ran = try desk.signTakenOver(packet, "--yes") { $0.round = said }
        #expect(ran.run.code == .failed && ran.asked == 1, "\(truth) \(said)")
        #expect(ran.signatures == 0, "\(truth) \(said)")
        #expect(ran.run.err.contains("round of anti-exfil"), "\(ran.run.err)")
      }
    }
    // Another packet after the review: a signature where the review showed round 1.
    let bytes = second.encoded()
    let swapped = try desk.signTakenOver(first, "--yes") { $0.packet = bytes }
    #expect(swapped.run.code == .failed && swapped.signatures == 0)
    #expect(desk.run("log", "--json").json == .array([]))
  }
}
