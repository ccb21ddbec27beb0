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
}
