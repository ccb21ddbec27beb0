internal import SheetPages

/// Headings, paragraphs, notices, facts, lists.
extension BlockLayout {
  func heading(_ text: String) throws(SheetRefusal) -> [Piece] {
    let lines = try self.text(text, .heading, width: room)
    return pieces(of: lines, gap: 16).map { piece in
      var piece = piece
      piece.keepsWithNext = true
      return piece
    }
  }

  /// A paragraph leaves no single line alone on a page.
  func paragraph(_ text: String) throws(SheetRefusal) -> [Piece] {
    let lines = try self.text(text, .body, width: room)
    var pieces = pieces(of: lines, gap: 6)
    if pieces.count > 1 {
      pieces[0].keepsWithNext = true
      pieces[pieces.count - 2].keepsWithNext = true
    }
    return pieces
  }

  private func pieces(of lines: TextLines, gap: Double) -> [Piece] {
    lines.lines.indices.map { index in
      Piece(gap: index == 0 ? gap : 0, height: lines.lines[index].height) { canvas, x, y in
        lines.draw(index, on: canvas, x: x, y: y)
      }
    }
  }

  /// A frame of heavy lines, which goes on over a page's end.
  func notice(_ text: String) throws(SheetRefusal) -> [Piece] {
    let padding = 8.0
    let lines = try self.text(text, .notice, width: room - 2 * padding - 4)
    return framed(lines.lines.map(\.height), gap: 9, padding: padding, line: 1.6) {
      lines.draw($0, on: $1, x: $2 + padding + 2, y: $3)
    }
  }

  /// Rows in a frame that goes on over a page's end; each row draws its own part of it.
  func framed(
    _ heights: [Double], gap: Double, padding: Double, line: Double,
    draw: @escaping (_ row: Int, Canvas, _ x: Double, _ y: Double) -> Void
  ) -> [Piece] {
    let room = room
    let pieces = heights.indices.map { row in
      let above = row == 0 ? padding : 0
      let below = row == heights.count - 1 ? padding : 0
      let height = heights[row] + above + below
      return Piece(gap: row == 0 ? gap : 0, height: height) { canvas, x, y in
        canvas.fill(x: x, y: y, width: line, height: height)
        canvas.fill(x: x + room - line, y: y, width: line, height: height)
        if row == 0 { canvas.fill(x: x, y: y, width: room, height: line) }
        if row == heights.count - 1 {
          canvas.fill(x: x, y: y + height - line, width: room, height: line)
        }
        draw(row, canvas, x, y + above)
      }
    }
    return heights.count <= 12 ? Piece.together(pieces) : pieces
  }

  func facts(_ rows: [SheetFact]) throws(SheetRefusal) -> [Piece] {
    var widest = 0.0
    for row in rows {
      widest = max(widest, try text(row.label, .label, width: 0, breaking: .never).width)
    }
    let labelWidth = min(widest + 1, room * 0.34)
    let valueX = labelWidth + 14
    var pieces: [Piece] = []
    for (number, row) in rows.enumerated() {
      let label = try text(row.label, .label, width: labelWidth)
      let value = try text(
        row.text, row.isCode ? .code : .body, width: room - valueX,
        breaking: row.isCode ? .letters : .words)
      let made = sideBySide(label, value, valueX: valueX, gap: number == 0 ? 8 : 3)
      pieces += made.count <= 8 ? Piece.together(made) : made
    }
    return pieces
  }

  func numbered(
    _ rows: [String], first: Int, isCode: Bool
  ) throws(SheetRefusal) -> [Piece] {
    var pieces: [Piece] = []
    let last = first + rows.count
    let numberWidth = last > 999 ? 40.0 : 24.0
    for (index, row) in rows.enumerated() {
      let number = try text(
        "\(first + index)", .label, width: numberWidth, alignment: .right)
      let value = try text(
        row, isCode ? .code : .body, width: room - numberWidth - 10,
        breaking: isCode ? .letters : .words)
      let made = sideBySide(
        number, value, valueX: numberWidth + 10, gap: index == 0 ? 8 : isCode ? 3 : 5)
      pieces += made.count <= 8 ? Piece.together(made) : made
    }
    return pieces
  }

  /// Two columns line by line.
  private func sideBySide(
    _ left: TextLines, _ right: TextLines, valueX: Double, gap: Double
  ) -> [Piece] {
    (0..<max(left.lines.count, right.lines.count)).map { index in
      let heights = [left, right].compactMap {
        $0.lines.indices.contains(index) ? $0.lines[index] : nil
      }
      let height = heights.map(\.height).max() ?? 0
      // The letters of both stand on one line.
      let baseline = heights.map(\.baseline).max() ?? 0
      return Piece(gap: index == 0 ? gap : 0, height: height) { canvas, x, y in
        for (lines, place) in [(left, x), (right, x + valueX)]
        where lines.lines.indices.contains(index) {
          lines.draw(index, on: canvas, x: place, y: y + baseline - lines.lines[index].baseline)
        }
      }
    }
  }
}
