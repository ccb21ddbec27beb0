internal import SheetPages

/// Headings, paragraphs, notices.
extension BlockLayout {
  func heading(_ text: String) throws(SheetRefusal) -> [Piece] {
    let lines = try self.text(text, .heading, width: room)
    return pieces(of: lines, gap: 11 * scale).map { piece in
      var piece = piece
      piece.keepsWithNext = true
      return piece
    }
  }

  /// A paragraph leaves no single line alone on a page.
  func paragraph(_ text: String) throws(SheetRefusal) -> [Piece] {
    let lines = try prose(text, .body, width: room)
    var pieces = pieces(of: lines, gap: 6)
    if pieces.count <= 5 { return Piece.together(pieces) }
    if pieces.count > 1 {
      pieces[0].keepsWithNext = true
      pieces[pieces.count - 2].keepsWithNext = true
    }
    return pieces
  }

  /// A paragraph in small letters.
  func note(_ text: String) throws(SheetRefusal) -> [Piece] {
    let pieces = pieces(of: try prose(text, .caption, width: room), gap: 5 * scale)
    return pieces.count <= 6 ? Piece.together(pieces) : pieces
  }

  /// A program: a line that is too long goes on in the next one, at its beginning.
  func listing(_ text: String) throws(SheetRefusal) -> [Piece] {
    pieces(of: try self.text(text, .listing, width: room), gap: 5 * scale)
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
        // The sides of two rows overlap: else a hairline of paper shows between them.
        let side = height + (row == heights.count - 1 ? 0 : 0.5)
        canvas.fill(x: x, y: y, width: line, height: side)
        canvas.fill(x: x + room - line, y: y, width: line, height: side)
        if row == 0 { canvas.fill(x: x, y: y, width: room, height: line) }
        if row == heights.count - 1 {
          canvas.fill(x: x, y: y + height - line, width: room, height: line)
        }
        draw(row, canvas, x, y + above)
      }
    }
    return heights.count <= 12 ? Piece.together(pieces) : pieces
  }
}
