import Glibc
import RecordingScreens
import SecureMemory
import Testing
import TextLayout

@testable import TerminalUI

@Suite struct `Answers come from a person` {
  private static let start = "\u{1b}[200~"
  private static let end = "\u{1b}[201~"

  @Test func `what is pasted behind a payload answers no question`() throws {
    let typist = try Typist("pasted")
    try typist.wait(for: "empty line)")
    try typist.wait { !typist.takesLines }
    // The attack: the payload's end, then answers for as long as a terminal goes on.
    typist.type("cHNidP8BAH\n\n")
    for _ in 1...200 { typist.type(String(repeating: "\nyes\n", count: 100)) }
    try typist.wait(for: "[yes/no] ")
    #expect(!typist.seen.contains("agreed"))
    try typist.typeKeys("no\n")
    #expect(typist.end().result == "got 11 bytes, refused\n")
  }

  @Test func `a paste that the terminal marks ends at its end, whatever it holds`() throws {
    let typist = try Typist("pasted")
    try typist.wait(for: "empty line)")
    #expect(typist.seen.contains("\u{1b}[?2004h"))
    typist.type("\(Self.start)one\n\ntwo\(Self.end)yes\n")
    try typist.wait(for: "[yes/no] ")
    typist.forget()
    try typist.typeKeys("yes\n")
    try typist.wait(for: "\u{1b}[?2004l")
    #expect(typist.end().result == "got 8 bytes, agreed\n")
  }

  @Test(arguments: ["yes\n", "y\n", "yes", "\(start)yes\(end)", "\(start)y"])
  func `an answer that comes all at once is refused and asked for again`(burst: String) throws {
    let typist = try Typist("question")
    try typist.wait(for: "[yes/no] ")
    typist.type(burst)
    try typist.wait(for: "key by key.\r\n\u{1b}[?2004hGo on? [yes/no] ")
    try typist.typeKeys("yes\n")
    #expect(typist.end().result == "agreed\n")
  }

  @Test func `an answer with more behind it is the first line of a longer text`() throws {
    let typist = try Typist("question")
    try typist.wait(for: "[yes/no] ")
    try typist.typeKeys("yes")
    typist.type("\nyes\n")
    try typist.wait(for: "key by key.\r\n\u{1b}[?2004hGo on? [yes/no] ")
    try typist.typeKeys("no\n")
    #expect(typist.end().result == "refused\n")
  }

