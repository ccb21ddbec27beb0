public import Bytes
internal import DurableFiles
internal import Refusals
internal import TextLayout

/// The rules of output, in one place.
///
/// Results go to standard output, so that they can be piped. Talk, warnings, progress and errors go
/// to standard error. Questions and secrets go to the terminal itself and nowhere else, whatever is
/// redirected. Nothing else in either program writes to a screen.
public struct Console: Sendable {
  /// Where words go and answers come from.
  public let screen: any Screen
  /// Whether results are JSON (`--json`); talk stays text.
  public let isJSON: Bool
  /// Talk that went elsewhere than to the terminal, for the next question that is asked there.
  let unheard = UnheardTalk()

  /// Writes to `screen`; with `json` results are JSON.
  public init(screen: any Screen = SystemScreen(), json: Bool = false) {
    self.screen = screen
    isJSON = json
  }

  // MARK: Lines that fit

  /// How wide text is laid out that stands where questions are asked: as the terminal, at most
  /// ``TextWrapping/standardColumns``.
  public var columns: Int {
    screen.canAsk || screen.talkIsOnTerminal
      ? min(TextWrapping.standardColumns, screen.size.columns) : TextWrapping.standardColumns
  }

  /// How wide text is laid out that is a result.
  public var resultColumns: Int {
    screen.resultIsOnTerminal ? columns : TextWrapping.standardColumns
  }

  /// A table as a result: whole, or as much of it as the terminal has room for.
  public func shown(_ table: Table) -> String {
    table.text(columns: screen.resultIsOnTerminal ? screen.size.columns : nil)
  }

  /// A table that is said or shown before a question: as much of it as there is room for.
  public func laidOut(_ table: Table) -> String {
    table.text(columns: screen.canAsk || screen.talkIsOnTerminal ? columns : nil)
  }

  /// Sentences for standard output, wrapped where that is a terminal.
  public func wrappedResult(_ text: String) -> String {
    screen.resultIsOnTerminal ? wrapped(text) : Self.gated(text)
  }

  /// Sentences for standard error, wrapped where that is a terminal: scripts get each in one line.
  func wrappedTalk(_ text: String) -> String {
    screen.talkIsOnTerminal ? wrapped(text) : text
  }

  /// Text for the terminal, wrapped after it has passed the gate: what foreign text goes on with stands
  /// deeper than our lines.
  func wrapped(_ text: String) -> String {
    let text = Self.gated(text)
    return TextWrapping(columns: min(TextWrapping.standardColumns, screen.size.columns))
      .text(screen.isPlain ? TerminalStyle.plain(text) : text)
  }

  // MARK: Results

  /// Writes one result in lines.
  public func result(_ text: String) {
    screen.writeResult(Array((text + "\n").utf8))
  }

  /// Writes one result as JSON.
  public func result(_ json: JSONValue) {
    result(JSONWriter.encode(json, pretty: screen.resultIsOnTerminal))
  }

  /// Writes a list as JSON, whose elements are made one after the other; it goes out piece by piece.
  public func result(list elements: some Sequence<JSONValue>) {
    JSONWriter.write(
      list: elements, pretty: screen.resultIsOnTerminal, to: screen.writeResult)
    result("")
  }

  /// Writes a list of objects as JSON, piece by piece, whose members are written as they are told.
  public func result<Item>(
    objects items: some Sequence<Item>, members: (Item, inout JSONMembers) -> Void
  ) {
    JSONWriter.write(
      objects: items, pretty: screen.resultIsOnTerminal, to: screen.writeResult, members: members)
    result("")
  }

  /// Writes a table, piece by piece: whole, or as much of it as the terminal has room for.
  public func result(table: Table) {
    table.write(
      columns: screen.resultIsOnTerminal ? screen.size.columns : nil, to: screen.writeResult)
  }

  /// Writes a result of sentences in the form that was asked for; on a terminal they are wrapped.
  public func result(sentences: @autoclosure () -> String, json: @autoclosure () -> JSONValue) {
    if isJSON { result(json()) } else { result(wrappedResult(sentences())) }
  }

  /// Writes a result in the form that was asked for; text passes the gate once more (R24).
  ///
  /// Its lines stay as they are: for tables, for what was laid out already, and for what is copied.
  public func result(text: @autoclosure () -> String, json: @autoclosure () -> JSONValue) {
    if isJSON { result(json()) } else { result(Self.gated(text())) }
  }

  /// Lines of ours with foreign text in them, whose hidden characters are made visible where they have
  /// not been: the gate for whoever forgot it.
  static func gated(_ text: String) -> String { ForeignText.linesAgain(text, limit: .max) }

  /// Writes bytes as they are: a payload to standard output.
  public func result(bytes: [UInt8]) { screen.writeResult(bytes) }

  /// Whether part of a result did not reach standard output: the command will end with 1.
  public var hasLostResult: Bool { screen.lostResult != nil }

  // MARK: Talk

  /// Says what happens, on standard error.
  ///
  /// Where standard error is not a terminal, the next question that is asked on the terminal shows
  /// it too: nobody is asked about what went to a file.
  public func talk(_ text: String) {
    let text = Self.gated(text)
    screen.writeTalk(wrappedTalk(text) + "\n")
    keepUnheard(text)
  }

  /// Says something that the person ought to act on.
  public func warn(_ text: String) { talk("warning: \(text)") }

  /// The exit code that a command really ends with: 1 when its result did not reach standard output, and then it says so.
  public func ended(with code: ExitCode) -> ExitCode {
    guard let lost = screen.lostResult else { return code }
    let reason = FileError.reason(lost)
    talk(
      "error: the result could not be written to standard output (\(reason)): it is incomplete"
    )
    talk("hint: do not use the incomplete output; free space or name a file, and run it again")
    return .failed
  }

  /// Ends a command with an error: two lines on standard error, and an object on standard output
  /// when results are JSON and none was written: `error`, `hint`, and `rule`, null where none refuses.
  @discardableResult
  public func report(_ error: ProgramError) -> ExitCode {
    // Messages quote what came from outside: the gate stands here as well, for whoever forgot it.
    let message = ForeignText.linesAgain(error.message, limit: 2_000)
    let hint = ForeignText.linesAgain(error.hint, limit: 2_000)
    screen.writeTalk(wrappedTalk("error: \(message)\nhint: \(hint)") + "\n")
    if isJSON, !error.isBesideResult {
      result([
        "error": .string(message), "hint": .string(hint),
        "rule": error.rule.map { .string($0.rawValue) } ?? .null,
      ])
    }
    return error.exitCode
  }
}
