import Bytes
import DurableFiles
import Glibc
import RecordingScreens
import Refusals
import SecureMemory
import Synchronization
import TerminalUI
import Testing

func text(_ secret: borrowing SecretBytes) -> String {
  secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `The law of output` {
  @Test func `results, talk and questions go their own ways`() throws {
    let screen = RecordingScreen(answers: ["  yes "])
    let console = Console(screen: screen)
    console.result("address")
    console.talk("looking")
    console.warn("careful")
    #expect(try console.agrees(to: "Go on?"))
    #expect(screen.result == "address\n")
    #expect(screen.talk == "looking\nwarning: careful\n")
    #expect(screen.terminal == "Go on? [yes/no] ")
  }

  @Test func `an error is two lines, and an object with its rule under json`() {
    let error = ProgramError("fee of 0.9 BTC is above the limit", rule: .r04, hint: "lower it")
    let json =
      #"{"error":"fee of 0.9 BTC is above the limit (R04)","hint":"lower it","rule":"R04"}"#
    for isJSON in [false, true] {
      let screen = RecordingScreen()
      #expect(Console(screen: screen, json: isJSON).report(error) == .failed)
      #expect(
        screen.talk == "error: fee of 0.9 BTC is above the limit (R04)\nhint: lower it\n")
      #expect(screen.result == (isJSON ? json + "\n" : ""))
    }
    let unruled = RecordingScreen()
    Console(screen: unruled, json: true).report(ProgramError("no such file", hint: "look"))
    #expect(unruled.result == #"{"error":"no such file","hint":"look","rule":null}"# + "\n")
  }

  @Test func `an error that quotes hostile text cannot write on the terminal`() {
    let screen = RecordingScreen()
    Console(screen: screen).report(ProgramError("no wallet \u{1b}[2J", hint: "\u{202e}look"))
    #expect(screen.talk == "error: no wallet \\u{1b}[2J\nhint: \\u{202e}look\n")
  }

  @Test func `what is said, asked and shown passes the gate, whoever forgot it`() throws {
    let hostile = "paid\u{1b}[2J\n\u{202e}txet"
    let visible = "paid\\u{1b}[2J\n\\u{202e}txet"
    let screen = RecordingScreen(answers: ["yes", "yes", "word", "text"])
    let console = Console(screen: screen)
    console.talk(hostile)
    console.warn(hostile)
    console.result(text: hostile, json: .null)
    #expect(screen.talk == "\(visible)\nwarning: \(visible)\n")
    #expect(screen.result == visible + "\n")
    try console.showBeforeQuestion(hostile)
    #expect(screen.talk.hasSuffix("\n\(visible)\n"))
    _ = try console.agrees(to: hostile)
    _ = try console.agrees(to: "Go on?", showing: hostile, isAnswered: false)
    _ = try console.typed("word", to: hostile, orElse: "")
    _ = try console.ask(hostile, orElse: "")
    for shown in [screen.talk, screen.result, screen.terminal] {
      #expect(!shown.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" })
    }
    #expect(screen.terminal.contains("\(visible) [yes/no] "))
    // What has passed it already stays as it is.
    console.talk(visible)
    #expect(screen.talk.hasSuffix("\n\(visible)\n"))
  }

  @Test func `what is pasted, chosen, hidden or under way passes the gate, whoever forgot it`()
    throws
  {
    let hostile = "paid\u{1b}[2J\u{202e}txet"
    let visible = "paid\\u{1b}[2J\\u{202e}txet"
    func isClean(_ text: String) -> Bool {
      // What clears a line or a screen is ours.
      let ours = [
        "\u{1b}[K", "\u{1b}[?1049h", "\u{1b}[?1049l", "\u{1b}[H", "\u{1b}[2J\u{1b}[3J",
      ]
      var rest = text.replacing("\u{1b}[H\u{1b}[2J", with: "")
      for sequence in ours { rest = rest.replacing(sequence, with: "") }
      return !rest.unicodeScalars.contains { $0 == "\u{1b}" || $0 == "\u{202e}" }
    }
    func shown(
      _ answers: [String] = [], _ body: (Console) throws -> Void
    ) rethrows -> String {
      let screen = RecordingScreen(
        answers: answers, talkIsOnTerminal: true, millisecondsPerLook: 600)
      try body(Console(screen: screen))
      return screen.terminal + screen.talk
    }
    var empty: [UInt8] = []
    let secret = SecretBytes(moving: &empty)
    let texts = [
      try shown(["1"]) { _ = try $0.choose(hostile, from: ["a"], orElse: "") },
      try shown(["1"]) { _ = try $0.choose("Which?", from: [hostile], orElse: "") },
      try shown(["x"]) { _ = try $0.paste(hostile, limit: 9, orElse: "") },
      try shown(["x"]) { _ = try $0.secret(hostile) },
      try shown([""]) { try $0.showSecret(title: hostile, secret) },
      try shown(["x"]) { _ = try $0.countedSecret(hostile, option: "rolls") { _ in "" } },
      try shown(["x"]) { _ = try $0.countedSecret("Rolls", option: "rolls") { _ in hostile } },
      try shown(["x"]) { try $0.drawnKeys("", option: "words", first: hostile) { _ in nil } },
      try shown(["x"]) { _ = try $0.keyGaps(hostile, count: 1) },
      shown { $0.working(hostile) {} },
      shown { console in
        let progress = console.progress(hostile, unit: hostile)
        progress.update(1)
        progress.update(2)
      },
    ]
    for (number, text) in texts.enumerated() {
      #expect(isClean(text) && text.contains(visible), "\(number): \(text)")
    }
  }

  @Test func `Enter alone is an empty answer, the end of input none`() throws {
    let screen = RecordingScreen(answers: [""])
    let console = Console(screen: screen)
    var lengths: [Int?] = []
    for _ in 0..<2 {
      if let line = try console.countedSecret("Rolls", option: "rolls", progress: { _ in "" }) {
        lengths.append(line.count)
      } else {
        lengths.append(nil)
      }
    }
    #expect(lengths == [0, nil])
    // What was shown before the question stays in sight.
    #expect(!screen.terminal.contains("\u{1b}[?1049h"))
  }

  @Test func `one gap between keys is measured where one is wanted`() throws {
    let console = Console(screen: RecordingScreen(answers: ["ab"]))
    let count = try console.keyGaps("Press keys", count: 1).count
    #expect(count == 8)
  }

  @Test func `a result takes the form that was asked for`() {
    let json: JSONValue = ["fee": .number("5")]
    let plain = RecordingScreen()
    Console(screen: plain).result(text: "fee 5", json: json)
    #expect(plain.result == "fee 5\n")
    let script = RecordingScreen()
    Console(screen: script, json: true).result(text: "fee 5", json: json)
    #expect(script.result == "{\"fee\":5}\n")
  }

  @Test func `errors of files keep their hint and any other error gets one`() {
    struct Odd: Error {}
    struct Worded: Error, CustomStringConvertible { var description: String { "it broke" } }
    let file = ProgramError(any: FileError.exists(path: "a"))
    #expect(file.message == "a: already exists (R25)")
    #expect(file.hint.contains("--force"))
    #expect(ProgramError(any: Worded()).message == "it broke")
    #expect(ProgramError(any: Odd()).message == "unexpected error of type Odd")
    #expect(!ProgramError(any: Odd()).hint.isEmpty)
    let usage = ProgramError("a", hint: "b", exitCode: .wrongUsage)
    #expect(ProgramError(any: usage) == usage)
    #expect(ProgramError(usage, during: "reading").message == "reading: a")
    #expect(ProgramError(usage, during: "reading").exitCode == .wrongUsage)
  }
}

