private import Synchronization

/// An empty screen for the questions of one process, where another one wrote on the same terminal before.
///
/// What stood there is scrolled out of sight, not erased: it can be looked at again, and nothing of it stands above a
/// question to give it another meaning.
public final class OwnScreen: Sendable {
  private let hasBegun = Atomic(false)

  /// A screen that was not begun yet.
  public init() {}

  /// Begins it, once: scrolls everything away and writes `line` at the top; nothing without a terminal.
  public func begin(_ line: String, on console: Console) {
    guard console.screen.canAsk, !hasBegun.exchange(true, ordering: .relaxed) else { return }
    let rows = max(1, console.screen.size.rows)
    console.writeToTerminal(
      String(repeating: "\n", count: rows) + (console.screen.isPlain ? "" : "\u{1b}[H") + line
        + "\n")
  }
}
