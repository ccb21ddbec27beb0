import Foundation
import Glibc
import Isolation
import Testing

/// A reviewer on its own terminal, key-keeper on the real one, and a person who types on it.
@Suite struct `A reviewer's terminal` {
  @Test func `shows all that it writes, to the last line, and ends with its exit code`() throws {
    let desk = try Desk("writes")
    let (_, status) = try desk.end()
    #expect(status == 5)
    let lines = desk.seen.split(separator: "\r\n")
    #expect(lines == (1...3_000).map { "line \($0) of the review" })
  }

  @Test func `takes keys while it asks, and the real one is put back`() throws {
    let desk = try Desk("asks")
    try desk.wait(for: "Name: ")
    #expect(!desk.isAsItWas)
    try desk.typeKeys("Zoë\n")
    let (_, status) = try desk.end()
    #expect(status == 0)
    #expect(desk.seen.contains("got Zoë\r\n"))
    #expect(desk.isAsItWas)
    #expect(desk.seen.hasSuffix("got Zoë\r\n"))
  }

  @Test func `and key-keeper's take turns`() throws {
    let desk = try Desk("asks twice")
    try desk.wait(for: "Name: ")
    try desk.typeKeys("one\n")
    try desk.wait(for: "The last question: ")
    try desk.typeKeys("two\n")
    try desk.wait(for: "keeper got two\r\n")
    try desk.wait(for: "Name again: ")
    try desk.typeKeys("three\n")
    #expect(try desk.end().status == 0)
    #expect(desk.seen.contains("got three\r\n"))
    #expect(desk.isAsItWas)
  }

  @Test func `what was typed before a question is no answer, and none of it is left`() throws {
    let desk = try Desk("asks")
    desk.type("early\n")
    try desk.wait(for: "Name: ")
    try desk.typeKeys("late\n")
    _ = try desk.end()
    #expect(desk.seen.contains("got late\r\n"))
  }

  @Test func `turns pages on its second screen`() throws {
    let desk = try Desk("pages")
    try desk.wait(for: "line 1.")
    while !desk.seen.contains("read to the end") {
      desk.forget()
      try desk.type(" ", until: "\n")
    }
    #expect(try desk.end().status == 0)
    #expect(desk.isAsItWas)
  }

  @Test func `gives whole lines to a reviewer that reads its standard input`() throws {
    let desk = try Desk("lines", "-")
    desk.type("one\n")
    try desk.wait(for: "got one\r\n")
    desk.type("two")
    desk.type("\u{4}")
    desk.type("\u{4}")
    try desk.wait(for: "end of input")
    #expect(desk.seen.contains("got two\r\n"))
    #expect(try desk.end().status == 0)
  }

  @Test func `leaves what is typed to the shell while it asks nothing`() throws {
    let desk = try Desk("writes")
    try desk.wait(for: "line 1 of the review")
    desk.type("ls\n")
    #expect(try desk.end().status == 5)
    // Echoed by the real terminal, and still there to be read.
    #expect(desk.seen.contains("ls\r\n"))
    let shell = open(desk.name, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    defer { close(shell) }
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(shell, &bytes, 10) == 3)
  }

  @Test func `grows with the window`() throws {
    let desk = try Desk("size", columns: 70)
    try desk.wait(for: "at 70 columns")
    desk.resize(132, 50)
    try desk.wait(for: "at 132 columns")
    #expect(try desk.end().status == 0)
  }

  @Test func `nothing but text and a few sequences reaches the screen`() throws {
    let desk = try Desk("controls")
    #expect(try desk.end().status == 0)
    #expect(
      desk.seen.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\r" || $0 == "\n" },
      "\(desk.seen.debugDescription)")
    #expect(desk.seen.hasSuffix("that was all\r\n"))
  }

  @Test func `while key-keeper asks, a reviewer that lies paints nothing and reads no key`() throws
  {
    let desk = try Desk("lies")
    try desk.wait(for: "PAINTED")
    try desk.wait(for: "The last question: ")
    let asked = try #require(desk.seen.range(of: "The last question: "))
    try desk.typeKeys("my secret answer")
    // Long enough for a thousand paintings, if there were any.
    _ = poll(nil, 0, 300)
    try desk.typeKeys("\n")
    let (result, status) = try desk.end()
    #expect(status == 0)
    #expect(result.contains("key-keeper read: my secret answer\n"))
    #expect(result.contains("the reviewer read: \n"), "\(result)")
    // From the question to the end of its line stands what was typed, and nothing else.
    let line = desk.seen[asked.upperBound...].prefix { $0 != "\r\n" }
    #expect(line == "my secret answer")
    // Where the question begins, what the reviewer wrote beside and beneath it is erased.
    #expect(desk.seen[..<asked.lowerBound].hasSuffix("\u{1b}[J\u{1b}[?2004h"))
    #expect(desk.isAsItWas)
  }

  @Test func `cannot be left for the real one`() throws {
    let desk = try Desk("reaches")
    let (result, status) = try desk.end()
    #expect(status == 0, "\(desk.seen)")
    var found: [String: Int] = [:]
    for line in result.split(separator: "\n") {
      let parts = line.split(separator: ":")
      try #require(parts.count == 2, "\(line)")
      found[String(parts[0])] = Int(parts[1].drop { $0 == " " })
    }
    #expect(found["descriptors of it"] == 0)
    #expect(found["is its own terminal it"] == 0)
    #expect(found["its own terminal"] == 0)
    #expect(found["its session is its own"] == 0)
    // Where the kernel has no Landlock its name opens it.
    guard FileFence.isAvailable else { return }
    for name in [
      "by name", "to write", "to read", "from key-keeper", "all terminals", "another terminal",
      "by a new session",
    ] {
      #expect(found[name] == Int(EACCES), "\(name): \(found[name] ?? -1)")
    }
    #expect(found["by a new session, as /dev/tty"] == Int(ENXIO))
  }
}

