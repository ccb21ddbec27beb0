/// Rows in columns, for eyes.
///
/// Scripts have `--json`.
public struct Table: Sendable {
  public enum Alignment: Sendable { case left, right }

  private let header: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  public init(_ columns: [(title: String, alignment: Alignment)]) {
    header = columns.map(\.title)
    alignments = columns.map(\.alignment)
  }

  public init(_ titles: String...) {
    self.init(titles.map { ($0, .left) })
  }

  /// Adds a row; cells pass the gate for foreign text.
  ///
  /// Missing cells are empty.
  public mutating func add(_ cells: [String]) {
    let shown = cells.prefix(header.count).map { ForeignText.shown($0, limit: 300) }
    rows.append(shown + Array(repeating: "", count: header.count - shown.count))
  }

  public var isEmpty: Bool { rows.isEmpty }

  /// The header, then the rows; no blanks at the ends of lines.
  public var text: String {
    var widths = header.map(Self.width)
    for row in rows {
      for (column, cell) in row.enumerated() {
        widths[column] = max(widths[column], Self.width(cell))
      }
    }
    var text = line(header, widths)
    for row in rows {
      text += "\n"
      text += line(row, widths)
    }
    return text
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - Self.width(cell))
      if column > 0 { line += "  " }
      if alignments[column] == .right { line += padding }
      line += cell
      if alignments[column] == .left { line += padding }
    }
    let blanks = line.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return blanks == 0 ? line : String(line.utf8.dropLast(blanks)) ?? line
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
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f,
      0x1f900...0x1f9ff, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }
}
