import Foundation
import Glibc
import HelperProcesses
import TestSupport
import Testing

/// `keeper-probe` as a reviewer beside its key-keeper, on a pseudo-terminal that the test types on.
///
/// A program that has not ended after a minute is killed: what it does not answer is a failure, and no test that waits
/// for ever.
final class Desk {
  let master: Int32
  /// The name of the terminal that the program has as its own.
  let name: String
  /// A second opening of it: the terminal stays as it was set after its programs have ended.
  private let other: Int32
  private(set) var process: pid_t = 0
  private var watchdog = DispatchWorkItem {}
  private var output: Int32 = -1
  private(set) var seen = ""

  init(
    _ mode: String, _ arguments: String..., columns: UInt16 = 80, rows: UInt16 = 24,
    environment: [String] = ["LC_ALL=C.UTF-8"]
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (number, locked) = (Int32(-1), Int32(0))
    // TIOCSPTLCK and TIOCGPTN: what unlockpt and ptsname do, which Swift does not see.
    try #require(ioctl(master, 0x4004_5431, &locked) == 0)
    try #require(ioctl(master, 0x8004_5430, &number) == 0)
    name = "/dev/pts/\(number)"
    other = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)
    for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    output = pipes[0]
    resize(columns, rows)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    // The first terminal that a session leader opens becomes its own.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID, POSIX_SPAWN_SETSIGMASK, POSIX_SPAWN_SETSIGDEF.
    posix_spawnattr_setflags(&attributes, 0x80 | 0x08 | 0x04)
    let program = try HelperProcess.path(of: "keeper-probe")
    let words = [program, "--review", mode, name] + arguments
    var line: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      (environment + ["SWIFT_BACKTRACE=enable=no"]).map { strdup($0) } + [nil]
    let code = posix_spawn(&process, program, &actions, &attributes, &line, &variables)
    for pointer in line + variables { free(pointer) }
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
    for file in [master, other, output] { close(file) }
  }

  /// Reads what the terminal shows until it shows `text`.
  func wait(for text: String) throws {
    while !seen.contains(text) {
      let more = try next(within: 20_000)
      seen += try #require(more, "never shown: \(text); but \(seen)")
    }
  }

  /// What the terminal shows next; nil when it is silent for so many milliseconds.
  private func next(within milliseconds: Int32) throws -> String? {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Whether a result comes within so many milliseconds.
  func hasResult(within milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, milliseconds) > 0
  }

  func forget() { seen = "" }

  func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }

  /// Types like a person: each key after the one before was shown.
  func typeKeys(_ text: String) throws {
    for key in text {
      let start = seen.endIndex
      type(String(key))
      let shown = key == "\n" ? "\r\n" : String(key)
      while !seen[start...].contains(shown) {
        let more = try next(within: 20_000)
        seen += try #require(more, "not shown: \(key); but \(seen)")
      }
    }
  }

  /// Types the same until something is shown: what is typed before a question is discarded.
  func type(_ text: String, until shown: String) throws {
    for _ in 1...100 where !seen.contains(shown) {
      type(text)
      if let more = try next(within: 200) { seen += more }
    }
    try wait(for: shown)
  }

  func resize(_ columns: UInt16, _ rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Whether the real terminal is as it was: lines, which it echoes.
  var isAsItWas: Bool {
    var settings = termios()
    return tcgetattr(other, &settings) == 0
      && settings.c_lflag & UInt32(ECHO) != 0 && settings.c_lflag & UInt32(ICANON) != 0
      && settings.c_oflag & UInt32(OPOST) != 0
  }

  /// Waits until a question has the terminal, which then echoes nothing.
  func waitUntilSet() throws {
    while isAsItWas {
      try #require(!hasEnded, "ended before; seen: \(seen)")
      sched_yield()
    }
  }

  private var hasEnded: Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
      || information.si_signo == SIGCHLD
  }

  func waitUntilStopped() throws {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WSTOPPED | WEXITED | WNOWAIT) < 0 {
      try #require(errno == EINTR)
    }
    try #require(information.si_code == CLD_STOPPED, "ended instead; seen: \(seen)")
  }

  /// The children of the process: the reviewer.
  var reviewer: pid_t? {
    let list = try? String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return list?.split(separator: " ").first.flatMap { pid_t($0) }
  }

  /// Waits for the end: its results, what the screen showed to the last, and its exit code or minus the signal that
  /// ended it.
  func end() throws -> (result: String, status: Int32) {
    // A terminal that nobody reads would hold the program.
    while !hasEnded { if let more = try next(within: 20) { seen += more } }
    let status = collect()
    while let more = try next(within: 0) { seen += more }
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &bytes, bytes.count)
      if count <= 0 { break }
      text += String(decoding: bytes.prefix(count), as: UTF8.self)
    }
    return (text, status & 0x7f == 0 ? status >> 8 & 0xff : -(status & 0x7f))
  }

  @discardableResult
  private func collect() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    watchdog.cancel()
    process = 0
    return status
  }
}
