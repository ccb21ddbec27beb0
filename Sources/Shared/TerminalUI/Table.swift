internal import Refusals

/// Rows in columns, for people.
///
/// Scripts have `--json`.
public struct Table: Sendable {
  /// On which side of its column a cell stands.
  public enum Alignment: Sendable { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  /// How many columns of the screen each column takes so far.
  private var widths: [Int]
  /// All cells of all rows, one behind the other; a list may have a million of them.
  private var cellsText: [UInt8] = []
  private var cells: [(end: Int, width: Int)] = []

  /// An empty table with these columns.
  public init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
    widths = columns.map { Self.width($0.title) }
  }

  /// An empty table whose columns are all aligned on the left.
  public init(_ titles: String...) {
    self.init(titles.map { ($0, .left) })
  }

  /// Adds a row; cells pass the gate for foreign text.
  ///
  /// Missing cells are empty.
  public mutating func add(_ cells: [String]) {
    for column in columns.indices {
      let cell = column < cells.count ? ForeignText.shown(cells[column], limit: 300) : ""
      let width = Self.width(cell)
      if width > widths[column] { widths[column] = width }
      cellsText += cell.utf8
      self.cells.append((cellsText.count, width))
    }
  }

  /// Whether there is no row.
  public var isEmpty: Bool { cells.isEmpty }

  /// The header, then the rows; no blanks at the ends of lines.
  public var text: String {
    var text: [UInt8] = []
    let line = widths.reduce(2 * widths.count) { $0 + $1 }
    text.reserveCapacity((cells.count / max(1, columns.count) + 1) * line)
    for column in columns.indices {
      let title = Array(columns[column].title.utf8)
      write(title[...], width: Self.width(columns[column].title), column, to: &text)
    }
    Self.trim(&text)
    var column = 0
    var start = 0
    for cell in cells {
      if column == 0 { text.append(UInt8(ascii: "\n")) }
      write(cellsText[start..<cell.end], width: cell.width, column, to: &text)
      start = cell.end
      column += 1
      if column == columns.count {
        Self.trim(&text)
        column = 0
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func write(
    _ cell: ArraySlice<UInt8>, width: Int, _ column: Int, to text: inout [UInt8]
  ) {
    let padding = repeatElement(UInt8(ascii: " "), count: widths[column] - width)
    if column > 0 { text += [UInt8(ascii: " "), UInt8(ascii: " ")] }
    if columns[column].alignment == .right { text += padding }
    text += cell
    if columns[column].alignment == .left { text += padding }
  }

  /// Takes the blanks at the end away.
  private static func trim(_ text: inout [UInt8]) {
    while text.last == UInt8(ascii: " ") { text.removeLast() }
  }

  /// Columns that a text takes: two for East Asian wide characters, none for combining marks.
  static func width(_ text: String) -> Int {
    // What the gate lets through of ASCII takes one column each.
    let isASCII = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0x80 } }
    if isASCII == true { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff,
      0x1aff0...0x1b2ff, 0x1f200...0x1f2ff, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      return 2
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
