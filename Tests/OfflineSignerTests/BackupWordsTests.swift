import Bytes
import Foundation
import Mnemonics
import SecureMemory
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner
@testable import SheetMaking

/// A backup with a slip in it is compared with the vault, which knows where the slip is.
@Suite struct `Words compared with the vault` {
  private static let legal =
    "legal winner thank year wave sausage worth useful legal winner thank yellow"

  private static func changed(_ words: String, _ changes: [Int: String]) -> String {
    var list = words.split(separator: " ").map(String.init)
    for (number, word) in changes { list[number - 1] = word }
    return list.filter { !$0.isEmpty }.joined(separator: " ")
  }

  @Test(arguments: [
    ([4: "yes"], "word 4 does not match"),
    ([4: "yeear"], "word 4 does not match"),
    ([4: "wave", 5: "year"], "words 4 and 5 do not match"),
    ([1: "zoo", 7: "zoo", 12: "zoo"], "words 1, 7 and 12 do not match"),
    ([4: ""], "11 words were given, but the seed has 12; the first that does not match is word 4"),
    ([12: ""], "11 words were given, but the seed has 12; those that were given match"),
    ([12: "yellow zoo"], "13 words were given, but the seed has 12; the first 12 match"),
    (
      [1: "zoo", 2: "zoo", 3: "zoo", 4: "zoo", 5: "zoo", 6: "zoo", 7: "zoo"],
      "7 of the 12 words do not match"
    ),
  ])
  func `a wrong word is named by its number, and no right one is shown`(
    _ changes: [Int: String], _ expected: String
  ) throws {
    let desk = try Desk.withSeed(words: Self.legal)
    let words = Self.changed(Self.legal, changes)
    let file = try desk.write(words, to: "typed")
    for run in [
      desk.run("seed", "verify", "first", "--from", file),
      desk.run("seed", "verify", "first", answers: [words, ""]),
    ] {
      #expect(run.code == .failed)
      #expect(run.err.contains("error: \(expected) (compared with the seed first"), "\(run.err)")
      for word in Self.legal.split(separator: " ") {
        let said = try #require(run.err.split(separator: "error: ").last)
        #expect(!said.contains(" \(word)"), "\(word)")
      }
    }
  }

  @Test func `while they are typed, the wrong one is said and can be mended`() throws {
    let desk = try Desk.withSeed(words: Self.legal)
    let run = desk.run(
      "seed", "verify", "first", answers: [Self.changed(Self.legal, [4: "yes"]), ""])
    #expect(run.terminal.unwrapped.contains("Compared with the vault: word 4 does not match."))
    #expect(!run.terminal.contains("could be"))
  }

  @Test func `words of another seed of the vault are said to be that one's`() throws {
    let desk = try Desk.withSeed(words: Self.legal)
    let other = try desk.write(Desk.words, to: "other")
    try #require(desk.run("seed", "import", "second", "--from", other).code == .done)
    let run = desk.run("seed", "verify", "first", "--from", other)
    #expect(run.code == .failed)
    #expect(run.err.contains("this is the backup of the seed second of this vault"), "\(run.err)")
    let strange = try desk.write("zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong", to: "zoo")
    let stranger = desk.run("seed", "verify", "first", "--from", strange)
    #expect(stranger.code == .failed && stranger.err.contains("it is not the seed first"))
  }