@Suite struct `Questions` {
  @Test func `without a terminal are refused with the option that answers`() {
    let screen = RecordingScreen(hasTerminal: false)
    let console = Console(screen: screen)
    #expect(throws: ProgramError.self) { try console.agrees(to: "Go on?") }
    do throws(ProgramError) {
      _ = try console.typed("R04", to: "The fee is high.", orElse: "--accept R04")
      Issue.record("answered without a terminal")
    } catch {
      #expect(error.hint == "--accept R04")
      #expect(error.exitCode == .failed)
    }
    #expect(screen.terminal.isEmpty)
  }

  @Test(arguments: [
    (["yes"], true), (["Y"], true), (["no"], false), ([""], false), ([], false),
    (["yse", "yes"], true), (["a", "b", "c", "yes"], false),
  ]) func `take only yes for yes`(answers: [String], agrees: Bool) throws {
    let console = Console(screen: RecordingScreen(answers: answers))
    #expect(try console.agrees(to: "Go on?") == agrees)
  }

  @Test(arguments: [("R04", true), (" R04 ", true), ("r04", false), ("yes", false), ("", false)])
  func `take a word only as it stands`(answer: String, accepted: Bool) throws {
    let console = Console(screen: RecordingScreen(answers: [answer]))
    #expect(try console.typed("R04", to: "High fee.", orElse: "") == accepted)
  }

