import CSystemCalls
import Glibc
public import SecureMemory
import Synchronization

/// The screen of this process: its standard streams and `/dev/tty`.
public struct SystemScreen: Screen {
  // Opened for each use: a descriptor kept open would be one more thing a child could inherit.
  public init() {}

  public func writeResult(_ bytes: [UInt8]) {
    // A reader that went away is told in words and by the exit code, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    let code = bytes.withUnsafeBytes { Self.writeAll($0, to: STDOUT_FILENO) }
    if code != 0 { Self.note(code) }
  }

  public var lostResult: Int32? {
    // A full disk may say so only now. Terminals and pipes cannot be flushed and say EINVAL.
    if fsync(STDOUT_FILENO) != 0, errno == ENOSPC || errno == EIO || errno == EDQUOT {
      Self.note(errno)
    }
    let code = Self.lost.load(ordering: .relaxed)
    return code == 0 ? nil : code
  }

  /// Standard output is one for the whole process, however many screens there are; the first error counts.
  private static let lost = Atomic<Int32>(0)

  private static func note(_ code: Int32) {
    _ = lost.compareExchange(expected: 0, desired: code, ordering: .relaxed)
  }

  public func writeTalk(_ text: String) {
    var text = text
    text.withUTF8 { _ = Self.writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }

  public func writeToTerminal(_ bytes: UnsafeRawBufferPointer) {
    guard let terminal = TerminalFile() else { return }
    Self.writeAll(bytes, to: terminal.number)
  }

  public var canAsk: Bool { TerminalFile() != nil }
  public var talkIsOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  public var resultIsOnTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  public var size: (columns: Int, rows: Int) {
    guard let terminal = TerminalFile() else { return (80, 24) }
    let columns = Int(syscalls_terminal_columns(terminal.number))
    let rows = Int(syscalls_terminal_rows(terminal.number))
    return (columns > 0 ? columns : 80, rows > 0 ? rows : 24)
  }

  public var milliseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  public func readLine(prompt: String, limit: Int) throws(ScreenError) -> String? {
    let terminal = try TerminalFile.required()
    // What was typed before the question was no answer to it.
    tcflush(terminal.number, TCIFLUSH)
    terminal.show(prompt)
    var line: [UInt8] = []
    while true {
      var byte: UInt8 = 0
      let count = Glibc.read(terminal.number, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .terminal(operation: "read", code: errno) }
      if count == 0 { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      if line.count == limit {
        tcflush(terminal.number, TCIFLUSH)
        throw .tooLong(limit: limit)
      }
      line.append(byte)
    }
  }

  public func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes? {
    let terminal = try TerminalFile.required()
    let code = syscalls_terminal_set(terminal.number, syscalls_terminal_secret)
    guard code == 0 else { throw .terminal(operation: "silence", code: code) }
    defer {
      syscalls_terminal_restore()
      // The line feed that was not echoed.
      "\n".withCString { _ = Glibc.write(terminal.number, $0, 1) }
    }
    terminal.show(prompt)
    var secret = SecretBytes(count: limit)
    var filled = 0
    while true {
      var byte: UInt8 = 0
      defer { byte = 0 }
      let count = Glibc.read(terminal.number, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .terminal(operation: "read", code: errno) }
      if count == 0, filled == 0 { return nil }
      if count == 0 || byte == UInt8(ascii: "\n") {
        secret.truncate(to: filled)
        return secret
      }
      if filled == limit { throw .tooLong(limit: limit) }
      secret.withUnsafeMutableBytes { $0[filled] = byte }
      filled += 1
    }
  }

  public func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError) {
    let terminal = try TerminalFile.required()
    // Before the secret is on the screen: from here on every end of the process clears it.
    let code = syscalls_terminal_set(terminal.number, syscalls_terminal_shown)
    guard code == 0 else { throw .terminal(operation: "silence", code: code) }
    defer { syscalls_terminal_restore() }
    terminal.show("\(Self.secondScreen)\(title)\n\n")
    Self.writeAll(secret, to: terminal.number)
    terminal.show(prompt)
    // Whatever the answer, also none: the screen is cleared.
    var byte: UInt8 = 0
    while true {
      let count = Glibc.read(terminal.number, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 || byte == UInt8(ascii: "\n") { return }
    }
  }

  public func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError) {
    let terminal = try TerminalFile.required()
    let mode = onSecondScreen ? syscalls_terminal_keys_shown : syscalls_terminal_keys
    let code = syscalls_terminal_set(terminal.number, mode)
    guard code == 0 else { throw .terminal(operation: "silence", code: code) }
    defer { syscalls_terminal_restore() }
    terminal.show((onSecondScreen ? Self.secondScreen : "") + prompt)
    while true {
      var byte: UInt8 = 0
      defer { byte = 0 }
      let count = Glibc.read(terminal.number, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .terminal(operation: "read", code: errno) }
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      guard count > 0, take(KeyPress(byte: byte, nanoseconds: now)) else { return }
    }
  }

  public func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {
    guard let terminal = TerminalFile() else { return }
    // The second screen again: a stop and SIGCONT have left it.
    terminal.show(Self.secondScreen + mark)
    Self.writeAll(text, to: terminal.number)
  }

  public func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8] {
    let terminal = try TerminalFile.required()
    let code = syscalls_terminal_set(terminal.number, syscalls_terminal_paste)
    guard code == 0 else { throw .terminal(operation: "set", code: code) }
    defer { syscalls_terminal_restore() }
    terminal.show(prompt)
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(terminal.number, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .terminal(operation: "read", code: errno) }
      if count == 0 { return text }
      for byte in chunk.prefix(count) {
        let isEmptyLine =
          byte == UInt8(ascii: "\n") && (text.isEmpty || text.last == UInt8(ascii: "\n"))
        if isEmptyLine || byte == 4 { return text }
        if byte == 127 || byte == 8 {
          if text.last != UInt8(ascii: "\n") { _ = text.popLast() }
        } else if text.count == limit {
          throw .tooLong(limit: limit)
        } else {
          text.append(byte)
        }
      }
    }
  }

  /// Goes to the second screen and clears it.
  static let secondScreen = "\u{1b}[?1049h\u{1b}[H\u{1b}[2J"

  /// Gives 0, or the error number that ended it.
  @discardableResult
  fileprivate static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = Glibc.write(file, start, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno }
      if count == 0 { return EIO }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
    return 0
  }
}

/// The controlling terminal, open for as long as this value lives.
private struct TerminalFile: ~Copyable {
  let number: Int32

  init?() {
    let opened = Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if opened < 0 { return nil }
    number = opened
  }

  static func required() throws(ScreenError) -> TerminalFile {
    guard let file = TerminalFile() else { throw .noTerminal }
    return file
  }

  func show(_ text: String) {
    var text = text
    text.withUTF8 { _ = SystemScreen.writeAll(UnsafeRawBufferPointer($0), to: number) }
  }

  deinit { Glibc.close(number) }
}
