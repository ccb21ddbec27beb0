public import Refusals
public import SecureMemory

/// What a person answers a question with.
public enum Answer: Equatable, Sendable {
  /// A line without its end.
  case text(String)
  /// The end of input (Ctrl-D), or nobody there.
  case none
}

/// One byte that a key sent, and when.
public struct KeyPress: Equatable, Sendable {
  /// Ctrl-L, which asks to have the screen drawn anew; a second screen whose terminal has another size, or was
  /// stopped, gives it too.
  public static let redraw: UInt8 = 0x0c

  /// The byte, as the terminal sent it.
  public let byte: UInt8
  /// Of a clock that never goes back.
  public let nanoseconds: UInt64

  /// Takes the byte and its moment.
  public init(byte: UInt8, nanoseconds: UInt64) {
    self.byte = byte
    self.nanoseconds = nanoseconds
  }
}

/// Where words go and answers come from.
///
/// The programs have `SystemScreen`; tests have one that records.
///
/// Only `Console` calls these: it is where the rules of output are kept.
public protocol Screen: Sendable {
  /// Standard output: results alone, so that they can be piped.
  func writeResult(_ bytes: [UInt8])
  /// The error number with which a result could not be written whole; nil as long as all of it was.
  ///
  /// Asked at the end: what the system still holds is flushed first.
  var lostResult: Int32? { get }
  /// Standard error: talk, progress, errors.
  func writeTalk(_ text: String)
  /// The terminal itself, whatever is redirected: questions and secrets.
  func writeToTerminal(_ bytes: UnsafeRawBufferPointer)
  /// Whether there is a terminal to ask on.
  var canAsk: Bool { get }
  /// Whether talk goes to a terminal, where a line can be written over.
  var talkIsOnTerminal: Bool { get }
  /// Whether talk goes to the very terminal that questions are asked on.
  var talkIsWhereQuestionsAre: Bool { get }
  /// Whether results go to a terminal.
  var resultIsOnTerminal: Bool { get }
  /// Columns and rows of the terminal; 80 by 24 when unknown.
  var size: (columns: Int, rows: Int) { get }
  /// Rows that a question leaves for what this screen may put above it.
  var rowsAboveQuestions: Int { get }
  /// Whether the terminal takes only ASCII.
  var isPlain: Bool { get }
  /// Waits until nothing is typed any more, shows the prompt, and reads one line of at most `limit` bytes.
  ///
  /// What was typed before is discarded. Nil at the end of input. Throws ``ScreenError/burst`` for what
  /// came faster than a person types, unless the answer `mayBePasted`.
  func readLine(prompt: String, limit: Int, mayBePasted: Bool) throws(ScreenError) -> String?
  /// Silences the terminal, shows the prompt, and reads one line into locked memory.
  ///
  /// Nil at the end of input.
  ///
  /// In this order: what is typed the moment the prompt shows must not be echoed.
  func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes?
  /// Shows a secret on the terminal's second screen until Enter is pressed on its last page, then clears
  /// it.
  ///
  /// A signal or the end of the process in between clears it too.
  func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError)
  /// Shows a text on the terminal's second screen, a page at a time, until its end was reached.
  ///
  /// Throws ``ScreenError/leftUnread`` when the person leaves before, ``ScreenError/tooSmall`` when the
  /// terminal has no room for a row of it.
  func showPages(_ text: String) throws(ScreenError)
  /// The same with a head above each page; none where it is empty.
  func showPages(_ text: String, head: String) throws(ScreenError)
  /// Shows the prompt and hands over keys one by one, without echo, until `take` gives false or the input
  /// ends.
  ///
  /// With `onSecondScreen` everything happens on the terminal's second screen, which is cleared at the
  /// end, by a signal and by the end of the process too. Ctrl-D comes as a key. Where it has to be drawn anew,
  /// ``KeyPress/redraw`` comes as one.
  func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError)
  /// Shows pictures on the terminal's second screen, one after the other, until `next` gives nil; then the first
  /// screen is there again, as after a signal and at the end of the process.
  ///
  /// `next` is given the keys that were pressed since it was last asked, nil once none will come any more, and the size of
  /// the terminal. It is asked again at the next key, or after the time of its picture. What `isSecret` is cleared
  /// as secrets are, with what can be scrolled back to.
  func showLive(
    isSecret: Bool,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ScreenError)
  /// Shows the prompt below what stands on the first screen and hands over the keys that were pressed, none where
  /// none was for so many milliseconds, until `take` gives false or the input ends.
  func watchKeys(
    prompt: String, every milliseconds: Int32, _ take: ([UInt8]) -> Bool
  ) throws(ScreenError)
  /// Clears the first screen, and what can be scrolled back to.
  func clearAll()
  /// Draws the second screen anew, while keys are read there: the mark, then the secret text.
  func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer)
  /// Shows the prompt and reads pasted text up to the terminal's mark of its end, or where it makes
  /// none, up to an empty line or the end of input; what follows is discarded.
  ///
  /// At most `limit` bytes.
  func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8]
  /// Whether a person can look again at what has left the top of the terminal.
  var canScrollBack: Bool { get }
  /// Scrolls everything on the terminal out of sight, without erasing it; where nobody can scroll back it waits first
  /// until it was seen.
  func scrollAway()
  /// Milliseconds of a clock that never goes back.
  var milliseconds: UInt64 { get }
}

