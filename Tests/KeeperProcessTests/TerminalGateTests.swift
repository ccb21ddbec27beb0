import Testing

@testable import KeeperProcess

@Suite struct TerminalGateTests {
  private func passed(
    _ text: String, _ characters: TerminalGate.Characters = .any
  ) -> String {
    var gate = TerminalGate(characters)
    return String(decoding: gate.pass(Array(text.utf8)), as: UTF8.self)
  }

  /// All sequences that the questions, pages, pictures and progress of this program are made of.
  @Test(arguments: [
    "text, ümlaut 漢字 \u{1f600}\n", "a\tb\u{8} \u{8}\r\u{1b}[K", "\u{1b}[?1049h\u{1b}[H\u{1b}[2J",
    "\u{1b}[?1049h\u{1b}[2J\u{1b}[?1049l", "\u{1b}[?2004hName: \u{1b}[?2004l",
    "\u{1b}[2J\u{1b}[H",
    "\u{1b}[38;5;16;48;5;231m\u{2580}\u{2588}\u{1b}[0m\n",
    // What a camera sees, with an outline.
    "\u{1b}[H\u{1b}[38;5;251;48;5;46m\u{2580} \u{1b}[0m\u{1b}[K\nq stops\u{1b}[K\n\u{1b}[K",
  ])
  func `what this program writes goes through as it is, in pieces of any size`(text: String) {
    #expect(passed(text) == text)
    var gate = TerminalGate(.any)
    var pieces: [UInt8] = []
    for byte in Array(text.utf8) { pieces += gate.pass(CollectionOfOne(byte)) }
    #expect(pieces == Array(text.utf8))
  }

  @Test(arguments: [
    "\u{1b}[6n", "\u{1b}[c", "\u{1b}[=c", "\u{1b}[0c", "\u{1b}Z", "\u{5}", "\u{1b}[x", "\u{1b}[?6n",
    "\u{1b}[18t", "\u{1b}[2;2H", "\u{1b}[2A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D", "\u{1b}[5G",
    "\u{1b}[3d", "\u{1b}[2;9r", "\u{1b}[s", "\u{1b}[u", "\u{1b}7", "\u{1b}8", "\u{1b}M", "\u{1b}D",
    "\u{1b}c", "\u{1b}[J", "\u{1b}[1J", "\u{1b}[3J", "\u{1b}[1K", "\u{1b}[L", "\u{1b}[M",
    "\u{1b}[P",
    "\u{1b}[@", "\u{1b}[X", "\u{1b}[S", "\u{1b}[T", "\u{1b}[3b", "\u{1b}[?1049s", "\u{1b}[?47h",
    "\u{1b}[?1000h", "\u{1b}[?25l", "\u{1b}[?5h", "\u{1b}[?7l", "\u{1b}[4h", "\u{1b}[!p",
    "\u{1b}[61\"p", "\u{1b}[2 q", "\u{1b}[8m", "\u{1b}[7m", "\u{1b}[38;2;1;2;3m", "\u{1b}[38;5m",
    "\u{1b}[38;5;300m", "\u{1b}[;m", "\u{1b}[>4;1m", "\u{1b}[1;31m", "\u{1b}]0;title\u{7}",
    "\u{1b}]52;c;aGk=\u{1b}\\", "\u{1b}]10;?\u{7}", "\u{1b}P+q544e\u{1b}\\", "\u{1b}Xsos\u{1b}\\",
    "\u{1b}^pm\u{1b}\\", "\u{1b}_Ga=q\u{1b}\\", "\u{7}", "\u{b}", "\u{c}", "\u{e}", "\u{f}", "\0",
    "\u{7f}", "\u{84}", "\u{85}", "\u{8d}", "\u{9a}", "\u{202e}", "\u{2066}", "\u{2028}",
    "\u{1b}_drawbridge\u{1b}\\", "\u{1b}[99999999999999999999999999999999999999999m",
  ])
  func `what else a terminal may obey is dropped`(control: String) {
    #expect(passed("before" + control + "after") == "beforeafter", "\(control.debugDescription)")
  }