  @Test func `choose by number or name`() throws {
    let choices = ["mainnet", "signet"]
    for (answers, index) in [(["2"], 1), (["mainnet"], 0), (["0", "3", "2"], 1)] {
      let console = Console(screen: RecordingScreen(answers: answers))
      #expect(try console.choose("Which?", from: choices, orElse: "") == index)
    }
    let console = Console(screen: RecordingScreen(answers: ["x", "y", "z", "1"]))
    #expect(throws: ProgramError.self) {
      try console.choose("Which?", from: choices, orElse: "")
    }
    // More of them than there are rows: they are paged, so that the first is seen too.
    let screen = RecordingScreen(answers: ["1"], size: (80, 10))
    let many = (1...20).map { "choice \($0)" }
    #expect(try Console(screen: screen).choose("Which?", from: many, orElse: "") == 0)
    #expect(screen.pages.count == 1 && screen.pages[0].contains("  20  choice 20"))
    #expect(screen.terminal.hasSuffix("Which? 1 to 20: "), "\(screen.terminal)")
  }

  @Test func `the end of input is no answer`() {
    let console = Console(screen: RecordingScreen())
    #expect(throws: ProgramError.self) { try console.ask("Name", orElse: "give it") }
    #expect(throws: ProgramError.self) { _ = try console.secret("Passphrase") }
  }
}

@Suite struct `Secrets` {
  @Test func `come from the terminal and are not repeated there`() throws {
    let screen = RecordingScreen(answers: ["correct horse"])
    let secret = try Console(screen: screen).secret("Passphrase")
    #expect(text(secret) == "correct horse")
    #expect(screen.terminal == "Passphrase: ")
    #expect(screen.result.isEmpty && screen.talk.isEmpty)
  }

  @Test(arguments: [
    ("abc\n", "abc"), ("abc\r\n", "abc"), ("abc", "abc"), ("abc\n\n", "abc\n"),
    (" a b \n", " a b "),
  ]) func `come from a file or a descriptor, without the last line feed`(
    contents: String, expected: String
  ) throws {
    let path = "/tmp/drawbridge-secret-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    try AtomicFile.write(Array(contents.utf8), to: path)
    defer { unlink(path) }
    let console = Console(screen: RecordingScreen(hasTerminal: false))
    #expect(text(try console.secret("Passphrase", from: .file(path: path))) == expected)
    let file = open(path, O_RDONLY)
    defer { close(file) }
    #expect(text(try console.secret("Passphrase", from: .descriptor(file))) == expected)
  }

