internal import CSystemCalls
internal import Glibc
internal import Isolation
internal import KeeperProcess
internal import Synchronization
internal import TerminalUI

/// What a reviewer with a terminal does in tests: it writes, it asks, and it tries what it should not.
struct Reviewer {
  /// The pace of a test: quiet is short.
  static let pace = TypingPace(quiet: 20, patience: 20_000, afterEnter: 20)
  static let console = Console(screen: SystemScreen(pace: pace))
  /// That of key-keeper, which has the terminal.
  static let ownConsole = Console(screen: SystemScreen(pace: pace, stage: .ofProcess))

  let keeper: KeeperProcess
  /// The name of the real terminal, for one that tries to open it.
  let real: String

  private var console: Console { Self.console }

  /// Behaves as a mode says, and gives the exit code.
  func behave(_ mode: String) throws -> Int32 {
    switch mode {
    case "writes":
      for number in 1...3_000 { talk("line \(number) of the review\n") }
      return 5
    case "asks":
      talk("got \(try console.ask("Name", orElse: ""))\n")
    case "asks twice":
      talk("got \(try console.ask("Name", orElse: ""))\n")
      talk("keeper got \(try ask("asks"))\n")
      talk("got \(try console.ask("Name again", orElse: ""))\n")
    case "speaks": say(60)
    case "speaks much":
      say(40_000)
      console.result("said")
    case "speaks in turns":
      say(15)
      talk("keeper got \(try ask("speaks"))\n")
      say(20, from: 31)
    case "speaks before the last question":
      say(5)
      talk("keeper got \(try ask("begins a screen"))\n")
      say(20, from: 6)
    case "speaks around a question":
      say(20)
      talk("got \(try console.ask("Name", orElse: ""))\n")
      say(20, from: 21)
    case "speaks around a paste":
      say(20)
      talk("got \(try console.paste("Paste", limit: 10_000, orElse: "").count) bytes\n")
      say(20, from: 21)
    case "speaks around pages":
      say(15)
      try console.screen.showPages((1...30).map { "page \($0)." }.joined(separator: "\n"))
      say(15, from: 16)
    case "speaks in colours":
      talk("\u{1b}[38;5;16m")
      say(30)
      talk("\u{1b}[0m")
    case "speaks behind its mark":
      // At once, or it would be asked in between.
      let lines = (1...30).map { "line \($0).\n" }.joined()
      talk("\u{1b}_drawbridge\u{1b}\\" + lines)
      talk("keeper got \(try ask("asks"))\n")
    case "speaks and is killed":
      say(60)
      raise(SIGKILL)
    case "pages":
      try console.showBeforeQuestion((1...50).map { "line \($0)." }.joined(separator: "\n"))
      talk("read to the end\n")
    case "lines":
      while let line = readLine() { talk("got \(line)\n") }
      talk("end of input\n")
    case "size":
      let before = console.screen.size.columns
      talk("at \(before) columns\n")
      while console.screen.size.columns == before { _ = poll(nil, 0, 10) }
      talk("at \(console.screen.size.columns) columns\n")
    case "lies": try lie()
    case "controls":
      for control in Self.controls { talk("\(control)") }
      talk("\nthat was all\n")
    case "dies":
      let terminal = open("/dev/tty", O_RDWR)
      talk("\u{1b}[?1049h\u{1b}[?2004h\u{1b}[38;5;16;48;5;231m")
      _ = syscalls_terminal_set(terminal, syscalls_terminal_keys, 0)
      talk("dying")
      _ = try? ask("waits for")
      raise(SIGKILL)
    case "waits":
      let terminal = open("/dev/tty", O_RDWR)
      _ = syscalls_terminal_set(terminal, syscalls_terminal_keys_shown, 0)
      talk("\u{1b}[?1049h\u{1b}[H\u{1b}[2Jwaiting")
      while true { pause() }
    case "busy":
      talk("busy")
      _ = try? ask("waits")
    case "killed": _ = try? ask("killed")
    case "reaches": reach()
    default: return 2
    }
    return 0
  }

  /// Says that many lines, counted from a number.
  private func say(_ count: Int, from first: Int = 1) {
    for number in first..<first + count { talk("line \(number).\n") }
  }

  private func talk(_ text: String) { console.screen.writeTalk(text) }

  private func ask(_ what: String) throws(KeeperProcessError) -> String {
    String(decoding: try keeper.answer(to: Array(what.utf8)), as: UTF8.self)
  }

