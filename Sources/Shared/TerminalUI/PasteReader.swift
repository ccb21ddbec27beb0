/// Pasted text as a terminal delivers it.
///
/// A terminal that knows bracketed paste marks both ends: then the text ends at its end, whatever it
/// holds. Otherwise it ends with an empty line or Ctrl-D.
struct PasteReader {
  enum State { case open, done, tooLong }

  private static let start = Array("\u{1b}[200~".utf8)
  private static let end = Array("\u{1b}[201~".utf8)

  private let limit: Int
  private(set) var state = State.open
  private(set) var text: [UInt8] = []
  private var mark: [UInt8] = []
  private var isBracketed = false

  init(limit: Int) { self.limit = limit }

  /// Takes the bytes of one delivery; gives what the terminal shows of them: never what steers it.
  mutating func take(_ chunk: some Collection<UInt8>) -> [UInt8] {
    var echo: [UInt8] = []
    for byte in chunk where state == .open {
      if !mark.isEmpty || byte == 0x1b {
        mark.append(byte)
        if mark == Self.start, !isBracketed {
          isBracketed = true
          mark = []
        } else if mark == Self.end, isBracketed {
          state = .done
        } else if !Self.start.starts(with: mark), !Self.end.starts(with: mark) {
          let kept = mark
          mark = []
          for byte in kept where state == .open { take(byte, &echo) }
        }
      } else {
        take(byte, &echo)
      }
    }
    return echo
  }

  private mutating func take(_ byte: UInt8, _ echo: inout [UInt8]) {
    let isNewLine = byte == 0x0a
    if !isBracketed {
      if isNewLine && (text.isEmpty || text.last == 0x0a) || byte == 4 {
        state = .done
        return
      }
      if byte == 127 || byte == 8 {
        if let last = text.last, last != 0x0a {
          text.removeLast()
          echo += [8, 0x20, 8]
        }
        return
      }
    }
    guard text.count < limit else {
      state = .tooLong
      return
    }
    text.append(byte)
    if isNewLine || (0x20..<0x7f).contains(byte) || byte == 9 {
      echo.append(byte)
    } else if byte >= 0x20, byte & 0xc0 != 0x80 {
      echo.append(UInt8(ascii: "?"))
    }
  }
}