  @Test func `that are empty, missing or too long are refused`() throws {
    let path = "/tmp/drawbridge-secret-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    defer { unlink(path) }
    let console = Console(screen: RecordingScreen(hasTerminal: false))
    #expect(throws: ProgramError.self) {
      _ = try console.secret("Passphrase", from: .file(path: path))
    }
    try AtomicFile.write([0x0a], to: path)
    #expect(throws: ProgramError.self) {
      _ = try console.secret("Passphrase", from: .file(path: path))
    }
    let none = try console.secret("Passphrase", from: .file(path: path), mayBeEmpty: true)
    #expect(text(none) == "")
    try AtomicFile.write(Array(repeating: 0x61, count: 4_001), to: path, replacing: .yes)
    #expect(throws: ProgramError.self) {
      _ = try console.secret("Passphrase", from: .file(path: path))
    }
    #expect(throws: ProgramError.self) {
      _ = try console.secret("Passphrase", from: .descriptor(9_999))
    }
    do throws(ProgramError) {
      _ = try console.secret("Passphrase")
      Issue.record("read without a terminal")
    } catch {
      #expect(error.hint.contains("--passphrase-file"))
    }
  }

  @Test func `that are new are typed twice`() throws {
    let screen = RecordingScreen(answers: ["a", "b", "c", "c"])
    #expect(text(try Console(screen: screen).newSecret("New passphrase")) == "c")
    let never = RecordingScreen(answers: ["a", "b", "c", "d", "e", "f", "g", "g"])
    #expect(throws: ProgramError.self) {
      _ = try Console(screen: never).newSecret("New passphrase")
    }
  }

  @Test func `are shown on the terminal alone, and taken away`() throws {
    let screen = RecordingScreen(answers: [""])
    var bytes = Array("abandon ability".utf8)
    try Console(screen: screen).showSecret(title: "Seed", SecretBytes(moving: &bytes))
    #expect(screen.terminal.contains("abandon ability"))
    #expect(screen.terminal.hasSuffix("\u{1b}[2J\u{1b}[3J\u{1b}[?1049l"))
    #expect(screen.result.isEmpty && screen.talk.isEmpty)
    var again = Array("abandon ability".utf8)
    let nowhere = Console(screen: RecordingScreen(hasTerminal: false))
    let secret = SecretBytes(moving: &again)
    #expect(throws: ProgramError.self) { try nowhere.showSecret(title: "Seed", secret) }
  }

  @Test func `have one source`() throws {
    #expect(try SecretSource(file: nil, descriptor: nil) == .terminal)
    #expect(try SecretSource(file: "a", descriptor: nil) == .file(path: "a"))
    #expect(try SecretSource(file: nil, descriptor: 3) == .descriptor(3))
    #expect(throws: ProgramError.self) { try SecretSource(file: "a", descriptor: 3) }
    #expect(throws: ProgramError.self) { try SecretSource(file: nil, descriptor: -1) }
  }
}

