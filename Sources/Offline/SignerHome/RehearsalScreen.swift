internal import SecureMemory
internal import Synchronization
internal import TerminalUI
internal import TextLayout

/// A screen that says REHEARSAL above whatever takes the whole terminal, once it was told to; on a stage also, and
/// always, what one is doing.
///
/// Talk scrolls by with its own line; a secret is shown on a screen of its own, where no such line
/// can be seen.
package final class RehearsalScreen: Screen {
  private let screen: any Screen
  /// The title of the stage.
  private let action: String?
  private enum Kind: Sendable {
    case none, rehearsal
    case rehearsalOn(String)
  }
  private let kind: Mutex<Kind>

  /// `isRehearsal` is for a run that belongs to a home for practice, whose network it may never learn.
  init(_ screen: any Screen, action: String?, isRehearsal: Bool = false) {
    self.screen = screen
    kind = Mutex(isRehearsal ? .rehearsal : .none)
    self.action = screen.isPlain ? action.map(TerminalStyle.plain) : action
  }

  /// From now on this run is a rehearsal on a network.
  func begin(on network: String) { kind.withLock { $0 = .rehearsalOn(network) } }
  /// From now on it is not a rehearsal: it could be about real coins.
  func end() { kind.withLock { $0 = .none } }

  func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError) {
    try screen.showSecret(title: mark + title, secret, prompt: prompt)
  }
  func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError) {
    try screen.readKeys(
      prompt: (onSecondScreen ? markLine : "") + prompt, onSecondScreen: onSecondScreen, take)
  }
  func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {
    screen.drawSecondScreen(markLine + mark, text)
  }

  func showLive(
    isSecret: Bool,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ScreenError) {
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
  private var mark: String {
    let rehearsal =
      switch kind.withLock({ $0 }) {
      case .none: ""
      case .rehearsal: "REHEARSAL. "
      case .rehearsalOn(let network): "REHEARSAL on \(network). "
      }
    return (action.map { "\($0). " } ?? "") + rehearsal
  }

  /// The same as a line of its own, above what is laid out already.
  private var markLine: String { mark.isEmpty ? "" : mark.dropLast() + "\n" }

  func writeResult(_ bytes: [UInt8]) { screen.writeResult(bytes) }
  var lostResult: Int32? { screen.lostResult }
  func writeTalk(_ text: String) { screen.writeTalk(text) }
  func writeToTerminal(_ bytes: UnsafeRawBufferPointer) { screen.writeToTerminal(bytes) }
  var canAsk: Bool { screen.canAsk }
  var talkIsOnTerminal: Bool { screen.talkIsOnTerminal }
  var resultIsOnTerminal: Bool { screen.resultIsOnTerminal }
  var size: (columns: Int, rows: Int) { screen.size }
  var talkIsWhereQuestionsAre: Bool { screen.talkIsWhereQuestionsAre }
  var isPlain: Bool { screen.isPlain }
  func readLine(
    prompt: String, limit: Int, mayBePasted: Bool
  ) throws(ScreenError) -> String? {
    try screen.readLine(prompt: prompt, limit: limit, mayBePasted: mayBePasted)
  }
  func showPages(_ text: String) throws(ScreenError) {
    let mark = mark
    try screen.showPages(mark.isEmpty ? text : "\(mark)\n\n\(text)")
  }
  func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes? {
    try screen.readSecretLine(prompt: prompt, limit: limit)
  }
  func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8] {
    try screen.readPaste(prompt: prompt, limit: limit)
  }
  var canScrollBack: Bool { action == nil && screen.canScrollBack }
  func scrollAway() { screen.scrollAway() }
  var milliseconds: UInt64 { screen.milliseconds }
}
