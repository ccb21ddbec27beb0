import Glibc
import Testing

@testable import TerminalUI

/// A run on a stage of 80 by 24 where nobody can scroll back, and a person who presses keys.
@Suite struct `On a stage` {
  private static let line = "Sign a payment - Space continues "
  private static let erased = "\r\u{1b}[K"

  private func typist(
    _ mode: String, rows: UInt16 = 24, talkIsRedirected: Bool = false, resultIsShown: Bool = false,
    title: String = "Sign a payment", _ variables: String...
  ) throws -> Typist {
    try Typist(
      mode, size: (80, rows), talkIsRedirected: talkIsRedirected, resultIsShown: resultIsShown,
      environment: ["LC_ALL=C.UTF-8", "\(Stage.variable)=\(title)"] + variables)
  }

  private func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "line \($0).\r\n" }.joined()
  }

  /// Waits for a full page that ends with a line.
  private func wait(_ typist: Typist, forPageTo number: Int) throws {
    try typist.wait(for: "line \(number).\r\n\(Self.line)")
  }

  @Test(arguments: [" ", "\n"]) func `each full screen waits for a key`(key: String) throws {
    let typist = try typist("stage")
    try wait(typist, forPageTo: 23)
    #expect(!typist.echoes && !typist.takesLines)
    typist.type(key)
    try wait(typist, forPageTo: 46)
    typist.type(key)
    let (result, status) = typist.endReading()
    #expect(status == 0 && result == "done\n")
    #expect(
      typist.seen == lines(1...23) + Self.line + Self.erased + lines(24...46) + Self.line
        + Self.erased + lines(47...50))
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `without a title nothing waits`() throws {
    for variables in [[], ["\(Stage.variable)="]] {
      let typist = try Typist("stage", size: (80, 24), environment: variables)
      #expect(typist.endReading().status == 0)
      #expect(typist.seen == lines(1...50))
    }
  }

  @Test func `practice is said on every page`() throws {
    let typist = try typist("stage", "\(Stage.rehearsalVariable)=yes")
    try typist.wait(for: "line 23.\r\nREHEARSAL. \(Self.line)")
    typist.type(" ")
    try typist.wait(for: "line 46.\r\nREHEARSAL. \(Self.line)")
    typist.type(" ")
    #expect(typist.endReading().status == 0)
  }

  @Test func `what goes elsewhere is not counted`() throws {
    let typist = try typist("stage", talkIsRedirected: true)
    #expect(typist.endReading().status == 0)
    #expect(typist.seen.isEmpty)
  }

  @Test func `results and talk are counted together`() throws {
    let typist = try typist("stage-results", resultIsShown: true)
    try wait(typist, forPageTo: 23)
    typist.type(" ")
    _ = typist.endReading()
    #expect(typist.seen.hasSuffix(Self.erased + "line 24.\r\n"))
  }

  @Test func `other keys and pasted text turn no page`() throws {
    let typist = try typist("stage")
    try wait(typist, forPageTo: 23)
    for (number, keys) in [
      "q", "b", "\u{4}", "  ", "\n\n\n", "\u{1b}[A", "\u{1b}[200~ \u{1b}[201~",
    ]
    .enumerated() {
      typist.type(keys)
      // A change of the window is seen before the keys are, or after: the second one after them.
      for more in 1...2 {
        typist.forget()
        typist.resize(80 + UInt16(2 * number + more), 24)
        try typist.wait(for: Self.erased + Self.line)
      }
    }
    typist.forget()
    try typist.type(" ", until: "line 46.\r\n\(Self.line)")
    #expect(typist.seen.hasPrefix("\(Self.erased)line 24.\r\n"))
  }

  @Test func `what was typed before a page is full turns none`() throws {
    let typist = try typist("stage")
    typist.type(" ")
    typist.type(" ")
    try wait(typist, forPageTo: 23)
    typist.type(" ")
    try wait(typist, forPageTo: 46)
  }

  @Test func `a lower window has shorter pages`() throws {
    let typist = try typist("stage")
    try wait(typist, forPageTo: 23)
    typist.resize(80, 10)
    typist.type(" ")
    try wait(typist, forPageTo: 32)
    typist.type(" ")
    try wait(typist, forPageTo: 41)
  }

  @Test func `in a narrow window the line keeps to its row`() throws {
    let typist = try typist("stage")
    try wait(typist, forPageTo: 23)
    typist.resize(30, 24)
    try typist.wait(for: Self.erased + "Sign a pay - Space continues ")
    typist.resize(20, 24)
    try typist.wait(for: Self.erased + "Space ")
    typist.type(" ")
    try typist.wait(for: "line 46.\r\nSpace ")
  }

  @Test func `an answered question is a key for what stands above`() throws {
    let typist = try typist("stage-asks")
    try typist.wait(for: "[yes/no] ")
    try typist.typeKeys("yes\n")
    #expect(typist.endReading().result == "agreed\n")
    #expect(!typist.seen.contains(Self.line))
    let keys = try self.typist("stage-keys")
    try keys.wait(for: "Rolls:")
    try keys.wait { !keys.takesLines }
    keys.type("1")
    try keys.wait(for: "1 so far")
    keys.type("\n")
    _ = keys.endReading()
    #expect(!keys.seen.contains(Self.line) && keys.seen.hasSuffix("line 40.\r\n"))
    // On the last row, too: what is written over there is part of the question.
    let low = try self.typist("stage-keys", rows: 22)
    try low.wait(for: "Rolls:")
    try low.wait { !low.takesLines }
    low.type("1")
    try low.wait(for: "line 20.\r\nRolls:\r\n  \r\u{1b}[K  1 so far")
    let secret = try self.typist("stage-secret")
    try secret.wait(for: "Passphrase: ")
    try secret.wait { !secret.echoes }
    secret.type("hunter2\n")
    #expect(secret.endReading().result == "got 7 bytes\n")
    #expect(!secret.seen.contains(Self.line))
  }

  @Test func `a paste is no page, however long, and its end is a key`() throws {
    let typist = try typist("stage-pastes")
    try typist.wait(for: "empty line)")
    try typist.wait { !typist.takesLines }
    for number in 1...40 {
      typist.type("pasted \(number)\n")
      try typist.wait(for: "pasted \(number)\r\n")
    }
    typist.type("\n")
    let bytes = (1...40).map { "pasted \($0)\n".utf8.count }.reduce(0, +)
    #expect(typist.endReading().result == "got \(bytes) bytes\n")
    #expect(!typist.seen.contains(Self.line))
  }

  @Test func `a question that has no room waits, and is then asked whole`() throws {
    let typist = try typist("stage-long-question")
    try wait(typist, forPageTo: 19)
    #expect(!typist.seen.contains("question"))
    typist.type(" ")
    try typist.wait(for: "[yes/no] ")
    #expect(typist.seen.contains(Self.erased + "\u{1b}[?2004hquestion 1.\r\nquestion 2.\r\n"))
    try typist.typeKeys("yes\n")
    #expect(typist.endReading().result == "agreed\n")
    let fitting = try self.typist("stage-long-question", rows: 25)
    try fitting.wait(for: "[yes/no] ")
    #expect(!fitting.seen.contains(Self.line))
  }

  @Test func `the second screen's keys are not for the first one`() throws {
    let typist = try typist("stage-pages")
    try typist.wait(for: "Page 1 of 2")
    typist.type(" ")
    try typist.wait(for: "Page 2 of 2")
    typist.type(" ")
    try typist.wait(for: "\u{1b}[?1049l" + lines(16...23) + Self.line)
    typist.type(" ")
    _ = typist.endReading()
    #expect(typist.seen.hasSuffix(Self.erased + lines(24...30)))
  }

  @Test func `what is said on the second screen is not counted`() throws {
    let typist = try typist("stage-live")
    _ = typist.endReading()
    #expect(typist.seen.contains("line 105.\r\n") && typist.seen.hasSuffix(lines(16...23)))
    #expect(!typist.seen.contains(Self.line))
  }

  @Test func `a line that is written over is one row`() throws {
    let typist = try typist("stage-progress")
    _ = typist.endReading()
    #expect(!typist.seen.contains(Self.line) && typist.seen.hasSuffix("line 23.\r\n"))
  }

  @Test func `what is scrolled away was seen before`() throws {
    let typist = try typist("stage-own")
    try wait(typist, forPageTo: 5)
    typist.type(" ")
    _ = typist.endReading()
    let away = String(repeating: "\r\n", count: 24) + "\u{1b}[HHere.\r\n"
    #expect(typist.seen.hasSuffix(Self.erased + away + lines(6...25)))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGSEGV])
  func `whatever ends it takes the line away and puts the terminal back`(number: Int32) throws {
    let typist = try typist("stage")
    try wait(typist, forPageTo: 23)
    if number == SIGINT { typist.type("\u{3}") } else { typist.signal(number) }
    try typist.wait(for: Self.line + Self.erased)
    #expect(typist.end().status == -number)
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `after a stop it waits again`() throws {
    let typist = try typist("stage")
    try wait(typist, forPageTo: 23)
    typist.signal(SIGTSTP)
    try typist.waitUntilStopped()
    #expect(typist.echoes)
    typist.forget()
    typist.signal(SIGCONT)
    try typist.wait(for: Self.line)
    try typist.type(" ", until: "line 46.\r\n")
  }

  @Test func `on a terminal without sequences the line stays where it stood`() throws {
    let typist = try typist("stage", "TERM=dumb")
    try wait(typist, forPageTo: 23)
    typist.type(" ")
    try typist.wait(for: Self.line + "\r\n" + lines(24...46) + Self.line)
    typist.type(" ")
    #expect(typist.endReading().result == "done\n")
    #expect(!typist.seen.contains("\u{1b}"))
  }

  @Test func `a title is cut, and steers no terminal`() {
    #expect(Stage(title: "") == nil)
    #expect(Stage(title: "Sign\u{1b}[2J")?.title == "Sign\\u{1b}[2J")
    let long = Stage(title: String(repeating: "漢", count: 30))
    #expect(long?.title == String(repeating: "漢", count: 20))
    for columns in 1...100 {
      for isPlain in [false, true] {
        let line = long?.line(columns: columns, isPlain: isPlain) ?? ""
        #expect(Pager.rows(of: line, columns: columns) == 1, "\(columns): \(line)")
      }
    }
  }
}