  @Test func `the rest of what it does not know is text`() {
    #expect(passed("\u{1b}(0a") == "0a")
    #expect(passed("\u{9b}6n") == "6n")
    // A control character ends a sequence; a terminal would do both.
    #expect(passed("\u{1b}[2\n;2H") == "\n;2H")
    // What is never ended is never shown, and never passed on.
    #expect(passed("\u{1b}]0;" + String(repeating: "x", count: 100_000)) == "")
    #expect(passed("\u{1b}[\u{1b}[K") == "\u{1b}[K")
    #expect(passed("\u{1b}]x\u{1b}[K") == "\u{1b}[K")
  }

  @Test(
    arguments: [
      [0x80], [0xff], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80],
      [0xf5, 0x80, 0x80, 0x80],
      [0xc2], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80],
    ] as [[UInt8]])
  func `what is no UTF-8 is shown as question marks`(bytes: [UInt8]) {
    var gate = TerminalGate(.any)
    let passed = gate.pass(bytes + Array("|".utf8))
    #expect(passed.last == UInt8(ascii: "|"))
    #expect(passed.dropLast().allSatisfy { $0 == UInt8(ascii: "?") } && passed.count > 1)
  }

  @Test func `a terminal without UTF-8 gets no byte above ASCII, a dumb one no sequence`() {
    #expect(passed("é\u{1b}[K", .ascii) == "?\u{1b}[K")
    #expect(passed("a\u{1b}[K\u{1b}[?1049hb", .dumb) == "ab")
  }

  @Test func `before a question it begins a line and takes back what was set`() {
    func left(_ text: String) -> String {
      var gate = TerminalGate(.any)
      _ = gate.pass(Array(text.utf8))
      let left = String(decoding: gate.leave(forQuestion: true), as: UTF8.self)
      // Always at the beginning of a line, with nothing beneath; what was left needs nothing more.
      let cleared = "\r\u{1b}[J"
      #expect(String(decoding: gate.leave(forQuestion: true), as: UTF8.self) == cleared)
      #expect(left.hasSuffix(cleared))
      return String(left.dropLast(cleared.unicodeScalars.count))
    }
    #expect(left("") == "")
    #expect(left("a line\n") == "")
    #expect(left("half a line") == "\n")
    #expect(left("working ...\r\u{1b}[K") == "")
    #expect(left("lying\r\t\u{1b}[K") == "\n")
    #expect(left("\u{1b}[38;5;1mred\n") == "\u{1b}[0m")
    #expect(left("\u{1b}[H\n") == "")
    #expect(left("\u{1b}[?2004hName: ") == "\u{1b}[?2004l\n")
    #expect(left("line\n\u{1b}[?1049hpage") == "\u{1b}[?1049l")
    #expect(left("half\u{1b}[?1049hpage\n") == "\u{1b}[?1049l\n")
    // One that is cut off is forgotten: what follows is the question.
    #expect(left("\u{1b}[38;5") == "")
    var dumb = TerminalGate(.dumb)
    _ = dumb.pass(Array("half".utf8))
    #expect(dumb.leave(forQuestion: true) == Array("\n".utf8))
  }

  @Test func `the second screen is neither entered nor left twice`() {
    #expect(passed("a\u{1b}[?1049lb", .any) == "ab")
    #expect(
      passed("\u{1b}[?1049ha\u{1b}[?1049hb\u{1b}[?1049l\u{1b}[?1049lc", .any)
        == "\u{1b}[?1049hab\u{1b}[?1049lc")
  }

  @Test func `after a stop the second screen shows what it showed`() {
    var gate = TerminalGate(.any)
    _ = gate.pass(Array("first\n\u{1b}[?1049h\u{1b}[H\u{1b}[2Jone\n".utf8))
    _ = gate.pass(Array("\u{1b}[H\u{1b}[2Jtwo\u{1b}[?2004h".utf8))
    #expect(String(decoding: gate.leaving, as: UTF8.self) == "\u{1b}[?2004l\u{1b}[?1049l")
    #expect(
      String(decoding: gate.returning, as: UTF8.self)
        == "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jtwo\u{1b}[?2004h")
  }

  @Test func `marks are counted, and nothing of them is shown`() {
    var gate = TerminalGate(.dumb)
    #expect(gate.pass(Array("a\(TerminalGate.mark)b\(TerminalGate.mark)".utf8)) == Array("ab".utf8))
    #expect(gate.marks == 2)
    _ = gate.pass(Array("\u{1b}_drawbridges\u{1b}\\".utf8))
    #expect(gate.marks == 2)
  }
}