  /// Turns its terminal to single keys, and writes and reads all the time, also while key-keeper asks; what it read
  /// stands in the result.
  private func lie() throws {
    let terminal = open("/dev/tty", O_RDWR | O_NONBLOCK)
    _ = syscalls_terminal_set(terminal, syscalls_terminal_keys, 0)
    var thread = pthread_t()
    pthread_create(&thread, nil, paint, nil)
    while paints.load(ordering: .acquiring) < 10 { sched_yield() }
    let answer = try ask("asks")
    isPainting.store(false, ordering: .releasing)
    pthread_join(thread, nil)
    console.result("the reviewer read: \(stolen.withLock { $0 })")
    console.result("key-keeper read: \(answer)")
  }

  /// Asks for the real terminal by every way that it knows; each line a name and an error number.
  private func reach() {
    func report(_ name: String, _ result: Int32) {
      console.result("\(name): \(result < 0 ? errno : 0)")
      if result > 2 { close(result) }
    }
    func has(_ file: Int32, _ device: dev_t) -> Bool {
      var status = stat()
      return fstat(file, &status) == 0 && status.st_rdev == device
    }
    var status = stat()
    stat(real, &status)
    let held = (Int32(0)..<256).filter { has($0, status.st_rdev) }
    console.result("descriptors of it: \(held.count)")
    let own = open("/dev/tty", O_RDWR | O_NOCTTY)
    let other = open(real, O_RDWR | O_NOCTTY)
    report("is its own terminal it", syscalls_terminal_is_same(own, other))
    close(other)
    do {
      report("raised", try FileFence.ofSystem(helpers: []).raise() ? 0 : -1)
    } catch {
      report("raised", -1)
    }
    report("by name", open(real, O_RDWR | O_NOCTTY))
    report("to write", open(real, O_WRONLY | O_NOCTTY))
    report("to read", open(real, O_RDONLY | O_NOCTTY))
    report("from key-keeper", open("/proc/\(getppid())/fd/2", O_RDWR | O_NOCTTY))
    report("all terminals", open("/dev/pts", O_RDONLY | O_DIRECTORY))
    report("another terminal", open("/dev/ptmx", O_RDWR | O_NOCTTY))
    report("its own terminal", open("/dev/tty", O_RDWR | O_NOCTTY))
    var character = UInt8(ascii: "x")
    report("typing into its own", ioctl(own, 0x5412, &character))
    report("its session is its own", getsid(0) == getpid() ? 0 : -1)
    if leaveSession() == 0 {
      // A session without a terminal takes the first that it opens: there is none to open.
      report("by a new session", open(real, O_RDWR))
      report("by a new session, as /dev/tty", open("/dev/tty", O_RDWR))
      _exit(0)
    }
  }

  /// A session of its own needs a process that leads none.
  private func leaveSession() -> Int32 {
    let child = syscalls_fork()
    if child == 0 { return setsid() > 0 ? 0 : -1 }
    waitpid(child, nil, 0)
    return 1
  }

  /// What would change the terminal, make it answer, or paint over other lines.
  static let controls = [
    "\u{1b}]0;title\u{7}", "\u{1b}]52;c;AAAA\u{1b}\\", "\u{1b}P$q\"p\u{1b}\\", "\u{1b}[6n",
    "\u{1b}[c", "\u{1b}[>c", "\u{1b}[5n", "\u{1b}[2;3H", "\u{1b}[3A", "\u{1b}[1;5r", "\u{1b}[?7l",
    "\u{1b}[3J", "\u{1b}c", "\u{1b}[!p", "\u{1b}(0", "\u{1b}#8", "\u{e}", "\u{5}", "\u{9b}6n",
    "\u{1b}[8m", "\u{1b}[4;7m", "\u{1b}[20h", "\u{1b}[21t", "\u{1b}[?1000h", "\u{1b}[5b",
    "\u{202e}", "\u{7}",
  ]
}

private let paints = Atomic<Int>(0)
private let isPainting = Atomic<Bool>(true)
private let stolen = Mutex("")

private nonisolated func paint(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let terminal = open("/dev/tty", O_RDWR | O_NONBLOCK)
  while isPainting.load(ordering: .acquiring) {
    let text = "\u{1b}[HPAINTED\n"
    _ = write(terminal, text, text.utf8.count)
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(terminal, &bytes, bytes.count)
    if count > 0 {
      stolen.withLock { $0 += String(decoding: bytes.prefix(count), as: UTF8.self) }
    }
    paints.add(1, ordering: .releasing)
  }
  return nil
}
