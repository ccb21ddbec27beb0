import RecordingScreens
import SecureMemory
import TerminalUI
import Testing
import TextLayout

@testable import SignerHome

@Suite struct `What stands above a whole screen` {
  /// Everything that takes the whole terminal, one after the other.
  private func shown(
    _ size: (columns: Int, rows: Int) = (80, 24), isPlain: Bool = false, action: String?,
    network: String? = nil
  ) throws -> [String] {
    func screen() -> (RecordingScreen, RehearsalScreen) {
      let recording = RecordingScreen(size: size, isPlain: isPlain)
      let screen = RehearsalScreen(recording, action: action)
      if let network { screen.begin(on: network) }
      return (recording, screen)
    }
    var all: [String] = []
    var (recording, marked) = screen()
    try Array("secret".utf8).withUnsafeBytes {
      try marked.showSecret(title: "Words", $0, prompt: "")
    }
    all.append(recording.terminal)
    (recording, marked) = screen()
    try marked.showPages("text")
    all.append(recording.terminal)
    (recording, marked) = screen()
    try marked.readKeys(prompt: "Keys", onSecondScreen: true) { _ in true }
    Array("drawn".utf8).withUnsafeBytes { marked.drawSecondScreen("", $0) }
    all.append(recording.terminal)
    return all
  }

  @Test func `is what one is doing, and that it is a rehearsal`() throws {
    let cleared = "\u{1b}[?1049h\u{1b}[H\u{1b}[2J"
    for (action, network, mark) in [
      ("Sign a payment", "signet", "Sign a payment. REHEARSAL on signet. "),
      ("Sign a payment", nil, "Sign a payment. "), (nil, "signet", "REHEARSAL on signet. "),
      (nil, nil, ""),
    ] {
      let all = try shown(action: action, network: network)
      #expect(all[0].hasPrefix(cleared + mark + "Words\n"))
      #expect(all[1].hasPrefix("\u{1b}[?1049h" + mark + (mark.isEmpty ? "text" : "\n\ntext")))
      // What is drawn anew has lines of its own.
      let line = mark.isEmpty ? "" : mark.dropLast() + "\n"
      #expect(all[2].hasPrefix(cleared + line + "Keys"))
      #expect(all[2].hasSuffix(cleared + line + "drawn"))
    }
  }

  @Test func `is that it is practice before the network is known, and no longer once it is not`()
    throws
  {
    let recording = RecordingScreen()
    let screen = RehearsalScreen(recording, action: "Last word", isRehearsal: true)
    try screen.showPages("text")
    #expect(recording.terminal.contains("Last word. REHEARSAL. \n\ntext"))
    screen.begin(on: "signet")
    try screen.showPages("more")
    #expect(recording.terminal.contains("Last word. REHEARSAL on signet. \n\nmore"))
    screen.end()
    try screen.showPages("real")
    #expect(recording.terminal.contains("Last word. \n\nreal"))
  }

  @Test func `has no letters that a plain terminal has not`() throws {
    let all = try shown(isPlain: true, action: "Zahlen für Zoë")
    #expect(all.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }, "\(all)")
  }

  @Test func `of questions on the first screen is nothing`() throws {
    let recording = RecordingScreen(answers: ["yes"])
    let screen = RehearsalScreen(recording, action: "Sign a payment")
    #expect(try Console(screen: screen).agrees(to: "Go on?"))
    try screen.readKeys(prompt: "Keys", onSecondScreen: false) { _ in true }
    #expect(recording.terminal == "Go on? [yes/no] Keys")
  }

