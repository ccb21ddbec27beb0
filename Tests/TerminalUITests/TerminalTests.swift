import Foundation
import Glibc
import Testing

/// `terminal-probe` on a pseudo-terminal, which the test types on.
final class Typist {
  let master: Int32
  private var process: pid_t = 0
  private var output: Int32 = -1
  private(set) var seen = ""

  init(_ mode: String) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, locked) = (Int32(-1), Int32(0))
    // TIOCSPTLCK and TIOCGPTN: what unlockpt and ptsname do, which Swift does not see.
    try #require(ioctl(master, 0x4004_5431, &locked) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let terminal = "/dev/pts/\(number)"
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)
    output = pipes[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that a session leader opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_addclose(&actions, pipes[0])
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // The threads of the tests block signals, and a child would inherit that. The flags are
    // POSIX_SPAWN_SETSID, POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSIGDEF.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, 0x80 | 0x08 | 0x04)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: own).deletingLastPathComponent()
      .appending(path: "terminal-probe").path
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(mode), nil]
    // Without the interpreter of crashes: it would be the one that a signal is told to.
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("SWIFT_BACKTRACE=enable=no"), nil]
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
    for pointer in arguments + environment { free(pointer) }
    close(pipes[1])
    try #require(code == 0)
  }

  deinit {
    if process > 0 { kill(process, SIGKILL) }
    close(master)
    close(output)
  }

  /// Reads what the terminal shows until it shows `text`.
  func wait(for text: String) throws {
    while !seen.contains(text) {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      try #require(poll(&ready, 1, 20_000) > 0, "never shown: \(text); but \(seen)")
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(master, &bytes, bytes.count)
      try #require(count > 0, "ended before: \(text); but \(seen)")
      seen += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }
  func signal(_ number: Int32) { kill(process, number) }

  /// The settings of the terminal, as its other side has them.
  var echoes: Bool {
    var settings = termios()
    return tcgetattr(master, &settings) == 0 && settings.c_lflag & UInt32(ECHO) != 0
  }
  var takesLines: Bool {
    var settings = termios()
    return tcgetattr(master, &settings) == 0 && settings.c_lflag & UInt32(ICANON) != 0
  }

  /// Waits for the end: its results, and its exit code or minus the signal that ended it.
  func end() -> (result: String, status: Int32) {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    process = 0
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &bytes, bytes.count)
      if count <= 0 { break }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return (text, status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f))
  }

  /// Types the same again and again until the program ends.
  func endTyping(_ text: String) -> (result: String, status: Int32) {
    var information = siginfo_t()
    while information.si_signo != SIGCHLD {
      type(text)
      _ = poll(nil, 0, 10)
      // Looks without collecting: end() does that.
      guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
        break
      }
    }
    return end()
  }

  func waitUntilStopped() {
    var status: Int32 = 0
    while waitpid(process, &status, WUNTRACED) < 0, errno == EINTR {}
  }
}

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
    typist.waitUntilStopped()
    #expect(typist.echoes)
    typist.signal(SIGCONT)
    while typist.echoes { sched_yield() }
    typist.type("hunter2\n")
    #expect(typist.end().result == "got 7 bytes\n")
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
    typist.type("yes\n")
    #expect(typist.end().result == "agreed\n")
    let second = try Typist("question")
    try second.wait(for: "[yes/no] ")
    second.type("\u{4}")
    #expect(second.end().result == "refused\n")
  }

  @Test func `pasted text may have lines longer than the terminal's`() throws {
    let typist = try Typist("paste")
    try typist.wait(for: "empty line)")
    while typist.takesLines { sched_yield() }
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
    typist.waitUntilStopped()
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.echoes)
    typist.signal(SIGCONT)
    // Going on throws away what was typed before: one Enter may come too early.
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
      while typist.takesLines { sched_yield() }
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
    typist.waitUntilStopped()
    try typist.wait(for: "\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.echoes && typist.takesLines)
    typist.signal(SIGCONT)
    while typist.takesLines { sched_yield() }
    typist.type("q")
    try typist.wait(for: "\u{1b}[?1049h\u{1b}[H\u{1b}[2Jdrawn after 2: 113.")
    typist.signal(SIGTERM)
    try typist.wait(for: "113.\u{1b}[2J\u{1b}[3J\u{1b}[?1049l")
    #expect(typist.end().status == -SIGTERM)
  }

  @Test func `gaps between keys are measured until there are enough, and no key is shown`() throws {
    let typist = try Typist("gaps")
    try typist.wait(for: "Press keys")
    while typist.takesLines { sched_yield() }
    let (result, status) = typist.endTyping("ab\n")
    #expect(result == "got 3 gaps\n" && status == 0)
    try typist.wait(for: "3 of 3: enough. Press Enter to go on")
    #expect(!typist.seen.contains("ab"))
    #expect(typist.echoes && typist.takesLines)
  }
}