  @Test func `bursts end the command after a few, and say why`() throws {
    let typist = try Typist("typed")
    for _ in 1...4 {
      try typist.wait(for: "Anything else stops: ")
      typist.forget()
      typist.type("R04\n")
    }
    try typist.wait(for: "error: the answer looked pasted: it came all at once")
    let (result, status) = typist.end()
    #expect(result.isEmpty && status == 1)
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `a terminal that is never quiet is asked nothing, and the error says why`() throws {
    let typist = try Typist("flooded")
    typist.flood("yes\n")
    let (result, status) = typist.end()
    #expect(result.isEmpty && status == 1)
  }

  @Test func `a name may be pasted, and what follows it is no answer`() throws {
    let typist = try Typist("asked")
    try typist.wait(for: "Name: ")
    typist.type("savings\n")
    #expect(typist.end().result == "got savings\n")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGSEGV])
  func `bracketed paste is off again after a signal`(number: Int32) throws {
    let typist = try Typist("question")
    try typist.wait(for: "[yes/no] ")
    typist.signal(number)
    try typist.wait(for: "\u{1b}[?2004l")
    #expect(typist.end().status == -number)
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `bracketed paste is off while it is stopped and on when it goes on`() throws {
    let typist = try Typist("question")
    try typist.wait(for: "[yes/no] ")
    typist.signal(SIGTSTP)
    try typist.waitUntilStopped()
    try typist.wait(for: "\u{1b}[?2004l")
    #expect(typist.echoes && typist.takesLines)
    typist.forget()
    typist.signal(SIGCONT)
    try typist.wait(for: "\u{1b}[?2004h")
    try typist.typeKeys("yes\n")
    #expect(typist.end().result == "agreed\n")
  }

  @Test func `a line is edited as it is typed`() {
    let typed: [(String, String, String)] = [
      ("yse\u{8}\u{7f}es\n", "yes", "yse\u{8} \u{8}\u{8} \u{8}es\n"),
      ("no\u{15}yes\n", "yes", "no\u{8} \u{8}\u{8} \u{8}yes\n"),
      ("a b \u{17}c\n", "a c", "a b \u{8} \u{8}\u{8} \u{8}c\n"),
      ("\u{1b}[Ay\u{1b}OBes\n", "yes", "yes\n"),
      ("Z\u{fc}rich\n", "Z\u{fc}rich", "Z\u{fc}rich\n"),
      ("a\u{9b}2J\u{202e}b\n", "a2Jb", "a2Jb\n"),
    ]
    for (keys, text, shown) in typed {
      var editor = LineEditor(limit: 100, mayBePasted: false)
      var echo: [UInt8] = []
      for character in keys.unicodeScalars { echo += editor.take(Array(String(character).utf8)) }
      #expect(editor.state == .done && editor.text == text)
      #expect(String(decoding: echo, as: UTF8.self) == shown)
    }
  }

  @Test func `a paste is cut at its limit and its controls are not echoed`() {
    var long = PasteReader(limit: 3)
    _ = long.take(Array("abcd".utf8))
    #expect(long.state == .tooLong)
    var reader = PasteReader(limit: 100)
    let echo = reader.take(Array("\u{1b}[200~a\u{1b}[2Jb\u{9b}\u{1b}[201~yes\n".utf8))
    #expect(reader.state == .done && reader.text == Array("a\u{1b}[2Jb\u{9b}".utf8))
    #expect(String(decoding: echo, as: UTF8.self) == "a[2Jb?")
    // In pieces, wherever they are cut.
    var pieces = PasteReader(limit: 100)
    for byte in Array("\u{1b}[200~a\n\nb\u{1b}[201~yes\n".utf8) { _ = pieces.take([byte]) }
    #expect(pieces.state == .done && pieces.text == Array("a\n\nb".utf8))
  }
}

@Suite struct `What must be read` {
  @Test func `is paged when it is longer than the terminal, and its end must be reached`() throws {
    let typist = try Typist("review", size: (80, 24))
    try typist.wait(for: "Page 1 of 3: Space continues, b goes back, q stops. ")
    typist.type(" ")
    try typist.wait(for: "Page 2 of 3: ")
    // What is pasted turns no page.
    typist.type("      ")
    typist.forget()
    try typist.type("b", until: "Page 1 of 3: Space continues, b goes back, q stops. ")
    typist.type(" ")
    try typist.wait(for: "Page 2 of 3: Space continues, b goes back, q stops. ")
    typist.type(" ")
    try typist.wait(for: "Page 3 of 3: Space continues to the question, b goes back, q stops. ")
    #expect(typist.seen.contains("line 50."))
    typist.type(" ")
    try typist.wait(for: "\u{1b}[2J\u{1b}[?1049l")
    try typist.wait(for: "[yes/no] ")
    try typist.typeKeys("yes\n")
    #expect(typist.end().result == "agreed\n")
  }

  @Test func `that is left before its end declines`() throws {
    let typist = try Typist("review", size: (80, 24))
    try typist.wait(for: "Page 1 of 3: ")
    typist.type("q")
    try typist.wait(for: "error: the text was not read to its last page")
    #expect(typist.end().status == 1)
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `is laid out again when the window changes`() throws {
    let typist = try Typist("review", size: (80, 24))
    try typist.wait(for: "Page 1 of 3: ")
    typist.resize(80, 14)
    try typist.wait(for: "Page 1 of 5: ")
    typist.signal(SIGTERM)
    try typist.wait(for: "\u{1b}[2J\u{1b}[?1049l")
    #expect(typist.end().status == -SIGTERM)
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `goes to the terminal when talk goes to a file`() throws {
    let typist = try Typist("review", size: (80, 100), talkIsRedirected: true)
    try typist.wait(for: "line 50.\r\n")
    try typist.wait(for: "[yes/no] ")
    try typist.typeKeys("no\n")
    #expect(typist.end().result.hasSuffix("line 50.\nrefused\n"))
  }

  @Test func `a secret longer than the terminal is paged, with a way back`() throws {
    let typist = try Typist("words", size: (80, 24))
    try typist.wait(for: "Page 1 of 3: Space continues. ")
    #expect(typist.seen.contains("word1\r\n") && !typist.seen.contains("word30"))
    typist.type(" ")
    try typist.wait(for: "Page 2 of 3: Space continues. b goes back. ")
    typist.type("b")
    typist.forget()
    try typist.wait(for: "Page 1 of 3: ")
    typist.type(" ")
    try typist.wait(for: "Page 2 of 3: ")
    typist.type(" ")
    try typist.wait(for: "Page 3 of 3: b goes back. Press Enter")
    typist.type("\n")
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.end().status == 0)
  }

  @Test func `many words stand in three columns, read downwards, and few in one`() {
    let arranged = { (lines: String) -> String in
      var bytes = Array(lines.utf8)
      return text(SecretColumns.arranged(SecretBytes(moving: &bytes)))
    }
    #expect(arranged("1 a\n2 b") == "1 a\n2 b" && arranged("") == "")
    let words = (1...13).map { "\($0) \($0 == 2 ? "\u{3042}\u{3044}" : "w")" }
      .joined(separator: "\n")
    #expect(
      arranged(words) == """
        1 w      6 w      11 w
        2 \u{3042}\u{3044}   7 w      12 w
        3 w      8 w      13 w
        4 w      9 w
        5 w      10 w
        """)
    // 24 and 33 words, the longest there are, on 80 by 24.
    for count in [15, 18, 20, 21, 24, 33] {
      let lines = arranged((1...count).map { "\($0)  abcdefgh" }.joined(separator: "\n"))
        .split(separator: "\n")
      #expect(lines.count <= 11 && lines.allSatisfy { $0.count < 60 })
    }
  }

  @Test func `pages end where the terminal does, also for lines that wrap`() {
    let lines = [10, 100, 10, 10].map { String(repeating: "x", count: $0) }
    let text = Array(lines.joined(separator: "\n").utf8)
    var pager = Pager(
      size: (40, 6),
      layout: { columns in
        text.withUnsafeBytes { PagedLines($0, columns: columns).ranges }
      }, reserved: { _, _ in 2 })
    // One row, three, one and one.
    #expect(pager.starts == [0, 4] && pager.shown.map(\.count) == [10, 40, 40, 20])
    #expect(pager.take(.character([0x20])) == .drawn && pager.shown.map(\.count) == [10, 10])
    #expect(pager.refit((100, 4)) && pager.starts == [0, 2] && pager.page == 1)
    #expect(pager.take(.control(0x0a)) == .finished)
    #expect(pager.take(.character([UInt8(ascii: "b")])) == .drawn && pager.page == 0)
    // In the middle of a line: the row at the top stays on the page that is shown.
    pager.fit((40, 4))
    #expect(pager.starts == [0, 2, 4] && pager.take(.control(0x0a)) == .drawn && pager.page == 1)
    #expect(pager.refit((40, 3)) && pager.page == 2)
    #expect(pager.take(.control(4)) == .left)
    // Smaller than anything: nothing is shown, and no key goes on.
    pager.fit((0, 0))
    #expect(pager.needed?.columns == 20 && pager.needed?.rows == 3)
    #expect(pager.take(.control(0x0a)) == .none && pager.take(.control(4)) == .left)
  }

  /// What a terminal of so many columns and rows shows of what was written to it: the rows, from the top.
  private static func shown(_ written: String, columns: Int, rows: Int) -> [String] {
    var lines = [""]
    var width = 0
    for scalar in written.unicodeScalars {
      if scalar == "\n" {
        lines.append("")
        width = 0
        continue
      }
      let more = ColumnWidth.of(scalar)
      if width + more > columns {
        lines.append("")
        width = 0
      }
      lines[lines.count - 1].unicodeScalars.append(scalar)
      width += more
    }
    return lines.suffix(rows)
  }

  @Test(arguments: [true, false])
  func `every character of a text stands on some page, whatever the size of the terminal`(
    isReview: Bool
  ) throws {
    let wide = String(repeating: "\u{3042}a\u{4e00}\u{1f680}e\u{301}", count: 40)
    let text = [
      "a", "", String(repeating: "0123456789", count: 30), wide, "\u{3042}", "", "",
      String(repeating: "x", count: 24), String(repeating: "\u{3042}", count: 12), "the end",
    ].joined(separator: "\n")
    let bytes = Array(text.utf8)
    let frame = PageFrame(
      head: isReview ? "" : "The words of \u{3042}\n\n", mustEnd: isReview,
      last: "Space continues to the question, b goes back, q stops. ")
    var refused = 0
    for columns in Array(1...60) + [80, 100, 132] {
      for rows in Array(1...12) + [24, 50] {
        var pager = Pager(
          size: (columns, rows),
          layout: { columns in bytes.withUnsafeBytes { PagedLines($0, columns: columns).ranges } },
          reserved: { frame.rows(columns: $0, pages: $1) })
        if let needed = pager.needed {
          refused += 1
          #expect(needed.columns >= 20 && (needed.columns > columns || needed.rows > rows))
          // What it asks for is enough.
          pager.fit(needed)
          #expect(pager.needed == nil)
          continue
        }
        var seen = ""
        repeat {
          let page = pager.shown.map { String(decoding: bytes[$0], as: UTF8.self) }
          let written =
            frame.head + page.map { $0 + "\n" }.joined() + "\n"
            + frame.prompt(page: pager.page, of: pager.pageCount)
          let whole = Self.shown(written, columns: columns, rows: .max)
          try #require(whole.count <= rows, "\(columns) by \(rows), page \(pager.page)")
          seen += page.joined()
        } while pager.take(.control(0x0a)) == .drawn
        #expect(seen == text.filter { $0 != "\n" }, "\(columns) by \(rows)")
      }
    }
    #expect(refused > 60)
  }

  @Test func `on a terminal without room for a row of it is not asked about`() throws {
    let typist = try Typist("review", size: (24, 4))
    try typist.wait(
      for: "too few to read what must be read: it needs at least 24 columns and 5 rows")
    #expect(typist.end().status == 1)
    // One row more, and it is read to its end.
    let reader = try Typist("review", size: (24, 5))
    try reader.wait(for: "Page 1 of ")
    reader.resize(24, 3)
    try reader.wait(for: "Make the window larger: it needs at least 24 columns and 5 rows.")
    reader.type(" ")
    reader.resize(80, 60)
    try reader.wait(for: "Space continues to the question")
    reader.type(" ")
    try reader.wait(for: "[yes/no] ")
    try reader.typeKeys("no\n")
    #expect(reader.end().result.hasSuffix("refused\n"))
  }

  @Test func `a question longer than the terminal is paged before it is asked`() throws {
    let question = (1...9).map { "line \($0) of the question" }.joined(separator: "\n")
    let short = RecordingScreen(answers: ["yes"], size: (40, 6))
    #expect(try Console(screen: short).agrees(to: question))
    #expect(short.pages == [question + " [yes/no] "])
    // As much of its end as there is room for stands above the answer.
    #expect(
      short.terminal.hasSuffix(
        "\u{1b}[?1049l"
          + (5...9).map { "line \($0) of the question" }.joined(separator: "\n") + " [yes/no] "
      ), "\(short.terminal)")
    let left = RecordingScreen(answers: [RecordingScreen.leaves, "yes"], size: (40, 6))
    #expect(throws: ProgramError.self) {
      _ = try Console(screen: left).typed("sell", to: question, orElse: "no")
    }
    let tall = RecordingScreen(answers: ["yes"], size: (40, 9))
    #expect(try Console(screen: tall).agrees(to: question))
    #expect(tall.pages.isEmpty)
  }

  @Test func `what was said to a file is shown before the question that follows`() throws {
    let screen = RecordingScreen(
      answers: ["yes", "no", "word", "secret"], talkIsWhereQuestionsAre: false)
    let console = Console(screen: screen)
    console.warn("CUPS keeps what it prints")
    console.talk("The printer is in another house.")
    #expect(try console.agrees(to: "Print it?"))
    #expect(screen.talk == "warning: CUPS keeps what it prints\nThe printer is in another house.\n")
    #expect(screen.terminal == screen.talk + "Print it? [yes/no] ")
    // Once, and before every kind of question; what the review itself shows is not said twice.
    let start = screen.terminal.count
    #expect(try !console.agrees(to: "Again?"))
    console.talk("first")
    try console.showBeforeQuestion("the review")
    #expect(try console.typed("word", to: "Sure?", orElse: "no"))
    console.talk("second")
    _ = try console.secret("Passphrase", from: .terminal)
    #expect(
      screen.terminal.dropFirst(start)
        == "Again? [yes/no] first\nthe review\nSure?\nTo continue, type: word\n"
        + "Anything else stops: second\nPassphrase: ")
    // Longer than the terminal, it is read in pages.
    let long = RecordingScreen(answers: ["yes"], talkIsWhereQuestionsAre: false)
    for number in 0..<30 { Console(screen: long).talk("\(number)") }
    let one = Console(screen: long)
    for number in 0..<30 { one.talk("\(number)") }
    #expect(try one.agrees(to: "Go on?"))
    #expect(long.pages == [(0..<30).map { "\($0)" }.joined(separator: "\n")])
  }

