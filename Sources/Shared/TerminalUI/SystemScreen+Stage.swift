internal import CSystemCalls
internal import Glibc
internal import Synchronization

/// What is written on a stage, and how it waits for a key; where there is none, everything goes through as it is.
extension SystemScreen {
  /// Scrolls everything out of sight, and on the stage waits before that until it was seen.
  public func scrollAway() {
    guard let terminal = TerminalFile() else { return }
    guard let stage else { return terminal.show(scrolling(of: terminal.size.rows)) }
    stage.state.withLock { state in
      state.rows.fit(terminal.size)
      if !state.rows.isEmpty { turnPage(stage, &state.rows, on: terminal) }
      terminal.show(scrolling(of: terminal.size.rows))
      state.rows.begin()
    }
  }

  func put(_ text: String, to file: Int32) {
    var text = text
    text.withUTF8 { _ = put(UnsafeRawBufferPointer($0), to: file) }
  }

  /// Writes to the terminal or elsewhere; what is written to the stage stops where the screen is full.
  ///
  /// Gives 0, or the error number that ended it.
  @discardableResult
  func put(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    guard let stage, let terminal = TerminalFile(),
      syscalls_terminal_is_same(file, terminal.number) == 1
    else { return Self.writeAll(bytes, to: file) }
    return stage.state.withLock { state in
      guard !state.isOnSecondScreen else { return Self.writeAll(bytes, to: file) }
      var rest = bytes
      while true {
        state.rows.fit(terminal.size)
        let count = state.rows.take(rest, mayStop: !state.isAsking)
        let code = Self.writeAll(UnsafeRawBufferPointer(rebasing: rest.prefix(count)), to: file)
        guard code == 0, count < rest.count else { return code }
        turnPage(stage, &state.rows, on: terminal)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }

  /// Waits until the person has pressed a key for everything above; the line that asks for it is gone then.
  ///
  /// Without a terminal that answers nothing is waited for.
  private func turnPage(
    _ stage: Stage, _ rows: inout UnseenRows, on terminal: borrowing TerminalFile
  ) {
    if rows.column > 0 { terminal.show("\n") }
    defer { rows.begin() }
    while true {
      do throws(ScreenError) {
        try set(terminal, to: syscalls_terminal_line)
        break
      } catch .neverQuiet {
        // A key that is held down: it is not for what is not on the screen yet.
        continue
      } catch {
        return
      }
    }
    defer { syscalls_terminal_restore() }
    var keys = TerminalKeys()
    var size: (columns: Int, rows: Int)?
    while true {
      let now = terminal.size
      if syscalls_terminal_was_disturbed() != 0 || size.map({ $0 != now }) ?? true {
        let erased = size == nil ? "" : Stage.erasure(isDumb: style.isDumb)
        terminal.show(erased + stage.line(columns: now.columns, isPlain: isPlain))
        size = now
      }
      var ready = pollfd(fd: terminal.number, events: Int16(POLLIN), revents: 0)
      // Wakes up to look whether the terminal was resized.
      guard poll(&ready, 1, 250) > 0 else { continue }
      guard let chunk = try? terminal.read() else { return }
      let found = keys.take(chunk)
      if Stage.turns(found) { return }
      // Text that is pasted turns no page.
      if found.count > 1 { try? terminal.settle(pace) }
    }
  }

  /// Begins a question on the first screen, once there is room for it; gives it as it is shown.
  @discardableResult
  func begin(_ prompt: String, on terminal: borrowing TerminalFile) -> String {
    let prompt = style.isPlain ? TerminalStyle.plain(prompt) : prompt
    guard let stage else { return prompt }
    stage.state.withLock { state in
      state.rows.fit(terminal.size)
      if !state.rows.isEmpty, !state.rows.hasRoom(for: prompt) {
        turnPage(stage, &state.rows, on: terminal)
      }
      state.isAsking = true
    }
    return prompt
  }

  /// Ends a question: whoever answered it has seen what stands above.
  func end(isAnswered: Bool) {
    stage?.state.withLock { state in
      state.isAsking = false
      if isAnswered { state.rows.see() }
    }
  }

  /// Begins to show something on the second screen.
  func beginSecondScreen(on terminal: borrowing TerminalFile) {
    guard let stage else { return }
    stage.state.withLock { state in
      // Where there is none, what stands above is pushed away.
      if style.isDumb, !state.rows.isEmpty { turnPage(stage, &state.rows, on: terminal) }
      state.isOnSecondScreen = true
    }
  }

  func endSecondScreen() {
    stage?.state.withLock { state in
      state.isOnSecondScreen = false
      if style.isDumb { state.rows.begin() }
    }
  }

  /// Shows part of an open question.
  func show(_ text: String, on terminal: borrowing TerminalFile) {
    show(Array(text.utf8), on: terminal)
  }

  func show(_ bytes: [UInt8], on terminal: borrowing TerminalFile) {
    stage?.state.withLock { state in
      state.rows.fit(terminal.size)
      _ = bytes.withUnsafeBytes { state.rows.take($0, mayStop: false) }
    }
    terminal.show(bytes)
  }
}