  @Test func `a word that is wrong and keeps the sum right is named too`() throws {
    let desk = try Desk.withSeed()
    // abandon x 11 about; the first word changed so that the sum still comes out.
    let list = ["ability", "able", "about", "above", "absent", "absorb", "abstract", "absurd"]
    let same = try #require(
      (list + ["zone", "zoo", "year", "wild", "wife", "use", "tool", "sun", "sad", "run", "rib"])
        .first { word in
          var bytes = Array(Self.changed(Desk.words, [1: word]).utf8)
          return (try? Mnemonic(parsing: SecretBytes(moving: &bytes))) != nil
        })
    let file = try desk.write(Self.changed(Desk.words, [1: same]), to: "typed")
    let run = desk.run("seed", "verify", "first", "--from", file)
    #expect(run.code == .failed && run.err.contains("word 1 does not match"), "\(run.err)")
  }

  @Test func `a SeedQR is compared word by word`() throws {
    let desk = try Desk.withSeed(words: Self.legal)
    let right = "101920151790203919831533203119191019201517902040"
    let digits = try desk.write(right, to: "digits")
    #expect(desk.run("seed", "verify", "first", "--from", digits).code == .done)
    let wrong = try desk.write(
      right.replacingOccurrences(of: "19831533", with: "19821533"), to: "wrong")
    let run = desk.run("seed", "verify", "first", "--from", wrong)
    #expect(run.code == .failed && run.err.contains("word 5 does not match"), "\(run.err)")
    #expect(!run.err.contains("1983"))
  }

  @Test func `cut and capital words are the same words`() throws {
    let desk = try Desk.withSeed(words: Self.legal)
    var bytes = Array("LEGA winn than year wave saus wort usef lega winn than".utf8)
    let seed = try Mnemonic(parsing: Self.secret(Self.legal))
    let comparison = WordComparison(SecretBytes(moving: &bytes), with: seed)
    #expect(comparison?.wrong == [] && comparison?.given == 11)
    #expect(desk.seedCount == 1)
  }

  private static func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  // MARK: Passphrases

  /// A seed without a passphrase and one with, and a wallet of the first with a stranger.
  private static func pair() throws -> (desk: Desk, family: String, passphrase: String) {
    let desk = try Desk.withSeed()
    let words = try desk.write(legal, to: "deep-words")
    let passphrase = try desk.write("right", to: "right")
    try #require(
      desk.run("seed", "import", "deep", "--from", words, "--with-bip39-passphrase").code == .done)
    let stranger = try Desk.withSeed(words: "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong")
    let keys = try [desk, stranger].map { owner in
      let run = owner.run(
        "account", "export", "first", "--script", "wsh", "--out", owner.path("key.txt"), "--json")
      return try #require(run.json["key"]?.stringValue, "\(run.err)") + "/<0;1>/*"
    }
    let family = try desk.write(
      "wsh(sortedmulti(2,\(keys.joined(separator: ","))))", to: "family")
    return (desk, family, passphrase)
  }

  @Test func `a passphrase is asked for only of a seed that could own a key of the wallet`() throws
  {
    let (desk, family, passphrase) = try Self.pair()
    let register = ["wallet", "register", "family", "--from", family, "--accept", "R23", "--yes"]
    // The fingerprint of a seed that was never used is not known: a key may be its own.
    let asked = desk.run(register)
    #expect(asked.code == .failed && asked.err.contains("BIP-39 passphrase"), "\(asked.err)")
    let export = desk.run(
      "account", "export", "deep", "--script", "wpkh", "--out", desk.path("deep.txt"),
      "--bip39-passphrase-file", passphrase)
    try #require(export.code == .done, "\(export.err)")
    // Now it is known, and it is not in the wallet.
    let quiet = desk.run(register)
    #expect(quiet.code == .done, "\(quiet.err)")
    // A wallet of its own asks for it.
    let key = desk.run(
      "account", "export", "deep", "--script", "wsh", "--out", desk.path("deep-key.txt"), "--json",
      "--bip39-passphrase-file", passphrase)
    let text = try #require(key.json["key"]?.stringValue, "\(key.err)")
    let own = try desk.write("wsh(pk(\(text)/<0;1>/*))", to: "own")
    let missing = desk.run("wallet", "register", "own", "--from", own, "--accept", "R23", "--yes")
    #expect(missing.code == .failed && missing.err.contains("passphrase"), "\(missing.err)")
  }

  @Test func `a known key of a seed that was not asked stands under its own name or not at all`()
    throws
  {
    let (desk, _, passphrase) = try Self.pair()
    let export = desk.run(
      "account", "export", "deep", "--script", "wpkh", "--out", desk.path("deep.txt"), "--json",
      "--bip39-passphrase-file", passphrase)
    let deep = try #require(export.json["key"]?.stringValue, "\(export.err)")
    let own = desk.run(
      "account", "export", "first", "--script", "wsh", "--out", desk.path("own-key.txt"), "--json")
    let first = try #require(own.json["key"]?.stringValue, "\(own.err)")
    let xpub = try #require(deep.split(separator: "]").last)
    let text = "wsh(sortedmulti(1,\(first)/<0;1>/*,[0a0b0c0d/48h/1h/0h/2h]\(xpub)/<0;1>/*))"
    let file = try desk.write(text, to: "poisoned")
    let run = desk.run("wallet", "register", "poisoned", "--from", file, "--accept", "R23", "--yes")
    #expect(run.code == .failed && run.err.contains("but it is our key"), "\(run.err)")
  }
}
