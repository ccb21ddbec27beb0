internal import CSystemCalls
internal import Glibc
internal import TerminalUI

/// Stands between a reviewer and the terminal: what it writes goes through a ``TerminalGate``, and keys go to it only
/// while it asks something.
///
/// One thread does all of it, and the same one answers requests: while `key-keeper` computes or asks, nothing is
/// relayed. Without a terminal it only waits for requests and for the reviewer's end.
final class TerminalRelay {
  /// How long a reviewer that asks for something may owe the mark behind its last words, and how long the terminal may
  /// take what is left at an end, in milliseconds.
  private static let patience: UInt64 = 1_000
  /// How long the last words of a reviewer that has ended may take, in milliseconds.
  private static let longestEnd: UInt64 = 30_000
  /// How often the size of the window is looked at, in milliseconds.
  private static let pause: Int32 = 250
  private static let chunk = 1 << 16
  /// Ctrl-D, the end of input in a line.
  private static let endOfInput: UInt8 = 4

  private let terminal: Int32
  private var master: Int32
  /// Whether the reviewer reads lines from its standard input, which is the terminal.
  private let readsLines: Bool
  private var gate: TerminalGate
  private var toTerminal: [UInt8] = []
  private var toReviewer: [UInt8] = []
  private var isRaw = false
  /// How many marks the reviewer owes by now: one for each request, and one at its end.
  private var dueMarks = 0

  /// `master` is the reviewer's terminal, nil for a reviewer without one; `reviewer` its process.
  ///
  /// - Throws: `noTerminal` when there is none to relay to.
  init(master: Int32?, reviewer: pid_t, readsLines: Bool) throws(KeeperProcessError) {
    let style = TerminalStyle.ofProcess
    gate = TerminalGate(style.isDumb ? .dumb : style.isPlain ? .ascii : .any)
    self.master = master ?? -1
    self.readsLines = readsLines
    guard master != nil else {
      terminal = -1
      syscalls_relay_begin(reviewer, -1)
      return
    }
    terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard terminal >= 0 else { throw .noTerminal(code: errno) }
    syscalls_relay_begin(reviewer, terminal)
  }

  /// Relays until a request comes; false when none will come any more.
  func waitForRequest(on input: Int32) -> Bool {
    while true {
      let events = turn(watching: input, milliseconds: Self.pause)
      if events & POLLIN != 0 { return true }
      if events & (POLLHUP | POLLERR | POLLNVAL) != 0 { return false }
    }
  }

  /// Shows what the reviewer wrote before its request, makes the terminal what it was, and relays nothing more.
  func hold() {
    dueMarks += 1
    drain { gate.marks >= dueMarks }
    setKeys(raw: false)
    let left = gate.leave(forQuestion: true)
    if terminal >= 0 { toTerminal += left }
    toReviewer = []
    while !toTerminal.isEmpty { _ = turn(watching: -1, milliseconds: Self.pause, isReading: false) }
    syscalls_relay_let(1)
  }

  /// Does something for a reviewer that waits for it: with its end, this process ends.
  func whileAwaited<Result>(_ body: () -> Result) -> Result {
    syscalls_relay_await(1)
    defer { syscalls_relay_await(0) }
    return body()
  }

  /// Relays again.
  func goOn() { syscalls_relay_let(0) }

  /// Relays until the reviewer has ended, and gives its exit code; minus a signal.
  ///
  /// `answers` is closed once everything that it wrote is on the screen.
  func finish(closing answers: Int32) -> Int32 {
    dueMarks += 1
    drain { gate.marks >= dueMarks }
    close(answers)
    while syscalls_relay_has_ended() == 0 { _ = turn(watching: -1, milliseconds: Self.pause) }
    // What it had written last; something that it started may go on writing.
    drain(for: Self.longestEnd) { false }
    leave()
    return syscalls_relay_reap()
  }

  /// Relays until that is so, the reviewer's terminal is gone, or nothing comes for a while; `limit` is for all of it.
  ///
  /// A terminal that takes its time (a slow line, Ctrl-S) is waited for: what the reviewer wrote is to be seen.
  private func drain(for limit: UInt64 = .max, until isDone: () -> Bool) {
    let start = Self.now
    var idle = start
    while !isDone(), master >= 0, Self.now - idle < Self.patience, Self.now - start < limit {
      _ = turn(watching: -1, milliseconds: 50)
      if !toTerminal.isEmpty { idle = Self.now }
    }
  }

