internal import SecureMemory
internal import Synchronization
internal import TerminalUI
internal import TextLayout

/// A screen that says REHEARSAL above whatever takes the whole terminal, once it was told to; on a stage also, and
/// always, what one is doing.
///
/// Talk scrolls by with its own line; a secret is shown on a screen of its own, where no such line
/// can be seen. On a stage nobody can scroll back: there the mark of a rehearsal is written again before it leaves the
/// first screen, so that no question is asked without it.
package final class RehearsalScreen: Screen {
  private let screen: any Screen
  /// The title of the stage.
  private let action: String?
  private enum Kind: Sendable {
    case none, rehearsal
    case rehearsalOn(String)
  }
  private let kind: Mutex<Kind>
  /// What was written on the first screen of a stage since its mark; nil while none is known to be there.
  private let sinceMark: Mutex<UnseenRows?>
  /// Whether whoever started this run marks its pages, and the end of it.
  private let isMarkedOutside: Bool
  /// Whether the first screen is kept while something is shown on the second.
  private let keepsFirstScreen: Bool

  /// The most rows that the head of a stage has, from the one with its mark on: the title, a long command, an empty one.
  private static let headRows = 6
  private static let word = "REHEARSAL"

  /// `isRehearsal` is for a run that belongs to a home for practice, whose network it may never learn: its head says so.
  init(
    _ screen: any Screen, action: String?, isRehearsal: Bool = false,
    keepsFirstScreen: Bool = TerminalStyle.ofProcess.hasSecondScreen
  ) {
    self.screen = screen
    kind = Mutex(isRehearsal ? .rehearsal : .none)
    self.action = screen.isPlain ? action.map(TerminalStyle.plain) : action
    isMarkedOutside = isRehearsal
    self.keepsFirstScreen = keepsFirstScreen
    sinceMark = Mutex(
      isRehearsal
        ? Self.rows(String(repeating: "\n", count: Self.headRows), size: screen.size) : nil)
  }

  /// From now on this run is a rehearsal on a network; whoever calls this says so on the first screen.
  func begin(on network: String) {
    kind.withLock { $0 = .rehearsalOn(network) }
    sinceMark.withLock { $0 = Self.rows("", size: screen.size) }
  }
  /// From now on it is not a rehearsal: it could be about real coins.
  func end() { kind.withLock { $0 = .none } }
  /// Another process may have written on this terminal since: what was there may have left it.
  func forgetFirstScreen() { sinceMark.withLock { $0 = nil } }

  func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError) {
    defer { leaveSecondScreen() }
    try screen.showSecret(title: mark + title, secret, prompt: prompt)
  }
  func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError) {
    defer { if onSecondScreen { leaveSecondScreen() } }
    try screen.readKeys(
      prompt: onSecondScreen ? markLine + prompt : asked(prompt), onSecondScreen: onSecondScreen,
      take)
  }
  func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {
    screen.drawSecondScreen(markLine + mark, text)
  }

  func showLive(
    isSecret: Bool,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ScreenError) {
    defer { leaveSecondScreen() }
    let mark = mark
    guard !mark.isEmpty else { return try screen.showLive(isSecret: isSecret, next) }
    try screen.showLive(isSecret: isSecret) { keys, size in
      let lines = Self.lines(of: mark, columns: size.columns)
      return next(keys, (size.columns, max(1, size.rows - lines.count))).map { picture in
        LivePicture(
          text: picture.text.isEmpty
            ? "" : lines.map { "\($0)\u{1b}[K\n" }.joined() + picture.text,
          milliseconds: picture.milliseconds)
      }
    }
  }

  /// The rows of the mark above a picture: a cursor behind the last column would have its letter erased.
  private static func lines(of mark: String, columns: Int) -> [String] {
    guard ColumnWidth.of(mark) >= columns else { return [mark] }
    let wrapping = TextWrapping(columns: columns - 1, longestWord: columns - 1)
    return wrapping.lines(mark.dropLast(), first: "", hanging: "")
  }

  /// Each sentence ends with a blank, behind which a title or a question goes on.
  private var mark: String { (action.map { "\($0). " } ?? "") + rehearsal }

  /// That this is a rehearsal, where it is one.
  var rehearsal: String {
    switch kind.withLock({ $0 }) {
    case .none: ""
    case .rehearsal: "REHEARSAL. "
    case .rehearsalOn(let network): "REHEARSAL on \(network). "
    }
  }

  /// The same as a line of its own, above what is laid out already.
  private var markLine: String { mark.isEmpty ? "" : mark.dropLast() + "\n" }

  // MARK: The first screen

  /// Whether the mark is to be kept on the first screen.
  private var isKept: Bool { action != nil && !rehearsal.isEmpty }

  private static func rows(_ text: String, size: (columns: Int, rows: Int)) -> UnseenRows {
    var rows = UnseenRows()
    rows.fit(size)
    count(text, in: &rows)
    return rows
  }

  private static func count(_ text: String, in rows: inout UnseenRows) {
    var text = text
    text.withUTF8 { _ = rows.take(UnsafeRawBufferPointer($0), mayStop: false) }
  }

  /// A question as it is asked: behind the mark, where that would have left the screen by the time it is answered.
  private func asked(_ question: String) -> String {
    guard isKept else { return question }
    let (mark, size) = (String(rehearsal.dropLast()) + "\n", screen.size)
    return sinceMark.withLock { rows in
      rows?.fit(size)
      let stays = rows?.hasRoom(for: question + "\n") ?? false
      var now = (stays ? rows : nil) ?? Self.rows("", size: size)
      let asked = stays ? question : mark + question
      Self.count(asked, in: &now)
      rows = now
      return asked
    }
  }

  /// Counts what the terminal shows of an answer, which this screen does not write: nothing of a secret one.
  private func count(answer: String) {
    sinceMark.withLock { rows in
      guard var now = rows else { return }
      Self.count(answer + "\n", in: &now)
      rows = now
    }
  }

  /// A text as it is written: with the mark above each line behind which it would have left the screen, unless
  /// pages are marked outside anyway.
  private func kept(_ text: String, isShown: Bool) -> String {
    guard isShown, isKept else { return text }
    let (mark, size) = (String(rehearsal.dropLast()) + "\n", screen.size)
    return sinceMark.withLock { rows in
      rows?.fit(size)
      var kept = ""
      for line in Self.lines(of: text) {
        let leaves = rows.map { $0.column == 0 && !$0.hasRoom(for: String(line)) } ?? true
        if line.contains(Self.word) {
          rows = Self.rows("", size: size)
        } else if !isMarkedOutside, leaves, line.hasSuffix("\n") {
          kept += mark
          rows = Self.rows(mark, size: size)
        }
        if var now = rows {
          Self.count(String(line), in: &now)
          rows = now
        }
        kept += line
      }
      return kept
    }
  }

  /// The lines of a text, each with the line feed that ends it.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = text[...]
    while let end = rest.firstIndex(of: "\n") {
      lines.append(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  /// Where there is no second screen, what was shown on it stood on the first.
  private func leaveSecondScreen() {
    if !keepsFirstScreen { forgetFirstScreen() }
  }

  func writeResult(_ bytes: [UInt8]) {
    guard screen.resultIsOnTerminal, isKept else { return screen.writeResult(bytes) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { return screen.writeResult(bytes) }
    screen.writeResult(Array(kept(text, isShown: true).utf8))
  }
  var lostResult: Int32? { screen.lostResult }
  func writeTalk(_ text: String) {
    screen.writeTalk(kept(text, isShown: screen.talkIsOnTerminal))
  }
  func writeToTerminal(_ bytes: UnsafeRawBufferPointer) {
    // Nothing is copied, for it may be a secret.
    if isKept {
      let size = screen.size
      let place = bytes.indices.first { bytes[$0...].starts(with: Self.word.utf8) }
      sinceMark.withLock { rows in
        rows?.fit(size)
        guard var now = place == nil ? rows : Self.rows("", size: size) else { return }
        _ = now.take(UnsafeRawBufferPointer(rebasing: bytes[(place ?? 0)...]), mayStop: false)
        rows = now
      }
    }
    screen.writeToTerminal(bytes)
  }
  var canAsk: Bool { screen.canAsk }
  var talkIsOnTerminal: Bool { screen.talkIsOnTerminal }
  var resultIsOnTerminal: Bool { screen.resultIsOnTerminal }
  var size: (columns: Int, rows: Int) { screen.size }
  var rowsAboveQuestions: Int { isKept ? 1 : screen.rowsAboveQuestions }
  var talkIsWhereQuestionsAre: Bool { screen.talkIsWhereQuestionsAre }
  var isPlain: Bool { screen.isPlain }
  func readLine(
    prompt: String, limit: Int, mayBePasted: Bool
  ) throws(ScreenError) -> String? {
    let answer = try screen.readLine(
      prompt: asked(prompt), limit: limit, mayBePasted: mayBePasted)
    count(answer: answer ?? "")
    return answer
  }
  func showPages(_ text: String) throws(ScreenError) {
    defer { leaveSecondScreen() }
    try screen.showPages(text, head: mark)
  }
  func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes? {
    let answer = try screen.readSecretLine(prompt: asked(prompt), limit: limit)
    count(answer: "")
    return answer
  }
  func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8] {
    // Nobody counts the rows of what is pasted.
    defer { forgetFirstScreen() }
    return try screen.readPaste(prompt: asked(prompt), limit: limit)
  }
  var canScrollBack: Bool { action == nil && screen.canScrollBack }
  func scrollAway() {
    forgetFirstScreen()
    screen.scrollAway()
  }
  var milliseconds: UInt64 { screen.milliseconds }
}
