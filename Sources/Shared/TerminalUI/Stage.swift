internal import Glibc
internal import Refusals
internal import Synchronization
internal import TextLayout

/// What a run is where nobody can scroll back: an action on a full screen, which has a title.
///
/// What it writes stops before a row leaves the top of the screen that no key was pressed for; see ``UnseenRows``. There
/// is one for each terminal: who writes on it counts there.
public final class Stage: Sendable {
  /// The variable of the environment that holds the title of the action; unset or empty there is no stage.
  public static let variable = "OFFLINE_SIGNER_STAGE"
  /// The variable that is set where the run is about a home for practice, and nothing that it does could be about real coins.
  public static let rehearsalVariable = "OFFLINE_SIGNER_REHEARSAL"
  /// The most columns of a title.
  static let titleColumns = 40

  /// That of this process's terminal, as the environment says.
  ///
  /// Only who has the terminal pages on it: not a process whose output somebody relays.
  public static let ofProcess = getenv(variable).flatMap {
    Stage(title: String(cString: $0), isRehearsal: getenv(rehearsalVariable) != nil)
  }

  struct State: Sendable {
    var rows = UnseenRows()
    /// Whether a question is open: then nothing stops, for its keys are not for the pages.
    var isAsking = false
    /// Whether this process shows something on the second screen.
    var isOnSecondScreen = false
  }

  /// The action, as it is shown: it has passed the gate.
  public let title: String
  /// Whether it is practice, which each page says.
  public let isRehearsal: Bool
  let state = Mutex(State())

  /// Takes the title of an action; nil for an empty one.
  public init?(title: String, isRehearsal: Bool = false) {
    guard !title.isEmpty else { return nil }
    self.isRehearsal = isRehearsal
    self.title = Self.cut(
      ForeignText.shown(title, limit: Self.titleColumns), to: Self.titleColumns)
  }

  /// Counts rows that are written, for one that writes on this terminal by itself.
  package func withRows<Result: Sendable>(_ body: (inout UnseenRows) -> Result) -> Result {
    state.withLock { body(&$0.rows) }
  }

  /// What stands below a full page, on a terminal of so many columns: never more than one row.
  package func line(columns: Int, isPlain: Bool) -> String {
    let mark = isRehearsal ? "REHEARSAL. " : ""
    let title = mark + (isPlain ? TerminalStyle.plain(self.title) : self.title)
    let end = " - Space continues "
    let room = columns - 1 - end.utf8.count
    return room < 1 ? Self.cut("Space ", to: columns - 1) : Self.cut(title, to: room) + end
  }

  /// Takes that line away again; a dumb terminal erases nothing.
  package static func erasure(isDumb: Bool) -> String { isDumb ? "\n" : "\r\u{1b}[K" }

  /// Whether these keys, which were delivered at once, turn the page: one alone does, pasted text does not.
  package static func turns(_ keys: [TerminalKeys.Key]) -> Bool {
    let turning: [TerminalKeys.Key] = [
      .character([UInt8(ascii: " ")]), .control(0x0a), .control(0x0d),
    ]
    return keys.count == 1 && turning.contains(keys[0])
  }

  private static func cut(_ text: String, to columns: Int) -> String {
    var (cut, width) = ("", 0)
    for character in text {
      width += ColumnWidth.of(String(character))
      guard width <= columns else { break }
      cut.append(character)
    }
    return cut
  }
}
