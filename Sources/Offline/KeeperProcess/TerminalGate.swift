/// What of a reviewer's output reaches the screen: text, and the few control sequences that this program writes.
///
/// Everything else is dropped: whatever moves about on the screen, asks the terminal for an answer, which it would
/// type, writes into its clipboard, or changes how it works. Bytes come in pieces of any size.
struct TerminalGate {
  /// What the terminal can show.
  enum Characters {
    /// UTF-8 and the sequences.
    case any
    /// ASCII and the sequences: elsewhere some bytes of UTF-8 are control characters.
    case ascii
    /// ASCII alone.
    case dumb
  }

  /// What a reviewer writes when everything before it is to be on the screen.
  static let mark = "\u{1b}_drawbridge\u{1b}\\"

  /// Longer ones are dropped; ours have at most 20 bytes.
  private static let sequenceLimit = 32
  /// The most bytes of a second screen that is shown again after a stop.
  private static let pageLimit = 1 << 18

  private enum State: Equatable {
    case text
    case escape
    /// Behind `ESC [`; nil when it is too long already.
    case sequence([UInt8]?)
    /// Behind `ESC _` and its like, up to `ESC \`; and whether an escape was the last byte.
    case string([UInt8], isEscaped: Bool)
    /// In a character of several bytes: those that came, and how many it has.
    case character([UInt8], count: Int)
  }

  private let characters: Characters
  private var state = State.text
  private var passed: [UInt8] = []
  private var isAtLineStart = true
  /// The same of the first screen, while the second one is shown.
  private var wasAtLineStart = true
  /// Whether the last thing was a carriage return.
  private var hasReturned = false
  private var isSecond = false
  private var isBracketed = false
  private var colour: [UInt8] = []
  /// What was passed since the second screen was cleared; nil when it was too much.
  private var page: [UInt8]? = []

  /// How many marks came.
  private(set) var marks = 0

  init(_ characters: Characters) {
    self.characters = characters
  }

  /// What may be written to the terminal of these bytes.
  mutating func pass(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    passed.removeAll(keepingCapacity: true)
    for byte in bytes { take(byte) }
    return passed
  }

  /// What makes the terminal what it was before anything was passed, but for the text.
  ///
  /// Before a question that is not the reviewer's, it begins a line, and beneath it the screen is empty.
  mutating func leave(forQuestion: Bool) -> [UInt8] {
    var bytes = leaving
    if isSecond { isAtLineStart = wasAtLineStart }
    if forQuestion, !isAtLineStart { bytes.append(UInt8(ascii: "\n")) }
    // Whatever this knows of the cursor: nothing stands before the question or beneath it.
    if forQuestion, characters != .dumb { bytes += Array("\r\u{1b}[J".utf8) }
    self = TerminalGate(characters, marks: marks, isAtLineStart: forQuestion || isAtLineStart)
    return bytes
  }

  /// What makes the terminal what it was, while ``returning`` brings it back.
  var leaving: [UInt8] {
    var bytes: [UInt8] = []
    if isBracketed { bytes += Array("\u{1b}[?2004l".utf8) }
    if !colour.isEmpty { bytes += Array("\u{1b}[0m".utf8) }
    if isSecond { bytes += Array("\u{1b}[?1049l".utf8) }
    return bytes
  }

  /// What shows again after a stop what ``leaving`` took away.
  var returning: [UInt8] {
    var bytes: [UInt8] = []
    if isSecond { bytes += Array("\u{1b}[?1049h\u{1b}[H\u{1b}[2J".utf8) + (page ?? []) }
    if isBracketed { bytes += Array("\u{1b}[?2004h".utf8) }
    return bytes + colour
  }

