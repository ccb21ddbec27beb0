internal import Refusals
internal import Synchronization

/// Shows the progress of something that takes longer than a second; anything shorter shows nothing.
///
/// On a terminal one line is written over; elsewhere (a log) a line comes at most every ten
/// seconds. May be updated from several threads.
public final class Progress: Sendable {
  private struct State {
    var lastShown: UInt64?
    var amount: (done: Int, total: Int?)?
    var lineIsOpen = false
    var hasEnded = false
  }

  private let what: String
  private let unit: String
  private let screen: any Screen
  private let started: UInt64
  private let state = Mutex(State())

  init(_ what: String, unit: String, screen: any Screen) {
    self.what = what
    self.unit = unit
    self.screen = screen
    started = screen.milliseconds
  }

  /// Tells how much is done, of how much when that is known.
  public func update(_ done: Int, of total: Int? = nil) { show((done, total)) }

  /// Tells that it still goes on, when nobody can say how far it is.
  public func goesOn() { show(nil) }

  private func show(_ amount: (done: Int, total: Int?)?) {
    let now = screen.milliseconds
    let onTerminal = screen.talkIsOnTerminal
    // Written under the lock: what comes late may not stand behind the end.
    state.withLock { state in
      if let amount { state.amount = amount }
      guard !state.hasEnded, now >= started + 1_000 else { return }
      if let last = state.lastShown, now < last + (onTerminal ? 200 : 10_000) { return }
      state.lastShown = now
      state.lineIsOpen = onTerminal
      let line = ForeignText.again(
        "\(what)\(words(state.amount)), \((now - started) / 1_000) s", limit: .max)
      screen.writeTalk(onTerminal ? "\r\u{1b}[K\(line)" : line + "\n")
    }
  }

  private func words(_ amount: (done: Int, total: Int?)?) -> String {
    guard let (done, total) = amount else { return "" }
    guard let total, total > 0 else { return ": \(done) \(unit)" }
    let percent = Int(min(100, Double(done) * 100 / Double(total)))
    return ": \(done) of \(total) \(unit) (\(percent) %)"
  }

  /// Clears the line; nothing more is said.
  public func end() {
    state.withLock { state in
      if state.lineIsOpen { screen.writeTalk("\r\u{1b}[K") }
      state.lineIsOpen = false
      state.hasEnded = true
    }
  }

  deinit { end() }
}

extension Console {
  /// Begins something that may take longer than a second.
  public func progress(_ what: String, unit: String = "") -> Progress {
    Progress(what, unit: unit, screen: screen)
  }

  /// Says on a terminal that one long step without a measure is under way, and takes it back.
  ///
  /// For steps that usually take close to a second or more, like stretching a passphrase.
  public func working<Result: ~Copyable, Failure: Error>(
    _ what: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let onTerminal = screen.talkIsOnTerminal
    if onTerminal { screen.writeTalk("\(ForeignText.again(what, limit: .max)) ...") }
    defer { if onTerminal { screen.writeTalk("\r\u{1b}[K") } }
    return try body()
  }
}
