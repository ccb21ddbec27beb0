internal import Refusals
public import SecureMemory

/// Questions that are answered key by key, on the terminal alone.
extension Console {
  private func keys(
    _ question: String, _ option: String, prompt: String, onSecondScreen: Bool,
    _ take: (KeyPress) -> Bool
  ) throws(ProgramError) {
    guard screen.canAsk else {
      throw ProgramError(
        "there is no terminal to ask on: \(question)", hint: "name a file that holds the \(option)")
    }
    try showUnheard()
    do throws(ScreenError) {
      try screen.readKeys(
        prompt: onSecondScreen ? prompt : wrapped(prompt), onSecondScreen: onSecondScreen, take)
    } catch {
      throw ProgramError(error)
    }
  }

  /// Reads one secret line and says below the question how far it is, never what was typed.
  ///
  /// `progress` gets what was typed so far. Nil at the end of input with nothing typed.
  ///
  /// - Throws: `ProgramError` without a terminal, or when it is longer than `secretLimit`.
  public func countedSecret(
    _ question: String, option: String, progress: (borrowing SecretBytes) -> String
  ) throws(ProgramError) -> SecretBytes? {
    var line = SecretLine(limit: Self.secretLimit)
    // One row, or what is written over would stay above it.
    let room = max(16, screen.size.columns - 3)
    func draw(_ line: borrowing SecretLine) {
      let said = line.isEmpty ? "" : ForeignText.again(progress(line.text()), limit: .max)
      writeToTerminal("\r\u{1b}[K  \(said.count > room ? said.prefix(room - 3) + "..." : said)")
    }
    let prompt = "\(Self.gated(question)):\n  "
    try keys(question, option, prompt: prompt, onSecondScreen: false) { key in
      defer { if line.state == .open { draw(line) } }
      return line.take(key.byte)
    }
    writeToTerminal("\n")
    return try line.finished(option)
  }

  /// Reads a secret on the terminal's second screen, drawn anew after each key.
  ///
  /// `take` gets each key, and ``KeyPress/redraw`` where the screen has to be drawn anew; it gives what the screen then
  /// says, or nil when it is done. `first` is what the screen says before any key.
  ///
  /// - Throws: `ProgramError` without a terminal.
  public func drawnKeys(
    _ question: String, option: String, first: String, _ take: (UInt8) -> SecretBytes?
  ) throws(ProgramError) {
    try keys(question, option, prompt: Self.gated(first), onSecondScreen: true) { key in
      guard let text = take(key.byte) else { return false }
      text.withUnsafeBytes { screen.drawSecondScreen("", $0) }
      return true
    }
  }

  /// Measures the gaps between key presses until there are `count` of them: nanoseconds, eight bytes each,
  /// little-endian.
  ///
  /// A key that repeats the one before does not count, for a key that is held down repeats by itself;
  /// nor do the further bytes of one key. Enter ends it when there are enough, so that no key goes to
  /// the next question. Fewer at the end of input.
  ///
  /// - Throws: `ProgramError` without a terminal.
  public func keyGaps(_ question: String, count: Int) throws(ProgramError) -> SecretBytes {
    var gaps = SecretBytes(count: count * 8)
    var found = 0
    var last: KeyPress?
    let prompt = Self.gated(question) + "\n"
    try keys(question, "rolls instead", prompt: prompt, onSecondScreen: false) { key in
      guard found < count else { return ![0x0a, 0x0d, 4].contains(key.byte) }
      guard let before = last else {
        last = key
        return count > 0
      }
      let gap = key.nanoseconds &- before.nanoseconds
      guard key.byte != before.byte, gap >= Self.shortestGap else { return true }
      last = key
      gaps.withUnsafeMutableBytes {
        $0.storeBytes(of: gap.littleEndian, toByteOffset: found * 8, as: UInt64.self)
      }
      found += 1
      let isEnough = found == count
      self.writeToTerminal(
        "\r\u{1b}[K  \(found) of \(count)\(isEnough ? ": enough. Press Enter to continue" : "")")
      return true
    }
    writeToTerminal("\n")
    gaps.truncate(to: found * 8)
    return gaps
  }

  /// What comes faster than any finger, in nanoseconds: the bytes of one key.
  private static let shortestGap: UInt64 = 1_000_000
}

/// A secret line that is typed key by key.
struct SecretLine: ~Copyable {
  enum State { case open, done, tooLong }

  private var bytes: SecretBytes
  private var filled = 0
  private(set) var state = State.open
  private var sawEnd = false

  init(limit: Int) { bytes = SecretBytes(count: limit) }

  var isEmpty: Bool { filled == 0 }

  /// What was typed.
  func text() -> SecretBytes { bytes.slice(0..<filled) }

  /// Takes a key; false when the line is done.
  mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x0a, 0x0d: state = .done
    case 4:
      state = .done
      sawEnd = filled == 0
    case 8, 0x7f: erase()
    case 0x15: filled = 0
    // Other control keys say nothing; a tab is a space.
    case 9: append(0x20)
    case 0..<0x20: break
    default: append(byte)
    }
    return state == .open
  }

  private mutating func append(_ byte: UInt8) {
    guard filled < bytes.count else {
      state = .tooLong
      return
    }
    let place = filled
    bytes.withUnsafeMutableBytes { $0[place] = byte }
    filled += 1
  }

  /// Takes back one character, with all its bytes.
  private mutating func erase() {
    var start = filled
    bytes.withUnsafeBytes { bytes in
      while start > 0 {
        start -= 1
        if bytes[start] & 0xc0 != 0x80 { break }
      }
    }
    filled = start
  }

  /// The line; nil when the input ended before anything was typed.
  consuming func finished(_ option: String) throws(ProgramError) -> SecretBytes? {
    if state == .tooLong {
      throw ProgramError(ScreenError.tooLong(limit: bytes.count))
    }
    if sawEnd || (state == .open && filled == 0) { return nil }
    bytes.truncate(to: filled)
    return bytes
  }
}
