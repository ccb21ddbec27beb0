internal import CSystemCalls
internal import Glibc
internal import TerminalUI

/// Stands between a reviewer and the terminal: what it writes goes through a ``TerminalGate``, and keys go to it only
/// while it asks something.
///
/// One thread does all of it, and the same one answers requests: while `key-keeper` computes or asks, nothing is
/// relayed. Without a terminal it only waits for requests and for the reviewer's end.
///
/// On a stage it counts the rows of what it relays, in one number with those of `key-keeper`'s own: where the screen is
/// full, nothing more is read from the reviewer until a key was pressed here.
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

  private let style = TerminalStyle.ofProcess
  private let stage: Stage?
  /// What was read and has not passed the gate, because a page waits before it.
  private var waiting: [UInt8] = []
  /// What has passed the gate and has no room on the screen: at most a character.
  private var withoutRoom: [UInt8] = []
  /// The full screen that waits for a key.
  private var page: FullPage?
  /// Whether the reviewer was given keys for the question that it asks: what it writes is their echo.
  private var isAnswered = false
  private var keys = TerminalKeys()

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
  init(
    master: Int32?, reviewer: pid_t, readsLines: Bool, stage: Stage?
  ) throws(KeeperProcessError) {
    self.stage = stage
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
    _ = count(left, mayStop: false)
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
  /// A terminal that takes its time (a slow line, Ctrl-S) is waited for: what the reviewer wrote is to be seen. So is
  /// a person who reads a full screen, and that time counts for nothing.
  private func drain(for limit: UInt64 = .max, until isDone: () -> Bool) {
    var start = Self.now
    var idle = start
    while page != nil
      || (!isDone() && master >= 0 && Self.now - idle < Self.patience && Self.now - start < limit)
    {
      let (before, waited) = (Self.now, page != nil)
      _ = turn(watching: -1, milliseconds: 50)
      if waited { start += Self.now - before }
      if waited || !toTerminal.isEmpty { idle = Self.now }
    }
  }

  /// Makes the terminal what it was, as far as it takes that.
  private func leave() {
    hidePage()
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
    let reads = isReading && toTerminal.isEmpty && page == nil
    let types = page != nil || (isReading && (isRaw || readsLines) && toReviewer.isEmpty)
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
    let ready = syscalls_relay_wait(
      &files, Int32(files.count), isPageComing ? min(Self.look, milliseconds) : milliseconds)
    let ending = syscalls_relay_ending()
    if ending != 0 { end(by: ending) }
    if syscalls_relay_stopping() != 0 { stop() }
    guard terminal >= 0 else { return ready > 0 ? Int32(files[0].revents) : 0 }
    syscalls_copy_size(terminal, master)
    if ready > 0 {
      let events = Int32(files[2].revents)
      if files[1].revents != 0 { read() }
      setKeys(raw: page != nil || (isReading && isAsking))
      // The window was closed.
      if events & (POLLHUP | POLLERR) != 0 { end(by: SIGHUP) }
      if events & POLLIN != 0, page != nil || isRaw || readsLines { readKeys() }
    }
    showPage()
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
    guard bytes[0] == 0 else {
      // Its terminal was set: another question begins, or one has ended.
      isAnswered = false
      return
    }
    guard stage != nil else {
      toTerminal += gate.pass(bytes.dropFirst())
      return
    }
    waiting += bytes.dropFirst()
    passWaiting()
  }

  private func readKeys() {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = Glibc.read(terminal, &bytes, bytes.count)
    if count < 0 { return }
    if page != nil {
      turnPage(bytes.prefix(count))
      return
    }
    if stage != nil { see(bytes.prefix(count)) }
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
    hidePage()
    toTerminal += gate.leaving
    flush()
    setKeys(raw: false)
    syscalls_relay_stop()
    setKeys(raw: wasRaw)
    // While a page waits, the line that asks for a key is shown without.
    if page == nil { toTerminal = gate.returning }
  }

  private func end(by signal: Int32) -> Never {
    leave()
    // Its terminal is gone with this.
    if master >= 0 { close(master) }
    syscalls_relay_end_reviewer(signal)
    syscalls_relay_die(signal)
    exit(128 + signal)
  }

  private var isAsking: Bool { master >= 0 && syscalls_is_asking(master) != 0 }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
  }
}

