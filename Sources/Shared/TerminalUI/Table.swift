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
  /// The rows in blocks: a list may have a million cells, and an array that grows is there twice each time
  /// that it does.
  private var blocks: [Block] = []
  private(set) var rowCount = 0

  /// Cells of some rows, one behind the other.
  private struct Block {
    var text: [UInt8] = []
    var cells: [Cell] = []
    static let rows = 512
  }

  private struct Cell {
    /// Where it ends in the text of its block.
    let end: UInt32
    let width: UInt32
  }

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
    if rowCount % Block.rows == 0 { blocks.append(Block()) }
    rowCount += 1
    let last = blocks.count - 1
    for column in columns.indices {
      let cell = column < cells.count ? ForeignText.shown(cells[column], limit: 300) : ""
      let width = ColumnWidth.of(cell)
      if width > widths[column] { widths[column] = width }
      blocks[last].text += cell.utf8
      blocks[last].cells.append(
        Cell(end: UInt32(blocks[last].text.count), width: UInt32(width)))
    }
  }

  /// Whether there is no row.
  public var isEmpty: Bool { rowCount == 0 }

  /// The text of one cell.
  func cell(_ row: Int, _ column: Int) -> String {
    let block = blocks[row / Block.rows]
    let index = row % Block.rows * columns.count + column
    let start = index == 0 ? 0 : Int(block.cells[index - 1].end)
    return String(decoding: block.text[start..<Int(block.cells[index].end)], as: UTF8.self)
  }

  /// The header, then the rows, for a terminal of so many columns, or for what is no terminal (nil):
  /// whole then.
  ///
  /// Where a table is wider than the terminal, texts are wrapped, long ones go below their rows, and
  /// columns are left out, which a line below says. No cell is ever cut.
  public func text(columns: Int?) -> String {
    var text: [UInt8] = []
    let line = widths.reduce(2 * widths.count) { $0 + $1 }
    text.reserveCapacity((rowCount + 1) * line)
    write(columns: columns) { text += $0 }
    // Lines end; a text does not.
    if !text.isEmpty { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }

  /// The header, then the rows, however wide; no blanks at the ends of lines.
  public var text: String { text(columns: nil) }

  /// Hands on what ``text(columns:)`` gives, piece by piece: whole lines, a line feed behind each.
  ///
  /// A long list is never there as one text.
  public func write(columns: Int?, to sink: ([UInt8]) -> Void) {
    var piece: [UInt8] = []
    let whole = widths.reduce(2 * widths.count - 2) { $0 + $1 }
    if let columns, whole > columns {
      NarrowTable(self, columns: columns).write { line in
        piece += line.utf8
        Self.end(&piece, to: sink)
      }
    } else {
      writeWhole(&piece, to: sink)
    }
    if !piece.isEmpty { sink(piece) }
  }

  private func writeWhole(_ piece: inout [UInt8], to sink: ([UInt8]) -> Void) {
    for column in columns.indices {
      let title = Array(columns[column].title.utf8)
      write(title[...], width: ColumnWidth.of(columns[column].title), column, to: &piece)
    }
    Self.trim(&piece)
    Self.end(&piece, to: sink)
    for block in blocks {
      var column = 0
      var start = 0
      for cell in block.cells {
        write(block.text[start..<Int(cell.end)], width: Int(cell.width), column, to: &piece)
        start = Int(cell.end)
        column += 1
        if column == columns.count {
          Self.trim(&piece)
          Self.end(&piece, to: sink)
          column = 0
        }
      }
    }
  }

  /// Ends a line; what is long enough goes out.
  private static func end(_ piece: inout [UInt8], to sink: ([UInt8]) -> Void) {
    piece.append(UInt8(ascii: "\n"))
    guard piece.count >= 1 << 16 else { return }
    sink(piece)
    piece.removeAll(keepingCapacity: true)
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
