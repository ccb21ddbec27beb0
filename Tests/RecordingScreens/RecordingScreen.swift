public import SecureMemory
import Synchronization
public import TerminalUI

/// A screen for tests: it remembers what was written where, and answers from a script.
public final class RecordingScreen: Screen {
  private struct State {
    var result: [UInt8] = []
    var talk = ""
    var terminal: [UInt8] = []
    var answers: [String]
    var milliseconds: UInt64 = 0
    var pages: [String] = []
  }

  private let state: Mutex<State>
  public let canAsk: Bool
  public let talkIsOnTerminal: Bool
  public let resultIsOnTerminal: Bool
  public let isPlain: Bool
  /// As with a terminal window: talk stands above the questions, but is recorded apart.
  public let talkIsWhereQuestionsAre: Bool
  public let size: (columns: Int, rows: Int)
  public let canScrollBack: Bool
  private let gap: UInt64?
  private let step: UInt64
  private let lossOfResults: Int32?
  private let hears: (@Sendable (String) -> Void)?

  /// Answers are given in order to questions, secret ones included; then comes the end of input.
  ///
  /// The clock goes on by `millisecondsPerLook` each time somebody looks, and by `nanosecondsPerKey` with each key. `hears` is called with all that is
  /// said on standard error, before the program goes on.
  public init(
    answers: [String] = [], hasTerminal: Bool = true, talkIsOnTerminal: Bool = false,
    resultIsOnTerminal: Bool = false,
    millisecondsPerLook: UInt64 = 0, size: (columns: Int, rows: Int) = (80, 24),
    isPlain: Bool = false, talkIsWhereQuestionsAre: Bool = true, lossOfResults: Int32? = nil,
    canScrollBack: Bool = true, nanosecondsPerKey: UInt64? = nil,
    hears: (@Sendable (String) -> Void)? = nil
  ) {
    self.lossOfResults = lossOfResults
    self.hears = hears
    self.isPlain = isPlain
    self.canScrollBack = canScrollBack
    gap = nanosecondsPerKey
    self.talkIsWhereQuestionsAre = talkIsWhereQuestionsAre
    state = Mutex(State(answers: answers))
    canAsk = hasTerminal
    self.talkIsOnTerminal = talkIsOnTerminal
    self.resultIsOnTerminal = resultIsOnTerminal
    self.size = size
    step = millisecondsPerLook
  }

  /// What went to standard output.
  public var result: String { String(decoding: resultBytes, as: UTF8.self) }
  public var resultBytes: [UInt8] { state.withLock { $0.result } }
  /// What went to standard error.
  public var talk: String { state.withLock { $0.talk } }
  /// What went to the terminal: questions, and secrets that were shown.
  public var terminal: String {
    state.withLock { String(decoding: $0.terminal, as: UTF8.self) }
  }
  /// What was shown page by page, and read to its end.
  public var pages: [String] { state.withLock { $0.pages } }
  public var answersLeft: Int { state.withLock { $0.answers.count } }

  public func writeResult(_ bytes: [UInt8]) { state.withLock { $0.result += bytes } }
  public var lostResult: Int32? { lossOfResults }
  public func writeTalk(_ text: String) {
    state.withLock { $0.talk += text }
    hears?(text)
  }
  public func writeToTerminal(_ bytes: UnsafeRawBufferPointer) {
    let copy = Array(bytes)
    state.withLock { $0.terminal += copy }
  }
  public var milliseconds: UInt64 {
    state.withLock { state in
      state.milliseconds += step
      return state.milliseconds
    }
  }

  private func next() -> String? {
    state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
  }

  /// Gives the next answer; one that begins with ``pasted`` is refused as a burst where only a person
  /// may answer, and ``read`` is what a person would read from the question.
  public func readLine(
    prompt: String, limit: Int, mayBePasted: Bool
  ) throws(ScreenError) -> String? {
    if !canAsk { throw .noTerminal }
    state.withLock { $0.terminal += Array(prompt.utf8) }
    guard let answer = next() else { return nil }
    if !mayBePasted, answer.hasPrefix(Self.pasted) { throw .burst }
    if answer == Self.read { return AskedGroups.answer(to: prompt, after: talk + "\n" + terminal) }
    if answer.utf8.count > limit { throw .tooLong(limit: limit) }
    return answer
  }

