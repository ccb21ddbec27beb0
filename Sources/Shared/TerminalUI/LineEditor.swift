internal import TextLayout

/// A line that is typed key by key, with the echo of what it took.
///
/// Where an answer may not be pasted, several keys at once are a burst: no person types so, but
/// every terminal delivers pasted text so.
struct LineEditor {
  enum State { case open, done, ended, tooLong, burst }

  private let limit: Int
  private let mayBePasted: Bool
  private(set) var state = State.open
  private var line: [UInt8] = []
  private var keys = TerminalKeys()
  private var isPasting = false

  init(limit: Int, mayBePasted: Bool) {
    self.limit = limit
    self.mayBePasted = mayBePasted
  }

  /// What was typed.
  var text: String { String(decoding: line, as: UTF8.self) }

  /// Takes the bytes of one delivery; gives what the terminal shows of them.
  mutating func take(_ chunk: some Collection<UInt8>) -> [UInt8] {
    let found = keys.take(chunk)
    if !mayBePasted, found.count > 1 || found.contains(where: { $0.isPasteMark }) {
      state = .burst
      return []
    }
    var echo: [UInt8] = []
    for key in found where state == .open { take(key, &echo) }
    return echo
  }

  private mutating func take(_ key: TerminalKeys.Key, _ echo: inout [UInt8]) {
    switch key {
    case .pasteStart: isPasting = true
    case .pasteEnd: isPasting = false
    case .sequence: break
    case .character(let bytes):
      guard line.count + bytes.count <= limit else {
        state = .tooLong
        return
      }
      line += bytes
      echo += bytes
    case .control(let byte): if !isPasting { take(control: byte, &echo) }
    }
  }

  private mutating func take(control byte: UInt8, _ echo: inout [UInt8]) {
    switch byte {
    case 0x0a, 0x0d:
      state = .done
      echo.append(0x0a)
    case 4: if line.isEmpty { state = .ended }
    case 8, 0x7f: erase(&echo)
    case 0x15: while !line.isEmpty { erase(&echo) }
    case 0x17:
      while line.last == 0x20 { erase(&echo) }
      while let last = line.last, last != 0x20 { erase(&echo) }
    default: break
    }
  }

  /// Takes back one character, with all its bytes and columns.
  private mutating func erase(_ echo: inout [UInt8]) {
    guard let start = line.lastIndex(where: { $0 & 0xc0 != 0x80 }) else { return line = [] }
    let width = ColumnWidth.of(String(decoding: line[start...], as: UTF8.self))
    line.removeSubrange(start...)
    for _ in 0..<width { echo += [8, 0x20, 8] }
  }
}

/// The keys in what a terminal delivers.
///
/// A letter of several bytes and an arrow (an escape sequence) are one key each.
package struct TerminalKeys {
  /// A key that was pressed, or a mark of pasted text.
  package enum Key: Equatable {
    case character([UInt8])
    case control(UInt8)
    /// An escape sequence: arrows and their like.
    case sequence
    case pasteStart
    case pasteEnd

    var isPasteMark: Bool { self == .pasteStart || self == .pasteEnd }
  }

  /// The bytes of a key that has not come whole.
  private var pending: [UInt8] = []

  package init() {}

  /// Takes the bytes of one delivery; gives the keys that are whole with them.
  ///
  /// A key that is not whole counts with the delivery that ends it.
  package mutating func take(_ chunk: some Collection<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in chunk {
      if pending.first == 0x1b {
        pending.append(byte)
        if let key = Self.sequence(pending) {
          pending = []
          keys.append(key)
        }
        continue
      }
      if !pending.isEmpty {
        if byte & 0xc0 == 0x80 {
          pending.append(byte)
          if pending.count == Self.length(pending[0]) {
            if let key = Self.character(pending) { keys.append(key) }
            pending = []
          }
          continue
        }
        // Cut short: no character.
        pending = []
      }
      switch byte {
      case 0x1b, 0xc2...0xf4: pending = [byte]
      case 0..<0x20, 0x7f: keys.append(.control(byte))
      case 0x20..<0x7f: keys.append(.character([byte]))
      default: break
      }
    }
    return keys
  }

  private static func length(_ first: UInt8) -> Int { first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4 }

  /// Nil for what would not be seen or would steer the terminal.
  private static func character(_ bytes: [UInt8]) -> Key? {
    guard let text = String(validating: bytes, as: UTF8.self),
      let scalar = text.unicodeScalars.first
    else { return nil }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: nil
    default: .character(bytes)
    }
  }

  /// The key of an escape sequence; nil while it goes on.
  private static func sequence(_ bytes: [UInt8]) -> Key? {
    guard bytes.count > 1 else { return nil }
    if bytes == Array("\u{1b}[200~".utf8) { return .pasteStart }
    if bytes == Array("\u{1b}[201~".utf8) { return .pasteEnd }
    let last = bytes[bytes.count - 1]
    switch bytes[1] {
    case UInt8(ascii: "["):
      // A sequence has an end (ECMA-48, 5.4); what has none is dropped.
      return bytes.count > 2 && (0x40...0x7e).contains(last) || bytes.count > 32 ? .sequence : nil
    case UInt8(ascii: "O"): return bytes.count > 2 ? .sequence : nil
    default: return .sequence
    }
  }
}
