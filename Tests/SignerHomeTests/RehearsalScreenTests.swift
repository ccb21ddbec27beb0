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