  private init(_ characters: Characters, marks: Int, isAtLineStart: Bool) {
    self.characters = characters
    self.marks = marks
    self.isAtLineStart = isAtLineStart
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .text: takeText(byte)
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence([])
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        state = .string([byte], isEscaped: false)
      case 0x1b: break
      // Of those with more bytes, what follows is text: it may be seen, and does nothing.
      default: state = .text
      }
    case .sequence(let begun): takeSequence(byte, begun)
    case .string(let begun, let isEscaped): takeString(byte, begun, isEscaped)
    case .character(let begun, let count): takeCharacter(byte, begun, count)
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case 0x20...0x7e: show(CollectionOfOne(byte))
    case 0x0a:
      emit(CollectionOfOne(byte))
      isAtLineStart = true
    case 0x0d:
      emit(CollectionOfOne(byte))
      hasReturned = true
    case 0x08: emit(CollectionOfOne(byte))
    case 0x09: show(CollectionOfOne(byte))
    case 0x1b: state = .escape
    case 0xc2...0xdf: state = .character([byte], count: 2)
    case 0xe0...0xef: state = .character([byte], count: 3)
    case 0xf0...0xf4: state = .character([byte], count: 4)
    case 0x80...0xff: show(Self.unknown)
    default: break
    }
  }

  private mutating func takeCharacter(_ byte: UInt8, _ begun: [UInt8], _ count: Int) {
    guard byte & 0xc0 == 0x80 else {
      state = .text
      show(Self.unknown)
      return takeText(byte)
    }
    let bytes = begun + [byte]
    guard bytes.count == count else {
      state = .character(bytes, count: count)
      return
    }
    state = .text
    guard characters == .any, let text = String(validating: bytes, as: UTF8.self),
      let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1
    else { return show(Self.unknown) }
    switch scalar.value {
    // Controls of eight bits; lines of another kind; what turns the direction of text.
    case 0x80...0x9f, 0x2028...0x202e, 0x2066...0x2069: break
    default: show(bytes)
    }
  }

  /// Stands for what is no character here.
  private static let unknown = [UInt8(ascii: "?")]

  private mutating func show(_ bytes: some Collection<UInt8>) {
    emit(bytes)
    isAtLineStart = false
    hasReturned = false
  }

  private mutating func emit(_ bytes: some Collection<UInt8>) {
    passed.append(contentsOf: bytes)
    guard isSecond else { return }
    page?.append(contentsOf: bytes)
    if let page, page.count > Self.pageLimit { self.page = nil }
  }

  private mutating func takeSequence(_ byte: UInt8, _ begun: [UInt8]?) {
    switch byte {
    case 0x20...0x3f:
      let isLong = (begun?.count ?? Self.sequenceLimit) >= Self.sequenceLimit
      state = .sequence(isLong ? nil : begun.map { $0 + [byte] })
    case 0x40...0x7e:
      state = .text
      if let begun { finish(begun, byte) }
    case 0x1b: state = .escape
    // A terminal does what the control character says and goes on with the sequence; here it ends.
    default:
      state = .text
      takeText(byte)
    }
  }

  private mutating func takeString(_ byte: UInt8, _ begun: [UInt8], _ isEscaped: Bool) {
    if isEscaped, byte == UInt8(ascii: "\\") {
      state = .text
      if Array("\u{1b}".utf8) + begun + Array("\u{1b}\\".utf8) == Array(Self.mark.utf8) {
        marks += 1
      }
      return
    }
    // CAN, SUB and BEL end one, and so does any other escape.
    if [0x07, 0x18, 0x1a].contains(byte) {
      state = .text
    } else if isEscaped {
      state = .escape
      take(byte)
    } else if byte == 0x1b {
      state = .string(begun, isEscaped: true)
    } else if begun.count < Self.sequenceLimit {
      state = .string(begun + [byte], isEscaped: false)
    }
  }

  private mutating func finish(_ parameters: [UInt8], _ final: UInt8) {
    guard characters != .dumb else { return }
    let bytes = [0x1b, UInt8(ascii: "[")] + parameters + [final]
    switch String(decoding: parameters + [final], as: UTF8.self) {
    case "K": isAtLineStart = isAtLineStart || hasReturned
    case "H": isAtLineStart = true
    case "2J":
      // Cleared again by what brings it back.
      page = []
      passed += bytes
      return
    case "?1049h", "?1049l":
      let isEntered = final == UInt8(ascii: "h")
      // Entered or left twice, it would bring the cursor to an older place.
      guard isEntered != isSecond else { return }
      if isEntered { wasAtLineStart = isAtLineStart } else { isAtLineStart = wasAtLineStart }
      (isSecond, page) = (isEntered, [])
      passed += bytes
      return
    case "?2004h", "?2004l":
      isBracketed = final == UInt8(ascii: "h")
      passed += bytes
      return
    case "0m", "m": colour = []
    default:
      guard final == UInt8(ascii: "m"), Self.areColours(parameters) else { return }
      colour = bytes
    }
    emit(bytes)
  }

  /// Whether these are colours of the table of 256, for text and behind it.
  private static func areColours(_ parameters: [UInt8]) -> Bool {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { UInt8(String(decoding: $0, as: UTF8.self)) }
    guard !numbers.isEmpty, numbers.count.isMultiple(of: 3) else { return false }
    return stride(from: 0, to: numbers.count, by: 3).allSatisfy {
      [38, 48].contains(numbers[$0]) && numbers[$0 + 1] == 5 && numbers[$0 + 2] != nil
    }
  }
}