  /// What stands on a first screen of so many rows, of all that was written there.
  private func left(of text: String, rows: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).suffix(rows).joined(
      separator: "\n")
  }

  @Test(arguments: [10, 24, 60])
  func `a question is never asked where nothing on the screen says that it is a rehearsal`(
    rows: Int
  ) throws {
    let count = 3 * rows
    let recording = RecordingScreen(
      answers: Array(repeating: String(repeating: "x", count: 70), count: count),
      size: (80, rows))
    let screen = RehearsalScreen(recording, action: "Bring a seed in", isRehearsal: true)
    let console = Console(screen: screen)
    // The head, as its starter writes it.
    var shown = "REHEARSAL. Bring a seed in\n$ offline-signer seed import\n\n"
    for number in 1...count {
      let before = recording.terminal.count
      let isSecret = number % 3 == 0
      if isSecret {
        _ = try console.secret("Passphrase \(number)")
      } else {
        _ = try console.ask("Question \(number)", orElse: "")
      }
      shown += recording.terminal.dropFirst(before)
      #expect(left(of: shown, rows: rows).contains("REHEARSAL"), "question \(number)")
      // A recording screen has neither an answer, which takes a row more, nor the line feed behind it.
      shown += isSecret ? "\n" : "\n\n"
    }
    // Not above each of them.
    let marks =
      recording.terminal.split(separator: "REHEARSAL", omittingEmptySubsequences: false)
      .count - 1
    #expect(marks > 1 && marks < count / 3)
  }

  @Test func `a question as long as the screen leaves a row for the mark`() throws {
    let lines = (1...22).map { "line \($0)" }.joined(separator: "\n")
    for (rows, isPaged) in [(22, true), (23, false)] {
      let recording = RecordingScreen(answers: ["yes"], size: (80, rows))
      let screen = RehearsalScreen(recording, action: "Sign")
      screen.begin(on: "signet")
      screen.forgetFirstScreen()
      _ = try Console(screen: screen).agrees(to: lines)
      #expect(recording.pages.isEmpty != isPaged, "\(rows)")
      #expect(recording.terminal.contains("REHEARSAL on signet.\n"))
    }
  }

  @Test(arguments: [24, 60])
  func `what is written without pages that say it says it again before it leaves`(rows: Int)
    throws
  {
    let text = (1...200).map { "line \($0)" }
    for (begins, marked) in [(true, true), (false, false)] {
      let recording = RecordingScreen(
        talkIsOnTerminal: true, resultIsOnTerminal: true, size: (80, rows))
      let screen = RehearsalScreen(recording, action: "Look at a payment")
      if begins { screen.begin(on: "signet") }
      let console = Console(screen: screen)
      for line in text { console.talk(line) }
      let said = recording.talk.split(separator: "\n")
      #expect(said.filter { $0.hasPrefix("line") }.map(String.init) == text)
      for start in rows..<said.count where marked {
        let shown = said[(start - rows)..<start]
        #expect(shown.contains("REHEARSAL on signet."), "\(start)")
      }
      #expect(said.contains("REHEARSAL on signet.") == marked)
      // Whose pages are marked by who started it writes its text as it is.
      let outside = RecordingScreen(talkIsOnTerminal: true, size: (80, rows))
      let whole = RehearsalScreen(outside, action: "Settings", isRehearsal: true)
      for line in text { Console(screen: whole).talk(line) }
      #expect(outside.talk.split(separator: "\n").map(String.init) == text)
    }
  }

  @Test func `another process may have written what pushed the mark away`() throws {
    let recording = RecordingScreen(answers: ["yes", "yes", "yes"], talkIsOnTerminal: true)
    let screen = RehearsalScreen(recording, action: "Sign a payment")
    screen.begin(on: "signet")
    let console = Console(screen: screen)
    #expect(try console.agrees(to: "First?"))
    screen.forgetFirstScreen()
    #expect(try console.agrees(to: "Second?"))
    #expect(try console.agrees(to: "Third?"))
    let asked =
      "First? [yes/no] REHEARSAL on signet.\nSecond? [yes/no] Third? [yes/no] "
    #expect(recording.terminal == asked)
    // Where there is no second screen, pages stood on the first.
    let only = RecordingScreen(answers: ["yes", "yes"])
    let bare = RehearsalScreen(only, action: "Sign a payment", keepsFirstScreen: false)
    bare.begin(on: "signet")
    try bare.showPages("pages")
    #expect(try Console(screen: bare).agrees(to: "Go on?"))
    #expect(only.terminal.hasSuffix("REHEARSAL on signet.\nGo on? [yes/no] "))
    // Real coins are no rehearsal.
    bare.end()
    bare.forgetFirstScreen()
    #expect(try Console(screen: bare).agrees(to: "Real?"))
    #expect(only.terminal.hasSuffix("[yes/no] Real? [yes/no] "))
  }

  @Test(arguments: [200, 80, 70, 65, 64, 63, 43, 42, 41, 40, 21])
  func `leaves pictures the rows below it, on any terminal`(columns: Int) throws {
    let title = "A title of forty columns, which is long."
    for (action, network) in [
      (title, "testnet4"), (title, nil), (nil, "testnet4"), (nil, nil),
    ] {
      let recording = RecordingScreen(size: (columns, 24))
      let screen = RehearsalScreen(recording, action: action)
      if let network { screen.begin(on: network) }
      var given = (columns: 0, rows: 0)
      try screen.showLive(isSecret: false) { keys, size in
        given = size
        return keys == nil ? nil : LivePicture(text: "PICTURE", milliseconds: 0)
      }
      let drawn = try #require(recording.terminal.split(separator: "\u{1b}[2J").dropFirst().first)
      let above = try #require(
        drawn.split(separator: "PICTURE", omittingEmptySubsequences: false).first)
      let lines = above.split(separator: "\u{1b}[K\n")
      // A line that is full would have its last letter erased.
      #expect(lines.allSatisfy { ColumnWidth.of($0) < columns || $0.hasSuffix(" ") })
      #expect(lines.allSatisfy { ColumnWidth.of($0) <= columns })
      #expect(given.columns == columns && given.rows == 24 - lines.count)
      let words = ((action.map { "\($0)." } ?? "") + (network.map { "REHEARSAL on \($0)." } ?? ""))
      #expect(lines.joined().filter { $0 != " " } == words.filter { $0 != " " })
    }
  }

  @Test func `and where it stands, nobody can scroll back`() {
    let screen = RecordingScreen()
    #expect(!RehearsalScreen(screen, action: "Sign a payment").canScrollBack)
    #expect(RehearsalScreen(screen, action: nil).canScrollBack)
  }

  @Test func `what is scrolled away goes through it`() {
    let recording = RecordingScreen(size: (80, 3))
    OwnScreen().begin("Here.", on: Console(screen: RehearsalScreen(recording, action: "Sign")))
    #expect(recording.terminal == "\n\n\n\u{1b}[HHere.\n")
  }

  @Test func `a text to be read before a question is read once where nobody can scroll back`()
    throws
  {
    let text = (1...40).map { "line \($0)." }.joined(separator: "\n")
    for (action, talk) in [("Sign a payment", ""), (nil, text + "\n")] {
      let recording = RecordingScreen(talkIsOnTerminal: true)
      try Console(screen: RehearsalScreen(recording, action: action)).showBeforeQuestion(text)
      #expect(recording.talk == talk)
      #expect(recording.pages.count == 1)
    }
    // What has room is not paged, and said.
    let recording = RecordingScreen(talkIsOnTerminal: true)
    try Console(screen: RehearsalScreen(recording, action: "Sign")).showBeforeQuestion("short")
    #expect(recording.talk == "short\n" && recording.pages.isEmpty)
    // Nor is what goes to a file, which the pages show.
    let elsewhere = RecordingScreen(talkIsWhereQuestionsAre: false)
    try Console(screen: RehearsalScreen(elsewhere, action: "Sign")).showBeforeQuestion(text)
    #expect(elsewhere.talk == text + "\n" && elsewhere.pages.count == 1)
  }
}
