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
    console.screen.scrollAway()
    console.writeToTerminal(console.wrapped(line) + "\n")
  }
}

extension Screen {
  /// As terminals are.
  public var canScrollBack: Bool { true }

  /// Scrolls everything out of sight.
  public func scrollAway() {
    var text = scrolling(of: size.rows)
    text.withUTF8 { writeToTerminal(UnsafeRawBufferPointer($0)) }
  }

  /// What scrolls so many rows away and goes to the top of the screen, on a plain terminal only to a new line.
  func scrolling(of rows: Int) -> String {
    String(repeating: "\n", count: max(1, rows)) + (isPlain ? "" : "\u{1b}[H")
  }
}
