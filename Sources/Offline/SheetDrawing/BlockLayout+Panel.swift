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
    // What is for whoever finds the page stands at the left, what programs need at the right: so on every page.
    for part in stride(from: 0.4, through: 0.62, by: 0.02) {
      let left = (inside - between) * part
      let wide = try paragraphs(rows, leading, width: left)
      let narrow = try paragraphs(rows, leading, width: inside - between - left)
      let panel = Panel(
        left: Array(wide[..<leading]), right: Array(narrow[leading...]), place: left + between,
        gap: gap)
      if panel.height < lowest?.height ?? .infinity { lowest = panel }
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
            paragraph.draw(on: canvas, x: x + padding + offset, y: place)
            place += paragraph.height + gap
          }
        }
      }
    ]
  }

  private func paragraphs(
    _ rows: [SheetFact], _ leading: Int, width: Double
  ) throws(SheetRefusal) -> [Paragraph] {
    var made: [Paragraph] = []
    for (index, row) in rows.enumerated() {
      let start = row.label.isEmpty ? "" : "\(row.label): "
      var style = TextStyle.panel
      // Its size is chosen for itself, whatever the other letters of the page are scaled to.
      if index < leading { style.size = panelSize / scale }
      // On a full page there is room for one line, on the fullest for what is left of the text's last.
      let (plain, isWritten) = Self.withoutLine(row.text)
      let rules = !isWritten || scale < 0.82 ? 0 : scale < 0.88 ? 1 : 2
      let text = rules == 0 ? row.text : plain
      let lines = try prose(start + text, style, width: width, bold: 0..<start.utf8.count)
      made.append(
        Paragraph(
          lines: lines, width: width, rules: rules,
          ruleHeight: 6.5 * PageGeometry.millimeter * max(scale, 0.8)))
    }
    return made
  }

  /// A text without the underlines at its end, and whether it had three or more of them: there somebody
  /// writes, and a place on the web is as long as two lines.
  private static func withoutLine(_ text: String) -> (text: String, isWritten: Bool) {
    guard text.hasSuffix("___") else { return (text, false) }
    var text = text[...]
    while text.hasSuffix("_") || text.hasSuffix(" ") { text = text.dropLast() }
    return (String(text), true)
  }

  /// Text, and lines below it to write on.
  private struct Paragraph {
    let lines: TextLines
    let width: Double
    let rules: Int
    let ruleHeight: Double

    var height: Double { lines.height + Double(rules) * ruleHeight }

    func draw(on canvas: Canvas, x: Double, y: Double) {
      lines.drawAll(on: canvas, x: x, y: y)
      for rule in 0..<rules {
        let bottom = y + lines.height + Double(rule + 1) * ruleHeight
        canvas.inGray(0.35) { canvas.fill(x: x, y: bottom - 2, width: width, height: 0.6) }
      }
    }
  }

  /// Two columns as they were laid out.
  private struct Panel {
    let left: [Paragraph]
    let right: [Paragraph]
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