  @Test func `a prompt that wraps pushes no line of the page off the screen`() {
    let frame = PageFrame(head: "", mustEnd: true, last: "Space continues to the question. ")
    for columns in [20, 40, 57, 64, 80, 200] {
      for (page, count) in [(0, 1), (0, 3), (1, 3), (2, 3), (99, 100)] {
        let prompt = frame.prompt(page: page, of: count)
        let taken = 1 + Pager.rows(of: prompt, columns: columns)
        #expect(
          frame.rows(columns: columns, pages: count) >= taken, "\(columns) columns: \(prompt)")
      }
    }
    #expect(
      frame.rows(columns: 80, pages: 1_000) == 2 && frame.rows(columns: 40, pages: 1_000) == 3)
    // As many pages as there may be: their number takes columns too.
    let last = frame.prompt(page: 99_999, of: 100_000)
    #expect(frame.rows(columns: last.count - 1, pages: 100_000) == 3)
  }
}

@Suite struct `What the terminal can show` {
  @Test(arguments: [
    (["TERM": "xterm", "LANG": "C.UTF-8"], false, false),
    (["TERM": "xterm", "LANG": "de_DE.utf8"], false, false),
    (["TERM": "xterm", "LANG": "de_DE.ISO-8859-1"], true, false),
    (["TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C"], true, false),
    (["TERM": "xterm", "LANG": "C", "LC_CTYPE": "C.UTF-8"], false, false),
    (["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"], true, false),
    (["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": ""], false, false),
    (["TERM": "dumb", "LANG": "C.UTF-8"], true, true),
    ([:], true, false),
  ])
  func `is told by the locale, TERM and NO_COLOR`(
    environment: [String: String], plain: Bool, dumb: Bool
  ) {
    let style = TerminalStyle { environment[$0] }
    #expect(style.isPlain == plain && style.isDumb == dumb)
  }

  @Test func `is ASCII in a plain terminal`() {
    #expect(TerminalStyle.plain("Z\u{fc}rich, 50 %") == "Z\\u{fc}rich, 50 %")
  }
}
