internal import SheetPages

/// The box that explains.
extension BlockLayout {
  /// A frame with a title and short paragraphs in two columns, which are as wide as makes it lowest.
  ///
  /// The first `leading` paragraphs are as large as the page has room for: they are for whoever finds it.
  func panel(
    _ title: String, _ rows: [SheetFact], leading: Int
  ) throws(SheetRefusal) -> [Piece] {
    let padding = 8 * scale
    let between = 14.0
    let gap = 3 * scale
    let inside = room - 2 * padding
    let head = try text(title, .panelTitle, width: inside)
    let top = padding + (title.isEmpty ? 0 : head.height + gap)
    var lowest: Panel?
    for part in [0.5, 0.54, 0.58, 0.62] {
      let left = (inside - between) * part
      let wide = try paragraphs(rows, leading, width: left)
      let narrow =
        part == 0.5 ? wide : try paragraphs(rows, leading, width: inside - between - left)
      // A narrow column is for what comes last.
      for split in (part == 0.5 ? 0 : leading)...rows.count {
        let panel = Panel(
          left: Array(wide[..<split]), right: Array(narrow[split...]), place: left + between,
          gap: gap)
        if panel.height < lowest?.height ?? .infinity { lowest = panel }
      }
    }
    guard let panel = lowest else { return [] }
    let whole = top + panel.height + padding
    let room = room
    return [
      Piece(gap: 8 * scale, height: whole) { canvas, x, y in
        canvas.frame(x: x + 0.4, y: y + 0.4, width: room - 0.8, height: whole - 0.8, line: 0.8)
        if !title.isEmpty { head.drawAll(on: canvas, x: x + padding, y: y + padding) }
        for (column, offset) in [(panel.left, 0), (panel.right, panel.place)] {
          var place = y + top
          for paragraph in column {
            paragraph.drawAll(on: canvas, x: x + padding + offset, y: place)
            place += paragraph.height + gap
          }
        }
      }
    ]
  }

  private func paragraphs(
    _ rows: [SheetFact], _ leading: Int, width: Double
  ) throws(SheetRefusal) -> [TextLines] {
    var made: [TextLines] = []
    for (index, row) in rows.enumerated() {
      let start = row.label.isEmpty ? "" : "\(row.label): "
      var style = TextStyle.panel
      // Its size is chosen for itself, whatever the other letters of the page are scaled to.
      if index < leading { style.size = panelSize / scale }
      made.append(
        try prose(start + row.text, style, width: width, bold: 0..<start.utf8.count))
    }
    return made
  }

  /// Two columns as they were laid out.
  private struct Panel {
    let left: [TextLines]
    let right: [TextLines]
    /// Points from the left edge to the second column.
    let place: Double
    let gap: Double

    var height: Double {
      let heights = [left, right].map { column in
        column.reduce(0) { $0 + $1.height } + gap * Double(max(0, column.count - 1))
      }
      return max(heights[0], heights[1])
    }
  }
}
