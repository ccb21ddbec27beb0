import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

/// Words with one mistake, and the fingerprint that was printed with them.
@Suite struct `Seeds put right by their fingerprint` {
  private static let words =
    "unfold light protect unfold pulp like vintage drive receive egg dune sketch"

  /// The fingerprint of the words, as the program says it.
  private static func fingerprint(_ desk: Desk) throws -> String {
    let file = try desk.write(words, to: "right.txt")
    try #require(desk.run("seed", "import", "right", "--from", file).code == .done)
    let list = desk.run("seed", "list", "--json").json.arrayValue
    return try #require(list?.first?["fingerprint"]?.stringValue)
  }

  private static func changed(_ change: (inout [String]) -> Void) -> String {
    var list = words.split(separator: " ").map(String.init)
    change(&list)
    return list.joined(separator: " ")
  }

  @Test(arguments: [
    ("word 4 is wrong", changed { $0[3] = "zoo" }, true),
    ("word 9 is wrong", changed { $0[8] = "recieve" }, true),
    ("word 12 is missing", changed { $0.removeLast() }, true),
    ("words 2 and 7 are swapped", changed { $0.swapAt(1, 6) }, false),
  ])
  func `one mistake is found, shown and put right after a yes`(
    sentence: String, typed: String, showsWord: Bool
  ) throws {
    let other = try Desk.fresh()
    let fingerprint = try Self.fingerprint(other)
    let desk = try Desk.fresh()
    let file = try desk.write(typed, to: "typed.txt")
    let refused = desk.run("seed", "import", "a", "--from", file, "--fingerprint", fingerprint)
    #expect(refused.code == .failed && refused.err.contains(sentence), "\(refused.err)")
    let asked = showsWord ? ["", "yes"] : ["yes"]
    let no = desk.run(
      "seed", "import", "a", "--from", file, "--fingerprint", fingerprint,
      answers: asked.dropLast() + ["no"])
    #expect(no.code == .failed && no.err.contains("declined"), "\(no.err)")
    #expect(desk.seedCount == 0)
    let ran = desk.run(
      "seed", "import", "a", "--from", file, "--fingerprint", fingerprint, answers: asked)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("Fixed: \(sentence)."), "\(ran.err)")
    #expect(ran.out.contains("fingerprint \(fingerprint)"), "\(ran.out)")
    for word in Self.words.split(separator: " ") { #expect(!ran.err.contains(" \(word).")) }
  }

  @Test func `right words are taken, those of another seed are not, in whatever form`() throws {
    let desk = try Desk.fresh()
    let fingerprint = try Self.fingerprint(desk)
    let other = try Desk.fresh()
    let right = try other.write(Self.words, to: "right.txt")
    let ran = other.run("seed", "import", "a", "--from", right, "--fingerprint", fingerprint)
    #expect(ran.code == .done && !ran.err.contains("Fixed"), "\(ran.err)")
    let wrong = try other.write(Desk.words, to: "wrong.txt")
    let refused = other.run("seed", "import", "b", "--from", wrong, "--fingerprint", fingerprint)
    #expect(refused.code == .failed, "\(refused.out)")
    #expect(refused.err.contains("do not have the fingerprint \(fingerprint)"), "\(refused.err)")
    let misspelt = other.run("seed", "import", "b", "--from", wrong, "--fingerprint", "73c5")
    #expect(misspelt.code == .wrongUsage, "\(misspelt.err)")
    // SeedQR of the published seed.
    let digits = try other.write(String(repeating: "0000", count: 11) + "0003", to: "qr.txt")
    let form = other.run("seed", "import", "b", "--from", digits, "--fingerprint", fingerprint)
    #expect(form.err.contains("this seed has the fingerprint 73c5da0a"), "\(form.err)")
    #expect(other.seedCount == 1)
  }

  @Test func `a fingerprint that was noted with a BIP-39 passphrase serves too`() throws {
    let desk = try Desk.fresh()
    let file = try desk.write(Self.changed { $0[3] = "zoo" }, to: "typed.txt")
    let secret = try desk.write("TREZOR", to: "secret.txt")
    // That of the words with this passphrase, worked out by embit.
    let arguments = [
      "seed", "import", "a", "--from", file, "--fingerprint", "7926dddc", "--keep-passphrase",
    ]
    let ran = desk.run(arguments + ["--bip39-passphrase-file", secret])
    #expect(ran.err.contains("word 4 is wrong"), "\(ran.err)")
  }
}
