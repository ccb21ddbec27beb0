/// The rows of a terminal's first screen that were written since a person last pressed a key for them.
///
/// They are counted from what is written, so that no row leaves the top of the screen unseen where nobody can scroll
/// back. Where the first of them stands does not matter: it is on the screen as long as the rows below it, the one of the
/// cursor included, are as many as the screen has. The last row is kept for the line that asks for a key.
package struct UnseenRows {
  /// A longer sequence is none of ours.
  private static let sequenceLimit = 32
  /// The most lines whose widths are kept, far more than a screen has rows.
  private static let widthsLimit = 4_096

  private var size: (columns: Int, rows: Int) = (80, 24)
  /// The row of the cursor; the first that was not seen is 0.
  private var row = 0
  /// Columns of it that are taken; as many as the terminal has where the next character begins a row.
  package private(set) var column = 0
  /// The rows of the cursor's line above its own.
  private var rowsAbove = 0
  /// How many columns each line took that has ended since.
  private var widths: [Int] = []
  /// Behind an escape, which takes no column.
  private var sequence: [UInt8]?
  /// Whether what is written stands on the second screen, where nothing is counted.
  package private(set) var isOnSecondScreen = false

  package init() {}

  /// Whether a key was pressed for everything that was written.
  package var isEmpty: Bool { row == 0 && column == 0 }

  /// Rows that may be written before a key is asked for.
  private var limit: Int { max(1, size.rows - 1) }

  /// Takes the size of the terminal as it is now.
  ///
  /// On a narrower one the lines take more rows. On a wider one they take no fewer: not every terminal lays its lines out
  /// again.
  package mutating func fit(_ size: (columns: Int, rows: Int)) {
    let columns = max(1, size.columns)
    if columns != self.size.columns {
      let width = rowsAbove * self.size.columns + column
      rowsAbove = max(0, width - 1) / columns
      column = width - rowsAbove * columns
      row = max(row, widths.reduce(rowsAbove) { $0 + max(1, ($1 + columns - 1) / columns) })
    }
    self.size = (columns, max(1, size.rows))
  }

  /// The person has pressed a key for everything above the cursor.
  package mutating func see() {
    (row, rowsAbove) = (0, 0)
    widths.removeAll(keepingCapacity: true)
  }

  /// The cursor stands at the start of an empty line, and nothing above it counts.
  package mutating func begin() {
    see()
    column = 0
  }

  /// Whether a question has room below what was not seen: it may stand on the last row, too.
  package func hasRoom(for question: String) -> Bool {
    var ahead = self
    var question = question
    question.withUTF8 { _ = ahead.take(UnsafeRawBufferPointer($0), mayStop: false) }
    return ahead.row < size.rows
  }

  /// Counts what is written; gives how many of the bytes may be before a key is asked for.
  ///
  /// Without `mayStop`, which an open question is written with, that is all of them.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, mayStop: Bool = true) -> Int {
    for place in bytes.indices {
      let byte = bytes[place]
      if let begun = sequence {
        sequence = begun.count < Self.sequenceLimit ? begun + [byte] : begun
        finishSequence(byte)
      } else if byte == 0x1b {
        sequence = []
      } else if !isOnSecondScreen, !take(byte, at: place, bytes, mayStop) {
        return place
      }
    }
    return bytes.count
  }

  /// Counts one byte that is not of a sequence; false, and nothing is counted, where it has no room.
  private mutating func take(
    _ byte: UInt8, at place: Int, _ bytes: UnsafeRawBufferPointer, _ mayStop: Bool
  ) -> Bool {
    switch byte {
    case 0x0a:
      guard !mayStop || row < limit else { return false }
      // While a question is open nothing stops what is written: of more lines than any screen has the last are kept.
      if widths.count == Self.widthsLimit { widths.removeFirst(Self.widthsLimit / 2) }
      widths.append(rowsAbove * size.columns + column)
      row += 1
      (rowsAbove, column) = (0, 0)
    case 0x0d: column = 0
    case 0x08: column = max(0, min(column, size.columns - 1) - 1)
    case 0x09:
      guard !mayStop || row < limit else { return false }
      column = max(column, min(size.columns - 1, (column / 8 + 1) * 8))
    // Other controls, and what goes on with a character.
    case 0..<0x20, 0x7f, 0x80..<0xc0: break
    default:
      let width = PagedLines.width(at: place, bytes)
      guard width > 0 else { break }
      // One that has no room left begins the next row.
      let wraps = column > 0 && width > size.columns - column
      guard !mayStop || row + (wraps ? 1 : 0) < limit else { return false }
      if wraps {
        row += 1
        rowsAbove += 1
        column = 0
      }
      column += width
    }
    return true
  }

  private mutating func finishSequence(_ byte: UInt8) {
    guard let begun = sequence else { return }
    // `ESC [` and what follows up to a letter; of others the byte behind the escape is the last.
    if begun.first == UInt8(ascii: "["), begun.count == 1 || !(0x40...0x7e).contains(byte) {
      return
    }
    sequence = nil
    if begun == Array("[?1049h".utf8) { isOnSecondScreen = true }
    if begun == Array("[?1049l".utf8) { isOnSecondScreen = false }
  }
}
