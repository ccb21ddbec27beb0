import Foundation
import Glibc
import TestSupport
import Testing

/// `terminal-probe` on a pseudo-terminal, which the test types on.
///
/// A program that has not ended after a minute is killed: what it does not answer is a failure, and
/// no test that waits for ever.
final class Typist {
  let master: Int32
  private var process: pid_t = 0
  private var watchdog = DispatchWorkItem {}
  private var output: Int32 = -1
  private(set) var seen = ""

  init(
    _ mode: String, size: (columns: UInt16, rows: UInt16)? = nil, talkIsRedirected: Bool = false,
    resultIsShown: Bool = false, environment variables: [String] = []
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, locked) = (Int32(-1), Int32(0))
    // TIOCSPTLCK and TIOCGPTN: what unlockpt and ptsname do, which Swift does not see.
    try #require(ioctl(master, 0x4004_5431, &locked) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    let terminal = "/dev/pts/\(number)"
    if let size { resize(size.columns, size.rows) }
    var pipes: [Int32] = [0, 0]
    // Not for the children of other tests: the results end when the last one closes the pipe.
    try #require(pipe(&pipes) == 0)
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = pipes[0]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that a session leader opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, resultIsShown ? 0 : pipes[1], 1)
    posix_spawn_file_actions_adddup2(&actions, talkIsRedirected ? pipes[1] : 0, 2)
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
    var environment: [UnsafeMutablePointer<CChar>?] =
      (["SWIFT_BACKTRACE=enable=no"] + variables).map { strdup($0) } + [nil]
    let code = posix_spawn(&process, program, &actions, &attributes, &arguments, &environment)
    for pointer in arguments + environment { free(pointer) }
    close(pipes[1])
    try #require(code == 0)
    watchdog = DispatchWorkItem { [process] in kill(process, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      collect()
    }
    close(master)
    close(output)
  }

  /// Reads what the terminal shows until it shows `text`.
  func wait(for text: String) throws {
    try #require(try isShown(text, within: 20_000), "never shown: \(text); but \(seen)")
  }

  /// Reads what the terminal shows until it shows `text`; false when it is silent for so many
  /// milliseconds.
  private func isShown(_ text: String, within milliseconds: Int32) throws -> Bool {
    while !seen.contains(text), !seen.unwrapped.contains(text.unwrapped) {
      guard let more = try next(within: milliseconds) else { return false }
      seen += more
    }
    return true
  }

  func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }

  /// Types once more what is not answered within a second.
  ///
  /// A program that goes on after a stop throws away what was typed before, and it does so a moment
  /// after the echo is off: the first may come too early.
  func type(_ text: String, until shown: String) throws {
    for _ in 1...20 {
      type(text)
      if try isShown(shown, within: 1_000) { return }
    }
    Issue.record("never shown: \(shown); but \(seen)")
  }

  /// Types like a person: each key after the one before was shown.
  ///
  /// The whole prompt must have been seen.
  func typeKeys(_ text: String) throws {
    for key in text {
      let start = seen.endIndex
      type(String(key))
      let shown = key == "\n" ? "\r\n" : String(key)
      while !seen[start...].hasSuffix(shown) {
        let more = try next(within: 20_000)
        seen += try #require(more, "not shown: \(key); but \(seen)")
      }
    }
  }

  /// What the terminal shows next; nil when it is silent for so many milliseconds.
  private func next(within milliseconds: Int32) throws -> String? {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return nil }
    let more: String = try #require(rest(), "ended; seen: \(seen)")
    return more
  }

  /// What the terminal holds; nil where its last program has ended.
  private func rest() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Waits for the end as ``end()``, and reads what the terminal shows to the last.
  func endReading() -> (result: String, status: Int32) {
    var information = siginfo_t()
    // A terminal that nobody reads would hold the program.
    while information.si_signo != SIGCHLD {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, 20) > 0, let more = rest() { seen += more }
      guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
        break
      }
    }
    let ended = end()
    while let more = rest() { seen += more }
    return ended
  }

  /// Forgets what was seen: what is waited for next comes after this.
  func forget() { seen = "" }

  /// Makes the window larger or smaller.
  func resize(_ columns: UInt16, _ rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Types the same again and again, without waiting, until the program ends or takes it.
  func flood(_ text: String) {
    _ = fcntl(master, F_SETFL, fcntl(master, F_GETFL) | O_NONBLOCK)
    var information = siginfo_t()
    while information.si_signo != SIGCHLD {
      type(text)
      guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
        break
      }
    }
  }

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

  /// Waits until the terminal is as it is wanted, which the program makes it.
  func wait(until settings: () -> Bool) throws {
    while !settings() {
      var information = siginfo_t()
      try #require(
        waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0
          && information.si_signo != SIGCHLD, "ended before; seen: \(seen)")
      sched_yield()
    }
  }

  /// Waits for the end: its results, and its exit code or minus the signal that ended it.
  func end() -> (result: String, status: Int32) {
    let status = collect()
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

  func waitUntilStopped() throws {
    var information = siginfo_t()
    // Looks at an end without collecting it: its number stays its own until then.
    while waitid(P_PID, id_t(process), &information, WSTOPPED | WEXITED | WNOWAIT) < 0 {
      try #require(errno == EINTR)
    }
    try #require(information.si_code == CLD_STOPPED, "ended instead; seen: \(seen)")
  }

  /// Waits for the end and lets nobody be killed in its place.
  @discardableResult
  private func collect() -> Int32 {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    watchdog.cancel()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    process = 0
    return status
  }
}
