import Bytes
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

/// Parts and shares with one mistake: each says of itself what it was, or the fingerprint of the whole does.
@Suite struct `Parts put right` {
  // The vectors of Seed XOR, SLIP-39, SSKR and BIP-93.
  private static let xorParts = [
    "romance wink lottery autumn shop bring dawn tongue range crater truth ability",
    "boat unfair shell violin tree robust open ride visual forest vintage approve",
    "lion misery divide hurry latin fluid camp advance illegal lab pyramid unhappy",
  ]
  private static let xorWhole =
    "cannon opinion leader nephew found yard metal galaxy crouch between real trade"
  private static let slip39 = [
    "shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist "
      + "rescue view short owner flip making coding armed",
    "shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice "
      + "unkind craft early superior advocate guest smoking",
  ]
  private static let sskr =
    "tuna acid epic gyro jowl city body acid also kiln ugly jade keys zone zero wasp puff jade "
    + "jury visa city gush half exam good onyx scar note yurt"
  private static let codex32 = [
    "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM",
    "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN",
  ]

  private static func fingerprint(of seed: String, _ options: [String] = []) throws -> String {
    let desk = try Desk.fresh()
    let file = try desk.write(seed, to: "right.txt")
    let ran = desk.run(["seed", "import", "right", "--json", "--from", file] + options)
    return try #require(ran.json["fingerprint"]?.stringValue, "\(ran.err)")
  }

  private static func changed(_ text: String, _ change: (inout [String]) -> Void) -> String {
    var words = text.split(separator: " ").map(String.init)
    change(&words)
    return words.joined(separator: " ")
  }

  @Test(arguments: [
    ("word 4 of part 2 is wrong", 1, changed(xorParts[1]) { $0[3] = "zoo" }, true),
    ("word 9 of part 1 is missing", 0, changed(xorParts[0]) { $0.remove(at: 8) }, true),
    ("words 2 and 7 of part 3 are swapped", 2, changed(xorParts[2]) { $0.swapAt(1, 6) }, false),
  ])
  func `a part of Seed XOR is put right by the fingerprint of the whole`(
    sentence: String, part: Int, typed: String, showsWord: Bool
  ) throws {
    let fingerprint = try Self.fingerprint(of: Self.xorWhole)
    let desk = try Desk.fresh()
    var parts = Self.xorParts
    parts[part] = typed
    let file = try desk.write(parts.joined(separator: "\n"), to: "parts.txt")
    let arguments = [
      "seed", "import", "a", "--xor", "--from", file, "--fingerprint", fingerprint,
    ]
    let refused = desk.run(arguments)
    #expect(refused.code == .failed && refused.err.contains(sentence), "\(refused.err)")
    let asked = showsWord ? ["", "yes"] : ["yes"]
    let no = desk.run(arguments, answers: asked.dropLast() + ["no"])
    #expect(no.code == .failed && desk.seedCount == 0, "\(no.err)")
    // With a known fingerprint nobody is asked whether the parts are all.
    let ran = desk.run(arguments, answers: asked)
    #expect(ran.code == .done && ran.err.contains("Fixed: \(sentence)."), "\(ran.err)")
    #expect(ran.out.contains("fingerprint \(fingerprint)"), "\(ran.out)")
    for word in parts[part].split(separator: " ") { #expect(!ran.err.contains(" \(word) ")) }
  }

  @Test func `parts with two mistakes, or one too few, are refused by the fingerprint`() throws {
    let fingerprint = try Self.fingerprint(of: Self.xorWhole)
    let desk = try Desk.fresh()
    var parts = Self.xorParts
    parts[0] = Self.changed(parts[0]) { $0[3] = "zoo" }
    parts[1] = Self.changed(parts[1]) { $0[3] = "zoo" }
    let wrong = try desk.write(parts.joined(separator: "\n"), to: "wrong.txt")
    let twice = desk.run(
      "seed", "import", "a", "--xor", "--from", wrong, "--fingerprint", fingerprint)
    #expect(twice.code == .failed && twice.err.contains("checksum"), "\(twice.err)")
    let few = try desk.write(Self.xorParts.dropLast().joined(separator: "\n"), to: "few.txt")
    let short = desk.run(
      "seed", "import", "a", "--xor", "--from", few, "--fingerprint", fingerprint)
    #expect(
      short.code == .failed && short.err.contains("these 2 parts do not join to the fingerprint"),
      "\(short.err)")
    #expect(short.err.unwrapped.contains("see that no part is missing"), "\(short.err)")
    // All three, and the number that is stated, need no answer; another number is refused.
    let all = try desk.write(Self.xorParts.joined(separator: "\n"), to: "all.txt")
    let right = ["--xor", "--from", all, "--fingerprint", fingerprint]
    let stated = desk.run(["seed", "import", "a", "--xor-parts", "2"] + right)
    #expect(stated.code == .failed && stated.err.contains("but there are 2"), "\(stated.err)")
    #expect(desk.run(["seed", "import", "a"] + right).code == .done)
  }

