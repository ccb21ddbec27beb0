import CommandLineInterface
import RecordingScreens
import TerminalUI
import Testing

/// What `watch` has handled, and when.
@Suite struct FolderWatchTests {
  private func file(_ name: String, size: Int64 = 9, changed: Int64 = 1) -> WatchedFile {
    WatchedFile(name: name, size: size, changed: changed, number: 7)
  }

  private func names(_ files: [WatchedFile]) -> [String] { files.map(\.name) }

  @Test func `a file that is still being copied is waited for`() {
    var arrivals = FolderArrivals()
    #expect(arrivals.next([file("pay.psbt", size: 5)]).isEmpty)
    #expect(arrivals.next([file("pay.psbt", size: 9)]).isEmpty)
    #expect(arrivals.next([file("pay.psbt", size: 9, changed: 2)]).isEmpty)
    #expect(names(arrivals.next([file("pay.psbt", size: 9, changed: 2)])) == ["pay.psbt"])
  }

  @Test func `each file is handled once, and again when it was changed`() {
    var arrivals = FolderArrivals(isImpatient: true)
    let first = file("pay.psbt")
    #expect(names(arrivals.next([first])) == ["pay.psbt"])
    arrivals.note(first)
    #expect(arrivals.next([first]).isEmpty)
    #expect(arrivals.next([]).isEmpty, "the stick is pulled out")
    #expect(arrivals.next([first]).isEmpty, "and put in again")
    #expect(names(arrivals.next([file("pay.psbt", changed: 2)])) == ["pay.psbt"])
  }

  @Test func `what cannot be a payment is left alone`() {
    var arrivals = FolderArrivals(isImpatient: true)
    let others = [
      file("notes.odt"), file(".pay.psbt"), file("empty.psbt", size: 0), file("psbt"),
      file("large.psbt", size: 100_000_001), file("pay\u{1B}[2J.psbt"), file("pay\u{FFFD}.psbt"),
    ]
    #expect(arrivals.next(others).isEmpty)
    #expect(names(arrivals.next([file("b.GIF"), file("a.txt")])) == ["a.txt", "b.GIF"])
  }

  @Test func `a payment whose answer lies beside it is left alone, and the answer is not`() {
    var arrivals = FolderArrivals(isImpatient: true)
    let all = [file("pay.psbt"), file("pay-signed.psbt")]
    #expect(names(arrivals.next(all)) == ["pay-signed.psbt"])
    #expect(names(arrivals.next(all + [file("pay-signed-2.psbt")])) == ["pay-signed-2.psbt"])
  }

  @Test(arguments: [
    ("pay.psbt", "pay-signed.psbt"), ("pay-signed.psbt", "pay-signed-2.psbt"),
    ("pay-signed-2.psbt", "pay-signed-3.psbt"), ("pay.txt", "pay-signed.txt"),
    ("pay.gif", "pay-signed.psbt"), ("a-signed-b.psbt", "a-signed-b-signed.psbt"),
    ("a-signed-99.psbt", "a-signed-100.psbt"), ("a-signed-100.psbt", "a-signed-100-signed.psbt"),
    ("a-signed-1.psbt", "a-signed-1-signed.psbt"),
  ])
  func `an answer is named after what it answers`(name: String, answer: String) {
    #expect(file(name).answerName == answer)
  }

  @Test func `a failure is said, and does not end the watch`() throws {
    let screen = RecordingScreen()
    var handled: [String] = []
    var looks = [
      nil, [file("a.psbt"), file("b.psbt")], [file("a.psbt"), file("b.psbt")],
      [file("a.psbt"), file("b.psbt")], [file("a.psbt"), file("b.psbt")],
    ]
    var watch = FolderWatch("stick") { _, _ in [] }
    watch.look = { () throws(ProgramError) in
      guard !looks.isEmpty else { throw ProgramError("pulled out", hint: "") }
      return looks.removeFirst()
    }
    watch.pause = {}
    watch.handle = { (file) throws(ProgramError) in
      handled.append(file.name)
      return file.name == "a.psbt" ? 1 : 0
    }
    #expect(throws: ProgramError.self) {
      try watch.run(once: false, deed: "signed", on: Console(screen: screen))
    }
    #expect(handled == ["a.psbt", "b.psbt"])
    let said = screen.talk
    #expect(said.contains("The folder is not there yet. Waiting for it; Ctrl-C ends."))
    #expect(said.components(of: "It was not signed. Watching for more payments") == 1, "\(said)")
  }

  @Test func `of a command that a signal ended, nobody says that it did nothing`() throws {
    let screen = RecordingScreen()
    var looks = [[file("a.psbt")], [file("a.psbt")], [file("a.psbt")]]
    var watch = FolderWatch("stick") { _, _ in [] }
    watch.look = { () throws(ProgramError) in
      guard !looks.isEmpty else { throw ProgramError("pulled out", hint: "") }
      return looks.removeFirst()
    }
    watch.pause = {}
    watch.handle = { _ in 137 }
    #expect(throws: ProgramError.self) {
      try watch.run(once: false, deed: "signed", on: Console(screen: screen))
    }
    #expect(
      screen.talk.contains(
        "Signal 9 ended the command before it said whether the payment was signed"))
    #expect(!screen.talk.contains("It was not signed."))
  }

  @Test func `once handles what lies there, and gives the worst exit code`() throws {
    let screen = RecordingScreen()
    var watch = FolderWatch("stick") { _, _ in [] }
    watch.look = { [self] in [file("a.psbt"), file("b.psbt"), file("c.psbt")] }
    watch.handle = { $0.name == "a.psbt" ? 3 : $0.name == "b.psbt" ? 1 : 0 }
    let console = Console(screen: screen)
    #expect(try watch.run(once: true, deed: "signed", on: console) == 3)
    #expect(try watch.run(once: true, good: [0, 3], deed: "collected", on: console) == 1)
    watch.look = { [] }
    #expect(try watch.run(once: true, deed: "signed", on: console) == 0)
    #expect(screen.talk.contains("No payment lies there that waits."))
    watch.look = { nil }
    #expect(throws: ProgramError.self) {
      try watch.run(once: true, deed: "signed", on: console)
    }
  }
}

extension String {
  /// How many times a text stands in this one.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
