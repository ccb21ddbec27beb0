internal import Bytes
internal import Glibc
internal import SecureMemory
internal import Synchronization
internal import TerminalUI

/// The screen of a command that the desk runs: questions go to the page, as lines of JSON over a socket
/// (docs/formats.md).
///
/// Results and talk go to the standard streams, as ever.
///
/// A question has all that was to be read before it, whole: the page lets nobody answer who has not come to its end.
struct RelayedScreen: Screen {
  /// The variable that names the socket's descriptor.
  static let variable = "ONLINE_COORDINATOR_DESK"
  /// The longest answer that is read, in bytes.
  private static let answerLimit = 1 << 20

  private final class State: Sendable {
    let shown = Mutex("")
    let asked = Atomic<Int>(0)
  }

  private let file: Int32
  private let system: any Screen
  private let state = State()

  init(file: Int32, system: any Screen = SystemScreen()) {
    (self.file, self.system) = (file, system)
  }

  /// The only argument that a run of the desk has on its command line, which every user of the machine can read.
  static let command = "desk-run"
  /// The longest line of arguments, in bytes.
  private static let argumentsLimit = 1 << 20

  /// The arguments of this run: those of the command line, or those that the desk sends first.
  ///
  /// Nil where the desk is gone already.
  static func arguments(_ line: [String]) -> [String]? {
    guard line == [command], let screen = ofProcess else { return line }
    guard let sent = screen.nextLine(limit: argumentsLimit),
      let list = (try? JSONReader.parse(sent))?["arguments"]?.arrayValue
    else { return nil }
    return list.compactMap(\.stringValue)
  }

  /// That of this process, where the desk started it; else nil.
  static let ofProcess: RelayedScreen? = {
    guard let text = getenv(variable), let file = Int32(String(cString: text)), file > 2,
      fcntl(file, F_SETFD, FD_CLOEXEC) == 0
    else { return nil }
    // What this program starts in turn has no business with the page.
    unsetenv(variable)
    return RelayedScreen(file: file)
  }()

  func writeResult(_ bytes: [UInt8]) { system.writeResult(bytes) }
  var lostResult: Int32? { system.lostResult }
  func writeTalk(_ text: String) { system.writeTalk(text) }
  func writeToTerminal(_ bytes: UnsafeRawBufferPointer) {
    state.shown.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
  }
  var canAsk: Bool { true }
  var talkIsOnTerminal: Bool { false }
  var talkIsWhereQuestionsAre: Bool { false }
  var resultIsOnTerminal: Bool { false }
  /// As wide as text is laid out, and as high as anything can be: a page is scrolled.
  var size: (columns: Int, rows: Int) { (80, 1 << 20) }
  var isPlain: Bool { false }
  var milliseconds: UInt64 { system.milliseconds }

  func readLine(prompt: String, limit: Int, mayBePasted: Bool) throws(ScreenError) -> String? {
    let answer = try ask(prompt, mayBePasted: mayBePasted, lines: false)
    guard let text = answer.text else { return nil }
    guard text.utf8.count <= limit else { throw .tooLong(limit: limit) }
    // The page says how an answer came; it is ours as this program is.
    guard mayBePasted || !answer.isPasted else { throw .burst }
    return String(text.prefix { $0 != "\n" && $0 != "\r" && $0 != "\r\n" })
  }

  func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8] {
    let bytes = Array((try ask(prompt, mayBePasted: true, lines: true).text ?? "").utf8)
    guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    return bytes
  }

  /// It is shown with the question that follows.
  func showPages(_ text: String) throws(ScreenError) {
    state.shown.withLock { $0 += text + "\n" }
  }

  /// No secret goes through a browser.
  func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes? {
    throw .noTerminal
  }
  func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError) {
    throw .noTerminal
  }
  func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError) {
    throw .noTerminal
  }
  func showLive(
    isSecret: Bool,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ScreenError) {
    throw .noTerminal
  }
  func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {}

  // MARK: Asking

  private func ask(
    _ prompt: String, mayBePasted: Bool, lines: Bool
  ) throws(ScreenError) -> (text: String?, isPasted: Bool) {
    let number = state.asked.add(1, ordering: .relaxed).newValue
    let shown = state.shown.withLock { shown in
      defer { shown = "" }
      return shown
    }
    let question: JSONObject = [
      "ask": .integer(number), "text": .string(shown + prompt), "mayBePasted": .bool(mayBePasted),
      "lines": .bool(lines),
    ]
    guard SocketLines.send(Array(JSONWriter.encode(.object(question)).utf8), to: file) else {
      throw .terminal(operation: "ask on", code: errno)
    }
    while let line = nextLine() {
      // An answer to an earlier question came too late.
      guard let answer = try? JSONReader.parse(line), answer["ask"]?.intValue == number else {
        continue
      }
      return (answer["text"]?.stringValue, answer["pasted"]?.boolValue ?? false)
    }
    // The desk is gone: nobody answers.
    return (nil, false)
  }

  private func nextLine(limit: Int = answerLimit) -> [UInt8]? {
    SocketLines.next(from: file, limit: limit)
  }
}
