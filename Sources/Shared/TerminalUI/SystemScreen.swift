internal import CSystemCalls
internal import Glibc
public import SecureMemory
internal import Synchronization
internal import TextLayout

/// The screen of this process: its standard streams and `/dev/tty`.
public struct SystemScreen: Screen {
  let pace: TypingPace
  let style: TerminalStyle
  let stage: Stage?

  /// Takes the pace of a person, which tests make faster, what the terminal can show, and the stage that it is; nil
  /// where one can scroll back.
  public init(
    pace: TypingPace = .standard, style: TerminalStyle = .ofProcess, stage: Stage? = nil
  ) {
    // The terminal is opened for each use: a descriptor kept open would be one more thing a child
    // could inherit.
    self.pace = pace
    self.style = style
    self.stage = stage
  }

  /// As the environment says; see ``TerminalStyle``.
  public var isPlain: Bool { style.isPlain }

  /// Writes to standard output; what cannot be written is remembered in ``lostResult``.
  public func writeResult(_ bytes: [UInt8]) {
    // A reader that went away is reported in words and by the exit code, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    let shown =
      isPlain && resultIsOnTerminal
      ? Array(TerminalStyle.plain(String(decoding: bytes, as: UTF8.self)).utf8) : bytes
    let code = shown.withUnsafeBytes { put($0, to: STDOUT_FILENO) }
    if code != 0 { Self.note(code) }
  }

  /// The first error of any screen of this process; what the system still holds is flushed first.
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

  /// Writes to standard error.
  public func writeTalk(_ text: String) {
    guard isPlain, talkIsOnTerminal else { return put(text, to: STDERR_FILENO) }
    // A dumb terminal erases nothing: what is written over goes on a line of its own.
    let lines = style.isDumb ? text.replacing("\r\u{1b}[K", with: "\n") : text
    put(TerminalStyle.plain(lines), to: STDERR_FILENO)
  }

  /// Writes to `/dev/tty`; without one, nothing is written.
  public func writeToTerminal(_ bytes: UnsafeRawBufferPointer) {
    guard let terminal = TerminalFile() else { return }
    var rest = bytes[...]
    // A dumb terminal erases nothing: what is written over goes on a line of its own. No copy is made:
    // it may be a secret.
    while style.isDumb, let place = Self.erasure(in: rest) {
      put(UnsafeRawBufferPointer(rebasing: rest[..<place]), to: terminal.number)
      put("\n", to: terminal.number)
      rest = rest[(place + Self.erasing.count)...]
    }
    put(UnsafeRawBufferPointer(rebasing: rest), to: terminal.number)
  }

  /// Back to the start of the line, and everything on it gone.
  private static let erasing = Array("\r\u{1b}[K".utf8)

  private static func erasure(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
    bytes.indices.first { bytes[$0...].starts(with: erasing) }
  }

  /// Whether `/dev/tty` can be opened.
  public var canAsk: Bool { TerminalFile() != nil }
  /// Whether standard error is a terminal.
  public var talkIsOnTerminal: Bool { isatty(STDERR_FILENO) == 1 }
  /// Whether standard error is the same terminal as `/dev/tty`.
  public var talkIsWhereQuestionsAre: Bool {
    guard let terminal = TerminalFile() else { return false }
    return syscalls_terminal_is_same(STDERR_FILENO, terminal.number) == 1
  }
  /// Whether standard output is a terminal.
  public var resultIsOnTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// What `/dev/tty` says now; 80 by 24 without one.
  public var size: (columns: Int, rows: Int) {
    guard let terminal = TerminalFile() else { return (80, 24) }
    return terminal.size
  }

