internal import Refusals
internal import TextLayout

/// Rows in columns, for people.
///
/// Scripts have `--json`.
public struct Table: Sendable {
  /// On which side of its column a cell stands.
  public enum Alignment: Sendable { case left, right }

  /// What becomes of a column on a terminal that has no room for the whole table.
  public enum Narrow: Equatable, Sendable {
    /// It stays as it is.
    case stays
    /// Its cells are wrapped between words.
    case wraps
    /// Its cells stand below their rows, indented; those of the last column only where they have no
    /// room beside the others.
    case goesBelow
  }

  /// A column: its title, and what becomes of it where there is no room.
  public struct Column: Sendable, ExpressibleByStringLiteral {
    let title: String
    let alignment: Alignment
    let narrow: Narrow
    /// When it is left out: 1 before 2; nil for what never is.
    let leaves: Int?

    /// A recipient, an amount and a number of a payment or wallet have no `leaves`, or the highest:
    /// nobody may decide without them.
    public init(
      _ title: String, _ alignment: Alignment = .left, _ narrow: Narrow = .stays,
      leaves: Int? = nil
    ) {
      self.title = title
      self.alignment = alignment
      self.narrow = narrow
      self.leaves = leaves
    }

    /// A column that is aligned on the left and stays as it is.
    public init(stringLiteral title: String) { self.init(title) }
  }

  let columns: [Column]
  /// How many columns of the screen each column takes so far.
  private(set) var widths: [Int]
  /// All cells of all rows, one behind the other; a list may have a million of them.
  private var cellsText: [UInt8] = []
  private var cells: [(end: Int, width: Int)] = []

  /// An empty table with these columns.
  public init(_ columns: [Column]) {
    self.columns = columns
    widths = columns.map { ColumnWidth.of($0.title) }
  }

  /// An empty table with these columns; a title alone is one that is aligned on the left.
  public init(_ columns: Column...) { self.init(columns) }

  /// Adds a row; cells pass the gate for foreign text.
  ///
  /// Missing cells are empty.
  public mutating func add(_ cells: [String]) {
    for column in columns.indices {
      let cell = column < cells.count ? ForeignText.shown(cells[column], limit: 300) : ""
      let width = ColumnWidth.of(cell)
      if width > widths[column] { widths[column] = width }
      cellsText += cell.utf8
      self.cells.append((cellsText.count, width))
    }
  }

  /// Whether there is no row.
  public var isEmpty: Bool { cells.isEmpty }

  var rowCount: Int { cells.count / max(1, columns.count) }

  /// The text of one cell.
  func cell(_ row: Int, _ column: Int) -> String {
    let index = row * columns.count + column
    let start = index == 0 ? 0 : cells[index - 1].end
    return String(decoding: cellsText[start..<cells[index].end], as: UTF8.self)
  }

  /// The header, then the rows, for a terminal of so many columns, or for what is no terminal (nil):
  /// whole then.
  ///
  /// Where a table is wider than the terminal, texts are wrapped, long ones go below their rows, and
  /// columns are left out, which a line below says. No cell is ever cut.
  public func text(columns: Int?) -> String {
    let whole = widths.reduce(2 * widths.count - 2) { $0 + $1 }
    guard let columns, whole > columns else { return text }
    return NarrowTable(self, columns: columns).text
  }

  /// The header, then the rows, however wide; no blanks at the ends of lines.
  public var text: String {
    var text: [UInt8] = []
    let line = widths.reduce(2 * widths.count) { $0 + $1 }
    text.reserveCapacity((rowCount + 1) * line)
    for column in columns.indices {
      let title = Array(columns[column].title.utf8)
      write(title[...], width: ColumnWidth.of(columns[column].title), column, to: &text)
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
}