  /// Makes the terminal what it was, as far as it takes that.
  private func leave() {
    toTerminal += gate.leave(forQuestion: false)
    flush()
    setKeys(raw: false)
  }

  /// Writes what is left; a terminal that is held (Ctrl-S) has a moment.
  private func flush() {
    var idle = Self.now
    while !toTerminal.isEmpty, terminal >= 0, Self.now - idle < Self.patience {
      var ready = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
      _ = poll(&ready, 1, 50)
      let left = toTerminal.count
      write()
      if toTerminal.count < left { idle = Self.now }
    }
    toTerminal = []
  }

  /// Waits for something once, and does what is to be done; gives what happened at `input`.
  private func turn(watching input: Int32, milliseconds: Int32, isReading: Bool = true) -> Int32 {
    let reads = isReading && toTerminal.isEmpty
    let types = isReading && (isRaw || readsLines) && toReviewer.isEmpty
    var files = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: reads || !toReviewer.isEmpty ? master : -1,
        events: Int16((reads ? POLLIN | POLLPRI : 0) | (toReviewer.isEmpty ? 0 : POLLOUT)),
        revents: 0),
      pollfd(
        fd: terminal, events: Int16((types ? POLLIN : 0) | (toTerminal.isEmpty ? 0 : POLLOUT)),
        revents: 0),
    ]
    let ready = syscalls_relay_wait(&files, Int32(files.count), milliseconds)
    let ending = syscalls_relay_ending()
    if ending != 0 { end(by: ending) }
    if syscalls_relay_stopping() != 0 { stop() }
    guard terminal >= 0 else { return ready > 0 ? Int32(files[0].revents) : 0 }
    syscalls_copy_size(terminal, master)
    if ready > 0 {
      let events = Int32(files[2].revents)
      if files[1].revents != 0 { read() }
      setKeys(raw: master >= 0 && isReading && syscalls_is_asking(master) != 0)
      // The window was closed.
      if events & (POLLHUP | POLLERR) != 0 { end(by: SIGHUP) }
      if events & POLLIN != 0, isRaw || readsLines { readKeys() }
    }
    write()
    return ready > 0 ? Int32(files[0].revents) : 0
  }

  /// Takes what the reviewer wrote.
  ///
  /// Each packet has a byte before it, which is not 0 where it only tells of a change.
  private func read() {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, count in
      count = max(0, Glibc.read(master, buffer.baseAddress, buffer.count))
    }
    if bytes.isEmpty {
      guard errno != EAGAIN, errno != EINTR else { return }
      // Nobody has the other side open.
      close(master)
      master = -1
      return
    }
    if bytes[0] == 0 { toTerminal += gate.pass(bytes.dropFirst()) }
  }

  private func readKeys() {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = Glibc.read(terminal, &bytes, bytes.count)
    if count < 0 { return }
    if isRaw {
      toReviewer += bytes.prefix(count)
    } else {
      toReviewer += bytes.prefix(count).filter { $0 != Self.endOfInput }
      if bytes.prefix(count).last != UInt8(ascii: "\n") { toReviewer.append(Self.endOfInput) }
    }
    for index in bytes.indices { bytes[index] = 0 }
    write()
  }

  /// Writes in both directions what is taken at once.
  private func write() {
    Self.write(&toTerminal, to: terminal)
    Self.write(&toReviewer, to: master)
  }

  private static func write(_ bytes: inout [UInt8], to file: Int32) {
    guard !bytes.isEmpty else { return }
    let count = file < 0 ? bytes.count : Glibc.write(file, bytes, bytes.count)
    if count > 0 { bytes.removeFirst(count) }
  }

  private func setKeys(raw: Bool) {
    guard raw != isRaw else { return }
    if raw {
      isRaw = syscalls_relay_raw() == 0
    } else {
      syscalls_relay_cooked()
      isRaw = false
    }
  }

  private func stop() {
    let wasRaw = isRaw
    toTerminal += gate.leaving
    flush()
    setKeys(raw: false)
    syscalls_relay_stop()
    setKeys(raw: wasRaw)
    toTerminal = gate.returning
  }

  private func end(by signal: Int32) -> Never {
    leave()
    // Its terminal is gone with this.
    if master >= 0 { close(master) }
    syscalls_relay_end_reviewer(signal)
    syscalls_relay_die(signal)
    exit(128 + signal)
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }
}