  @Test(arguments: [
    ("word 9 of share 2 is wrong", changed(slip39[1]) { $0[8] = "paper" }, true),
    ("word 20 of share 2 is missing", changed(slip39[1]) { $0.removeLast() }, true),
    ("words 5 and 6 of share 2 are swapped", changed(slip39[1]) { $0.swapAt(4, 5) }, false),
  ])
  func `a share of SLIP-39 is put right by its own checksum`(
    sentence: String, typed: String, showsWord: Bool
  ) throws {
    let desk = try Desk.fresh()
    let passphrase = try desk.write("TREZOR", to: "passphrase.txt")
    let options = ["--slip39-passphrase-file", passphrase]
    let fingerprint = try Self.fingerprint(of: Self.slip39.joined(separator: "\n"), options)
    let file = try desk.write("\(Self.slip39[0])\n\(typed)", to: "shares.txt")
    let arguments =
      ["seed", "import", "a", "--from", file, "--fingerprint", fingerprint] + options
    let refused = desk.run(arguments)
    #expect(refused.code == .failed && refused.err.contains(sentence), "\(refused.err)")
    let ran = desk.run(arguments, answers: showsWord ? ["", "yes"] : ["yes"])
    #expect(ran.code == .done && ran.err.contains("Fixed: \(sentence)."), "\(ran.err)")
    #expect(ran.out.contains("fingerprint \(fingerprint)"), "\(ran.out)")
    // Another passphrase gives another seed, which the fingerprint tells.
    let other = try desk.write("TREZER", to: "other.txt")
    let right = try desk.write(Self.slip39.joined(separator: "\n"), to: "right.txt")
    let wrong = desk.run(
      "seed", "import", "b", "--from", right, "--fingerprint", fingerprint,
      "--slip39-passphrase-file", other)
    #expect(wrong.code == .failed && wrong.err.contains("the passphrase of SLIP-39"))
  }

  @Test func `the first share may be the damaged one, alone on the terminal`() throws {
    let desk = try Desk.fresh()
    let short = Self.changed(Self.slip39[0]) { $0.remove(at: 10) }
    let ran = desk.run(
      "seed", "import", "a",
      // The words are left as they are, the missing one is shown, agreed to, and the second share typed.
      answers: [short, "", "", "yes", Self.slip39[1], "TREZOR"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("Fixed: word 11 of share 1 is missing."), "\(ran.err)")
    #expect(ran.terminal.contains("mustang") && !ran.err.contains("mustang"))
  }

  @Test func `a share of SSKR is put right by its own checksum`() throws {
    let desk = try Desk.fresh()
    for (typed, sentence) in [
      (Self.changed(Self.sskr) { $0[0] = "zoom" }, "word 1 of share 1 is wrong"),
      (Self.changed(Self.sskr) { $0.remove(at: 7) }, "word 8 of share 1 is missing"),
    ] {
      let file = try desk.write(typed, to: "share.txt")
      let ran = desk.run("seed", "import", "a", "--from", file, answers: ["", "yes"])
      // One share of it is not enough, but it was read: the next one is asked for.
      #expect(ran.code == .failed && ran.err.contains("Fixed: \(sentence)."), "\(ran.err)")
    }
  }

  @Test func `a string of codex32 that lacks a character is put right`() throws {
    let desk = try Desk.fresh()
    var short = Self.codex32[0]
    short.remove(at: short.index(short.startIndex, offsetBy: 20))
    let file = try desk.write("\(short)\n\(Self.codex32[1])", to: "shares.txt")
    let ran = desk.run("seed", "import", "a", "--from", file, answers: ["", "yes"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("Fixed: missing: character 21 of share 1."), "\(ran.err)")
    #expect(try Self.fingerprint(of: Self.codex32.joined(separator: "\n")).isEmpty == false)
  }
}
