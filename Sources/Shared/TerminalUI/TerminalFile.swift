internal import CSystemCalls
internal import Glibc

/// The controlling terminal, open for as long as this value lives.
struct TerminalFile: ~Copyable {
  let number: Int32

  init?() {
    let opened = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if opened < 0 { return nil }
    number = opened
  }

  static func required() throws(ScreenError) -> TerminalFile {
    guard let file = TerminalFile() else { throw .noTerminal }
    // A person may take hours to answer: what keys were computed with until now does not stay on the stack.
    syscalls_wipe_stack()
    return file
  }

  func show(_ text: String) { SystemScreen.write(text, to: number) }

  func show(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { SystemScreen.writeAll($0, to: number) }
  }

  var size: (columns: Int, rows: Int) {
    let columns = Int(syscalls_terminal_columns(number))
    let rows = Int(syscalls_terminal_rows(number))
    return (columns > 0 ? columns : 80, rows > 0 ? rows : 24)
  }

  /// What the terminal delivers next, in one piece; nil at its end.
  func read() throws(ScreenError) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(number, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .terminal(operation: "read", code: errno) }
      return count == 0 ? nil : Array(chunk.prefix(count))
    }
  }

  /// Whether something comes within so many milliseconds.
  func hasInput(_ milliseconds: Int32) throws(ScreenError) -> Bool {
    while true {
      var ready = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let count = poll(&ready, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .terminal(operation: "read", code: errno) }
      // A terminal that is gone is quiet: whoever reads it finds its end.
      return count > 0 && ready.revents & Int16(POLLIN) != 0
    }
  }

  /// Discards what comes until nothing comes for a moment.
  ///
  /// One flush is not enough: a terminal delivers the rest of a long paste after it.
  func settle(_ pace: TypingPace) throws(ScreenError) {
    let start = SystemScreen.now
    while try hasInput(pace.quiet) {
      guard try read() != nil else { return }
      guard SystemScreen.now - start < pace.patience else {
        throw .neverQuiet(seconds: Int(pace.patience / 1_000))
      }
    }
  }

  deinit { Glibc.close(number) }
}