/// However it ends, the terminal is as it was.
@Suite struct `The end of a reviewer beside key-keeper` {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `by a signal puts the terminal back, and both are gone`(number: Int32) throws {
    let desk = try Desk("waits")
    try desk.wait(for: "waiting")
    try desk.waitUntilSet()
    let reviewer = try #require(desk.reviewer)
    desk.signal(number)
    #expect(try desk.end().status == -number)
    #expect(desk.isAsItWas)
    #expect(desk.seen.hasSuffix("\u{1b}[?1049l"))
    #expect(kill(reviewer, 0) != 0 && errno == ESRCH)
  }

  @Test func `by Ctrl-C is the end of both`() throws {
    let desk = try Desk("asks")
    try desk.wait(for: "Name: ")
    let reviewer = try #require(desk.reviewer)
    desk.type("\u{3}")
    #expect(try desk.end().status == -SIGINT)
    #expect(desk.isAsItWas)
    #expect(kill(reviewer, 0) != 0 && errno == ESRCH)
  }

  @Test func `by Ctrl-C while key-keeper asks, too`() throws {
    let desk = try Desk("asks twice")
    try desk.wait(for: "Name: ")
    try desk.typeKeys("one\n")
    try desk.wait(for: "The last question: ")
    let reviewer = try #require(desk.reviewer)
    desk.type("\u{3}")
    #expect(try desk.end().status == -SIGINT)
    #expect(desk.isAsItWas)
    #expect(kill(reviewer, 0) != 0 && errno == ESRCH)
  }

  @Test func `killed while key-keeper asks, ends the question`() throws {
    let desk = try Desk("asks twice")
    try desk.wait(for: "Name: ")
    try desk.typeKeys("one\n")
    try desk.wait(for: "The last question: ")
    kill(try #require(desk.reviewer), SIGKILL)
    #expect(try desk.end().status == -SIGTERM)
    #expect(desk.isAsItWas)
  }

  @Test func `killed in a question of its own, puts the terminal back`() throws {
    let desk = try Desk("waits")
    try desk.wait(for: "waiting")
    try desk.waitUntilSet()
    kill(try #require(desk.reviewer), SIGKILL)
    #expect(try desk.end().status == -SIGKILL)
    #expect(desk.isAsItWas)
    #expect(desk.seen.hasSuffix("\u{1b}[?1049l"))
  }

  @Test func `with the screen in disorder leaves none`() throws {
    let desk = try Desk("killed")
    #expect(try desk.end().status == -SIGKILL)
    #expect(desk.isAsItWas)
  }

  @Test func `when the window is closed, is the end of both`() throws {
    let desk = try Desk("waits")
    try desk.wait(for: "waiting")
    let reviewer = try #require(desk.reviewer)
    desk.signal(SIGHUP)
    #expect(try desk.end().status == -SIGHUP)
    #expect(kill(reviewer, 0) != 0 && errno == ESRCH)
  }

  @Test func `comes after a stop, which puts the terminal back for a while`() throws {
    let desk = try Desk("waits")
    try desk.wait(for: "waiting")
    try desk.waitUntilSet()
    let reviewer = try #require(desk.reviewer)
    desk.signal(SIGTSTP)
    try desk.waitUntilStopped()
    #expect(desk.isAsItWas)
    try desk.wait(for: "\u{1b}[?1049l")
    // Stops with it, in its own time.
    while try !String(contentsOfFile: "/proc/\(reviewer)/stat", encoding: .utf8).contains(") T ") {
      sched_yield()
    }
    desk.forget()
    desk.signal(SIGCONT)
    // What stood on the second screen stands there again.
    try desk.wait(for: "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jwaiting")
    try desk.waitUntilSet()
    desk.type("\u{3}")
    #expect(try desk.end().status == -SIGINT)
    #expect(desk.isAsItWas)
  }
}
