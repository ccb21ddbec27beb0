import Foundation
import Glibc
import Testing

/// A reviewer and key-keeper on one stage, where nobody can scroll back.
@Suite struct `On a stage, a reviewer beside key-keeper` {
  private static let line = "Sign a payment - Space continues "
  private static let erased = "\r\u{1b}[K"

  private func desk(_ mode: String, rows: UInt16 = 24, _ variables: String...) throws -> Desk {
    try Desk(
      mode, rows: rows,
      environment: ["LC_ALL=C.UTF-8", "OFFLINE_SIGNER_STAGE=Sign a payment"] + variables)
  }

  private func lines(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { "line \($0).\r\n" }.joined()
  }

  private func wait(_ desk: Desk, forPageTo number: Int) throws {
    try desk.wait(for: "line \(number).\r\n\(Self.line)")
  }

  @Test(arguments: [" ", "\n"]) func `each full screen waits for a key`(key: String) throws {
    let desk = try desk("speaks")
    try wait(desk, forPageTo: 23)
    #expect(!desk.isAsItWas)
    desk.type(key)
    try wait(desk, forPageTo: 46)
    desk.type(key)
    #expect(try desk.end().status == 0)
    #expect(
      desk.seen == lines(1...23) + Self.line + Self.erased + lines(24...46) + Self.line
        + Self.erased + lines(47...60))
    #expect(desk.isAsItWas)
  }

  @Test func `nothing is lost, however much there is`() throws {
    let desk = try desk("writes", rows: 500)
    for page in 1...6 {
      try desk.wait(for: "line \(499 * page) of the review\r\n\(Self.line)")
      desk.type(" ")
    }
    #expect(try desk.end().status == 5)
    let shown = desk.seen.replacing(Self.line + Self.erased, with: "").split(separator: "\r\n")
    #expect(shown == (1...3_000).map { "line \($0) of the review" })
  }

  @Test func `a person may take longer over a page than a reviewer over a word`() throws {
    let desk = try desk("speaks")
    try wait(desk, forPageTo: 23)
    // Longer than the relay waits for what a reviewer owes.
    _ = poll(nil, 0, 1_500)
    desk.type(" ")
    try wait(desk, forPageTo: 46)
    desk.type(" ")
    #expect(try desk.end().status == 0)
    #expect(desk.seen.hasSuffix(Self.erased + lines(47...60)))
  }

  @Test func `while a page waits, nothing more is read from a reviewer`() throws {
    let desk = try desk("speaks much")
    try wait(desk, forPageTo: 23)
    // It would have written half a million bytes long before.
    let hasWritten = desk.hasResult(within: 500)
    #expect(!hasWritten)
    desk.type("\u{3}")
    #expect(try desk.end().status == -SIGINT)
  }

  @Test func `what a reviewer says too late is read before key-keeper asks`() throws {
    let desk = try desk("speaks behind its mark")
    try wait(desk, forPageTo: 23)
    desk.type(" ")
    try desk.wait(for: "line 30.\r\n")
    try desk.wait(for: "The last question: ")
    try desk.typeKeys("yes\n")
    #expect(try desk.end().status == 0)
    #expect(desk.seen.hasSuffix("keeper got yes\r\n"))
  }

  @Test func `a reviewer that is killed while key-keeper's page waits ends both`() throws {
    let desk = try desk("speaks in turns")
    try wait(desk, forPageTo: 23)
    kill(try #require(desk.reviewer), SIGKILL)
    #expect(try desk.end().status == -SIGTERM)
    #expect(desk.seen.hasSuffix(Self.line + Self.erased))
    #expect(desk.isAsItWas)
  }

  @Test func `what both write is counted together`() throws {
    let desk = try desk("speaks in turns")
    // Written by key-keeper.
    try wait(desk, forPageTo: 23)
    desk.type(" ")
    // The reviewer's again: seven lines of key-keeper's, what it answered, and fifteen.
    try wait(desk, forPageTo: 45)
    desk.type(" ")
    #expect(try desk.end().status == 0)
    #expect(desk.seen.contains("line 30.\r\nkeeper got nothing\r\nline 31.\r\n"))
    #expect(desk.seen.hasSuffix(Self.erased + lines(46...50)))
    #expect(desk.isAsItWas)
  }

  @Test func `what stands above key-keeper's own screen was seen`() throws {
    let desk = try desk("speaks before the last question")
    try desk.wait(for: Self.line)
    #expect(desk.seen.hasPrefix(lines(1...5)))
    desk.type(" ")
    let away = String(repeating: "\r\n", count: 24) + "\u{1b}[Hkey-keeper asks.\r\n"
    try desk.wait(for: Self.erased + away)
    try desk.wait(for: "The last question: ")
    try desk.typeKeys("yes\n")
    #expect(try desk.end().status == 0)
    // Answered: the screen is begun anew.
    #expect(desk.seen.hasSuffix("keeper got yes\r\n" + lines(6...25)))
  }

  @Test func `a question that is answered is a key for what stands above`() throws {
    let desk = try desk("speaks around a question")
    try desk.wait(for: "Name: ")
    try desk.typeKeys("Zoë\n")
    #expect(try desk.end().status == 0)
    #expect(!desk.seen.contains(Self.line) && desk.seen.hasSuffix(lines(21...40)))
  }

  @Test func `a paste goes to the reviewer whole, and its end is a key`() throws {
    let desk = try desk("speaks around a paste")
    try desk.wait(for: "empty line)")
    try desk.wait(for: "\u{1b}[?2004h")
    for number in 1...40 {
      desk.type("pasted \(number)\n")
      try desk.wait(for: "pasted \(number)\r\n")
    }
    desk.type("\n")
    let bytes = (1...40).map { "pasted \($0)\n".utf8.count }.reduce(0, +)
    try desk.wait(for: "got \(bytes) bytes\r\n")
    #expect(try desk.end().status == 0)
    #expect(!desk.seen.contains(Self.line))
  }

  @Test func `keys of the second screen are not for the first one`() throws {
    let desk = try desk("speaks around pages")
    try desk.wait(for: "Page 1 of 2")
    try desk.type(" ", until: "Page 2 of 2")
    try desk.type(" ", until: "\u{1b}[?1049l")
    try wait(desk, forPageTo: 23)
    desk.type(" ")
    #expect(try desk.end().status == 0)
    #expect(desk.seen.hasSuffix(Self.erased + lines(24...30)))
  }

  @Test func `other keys and pasted text turn no page`() throws {
    let desk = try desk("speaks")
    try wait(desk, forPageTo: 23)
    for (number, keys) in ["q", "\u{4}", "  ", "\n\n\n", "\u{1b}[A"].enumerated() {
      desk.type(keys)
      for more in 1...2 {
        desk.forget()
        desk.resize(80 + UInt16(2 * number + more), 24)
        try desk.wait(for: Self.erased + Self.line)
      }
    }
    desk.forget()
    try desk.type(" ", until: "line 46.\r\n\(Self.line)")
    #expect(desk.seen.hasPrefix("\(Self.erased)line 24.\r\n"))
  }

  @Test func `what was typed before a page is full turns none`() throws {
    let desk = try desk("speaks")
    desk.type("  ")
    try wait(desk, forPageTo: 23)
    desk.type(" ")
    try wait(desk, forPageTo: 46)
  }

  @Test func `a lower window has shorter pages`() throws {
    let desk = try desk("speaks")
    try wait(desk, forPageTo: 23)
    desk.resize(80, 10)
    desk.type(" ")
    try wait(desk, forPageTo: 32)
  }

  @Test func `the line has no colours of the reviewer's`() throws {
    let desk = try desk("speaks in colours")
    try desk.wait(for: "line 23.\r\n\u{1b}[0m\(Self.line)")
    desk.type(" ")
    try desk.wait(for: "\(Self.erased)\u{1b}[38;5;16mline 24.")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal ends both, takes the line away and puts the terminal back`(number: Int32) throws {
    let desk = try desk("speaks")
    try wait(desk, forPageTo: 23)
    let reviewer = desk.reviewer
    if number == SIGINT { desk.type("\u{3}") } else { desk.signal(number) }
    #expect(try desk.end().status == -number)
    #expect(desk.isAsItWas)
    #expect(desk.seen.hasSuffix(Self.line + Self.erased))
    if let reviewer { #expect(kill(reviewer, 0) != 0 && errno == ESRCH) }
  }

  @Test func `after a stop it waits again`() throws {
    let desk = try desk("speaks")
    try wait(desk, forPageTo: 23)
    desk.signal(SIGTSTP)
    try desk.waitUntilStopped()
    #expect(desk.isAsItWas)
    try desk.wait(for: Self.line + Self.erased)
    desk.forget()
    desk.signal(SIGCONT)
    try desk.wait(for: Self.line)
    desk.type(" ")
    try wait(desk, forPageTo: 46)
    #expect(desk.seen.contains(Self.erased + "line 24."))
  }

  @Test func `a reviewer that is killed is read to its last line`() throws {
    let desk = try desk("speaks and is killed")
    try wait(desk, forPageTo: 23)
    desk.type(" ")
    try wait(desk, forPageTo: 46)
    desk.type(" ")
    #expect(try desk.end().status == -SIGKILL)
    #expect(desk.seen.hasSuffix("line 60.\r\n"))
    #expect(desk.isAsItWas)
  }

  @Test func `on a terminal without sequences the line stays where it stood`() throws {
    let desk = try desk("speaks", "TERM=dumb")
    try wait(desk, forPageTo: 23)
    desk.type(" ")
    try desk.wait(for: Self.line + "\r\n" + lines(24...46) + Self.line)
    desk.type(" ")
    #expect(try desk.end().status == 0)
    #expect(!desk.seen.contains("\u{1b}"))
  }
}
