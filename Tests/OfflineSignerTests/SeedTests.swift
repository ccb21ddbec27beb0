import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

@Suite struct `The seed commands` {
  static let dice = String(repeating: "2431665123416532", count: 4)

  @Test func `a seed is made from the system and dice, which is recorded`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let dice = try desk.write("24316 65123 41653 2\n" + Self.dice, to: "dice.txt")
    let ran = desk.run(
      "seed", "create", "first", "--words", "12", "--dice", dice, "--yes", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["origin"]?.stringValue == "system+dice(80)")
    #expect(ran.json["words"]?.intValue == 12)
    let listed = desk.run("seed", "list", "--json").json[0]
    #expect(listed?["fingerprint"] == ran.json["fingerprint"])
    #expect(listed?["origin"]?.stringValue == "system+dice(80)")
    #expect(desk.run("seed", "create", "first", "--yes").code == .failed)
  }

  @Test func `the block of its birth is kept and stands on its sheets`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let ran = desk.run("seed", "create", "first", "--birth-height", "857123", "--yes", "--json")
    #expect(ran.json["birthHeight"]?.intValue == 857_123, "\(ran.err)")
    #expect(desk.run("seed", "list", "--json").json[0]?["birthHeight"]?.intValue == 857_123)
    #expect(desk.run("seed", "create", "b", "--birth-height", "-1", "--yes").code == .wrongUsage)
  }

  @Test func `without dice the person is asked, and yes alone says what that means`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let nobody = desk.run("seed", "create", "first")
    #expect(nobody.code == .failed)
    #expect(nobody.err.contains("--dice"))
    let alone = desk.run("seed", "create", "first", "--yes", "--json")
    #expect(alone.code == .done)
    #expect(alone.err.contains("system's randomness alone"))
    #expect(alone.json["origin"]?.stringValue == "system")
    let asked = desk.run("seed", "create", "second", "--json", answers: [Self.dice, "no", ""])
    #expect(asked.code == .done, "\(asked.err)")
    #expect(asked.json["origin"]?.stringValue == "system+dice(64)")
    #expect(!asked.terminal.contains(Self.dice))
    #expect(asked.terminal.contains("Write them down"))
    #expect(!asked.out.contains("Write them down"))
  }

  @Test func `dice in an argument are refused and not repeated`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let ran = desk.run("seed", "create", "first", "--dice", Self.dice, "--yes")
    #expect(ran.code == .wrongUsage)
    #expect(!ran.err.contains("24316651"))
  }

  @Test func `known words give the known fingerprint, from a file and from the terminal`() throws {
    let desk = try Desk.withSeed()
    let listed = desk.run("seed", "list", "--json").json[0]
    #expect(listed?["fingerprint"]?.stringValue == "73c5da0a")
    #expect(listed?["language"]?.stringValue == "english")
    let same = desk.run("seed", "import", "again", answers: [Desk.words])
    #expect(same.code == .failed)
    #expect(same.err.contains("first"))
    let typed = desk.run(
      "seed", "import", "zoo", answers: [String(repeating: "zoo ", count: 11) + "wrong"])
    #expect(typed.code == .done, "\(typed.err)")
    let wrong = desk.run("seed", "import", "bad", answers: [Desk.words + " about"])
    #expect(wrong.code == .failed)
    #expect(!wrong.err.contains("abandon"))
  }

  @Test(arguments: [
    // The first two are in Electrum's own tests; the third was made by its version 4.3.4.
    (
      "wild father tree among universe such mobile favorite target dynamic credit identify",
      "segwit"
    ),
    ("cycle rocket west magnet parrot shuffle foot correct salt library feed song", "legacy"),
    ("chef gesture august tone faith zebra disease reason gadget because element lamp", "factor"),
    ("powerful random nobody notice nothing important anyway look away hidden message over", "2.0"),
  ])
  func `the words of Electrum's own seeds are named, and no other word is offered`(
    words: String, kind: String
  ) throws {
    let desk = try Desk.withSeed()
    for typed in [words, words.uppercased(), "  \(words)  "] {
      let ran = desk.run("seed", "import", "electrum", answers: [typed])
      #expect(ran.code == .failed)
      #expect(ran.err.contains("look like an Electrum seed"), "\(ran.err)")
      #expect(
        ran.err.contains(kind) && ran.err.contains("pay the coins to a wallet of this signer"))
      #expect(!ran.terminal.contains("could be"))
      #expect(!ran.err.contains(words.prefix(8)))
    }
    // One word more or less, and they are words with a wrong checksum like any others.
    let other = desk.run(
      "seed", "import", "bad",
      answers: [
        words.replacing("tree", with: "zoo").replacing("nobody", with: "zoo")
          .replacing("west", with: "zoo").replacing("august", with: "zoo")
      ])
    #expect(!other.err.contains("Electrum"), "\(other.err)")
    #expect(desk.run("seed", "list", "--json").json.arrayValue?.count == 1)
  }

  @Test func `words of BIP-39 that Electrum may have made are imported with a warning`() throws {
    let desk = try Desk.withSeed()
    let both = "marriage depart air leaf glance thrive shoulder kiss worry gaze million purchase"
    let ran = desk.run("seed", "import", "both", answers: [both])
    #expect(ran.code == .done, "\(ran.err)")
    let said = ran.err.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said.contains("also look like an Electrum seed for segwit addresses"), "\(ran.err)")
    let other = desk.run("seed", "import", "other", answers: [Desk.words])
    #expect(!other.err.contains("Electrum"), "\(other.err)")
  }

  @Test func `words are shown on the terminal alone, after its name was typed`() throws {
    let desk = try Desk.withSeed()
    #expect(desk.run("seed", "show", "first").code == .failed)
    #expect(desk.run("seed", "show", "first", answers: ["yes"]).code == .failed)
    let ran = desk.run("seed", "show", "first", answers: ["first", ""])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.terminal.contains(" 1  abandon\n 2  abandon"))
    #expect(ran.terminal.contains("12  about"))
    #expect(!ran.out.contains("abandon") && !ran.err.contains("abandon"))
  }

  @Test func `written words are verified and that is remembered`() throws {
    let desk = try Desk.withSeed()
    #expect(desk.run("seed", "list", "--json").json[0]?["verified"] == .null)
    let right = desk.run("seed", "verify", "first", answers: [Desk.words], now: 1_900_000_000)
    #expect(right.code == .done, "\(right.err)")
    #expect(desk.run("seed", "list", "--json").json[0]?["verified"]?.intValue == 1_900_000_000)
    let other = String(repeating: "zoo ", count: 11) + "wrong"
    #expect(desk.run("seed", "verify", "first", answers: [other]).code == .failed)
  }

  @Test func `a removed seed is gone with its wallets, and no file holds it`() throws {
    let desk = try Desk.withSeed()
    _ = desk.run("account", "export", "first", "--script", "wpkh", "--out", desk.path("a.txt"))
    #expect(desk.run("seed", "remove", "first", answers: ["no"]).code == .failed)
    let ran = desk.run("seed", "remove", "first", "--json", answers: ["first"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["wallets"] == .array([.string("first-wpkh-0")]))
    #expect(desk.run("seed", "list", "--json").json == .array([]))
    #expect(desk.run("wallet", "list", "--json").json == .array([]))
    #expect(desk.run("seed", "remove", "first", "--yes").code == .failed)
  }
}
