import Refusals
import Testing

@Suite struct `Foreign text` {
  @Test(arguments: [
    ("plain text, 12 + 3 = 15!", "plain text, 12 + 3 = 15!"),
    ("grün, 日本語, Ωμέγα", "grün, 日本語, Ωμέγα"),
    ("\u{1b}[2J", "\\u{1b}[2J"),
    ("a\nb\rc\td\u{0}", "a\\u{a}b\\u{d}c\\u{9}d\\u{0}"),
    ("\u{7f}\u{9b}31m", "\\u{7f}\\u{9b}31m"),
    ("abc\u{202e}fed\u{2066}x\u{2069}", "abc\\u{202e}fed\\u{2066}x\\u{2069}"),
    ("a\u{200b}b\u{200d}c\u{feff}d\u{ad}e", "a\\u{200b}b\\u{200d}c\\u{feff}d\\u{ad}e"),
    ("a\u{2028}b\u{2029}c\u{85}d", "a\\u{2028}b\\u{2029}c\\u{85}d"),
    ("a\u{a0}b\u{3000}c", "a\\u{a0}b\\u{3000}c"),
    ("tag \u{e0041}\u{e007f}", "tag \\u{e0041}\\u{e007f}"),
    ("filler \u{3164}\u{115f}\u{2800}", "filler \\u{3164}\\u{115f}\\u{2800}"),
    ("private \u{e000}", "private \\u{e000}"),
    ("heart \u{2764}\u{fe0f}", "heart \u{2764}\\u{fe0f}"),
    ("literal \\u{1b}", "literal \\u{5c}u{1b}"),
    ("back\\slash", "back\\slash"),
    ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}\\u{303}\\u{304}"),
    ("\u{301}x", "\\u{301}x"),
    ("a \u{301}x", "a \\u{301}x"),
    ("\u{ff9e} \u{e33} \u{1f3fb}", "\\u{ff9e} \\u{e33} \\u{1f3fb}"),
    ("カ\u{ff9e}ｶ\u{ff9e}ﾊ\u{ff9f} น้ำ ທຳ 👍🏽", "カ\u{ff9e}ｶ\u{ff9e}ﾊ\u{ff9f} น้ำ ທຳ 👍🏽"),
    ("a\u{ff9e}\u{ff9e}\u{ff9e}", "a\u{ff9e}\u{ff9e}\\u{ff9e}"),
    ("ဗုဒ္ဓ ខ្មែរ हिन्दी தமிழ் עִבְרִית", "ဗုဒ္ဓ ខ្មែរ हिन्दी தமிழ் עִבְרִית"),
    ("pay\u{1039}me\u{17d2}\u{2d7f}", "pay\\u{1039}me\\u{17d2}\\u{2d7f}"),
    ("a\u{1a60}\u{1107f}\u{16fe4}b\u{1d159}", "a\\u{1a60}\\u{1107f}\\u{16fe4}b\\u{1d159}"),
    ("\u{2d30}\u{2d7f}\u{2d30}", "\u{2d30}\u{2d7f}\u{2d30}"),
  ]) func `that could deceive becomes visible`(text: String, shown: String) {
    #expect(ForeignText.shown(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
    #expect(ForeignText.isPlain(text) == text.unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test func `never lets a control or format character through`() {
    for value in 0...0x10ffff as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        let shown = ForeignText.shown("x" + String(Character(scalar)))
        #expect(shown == "x\\u{\(String(value, radix: 16))}")
      default: continue
      }
    }
  }

  @Test func `never joins a blank before it, nor piles up`() {
    for value in 0...0x10ffff as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), !scalar.isASCII else { continue }
      let text = String(Character(scalar))
      // One that does not join letters is not touched by this.
      guard (" " + text).count == 1 || ("x" + text).count == 1 else { continue }
      let escaped = "\\u{\(String(value, radix: 16))}"
      #expect(ForeignText.shown(text) == escaped)
      #expect(ForeignText.shown("x " + text) == "x " + escaped)
      #expect(ForeignText.shown("x" + text + text + text).hasSuffix(escaped))
    }
  }

  @Test func `of printable ASCII is shown as it is, and only that goes the short way`() {
    for value in 0...0x7f as ClosedRange<UInt8> {
      let text = "a" + String(Unicode.Scalar(value)) + "b"
      let isShown = (0x20...0x7e).contains(value)
      let expected = isShown ? text : "a\\u{\(String(value, radix: 16))}b"
      #expect(ForeignText.shown(text) == expected)
      // A letter beyond ASCII sends the rest the long way.
      #expect(ForeignText.shown("ä" + text) == "ä" + expected)
      #expect(ForeignText.again(text[...]) == expected)
    }
  }

  @Test func `is cut at its limit, and says so`() {
    #expect(ForeignText.shown("abcdef", limit: 6) == "abcdef")
    #expect(ForeignText.shown("abcdefg", limit: 6) == "abcdef... (1 more)")
    let long = String(repeating: "a", count: 1_000_300)
    #expect(ForeignText.shown(long, limit: 3) == "aaa... (very long)")
    #expect(ForeignText.shown("", limit: 3) == "")
  }

  @Test func `that is not UTF-8 shows its bytes`() {
    #expect(ForeignText.shown(bytes: [0x61, 0xff, 0x1b, 0x5c]) == "a\\x{ff}\\x{1b}\\x{5c}")
    #expect(ForeignText.shown(bytes: Array("grün".utf8)) == "grün")
    #expect(ForeignText.shown(bytes: [0xff, 0xff, 0xff], limit: 1) == "\\x{ff}... (2 more)")
  }

  @Test func `is ASCII alone where it stands beside amounts and addresses`() {
    #expect(
      ForeignText.ascii("Hi \u{1b}[2J\\ gr\u{fc}n\u{202e}!")
        == "Hi \\u{1b}[2J\\u{5c} gr\\u{fc}n\\u{202e}!")
    #expect(ForeignText.ascii(bytes: [0x41, 0x07, 0xff, 0x5c]) == "A\\u{07}\\u{ff}\\u{5c}")
    #expect(ForeignText.ascii("abcdef", limit: 6) == "abcdef")
    #expect(ForeignText.ascii("abcdefg", limit: 6) == "abcdef...")
    #expect(ForeignText.ascii(bytes: [0x41, 0x42, 0x43], limit: 2) == "AB...")
    for value in 0...0x10ffff as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = ForeignText.ascii(String(Character(scalar)))
      let isPlain = (0x20...0x7e).contains(value) && value != 0x5c
      #expect(shown == (isPlain ? String(Character(scalar)) : "\\u{\(String(value, radix: 16))}"))
    }
  }

  @Test func `marks names that are not ASCII`() {
    #expect(ForeignText.name("alice") == "alice")
    #expect(ForeignText.name("аlice") == "аlice [letters outside ASCII]")
  }

  @Test func `keeps its lines when it may have them`() {
    #expect(ForeignText.lines("a\u{1b}\nb\r\n") == "a\\u{1b}\nb\\u{d}\n")
  }

  @Test func `a second gate leaves the escapes of the first as they are`() {
    let once = ForeignText.shown("a\u{1b}\nb\\u{41}")
    #expect(once == "a\\u{1b}\\u{a}b\\u{5c}u{41}")
    #expect(ForeignText.again(once) == once)
    #expect(ForeignText.linesAgain("error in \(once)\n\u{202e}") == "error in \(once)\n\\u{202e}")
    #expect(ForeignText.again("x\ny") == "x\\u{a}y")
    #expect(ForeignText.again("abc", limit: 2) == "ab... (1 more)")
  }
}
