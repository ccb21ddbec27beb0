import Synchronization

/// Says how far something is that takes longer than a second; anything shorter says nothing.
///
/// On a terminal one line is written over; elsewhere (a log) a line comes at most every ten
/// seconds. May be updated from several threads.
public final class Progress: Sendable {
  private struct State {
    var lastShown: UInt64?
    var lineIsOpen = false
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
  public func update(_ done: Int, of total: Int? = nil) {
    let now = screen.milliseconds
    let onTerminal = screen.talkIsOnTerminal
    let isDue = state.withLock { state in
      guard now >= started + 1_000 else { return false }
      if let last = state.lastShown, now < last + (onTerminal ? 200 : 10_000) { return false }
      state.lastShown = now
      state.lineIsOpen = onTerminal
      return true
    }
    guard isDue else { return }
    let amount =
      if let total, total > 0 {
        "\(done) of \(total) \(unit) (\(Int(min(100, Double(done) * 100 / Double(total)))) %)"
      } else {
        "\(done) \(unit)"
      }
    let seconds = (now - started) / 1_000
    let line = "\(what): \(amount), \(seconds) s"
    screen.writeTalk(onTerminal ? "\r\u{1b}[K\(line)" : line + "\n")
  }

  /// Clears the line.
  public func end() {
    let isOpen = state.withLock { state in
      defer { state.lineIsOpen = false }
      return state.lineIsOpen
    }
    if isOpen { screen.writeTalk("\r\u{1b}[K") }
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
    if onTerminal { screen.writeTalk("\(what) ...") }
    defer { if onTerminal { screen.writeTalk("\r\u{1b}[K") } }
    return try body()
  }
}