  /// The monotonic clock of the system.
  public var milliseconds: UInt64 { Self.now }

  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
  }

  /// Reads from `/dev/tty`, key by key at the pace of a person.
  public func readLine(
    prompt: String, limit: Int, mayBePasted: Bool
  ) throws(ScreenError) -> String? {
    let terminal = try TerminalFile.required()
    let prompt = begin(prompt, on: terminal)
    var isAnswered = false
    defer { end(isAnswered: isAnswered) }
    try set(terminal, to: syscalls_terminal_typed)
    defer { syscalls_terminal_restore() }
    show(prompt, on: terminal)
    var editor = LineEditor(limit: limit, mayBePasted: mayBePasted)
    while editor.state == .open {
      guard let chunk = try terminal.read() else { return nil }
      let echo = editor.take(chunk)
      show(echo, on: terminal)
    }
    // More than a person types so soon after Enter: the answer was the first line of a longer text.
    var isFollowed = false
    if editor.state == .done, !mayBePasted { isFollowed = try terminal.hasInput(pace.afterEnter) }
    isAnswered = editor.state == .ended || editor.state == .done && !isFollowed
    switch editor.state {
    case .ended: return nil
    case .done where !isFollowed: return editor.text
    default:
      if editor.state != .done { show("\n", on: terminal) }
      // The rest of it goes nowhere: not to the next question, nor to the shell.
      try terminal.settle(pace)
      throw editor.state == .tooLong ? .tooLong(limit: limit) : .burst
    }
  }

  /// Reads from `/dev/tty` without echo, straight into locked memory.
  public func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes? {
    let terminal = try TerminalFile.required()
    let prompt = begin(prompt, on: terminal)
    var isAnswered = false
    defer { end(isAnswered: isAnswered) }
    // May be pasted: nothing but the right passphrase is one.
    try set(terminal, to: syscalls_terminal_secret)
    defer {
      syscalls_terminal_restore()
      // The line feed that was not echoed.
      show("\n", on: terminal)
    }
    show(prompt, on: terminal)
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
        isAnswered = true
        secret.truncate(to: filled)
        return secret
      }
      if filled == limit {
        // Off the keys first, which make no sense as lines.
        if syscalls_terminal_become(syscalls_terminal_keys) == 0 { try terminal.settle(pace) }
        throw .tooLong(limit: limit)
      }
      secret.withUnsafeMutableBytes { $0[filled] = byte }
      filled += 1
    }
  }

  /// Shows pages on the second screen of `/dev/tty`, which every end of the process clears.
  public func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError) {
    let terminal = try TerminalFile.required()
    beginSecondScreen(on: terminal)
    defer { endSecondScreen() }
    // Before the secret is on the screen: from here on every end of the process clears it.
    try set(terminal, to: syscalls_terminal_keys_shown)
    defer { syscalls_terminal_restore() }
    let head = self.head(title, on: terminal)
    let pages = PageFrame(head: head, mustEnd: false, last: prompt)
    _ = try show(pages, secret, on: terminal)
  }

  /// Shows pages on the second screen of `/dev/tty`.
  public func showPages(_ text: String) throws(ScreenError) { try showPages(text, head: "") }

  /// Shows pages on the second screen of `/dev/tty`, each below the head.
  public func showPages(_ text: String, head: String) throws(ScreenError) {
    let terminal = try TerminalFile.required()
    beginSecondScreen(on: terminal)
    defer { endSecondScreen() }
    try set(terminal, to: syscalls_terminal_pages)
    defer { syscalls_terminal_restore() }
    let bytes = Array((style.isPlain ? TerminalStyle.plain(text) : text).utf8)
    let pages = PageFrame(
      head: head.isEmpty ? "" : self.head(head, on: terminal), mustEnd: true,
      last: "Space continues to the question, b goes back, q stops. ")
    let outcome: Result<Bool, ScreenError> = bytes.withUnsafeBytes { bytes in
      do throws(ScreenError) {
        return .success(try show(pages, bytes, on: terminal))
      } catch {
        return .failure(error)
      }
    }
    if try !outcome.get() { throw .leftUnread }
  }

  /// What stands above each page: a title in the lines it takes, and an empty one.
  private func head(_ title: String, on terminal: borrowing TerminalFile) -> String {
    let columns = min(TextWrapping.standardColumns, terminal.size.columns)
    return TextWrapping(columns: columns).text(style.isPlain ? TerminalStyle.plain(title) : title)
      + "\n\n"
  }

  /// Shows pages until the last one is left; whether it was left by going on.
  private func show(
    _ pages: PageFrame, _ text: UnsafeRawBufferPointer, on terminal: borrowing TerminalFile
  ) throws(ScreenError) -> Bool {
    var pager = Pager(
      size: terminal.size, layout: { PagedLines(text, columns: $0).ranges },
      reserved: { pages.rows(columns: $0, pages: $1) })
    if let needed = pager.needed {
      let size = terminal.size
      throw .tooSmall(columns: size.columns, rows: size.rows, needed: needed.columns, needed.rows)
    }
    var keys = TerminalKeys()
    var isDrawn = false
    while true {
      if syscalls_terminal_was_disturbed() != 0 { isDrawn = false }
      if pager.refit(terminal.size) || !isDrawn {
        draw(pager, pages, text, on: terminal)
        isDrawn = true
      }
      var ready = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
      // Wakes up to look whether the terminal was resized.
      let woken = poll(&ready, 1, 250)
      // After a stop the second screen is gone.
      if woken < 0, errno == EINTR { isDrawn = false }
      guard woken > 0 else { continue }
      guard let chunk = try terminal.read() else { return false }
      let found = keys.take(chunk)
      // Text that is pasted turns no page.
      guard found.count == 1, let key = found.first else {
        if found.count > 1 { try terminal.settle(pace) }
        continue
      }
      switch pager.take(key) {
      case .none: break
      case .drawn: isDrawn = false
      case .finished: return true
      case .left: if pages.mustEnd || pager.isLast { return false }
      }
    }
  }

  private func draw(
    _ pager: Pager, _ pages: PageFrame, _ text: UnsafeRawBufferPointer,
    on terminal: borrowing TerminalFile
  ) {
    if let needed = pager.needed {
      return terminal.show(secondScreen + pages.tooSmall(needed))
    }
    terminal.show(secondScreen + pages.head)
    for row in pager.shown {
      Self.writeAll(UnsafeRawBufferPointer(rebasing: text[row]), to: terminal.number)
      terminal.show("\n")
    }
    terminal.show("\n" + pages.prompt(page: pager.page, of: pager.pageCount))
  }

  /// Reads from `/dev/tty`, key by key and without echo.
  public func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError) {
    let terminal = try TerminalFile.required()
    let mode = onSecondScreen ? syscalls_terminal_keys_shown : syscalls_terminal_keys
    var isAnswered = false
    if onSecondScreen { beginSecondScreen(on: terminal) } else { begin(prompt, on: terminal) }
    defer { if onSecondScreen { endSecondScreen() } else { end(isAnswered: isAnswered) } }
    try set(terminal, to: mode)
    defer { syscalls_terminal_restore() }
    // Asked before anything is drawn: a window that changes in between has to be drawn anew.
    var size = terminal.size
    _ = syscalls_terminal_was_disturbed()
    if onSecondScreen { terminal.show(secondScreen + prompt) } else { show(prompt, on: terminal) }
    while true {
      if onSecondScreen {
        // Another size leaves pieces of what was drawn, a stop nothing.
        let now = terminal.size
        if syscalls_terminal_was_disturbed() != 0 || now != size {
          size = now
          guard take(KeyPress(byte: KeyPress.redraw, nanoseconds: Self.nanoseconds)) else { return }
        }
        var ready = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
        // Wakes up to look whether the terminal was resized.
        guard poll(&ready, 1, 250) > 0 else { continue }
      }
      var byte: UInt8 = 0
      defer { byte = 0 }
      let count = Glibc.read(terminal.number, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw .terminal(operation: "read", code: errno) }
      isAnswered = isAnswered || count > 0
      guard count > 0, take(KeyPress(byte: byte, nanoseconds: Self.nanoseconds)) else { return }
    }
  }

  private static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Shows pictures on the second screen of `/dev/tty`.
  public func showLive(
    isSecret: Bool,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ScreenError) {
    let terminal = try TerminalFile.required()
    beginSecondScreen(on: terminal)
    defer { endSecondScreen() }
    try set(terminal, to: isSecret ? syscalls_terminal_keys_shown : syscalls_terminal_pages)
    defer { syscalls_terminal_restore() }
    var keys: [UInt8]? = []
    var shown: (columns: Int, rows: Int)?
    // What stands there, to be drawn again where it was taken away and nothing else has changed.
    var last = ""
    while true {
      let size = terminal.size
      guard let picture = next(keys, size) else { return }
      // A stop has left the second screen; another size leaves pieces of the last picture, and is seen even where the
      // window has its old one again by now.
      let isCleared = syscalls_terminal_was_disturbed() != 0 || shown.map { $0 != size } ?? true
      if isCleared {
        terminal.show(secondScreen)
        shown = size
      }
      if !picture.text.isEmpty { last = picture.text }
      if isCleared || !picture.text.isEmpty { terminal.show("\u{1b}[H" + last) }
      guard keys != nil else {
        _ = poll(nil, 0, picture.milliseconds)
        continue
      }
      keys = []
      var ready = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, picture.milliseconds) > 0 else { continue }
      keys = try terminal.read()
    }
  }

  /// Waits for keys below what stands on the first screen of `/dev/tty`.
  public func watchKeys(
    prompt: String, every milliseconds: Int32, _ take: ([UInt8]) -> Bool
  ) throws(ScreenError) {
    let terminal = try TerminalFile.required()
    try set(terminal, to: syscalls_terminal_keys)
    defer { syscalls_terminal_restore() }
    terminal.show(style.isPlain ? TerminalStyle.plain(prompt) : prompt)
    while true {
      var ready = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
      let keys = poll(&ready, 1, milliseconds) > 0 ? try terminal.read() : []
      guard let keys, take(keys) else { return }
    }
  }

  /// Clears the first screen of `/dev/tty` with what can be scrolled back to; a dumb terminal is scrolled on.
  public func clearAll() {
    guard let terminal = TerminalFile() else { return }
    terminal.show(
      style.isDumb
        ? String(repeating: "\n", count: terminal.size.rows) : "\u{1b}[H\u{1b}[2J\u{1b}[3J")
  }

  /// Draws on the second screen of `/dev/tty`; no copy of the text is made.
  public func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {
    guard let terminal = TerminalFile() else { return }
    // The second screen again: a stop and SIGCONT have left it.
    terminal.show(secondScreen + mark)
    Self.writeAll(text, to: terminal.number)
  }

  /// Reads from `/dev/tty` until the mark of the paste's end, an empty line, or the end of input.
  public func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8] {
    let terminal = try TerminalFile.required()
    let prompt = begin(prompt, on: terminal)
    var isAnswered = false
    defer { end(isAnswered: isAnswered) }
    try set(terminal, to: syscalls_terminal_typed)
    defer { syscalls_terminal_restore() }
    show(prompt, on: terminal)
    var reader = PasteReader(limit: limit)
    while reader.state == .open {
      guard let chunk = try terminal.read() else { return reader.text }
      let echo = reader.take(chunk)
      show(echo, on: terminal)
    }
    isAnswered = reader.state == .done
    // What follows the end is not an answer to anything, and no command for the shell.
    try terminal.settle(pace)
    if reader.state == .tooLong { throw .tooLong(limit: limit) }
    return reader.text
  }

  /// Not on a stage.
  public var canScrollBack: Bool { stage == nil }

  /// Silences the terminal, waits until nothing comes any more, and sets it to a mode.
  func set(
    _ terminal: borrowing TerminalFile, to mode: syscalls_terminal_mode
  ) throws(ScreenError) {
    let code = syscalls_terminal_set(terminal.number, syscalls_terminal_keys, style.isDumb ? 1 : 0)
    guard code == 0 else { throw .terminal(operation: "set", code: code) }
    do throws(ScreenError) {
      try terminal.settle(pace)
      let code = syscalls_terminal_become(mode)
      guard code == 0 else { throw .terminal(operation: "set", code: code) }
    } catch {
      syscalls_terminal_restore()
      throw error
    }
  }

  /// Goes to the second screen and clears it.
  private var secondScreen: String { style.isDumb ? "\n\n" : "\u{1b}[?1049h\u{1b}[H\u{1b}[2J" }

  static func write(_ text: String, to file: Int32) {
    var text = text
    text.withUTF8 { _ = writeAll(UnsafeRawBufferPointer($0), to: file) }
  }

  /// Gives 0, or the error number that ended it.
  @discardableResult
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
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