@Suite struct `Tables and progress` {
  @Test func `columns line up, also with wide characters`() {
    var table = Table("NAME", .init("BTC", .right))
    #expect(table.isEmpty)
    table.add(["a", "0.5"])
    table.add(["日本", "12.5"])
    table.add(["x\u{1b}", "1"])
    table.add(["short"])
    #expect(
      table.text == """
        NAME      BTC
        a         0.5
        日本     12.5
        x\\u{1b}     1
        short
        """)
  }

  @Test func `a table of plain text is the same as one whose text is measured letter by letter`() {
    var plain = Table(.init("a", .right), "b", "c")
    var measured = Table(.init("a", .right), "b", "c", "ä")
    for cells in [["1", "", "x  "], ["22", "long cell", ""], ["", "~ !", "y"]] {
      plain.add(cells)
      measured.add(cells)
    }
    #expect(plain.text == " a  b          c\n 1             x\n22  long cell\n    ~ !        y")
    #expect(measured.text == plain.text.replacing(" c\n", with: " c    ä\n"))
  }

  @Test func `a long table goes out in pieces of whole lines that are the text of the whole`() {
    var table = Table(.init("a", .right), "b", .init("text", .left, .wraps))
    for row in 0..<3_000 {
      table.add(["\(row)", row % 700 == 0 ? "日本" : "", "number \(row) of several"])
    }
    for columns in [nil, 30] {
      var pieces: [[UInt8]] = []
      table.write(columns: columns) { pieces.append($0) }
      #expect(pieces.allSatisfy { $0.count < 70_000 && $0.last == UInt8(ascii: "\n") })
      #expect(pieces.count > 1)
      let text = String(decoding: pieces.joined(), as: UTF8.self)
      #expect(text == table.text(columns: columns) + "\n")
      #expect(columns != nil || text.split(separator: "\n").count == 3_001)
    }
    // The rows lie in blocks; each is found where it was put.
    #expect(table.cell(511, 0) == "511" && table.cell(512, 0) == "512")
    #expect(table.cell(2_800, 1) == "日本" && table.cell(2_999, 2) == "number 2999 of several")
    let screen = RecordingScreen()
    Console(screen: screen).result(table: table)
    #expect(screen.result == table.text + "\n")
  }

  @Test func `nothing is said before a second has passed`() {
    let quick = RecordingScreen(talkIsOnTerminal: true)
    let progress = Console(screen: quick).progress("Signing", unit: "inputs")
    for done in 0..<100 { progress.update(done, of: 100) }
    progress.end()
    #expect(quick.talk.isEmpty)
  }

  @Test func `a long step says how far it is and cleans up`() {
    let screen = RecordingScreen(talkIsOnTerminal: true, millisecondsPerLook: 600)
    let progress = Console(screen: screen).progress("Signing", unit: "inputs")
    progress.update(1, of: 4)
    #expect(screen.talk.isEmpty)
    progress.update(2, of: 4)
    #expect(screen.talk == "\r\u{1b}[KSigning: 2 of 4 inputs (50 %), 1 s")
    progress.end()
    #expect(screen.talk.hasSuffix("1 s\r\u{1b}[K"))
  }

  @Test func `a log gets a line every ten seconds, not more`() {
    let screen = RecordingScreen(millisecondsPerLook: 1_000)
    let progress = Console(screen: screen).progress("Reading", unit: "frames")
    for done in 1...12 { progress.update(done) }
    progress.end()
    #expect(screen.talk == "Reading: 1 frames, 1 s\nReading: 11 frames, 11 s\n")
  }

  @Test func `a step that nobody can measure says that it goes on, and nothing once it has ended`()
  {
    let screen = RecordingScreen(talkIsOnTerminal: true, millisecondsPerLook: 600)
    let progress = Console(screen: screen).progress("waiting for the node")
    progress.goesOn()
    #expect(screen.talk.isEmpty)
    progress.goesOn()
    #expect(screen.talk == "\r\u{1b}[Kwaiting for the node, 1 s")
    progress.end()
    let said = screen.talk
    progress.goesOn()
    #expect(screen.talk == said)
  }

  @Test func `what goes on keeps the last measure`() {
    let screen = RecordingScreen(talkIsOnTerminal: true, millisecondsPerLook: 600)
    let progress = Console(screen: screen).progress("looking", unit: "blocks")
    progress.update(3, of: 4)
    progress.goesOn()
    #expect(screen.talk == "\r\u{1b}[Klooking: 3 of 4 blocks (75 %), 1 s")
  }

  @Test func `working says so on a terminal and takes it back`() {
    let screen = RecordingScreen(talkIsOnTerminal: true)
    let five = Console(screen: screen).working("Opening the vault") { 5 }
    #expect(five == 5)
    #expect(screen.talk == "Opening the vault ...\r\u{1b}[K")
    let log = RecordingScreen()
    Console(screen: log).working("Opening the vault") {}
    #expect(log.talk.isEmpty)
  }
}
