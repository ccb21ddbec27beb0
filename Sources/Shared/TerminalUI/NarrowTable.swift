internal import Refusals
internal import TextLayout

/// A table on a terminal that has no room for it.
struct NarrowTable {
  private let table: Table
  private let room: Int
  /// The columns that stay in the rows, in their order.
  private var beside: [Int]
  /// The columns whose cells stand below the rows.
  private var below: [Int] = []
  /// The last column, whose cells go below where they have no room.
  private var hangs: Int?
  private var leftOut: [Int] = []
  private var widths: [Int]

  /// What stands before a cell below its row: deeper than any number at the beginning of a row.
  private static let indent = "    "
  /// A column of text is not made narrower than this.
  private static let narrowest = TextWrapping.fewestColumns

  init(_ table: Table, columns: Int) {
    self.table = table
    room = columns
    beside = Array(table.columns.indices)
    widths = table.widths
    arrange()
  }

  // MARK: What goes where

  private mutating func arrange() {
    if fits() { return }
    let long = beside.filter { table.columns[$0].narrow == .goesBelow }
    for column in long.sorted(by: { widths[$0] > widths[$1] }) {
      move(column)
      if fits() { return }
    }
    let leaving = beside.filter { table.columns[$0].leaves != nil }
    for column in leaving.sorted(by: { leave($0) < leave($1) }) {
      leaveOut(column)
      if fits() { return }
    }
    // What may neither leave nor be wrapped is wider than the terminal: whole all the same.
    for column in beside where table.columns[column].narrow == .wraps {
      widths[column] = min(widths[column], max(Self.narrowest, longestPart(column)))
    }
  }

  private func leave(_ column: Int) -> Int { table.columns[column].leaves ?? .max }

  private mutating func leaveOut(_ column: Int) {
    beside.removeAll { $0 == column }
    if hangs == column { hangs = nil }
    leftOut.append(column)
  }

  /// Takes a column out of the rows; one that has no room below either is left out, where it may be.
  private mutating func move(_ column: Int) {
    if table.columns[column].leaves != nil,
      longestPart(column) > room - Self.indent.utf8.count
    {
      return leaveOut(column)
    }
    if column == beside.last {
      hangs = column
    } else {
      beside.removeAll { $0 == column }
      below.append(column)
    }
  }

  /// What the columns in the rows take, but for one that hangs.
  private var taken: Int {
    beside.reduce(0) { sum, column in
      sum + (column == hangs ? ColumnWidth.of(table.columns[column].title) : widths[column]) + 2
    } - 2
  }

  /// Whether the rows fit; the widest column of text is made narrower for that, as far as its words allow.
  private mutating func fits() -> Bool {
    let excess = taken - room
    if excess <= 0 { return true }
    let texts = beside.filter { table.columns[$0].narrow == .wraps }
    guard let column = texts.max(by: { widths[$0] < widths[$1] }) else { return false }
    let width = widths[column] - excess
    let title = ColumnWidth.of(table.columns[column].title)
    guard width >= Self.narrowest, width >= title, width >= longestPart(column) else {
      return false
    }
    widths[column] = width
    return true
  }

  /// The widest of what stands between two blanks in a column.
  private func longestPart(_ column: Int) -> Int {
    var longest = 0
    for row in 0..<table.rowCount {
      for part in table.cell(row, column).split(separator: " ") {
        longest = max(longest, ColumnWidth.of(part))
      }
    }
    return longest
  }

  // MARK: Text

  /// Hands on the lines, one after the other.
  func write(to sink: (String) -> Void) {
    let titles = table.columns.map(\.title)
    write(titles, to: sink)
    for row in 0..<table.rowCount {
      write(table.columns.indices.map { table.cell(row, $0) }, to: sink)
    }
    if !leftOut.isEmpty {
      let names = leftOut.sorted().map { table.columns[$0].title }.joined(separator: ", ")
      sink(
        TextWrapping(columns: room).text(
          "Left out, to fit \(counted(room, "column")): \(names). Add --json to see everything."))
    }
  }

  /// Writes a row: the lines of its cells beside one another, then what stands below.
  private func write(_ cells: [String], to sink: (String) -> Void) {
    var parts = beside.map { column in
      ColumnWidth.of(cells[column]) <= widths[column] || table.columns[column].narrow != .wraps
        ? [cells[column]]
        : TextWrapping(columns: widths[column]).lines(cells[column], first: "", hanging: "")
    }
    var under = below
    if let hangs, ColumnWidth.of(cells[hangs]) > room - taken + titleWidth(hangs) {
      parts[parts.count - 1] = [""]
      under.append(hangs)
    }
    for number in 0..<(parts.map(\.count).max() ?? 0) {
      var line = ""
      for (position, column) in beside.enumerated() {
        let text = number < parts[position].count ? parts[position][number] : ""
        let padding = String(
          repeating: " ",
          count: column == hangs ? 0 : max(0, widths[column] - ColumnWidth.of(text)))
        if position > 0 { line += "  " }
        line += table.columns[column].alignment == .right ? padding + text : text + padding
      }
      while line.last == " " { line.removeLast() }
      sink(line)
    }
    for column in under where !cells[column].isEmpty {
      TextWrapping(columns: room).lines(
        cells[column], first: Self.indent, hanging: Self.indent + "  "
      ).forEach(sink)
    }
  }

  private func titleWidth(_ column: Int) -> Int { ColumnWidth.of(table.columns[column].title) }
}
