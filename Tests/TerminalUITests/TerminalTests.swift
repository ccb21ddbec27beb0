import Foundation
import Glibc
import Testing

@Suite(.serialized) struct `On a real terminal` {
  @Test func `a secret is never shown and the echo comes back`() throws {
    let typist = try Typist("secret")
    try typist.wait(for: "Passphrase: ")
    #expect(!typist.echoes)
    typist.type("hunter2\n")
    let (result, status) = typist.end()
    #expect(status == 0)
    #expect(result == "got 7 bytes\n")
    #expect(typist.echoes)
    #expect(!typist.seen.contains("hunter"))
  }

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGALRM,
    SIGUSR1,
  ]) func `the echo comes back after a signal`(number: Int32) throws {
    let typist = try Typist("secret")
    try typist.wait(for: "Passphrase: ")
    #expect(!typist.echoes)
    typist.type("hun")
    typist.signal(number)
    #expect(typist.end().status == -number)
    #expect(typist.echoes)
  }

  @Test func `the interrupt key ends it with the echo on`() throws {
    let typist = try Typist("secret")
    try typist.wait(for: "Passphrase: ")
    typist.type("hun\u{3}")
    #expect(typist.end().status == -SIGINT)
    #expect(typist.echoes)
  }

  @Test func `the echo is on while it is stopped and off when it goes on`() throws {
    let typist = try Typist("secret")
    try typist.wait(for: "Passphrase: ")
    typist.signal(SIGTSTP)
    try typist.waitUntilStopped()
    #expect(typist.echoes)
    typist.signal(SIGCONT)
    try typist.wait { !typist.echoes }
    // Going on throws away what was typed before: one line may come too early.
    #expect(typist.endTyping("hunter2\n").result == "got 7 bytes\n")
    #expect(typist.echoes)
  }

  @Test func `the echo comes back when the program ends elsewhere`() throws {
    let typist = try Typist("exit")
    #expect(typist.end().status == 7)
    #expect(typist.echoes)
  }

  @Test func `a secret that is too long is refused and its rest goes nowhere`() throws {
    let typist = try Typist("secret")
    try typist.wait(for: "Passphrase: ")
    typist.type(String(repeating: "a", count: 4_050) + "\n")
    let (_, status) = typist.end()
    #expect(status == 1)
    #expect(typist.echoes)
  }

  @Test func `a question is asked on the terminal and answered there`() throws {
    let typist = try Typist("question")
    try typist.wait(for: "[yes/no] ")
    try typist.typeKeys("yes\n")
    #expect(typist.end().result == "agreed\n")
    let second = try Typist("question")
    try second.wait(for: "[yes/no] ")
    second.type("\u{4}")
    #expect(second.end().result == "refused\n")
  }

  @Test func `pasted text may have lines longer than the terminal's`() throws {
    let typist = try Typist("paste")
    try typist.wait(for: "empty line)")
    try typist.wait { !typist.takesLines }
    // In pieces, as a terminal pastes, and read back, or the echo would fill up.
    let piece = String(repeating: "cHNidP8BAH", count: 100)
    for index in 1...9 {
      typist.type(piece)
      try typist.wait(for: String(repeating: piece, count: index))
    }
    typist.type("\n\n")
    #expect(typist.end().result == "got 9001 bytes\n")
    #expect(typist.takesLines && typist.echoes)
  }

  @Test func `a secret that is shown is taken away again`() throws {
    let typist = try Typist("show")
    try typist.wait(for: "Press Enter")
    #expect(typist.seen.contains("abc"))
    typist.type("\n")
    try typist.wait(for: "\u{1b}[?1049l")
    let (result, status) = typist.end()
    #expect(status == 0 && result.isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func `a secret that is shown is taken away by a signal`(number: Int32) throws {
    let typist = try Typist("show")
    try typist.wait(for: "Press Enter")
    #expect(typist.seen.contains("abc") && !typist.echoes)
    typist.signal(number)
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.end().status == -number)
    #expect(typist.echoes)
  }

  @Test func `a secret that is shown is taken away when the program is stopped`() throws {
    let typist = try Typist("show")
    try typist.wait(for: "Press Enter")
    typist.signal(SIGTSTP)
    try typist.waitUntilStopped()
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.echoes)
    typist.signal(SIGCONT)
    #expect(typist.endTyping("\n").status == 0)
  }

  @Test func `keys are counted as they come, never shown, and lines come back`() throws {
    let typist = try Typist("counted")
    try typist.wait(for: "Rolls:")
    #expect(!typist.echoes && !typist.takesLines)
    // Each key is answered before the next one: nothing waits for Enter.
    for (index, key) in ["4", "7", "8"].enumerated() {
      typist.type(key)
      try typist.wait(for: "\(index + 1) so far")
    }
    typist.type("\u{7f}")
    try typist.wait(for: "3 so far\r\u{1b}[K  2 so far")
    typist.type("\n")
    let (result, status) = typist.end()
    #expect(result == "got 2 bytes\n" && status == 0)
    #expect(typist.echoes && typist.takesLines)
    #expect(!typist.seen.contains("478") && !typist.seen.contains("7 "))
  }

  @Test func `the end of input is a key, and gives nothing or what was typed`() throws {
    let nothing = try Typist("counted")
    try nothing.wait(for: "Rolls:")
    nothing.type("\u{4}")
    #expect(nothing.end().result == "got nothing\n")
    #expect(nothing.echoes && nothing.takesLines)
    let drawn = try Typist("drawn")
    try drawn.wait(for: "Words here")
    drawn.type("\u{4}")
    try drawn.wait(for: "drawn after 1: 4.")
    drawn.type("\n")
    #expect(drawn.end().result == "got 2 keys\n")
  }

  @Test func `what keys draw stands on the second screen and is taken away at the end`() throws {
    let typist = try Typist("drawn")
    try typist.wait(for: "\u{1b}[?1049h\u{1b}[H\u{1b}[2JWords here")
    #expect(!typist.echoes && !typist.takesLines)
    typist.type("q")
    try typist.wait(for: "drawn after 1: 113.")
    // A letter of several bytes comes whole, byte by byte.
    typist.type("\u{e9}")
    try typist.wait(for: "drawn after 2: 195.")
    try typist.wait(for: "drawn after 3: 169.")
    typist.type("\n")
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.end().result == "got 4 keys\n")
    #expect(typist.echoes && typist.takesLines)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV])
  func `what keys draw is taken away by a signal`(number: Int32) throws {
    let typist = try Typist("drawn")
    try typist.wait(for: "Words here")
    typist.type("q")
    try typist.wait(for: "drawn after 1: 113.")
    typist.signal(number)
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.end().status == -number)
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `the interrupt key ends reading keys, with the terminal as it was`() throws {
    for mode in ["counted", "drawn", "gaps"] {
      let typist = try Typist(mode)
      try typist.wait(for: mode == "counted" ? "Rolls:" : mode == "drawn" ? "here" : "keys")
      try typist.wait { !typist.takesLines }
      typist.type("1\u{3}")
      #expect(typist.end().status == -SIGINT, "\(mode)")
      #expect(typist.echoes && typist.takesLines, "\(mode)")
    }
  }

  @Test func `keys go on on the second screen after a stop, and are taken away again`() throws {
    let typist = try Typist("drawn")
    try typist.wait(for: "Words here")
    typist.type("q")
    try typist.wait(for: "drawn after 1: 113.")
    typist.signal(SIGTSTP)
    try typist.waitUntilStopped()
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.echoes && typist.takesLines)
    typist.signal(SIGCONT)
    try typist.wait { !typist.takesLines }
    // No key is waited for: Ctrl-L comes by itself.
    try typist.wait(for: "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jdrawn after 2: 12.")
    try typist.type("q", until: "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jdrawn after 3: 113.")
    typist.signal(SIGTERM)
    try typist.wait(for: "113.\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.end().status == -SIGTERM)
  }

  @Test func `what keys draw is drawn anew on another size, before any key and after one`() throws {
    let typist = try Typist("drawn", size: (80, 24))
    try typist.wait(for: "Words here")
    typist.resize(100, 30)
    try typist.wait(for: "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jdrawn after 1: 12.")
    typist.type("q")
    try typist.wait(for: "drawn after 2: 113.")
    typist.resize(80, 24)
    try typist.wait(for: "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jdrawn after 3: 12.")
    typist.type("\n")
    #expect(typist.end().result == "got 4 keys\n")
  }

  @Test func `what a window has cut off that has its old size again at once is drawn anew`() throws
  {
    for (mode, first, then) in [
      ("drawn", "Words here", "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jdrawn after 1: 12."),
      ("live", "80 by 24, keys 0.", "\u{1b}[?1049h\u{1b}[H\u{1b}[2J\u{1b}[H80 by 24"),
    ] {
      let typist = try Typist(mode, size: (80, 24))
      try typist.wait(for: first)
      typist.forget()
      typist.resize(100, 30)
      typist.resize(80, 24)
      try typist.wait(for: then)
      typist.type(mode == "live" ? "q" : "\n")
      #expect(typist.end().status == 0)
    }
  }

  @Test func `gaps between keys are measured until there are enough, and no key is shown`() throws {
    let typist = try Typist("gaps")
    try typist.wait(for: "Press keys")
    typist.type("z")
    // What comes faster than a finger is not a key of its own, and is typed again.
    try typist.type("w", until: "  1 of 3")
    try typist.type("z", until: "  2 of 3")
    try typist.type("w", until: "  3 of 3: enough. Press Enter to continue")
    #expect(!typist.seen.contains("z") && !typist.seen.contains("w"))
    typist.type("\n")
    let (result, status) = typist.end()
    #expect(result == "got 3 gaps\n" && status == 0)
    #expect(typist.echoes && typist.takesLines)
  }

  @Test func `pictures change on a screen of their own while keys are read`() throws {
    let typist = try Typist("live", size: (80, 24))
    try typist.wait(for: "80 by 24, keys 0.")
    #expect(!typist.echoes)
    #expect(typist.seen.hasPrefix("\u{1b}[?1049h\u{1b}[H\u{1b}[2J\u{1b}[H"))
    typist.type("a")
    try typist.wait(for: "keys 1.")
    // No key is waited for, and another size draws everything anew.
    typist.resize(100, 30)
    try typist.wait(for: "\u{1b}[?1049h\u{1b}[H\u{1b}[2J\u{1b}[H100 by 30")
    typist.type("q")
    try typist.wait(for: "\u{1b}[2J\u{1b}[?1049l")
    let (result, status) = typist.end()
    #expect(status == 0 && result == "got 2 keys\n")
    #expect(typist.echoes)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGSEGV])
  func `pictures that change are cleared by whatever ends the program`(number: Int32) throws {
    for (mode, cleared) in [("live", ""), ("live-secret", "\u{1b}[3J")] {
      let typist = try Typist(mode)
      try typist.wait(for: "keys 0.")
      if number == SIGINT { typist.type("\u{3}") } else { typist.signal(number) }
      try typist.wait(for: "\u{1b}[2J\(cleared)\u{1b}[?1049l")
      #expect(typist.end().status == -number)
      #expect(typist.echoes)
    }
  }

  @Test func `pictures that change are there again after a stop`() throws {
    let typist = try Typist("live")
    try typist.wait(for: "keys 0.")
    typist.signal(SIGTSTP)
    try typist.waitUntilStopped()
    #expect(typist.echoes)
    typist.signal(SIGCONT)
    try typist.wait(for: "\u{1b}[2J\u{1b}[?1049l\u{1b}[?1049h\u{1b}[H\u{1b}[2J\u{1b}[H")
    #expect(!typist.echoes)
    #expect(typist.endTyping("q").status == 0)
    #expect(typist.echoes)
  }
}