/// Pages on a stage.
extension TerminalRelay {
  /// A full screen, below which a line asks for a key.
  private struct FullPage {
    /// Until then nothing may be typed: what was typed before, or is being pasted, turns no page.
    var quietUntil: UInt64
    /// The width for which the line stands there; nil while it does not.
    var shownColumns: Int?
    var keys = TerminalKeys()
  }

  /// How often it is looked whether nothing is typed any more, in milliseconds.
  private static var look: Int32 { 20 }
  private var isPageComing: Bool { page.map { $0.shownColumns == nil } ?? false }
  private static var quiet: UInt64 { UInt64(TypingPace.standard.quiet) }

  private var size: (columns: Int, rows: Int) {
    let (columns, rows) = (syscalls_terminal_columns(terminal), syscalls_terminal_rows(terminal))
    return (columns > 0 ? Int(columns) : 80, rows > 0 ? Int(rows) : 24)
  }

  /// Counts what goes to the terminal; gives how many of the bytes have room on the screen.
  private func count(_ bytes: [UInt8], mayStop: Bool) -> Int {
    guard let stage, terminal >= 0 else { return bytes.count }
    return stage.withRows { rows in bytes.withUnsafeBytes { rows.take($0, mayStop: mayStop) } }
  }

  /// Passes what waits through the gate, up to where the screen is full.
  private func passWaiting() {
    guard let stage, page == nil, terminal >= 0 else { return }
    let size = size
    stage.withRows { $0.fit(size) }
    // What is typed to a question is echoed, however long it is.
    let isEcho = isAnswered && isAsking
    put(withoutRoom, mayStop: !isEcho)
    var passed = 0
    // Byte by byte: the gate must not be ahead of the screen, whose modes it takes back at an end.
    while passed < waiting.count, page == nil {
      put(gate.pass(CollectionOfOne(waiting[passed])), mayStop: !isEcho)
      passed += 1
    }
    waiting.removeFirst(passed)
  }

  private func put(_ bytes: [UInt8], mayStop: Bool) {
    let count = count(bytes, mayStop: mayStop)
    toTerminal += bytes.prefix(count)
    withoutRoom = Array(bytes.dropFirst(count))
    if !withoutRoom.isEmpty { beginPage() }
  }

  private func beginPage() {
    guard let stage else { return }
    toTerminal += gate.leaving
    stage.withRows { rows in
      if rows.column > 0 { toTerminal.append(UInt8(ascii: "\n")) }
      rows.begin()
    }
    setKeys(raw: true)
    page = FullPage(quietUntil: Self.now + Self.quiet)
  }

  /// Shows the line that asks for a key, once everything above it is on the screen and nothing is typed any more.
  private func showPage() {
    guard let stage, var page, toTerminal.isEmpty, Self.now >= page.quietUntil else { return }
    let columns = size.columns
    guard page.shownColumns != columns else { return }
    let erased = page.shownColumns == nil ? "" : Stage.erasure(isDumb: style.isDumb)
    toTerminal += Array((erased + stage.line(columns: columns, isPlain: style.isPlain)).utf8)
    page.shownColumns = columns
    self.page = page
  }

  /// Takes that line away for a while.
  private func hidePage() {
    guard page?.shownColumns != nil else { return }
    toTerminal += Array(Stage.erasure(isDumb: style.isDumb).utf8)
    page?.shownColumns = nil
    page?.quietUntil = Self.now + Self.quiet
  }

  /// Takes keys while a page waits.
  private func turnPage(_ bytes: ArraySlice<UInt8>) {
    guard var page else { return }
    let found = page.keys.take(bytes)
    let isQuiet = Self.now >= page.quietUntil && page.shownColumns != nil
    if !isQuiet || found.count > 1 { page.quietUntil = Self.now + Self.quiet }
    self.page = page
    guard isQuiet, Stage.turns(found) else { return }
    hidePage()
    self.page = nil
    toTerminal += gate.returning
    setKeys(raw: isAsking)
    passWaiting()
  }

  /// Whoever gives the reviewer's question a key has seen what stands above it; pasted text is no such key.
  private func see(_ bytes: ArraySlice<UInt8>) {
    guard let stage else { return }
    let count = keys.take(bytes).count
    isAnswered = true
    let isRaw = isRaw
    stage.withRows { rows in
      guard !rows.isOnSecondScreen else { return }
      // Whole lines are echoed by the terminal itself.
      if !isRaw { rows.begin() } else if count == 1 { rows.see() }
    }
  }
}