extension Screen {
  /// None.
  public var rowsAboveQuestions: Int { 0 }

  /// For screens without pages: the head above the text.
  public func showPages(_ text: String, head: String) throws(ScreenError) {
    try showPages(head.isEmpty ? text : "\(head)\n\n\(text)")
  }

  /// For screens on which nothing stays.
  public func clearAll() {}

  /// For screens on which nobody waits.
  public func watchKeys(
    prompt: String, every milliseconds: Int32, _ take: ([UInt8]) -> Bool
  ) throws(ScreenError) {
    throw .noTerminal
  }
}

/// Why the terminal gave no answer.
public enum ScreenError: HintedError, Equatable, Sendable {
  /// The process has no terminal.
  case noTerminal
  /// More than `limit` bytes were typed.
  case tooLong(limit: Int)
  /// A call to the terminal failed, with the system's error number.
  case terminal(operation: String, code: Int32)
  /// An answer came all at once, as pasted text does.
  case burst
  /// Input did not pause for so many seconds.
  case neverQuiet(seconds: Int)
  /// A text was left before its end.
  case leftUnread
  /// A page does not fit: the terminal has so many columns and rows, and needs at least so many.
  case tooSmall(columns: Int, rows: Int, needed: Int, Int)

  public var description: String {
    switch self {
    case .noTerminal: "there is no terminal to ask on"
    case .tooLong(let limit): "the answer is longer than \(limit) bytes"
    case .terminal(let operation, let code):
      "could not \(operation) the terminal (error \(code))"
    case .burst: "the answer looked pasted: it came all at once"
    case .neverQuiet(let seconds):
      "input did not stop for \(seconds) s: text is being pasted, or a key is held down"
    case .leftUnread: "the text was not read to its last page"
    case .tooSmall(let columns, let rows, let width, let height):
      "this terminal has \(columns) columns and \(rows) rows, too few to read what must be read: "
        + "it needs at least \(width) columns and \(height) rows"
    }
  }

  /// Nil: no rule refuses it.
  public var rule: Rule? { nil }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .noTerminal: "run it in a terminal; `--help` shows which options answer instead"
    case .tooLong: "answer with less, or give it as a file"
    case .terminal: "run it in another terminal"
    case .burst: "run it again and type the answer key by key: only a person may answer this"
    case .neverQuiet: "nothing was done; run it again, and do not type until the question is shown"
    case .leftUnread: "run it again and press Space until you reach the last page"
    case .tooSmall: "make the window larger, or its letters smaller, and run it again"
    }
  }
}
