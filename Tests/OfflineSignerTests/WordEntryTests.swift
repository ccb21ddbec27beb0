import Bytes
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

@Suite struct `Words typed at the prompt` {
  /// Everything that stood on the terminal's first screen, where it can be scrolled back to.
  private func kept(_ terminal: String) -> String {
    terminal.components(separatedBy: "\u{1b}[?1049h").enumerated().map { index, part in
      index == 0 ? part : part.components(separatedBy: "\u{1b}[?1049l").dropFirst().joined()
    }.joined()
  }

  @Test func `four letters and Tab are enough, and nothing stays on the screen`() throws {
    let desk = try Desk.fresh()
    let ran = desk.run(
      "seed", "import", "first", "--json",
      answers: ["lega winn than year wave saus wort usef lega winn than yel\t"])
    #expect(ran.code == .done, "\(ran.err)")
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let whole = try desk.write(words, to: "words")
    let same = desk.run("seed", "import", "same", "--from", whole)
    #expect(same.err.contains("already in the vault, as first"), "\(same.err)")
    #expect(ran.terminal.contains("  1 to 11: done, english"))
    #expect(ran.terminal.contains("sausage"))
    #expect(!kept(ran.terminal).contains("sau") && !kept(ran.terminal).contains("lega"))
  }

  @Test func `what is wrong is said, and mended without typing everything again`() throws {
    let desk = try Desk.fresh()
    let words = "legal winner thank year wave sausage worth useful legal winner thank "
    let ran = desk.run(
      "seed", "import", "first", answers: [words + "yelow", "\u{7f}\u{7f}\u{7f}\u{7f}llow"])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.terminal.contains("Word 12 is not in the english list. Words that look like it:\n"))
    #expect(ran.terminal.contains("\n  yellow\n"))
    let checksum = desk.run("seed", "import", "second", answers: [words + "year", ""])
    #expect(checksum.code == .failed)
    #expect(
      checksum.terminal.unwrapped.contains("The checksum does not match. What could be wrong"))
    #expect(
      checksum.terminal.unwrapped.contains("Correct it, or press Enter again to leave it as it is.")
    )
    #expect(!checksum.err.contains("legal"))
  }

  @Test func `Ctrl-L draws the page again, and is no key of the words`() throws {
    let desk = try Desk.fresh()
    let words = "legal winner thank year wave sausage worth useful legal winner thank "
    let ran = desk.run(
      "seed", "import", "first", answers: [words + "ye\u{c}low", "\u{c}\u{7f}\u{7f}\u{7f}low"])
    #expect(ran.code == .done, "\(ran.err)")
    // What was said of the words stays where the page is drawn again.
    let pages = ran.terminal.components(separatedBy: "\u{1b}[?1049h")
    #expect(pages.count { $0.contains("Word 12 is not in the english list.") } == 2)
  }

  @Test func `words of two languages and of none are told while they are typed`() throws {
    let desk = try Desk.fresh()
    let ran = desk.run(
      "seed", "import", "first", answers: ["zoo zebra \u{e1}baco xqzv "])
    #expect(ran.code == .failed)
    #expect(
      ran.terminal.unwrapped.contains("word 3 is spanish, those before it english: two languages"))
    let none = desk.run("seed", "import", "first", answers: ["zoo xqzv "])
    #expect(none.terminal.unwrapped.contains("word 2 is not in any word list"))
    let mixed = try desk.write(String(repeating: "zoo ", count: 11) + "\u{e1}baco", to: "mixed")
    let file = desk.run("seed", "import", "first", "--from", mixed)
    #expect(file.err.contains("word 12 is spanish, and others are english"))
  }

  @Test func `keys that are no letters change nothing, and Ctrl-D gives up`() throws {
    let desk = try Desk.fresh()
    let ran = desk.run(
      "seed", "import", "first", "--json",
      answers: ["zoo \u{1b}[15~\u{1b}OP\u{1}" + String(repeating: "zoo ", count: 10) + "wrong"])
    #expect(ran.code == .done, "\(ran.err)")
    let none = desk.run("seed", "import", "second", answers: ["\u{4}"])
    #expect(none.code == .failed && none.err.contains("nothing was given"))
    let cleared = desk.run("seed", "verify", "first", answers: ["abandon\u{15}" + "\u{4}"])
    #expect(cleared.err.contains("nothing was given"))
  }

  @Test
  func `shares and parts that miss are typed with the same help, and never stand there whole`()
    throws
  {
    let desk = try Desk.fresh()
    let shares = [
      "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM",
      "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN",
    ]
    let ran = desk.run("seed", "import", "codex", answers: shares)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(
      ran.terminal.contains(
        "\u{1b}[2JREHEARSAL on regtest.\nAny other share of this set (1 given, 1 more needed)"))
    #expect(ran.terminal.unwrapped.contains("48 letters, the last of them 70HKKQRM"))
    #expect(!ran.terminal.contains(shares[0]) && !ran.terminal.contains(shares[1]))
    #expect(!kept(ran.terminal).contains("MS12"))
    // One word of a share is wrong: it is said before Enter takes it.
    let share =
      "shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist "
      + "rescue view short owner flip making coding armed"
    let wrong = desk.run(
      "seed", "import", "slip",
      answers: [
        share.replacing("oasis", with: "paper"), String(repeating: "\u{7f}", count: 200) + "\u{4}",
      ])
    #expect(wrong.terminal.unwrapped.contains("word 9 is probably oasis"))
    #expect(wrong.code == .failed && !wrong.err.contains("oasis"))
    // The second part of Seed XOR, its words cut after four letters.
    let part = String(repeating: "aban ", count: 11) + "abou"
    let xor = desk.run(
      "seed", "import", "xor", "--xor", "--language", "english", "--json",
      answers: [Self.zoo, part, "", "yes"])
    #expect(xor.code == .done, "\(xor.err)")
    #expect(
      xor.terminal.unwrapped.contains(
        "Any other part: all of them are needed (1 given; Enter alone when there are no more)"))
    #expect(xor.json["origin"]?.stringValue == "imported Seed XOR of 2 parts")
  }

  static let zoo = String(repeating: "zoo ", count: 11) + "wrong"

  @Test func `an extended key may be typed there too`() throws {
    let desk = try Desk.fresh()
    let key =
      "tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK"
    let ran = desk.run("seed", "import", "first", "--json", answers: [key])
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.json["kind"]?.stringValue == "xpriv")
  }
}
