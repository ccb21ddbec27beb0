import Bytes
import Foundation
import QRTransport
import TerminalUI
import TestSupport
import Testing

/// Every refusal names its rule, what is wrong and where, and what to do about it; the rule once.
@Suite struct `What is refused says by which rule, what and where` {
  /// Runs a command for each sample, over the file with its bytes, and holds what is said against it.
  private func check(
    _ samples: [RefusalSample], as name: String, on desk: Desk,
    _ arguments: (_ file: String) -> [String], location: SourceLocation = #_sourceLocation
  ) throws {
    let file = desk.path("bad.txt")
    var refusals: [Refusal] = []
    for sample in samples {
      try Data(sample.content).write(to: URL(filePath: file))
      let ran = desk.run(arguments(file))
      let refusal = Refusal(of: sample, in: ran.err)
      #expect(refusal.faults == [] && ran.code != .done, "\(refusal)", sourceLocation: location)
      refusals.append(refusal)
    }
    try Refusal.record(refusals, as: "signer-\(name)")
  }

  @Test func `packets, payloads and resources given to sign`() throws {
    let desk = try Desk.withSeed()
    let resources = try RefusalSamples.resources { type, cbor in
      try UR(type: type, cbor: cbor).text
    }
    let samples = RefusalSamples.packets + RefusalSamples.payloads + resources
    #expect(samples.count >= 75)
    try check(samples, as: "payments", on: desk) {
      ["sign", $0, "--out", desk.path("signed.psbt"), "--yes"]
    }
    #expect(!FileManager.default.fileExists(atPath: desk.path("signed.psbt")))
  }

  @Test func `wallets given to wallet register`() throws {
    let desk = try Desk.withSeed()
    #expect(RefusalSamples.wallets.count >= 55)
    try check(RefusalSamples.wallets, as: "wallets", on: desk) {
      ["wallet", "register", "family", "--from", $0, "--accept", "R23", "--yes"]
    }
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
  }

  @Test func `words and keys given to seed import`() throws {
    let words = String(repeating: "abandon ", count: 11)
    let samples: [RefusalSample] = [
      .init("eleven words", words, nil, "11 words", "12, 15, 18, 21 or 24"),
      .init("a wrong last word", words + "abandon", nil, "checksum"),
      .init("a word that is none", words + "abuot", nil, "word 12"),
      .init("words of two languages", words + "zumo", nil, "word 12"),
      .init(
        "a WIF with a wrong letter", "cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcB", nil,
        "WIF"),
      .init("half a share of codex32", "ms12namea320zyxwvutsrq", nil, "codex32"),
      .init(
        "a share of SLIP-39 with a wrong word",
        "duckling enlarge academic academic agency result length solution fridge kidney coal piece deal husband erode duke ajar critical decision kidney",
        nil, "checksum"),
      .init(
        "an extended key with a wrong letter",
        "tprv8ZgxMBicQKsPe5YMU9gHen4Ez3ApihUfykaqUorj9t6FDqy3nP6eoXiAo2ssvpAjoLroQxHqr3R5nE3a5dU3DHTjTgJDd7zrbniJr6nrCzx",
        nil, "extended private key"),
      .init("a note", "my seed is in the drawer", nil, "6 words"),
    ]
    let desk = try Desk.withSeed()
    try check(samples, as: "seeds", on: desk) { ["seed", "import", "second", "--from", $0] }
    #expect(desk.seedCount == 1)
  }

  @Test func `addresses given to address verify`() throws {
    let desk = try Desk.withSeed()
    let good = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
    let samples: [RefusalSample] = [
      .init(
        "of the main network", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "R11", "mainnet",
        "regtest"),
      .init("with a wrong letter", good.replacing("6qejx", with: "6qeqx"), nil, "character 15"),
      .init("cut short", String(good.dropLast(6)), nil, "BIP-173"),
      .init("of witness version 17", "bcrt13w508d6qejxtdg4y5r3zarvary0c5xw7ksnl0a2", nil, "BIP-"),
      .init("in Base58 with a wrong letter", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfM", nil, "checksum"),
      .init(
        "with a letter that Base58 has not", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRf0", nil,
        "character 34"),
      .init("a word", "nowhere", nil, "address"),
      .init("of nobody here", good, "R30", good),
    ]
    try check(samples, as: "addresses", on: desk) { file in
      ["address", "verify", (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""]
    }
  }
}