  /// Begins an answer that comes all at once.
  public static let pasted = "\u{1b}[200~"
  /// The answer of somebody who leaves pages before the last one.
  public static let leaves = "{q at the first page}"
  /// The answer of somebody who types what the question asks for: groups of an address, an amount, words.
  public static let read = "{as it stands there}"

  public func readSecretLine(prompt: String, limit: Int) throws(ScreenError) -> SecretBytes? {
    guard let answer = try readLine(prompt: prompt, limit: limit, mayBePasted: true) else {
      return nil
    }
    var bytes = Array(answer.utf8)
    return SecretBytes(moving: &bytes)
  }

  public func showSecret(
    title: String, _ secret: UnsafeRawBufferPointer, prompt: String
  ) throws(ScreenError) {
    let shown = Array("\u{1b}[?1049h\u{1b}[H\u{1b}[2J\(title)\n\n".utf8) + Array(secret)
    state.withLock { $0.terminal += shown }
    _ = try readLine(prompt: "\n\n\(prompt)", limit: 1_000, mayBePasted: true)
    state.withLock { $0.terminal += Array("\u{1b}[2J\u{1b}[3J\u{1b}[?1049l".utf8) }
  }

  /// Reads the text to its end, unless the next answer is ``leaves``.
  public func showPages(_ text: String) throws(ScreenError) {
    if !canAsk { throw .noTerminal }
    let isLeft = state.withLock { state in
      guard state.answers.first == Self.leaves else { return false }
      state.answers.removeFirst()
      return true
    }
    if isLeft { throw .leftUnread }
    state.withLock {
      $0.pages.append(text)
      $0.terminal += Array("\u{1b}[?1049h\(text)\u{1b}[?1049l".utf8)
    }
  }

  /// Types the answers, each with Enter after it, until no more is taken; the gaps between keys
  /// vary, the same way in every run.
  public func readKeys(
    prompt: String, onSecondScreen: Bool, _ take: (KeyPress) -> Bool
  ) throws(ScreenError) {
    if !canAsk { throw .noTerminal }
    let head = (onSecondScreen ? "\u{1b}[?1049h\u{1b}[H\u{1b}[2J" : "") + prompt
    state.withLock { $0.terminal += Array(head.utf8) }
    var time: UInt64 = 0
    var chance: UInt64 = 1
    reading: while let answer = next() {
      for byte in answer.utf8 + [0x0a] {
        chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        time += gap ?? 50_000_000 + chance >> 38
        if !take(KeyPress(byte: byte, nanoseconds: time)) { break reading }
      }
    }
    if onSecondScreen {
      state.withLock { $0.terminal += Array("\u{1b}[2J\u{1b}[3J\u{1b}[?1049l".utf8) }
    }
  }

  /// An answer that begins with this is keys, pressed all at once while pictures change.
  public static let keys = "{keys}"

  /// Presses what answers say that begin with ``keys``, one for each picture; then no more keys come.
  public func showLive(
    isSecret: Bool,
    _ next: (_ keys: [UInt8]?, _ size: (columns: Int, rows: Int)) -> LivePicture?
  ) throws(ScreenError) {
    if !canAsk { throw .noTerminal }
    state.withLock { $0.terminal += Array("\u{1b}[?1049h\u{1b}[H\u{1b}[2J".utf8) }
    var keys: [UInt8]? = []
    while let picture = next(keys, size) {
      keys = state.withLock { state in
        state.terminal += Array(picture.text.utf8)
        guard let answer = state.answers.first, answer.hasPrefix(Self.keys) else { return nil }
        state.answers.removeFirst()
        return Array(answer.utf8.dropFirst(Self.keys.utf8.count))
      }
    }
    state.withLock {
      $0.terminal += Array("\u{1b}[2J\(isSecret ? "\u{1b}[3J" : "")\u{1b}[?1049l".utf8)
    }
  }

  public func drawSecondScreen(_ mark: String, _ text: UnsafeRawBufferPointer) {
    let drawn = Array("\u{1b}[?1049h\u{1b}[H\u{1b}[2J\(mark)".utf8) + Array(text)
    state.withLock { $0.terminal += drawn }
  }

  public func readPaste(prompt: String, limit: Int) throws(ScreenError) -> [UInt8] {
    Array(try readLine(prompt: prompt, limit: limit, mayBePasted: true)?.utf8 ?? "".utf8)
  }
}
