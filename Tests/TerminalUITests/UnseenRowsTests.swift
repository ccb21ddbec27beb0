import Testing

@testable import TerminalUI

/// A terminal as far as it scrolls, written apart from what it judges: how many rows have left its top.
private struct ScrollingTerminal {
  let columns: Int
  let rows: Int
  /// The row of the cursor, the first of the terminal is 0; and the column behind what was written.
  private(set) var row: Int
  private(set) var column = 0
  private(set) var scrolled = 0
  private var rest: [Unicode.Scalar] = []

  init(columns: Int, rows: Int, row: Int) {
    (self.columns, self.rows, self.row) = (columns, rows, row)
  }

  /// The row of the cursor, counted from the first that ever was.
  var place: Int { scrolled + row }

  mutating func write(_ text: String) {
    for scalar in text.unicodeScalars {
      if let first = rest.first {
        rest.append(scalar)
        let isLetter = ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
        if first == "\u{1b}", rest.count > 2, isLetter { rest = [] }
        continue
      }
      switch scalar {
      case "\u{1b}": rest = [scalar]
      case "\n":
        down()
        column = 0
      case "\r": column = 0
      case "\u{8}": column = max(0, min(column, columns - 1) - 1)
      case "\t": column = max(column, min(columns - 1, column + 8 - column % 8))
      case "\u{301}": break
      default:
        let width = scalar == "漢" ? 2 : 1
        if column + width > columns, column > 0 {
          down()
          column = 0
        }
        column += width
      }
    }
  }

  private mutating func down() {
    if row == rows - 1 { scrolled += 1 } else { row += 1 }
  }
}

@Suite struct UnseenRowsTests {
  private func count(_ text: String, in rows: inout UnseenRows, mayStop: Bool = true) -> Int {
    Array(text.utf8).withUnsafeBytes { rows.take($0, mayStop: mayStop) }
  }

  private func rows(_ columns: Int, _ rows: Int) -> UnseenRows {
    var counted = UnseenRows()
    counted.fit((columns, rows))
    return counted
  }

  @Test func `no row leaves any terminal unseen, whatever is written`() throws {
    let pieces = [
      "a", "bc", "漢", "e\u{301}", "\n", "\n", "\n\n", "\r", "\t", "\u{8}", "\r\u{1b}[K",
      "\u{1b}[38;5;16m", "a line of words that is longer than some of the terminals are wide",
      "漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢漢", "done.\n",
    ]
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<400 {
      let size = (columns: Int.random(in: 2...90), rows: Int.random(in: 2...30))
      let start = Int.random(in: 0..<size.rows)
      var terminal = ScrollingTerminal(columns: size.columns, rows: size.rows, row: start)
      var unseen = rows(size.columns, size.rows)
      var firstUnseen = terminal.place
      var written = ""
      var pages = 0
      for _ in 0..<400 {
        var rest = pieces.randomElement(using: &chance) ?? ""
        while true {
          let fits = count(rest, in: &unseen)
          let head = String(decoding: rest.utf8.prefix(fits), as: UTF8.self)
          terminal.write(head)
          written += head
          try #require(
            terminal.scrolled <= firstUnseen, "\(size) from \(start): \(written.debugDescription)")
          guard fits < rest.utf8.count else { break }
          // The line below the page has a row of its own.
          if unseen.column > 0 { terminal.write("\n") }
          try #require(
            terminal.scrolled <= firstUnseen, "\(size) from \(start): \(written.debugDescription)")
          // And no page is shorter than it could be, but for the row that a wide character leaves.
          try #require(terminal.place - firstUnseen == size.rows - 1)
          terminal.write("\r")
          unseen.begin()
          firstUnseen = terminal.place
          pages += 1
          rest = String(decoding: rest.utf8.dropFirst(fits), as: UTF8.self)
        }
      }
      #expect(pages > 0)
    }
  }

  @Test func `the last row is kept, and stops what is written there, not what ends above it`() {
    var unseen = rows(80, 24)
    let page = (1...23).map { "line \($0).\n" }.joined()
    #expect(count(page, in: &unseen) == page.utf8.count)
    for harmless in ["\r", "\u{1b}[K", "\u{1b}[0m", ""] {
      #expect(count(harmless, in: &unseen) == harmless.utf8.count)
    }
    for text in ["x", "\n", "\t", "漢"] { #expect(count(text, in: &unseen) == 0) }
    #expect(count("x\n", in: &unseen, mayStop: false) == 2)
    unseen.see()
    #expect(unseen.isEmpty)
    #expect(count(page, in: &unseen) == page.utf8.count)
  }

  @Test func `a line as wide as the terminal is one row, and one letter more are two`() {
    for (width, columns, isFull) in [(80, 80, false), (81, 80, true), (160, 80, true)] {
      var unseen = rows(columns, 3)
      _ = count(String(repeating: "x", count: width) + "\n", in: &unseen)
      #expect(count("y", in: &unseen) == (isFull ? 0 : 1), "\(width)")
    }
  }

  @Test func `a second screen counts nothing, wherever its sequences are cut`() {
    var unseen = rows(80, 5)
    let shown = "\u{1b}[?1049h\u{1b}[H\u{1b}[2J" + String(repeating: "row\n", count: 50)
    for byte in Array((shown + "\u{1b}[?1049l").utf8) {
      #expect([byte].withUnsafeBytes { unseen.take($0) } == 1)
    }
    #expect(unseen.isEmpty && !unseen.isOnSecondScreen)
    _ = count("\u{1b}[?1049h", in: &unseen)
    #expect(unseen.isOnSecondScreen)
  }

  @Test func `a question may stand on the last row, and must be whole`() {
    var unseen = rows(80, 5)
    _ = count("1\n2\n3\n", in: &unseen)
    #expect(unseen.hasRoom(for: "one\ntwo: "))
    #expect(!unseen.hasRoom(for: "one\ntwo\nthree: "))
    #expect(!unseen.hasRoom(for: "one\n" + String(repeating: "x", count: 81)))
  }

  @Test func `a lower window is full sooner, a higher one later`() {
    var unseen = rows(80, 24)
    _ = count("1\n2\n3\n4\n", in: &unseen)
    unseen.fit((80, 5))
    #expect(count("5", in: &unseen) == 0)
    unseen.fit((80, 6))
    #expect(count("5\n6", in: &unseen) == 2)
  }

  @Test func `in a narrower window lines take more rows, in a wider one no fewer`() {
    var unseen = rows(80, 10)
    let line = String(repeating: "x", count: 80)
    _ = count("\(line)\n\(line)\n\n\(line)", in: &unseen)
    // Two, two, one, and the last goes on in its second.
    unseen.fit((40, 10))
    #expect(count("\ny\ny\ny\ny", in: &unseen) == 5)
    unseen = rows(40, 5)
    _ = count(line + line, in: &unseen)
    unseen.fit((160, 5))
    #expect(count("\ny", in: &unseen) == 1)
  }
}
