internal import SheetPages

/// Facts, lists, steps: rows of two columns.
extension BlockLayout {
  func facts(_ rows: [SheetFact]) throws(SheetRefusal) -> [Piece] {
    var widest = 0.0
    for row in rows {
      widest = max(widest, try text(row.label, .factLabel, width: 0, breaking: .never).width)
    }
    let labelWidth = min(widest + 1, room * 0.34)
    let valueX = labelWidth + 10
    let isTyped = rows.allSatisfy(\.isCode)
    let code = isTyped ? try oneLine(rows.map(\.text), .code, width: room - valueX) : .code
    var pieces: [Piece] = []
    for (number, row) in rows.enumerated() {
      let label = try text(row.label, .factLabel, width: labelWidth)
      let value =
        row.isCode
        ? try text(row.text, code, width: room - valueX, breaking: Self.breaking(of: row.text))
        : try prose(row.text, .fact, width: room - valueX)
      let made = sideBySide(label, value, valueX: valueX, gap: (number == 0 ? 8 : 2.5) * scale)
      pieces += made.count <= 8 ? Piece.together(made) : made
    }
    // Letters that are typed from one page: a descriptor is not parted.
    return isTyped && pieces.count <= 24 ? Piece.together(pieces) : pieces
  }

  /// Paths and fingerprints are broken between words; a descriptor is one word, longer than a line.
  private static func breaking(of code: String) -> TextLines.Breaking {
    code.split(whereSeparator: \.isWhitespace).contains { $0.utf8.count > 40 } ? .letters : .words
  }

  func numbered(
    _ rows: [String], first: Int, isCode: Bool
  ) throws(SheetRefusal) -> [Piece] {
    var pieces: [Piece] = []
    let last = first + rows.count
    let numberWidth = last > 999 ? 40.0 : isCode ? 12 : 16
    let width = room - numberWidth - 10
    let code = isCode ? try oneLine(rows, .code, width: width) : .code
    for (index, row) in rows.enumerated() {
      let number = try text(
        "\(first + index)", .label, width: numberWidth, alignment: .right)
      let value =
        isCode
        ? try text(row, code, width: width, breaking: .letters)
        : try prose(row, .body, width: width)
      let made = sideBySide(
        number, value, valueX: numberWidth + 10, gap: index == 0 ? 6 : isCode ? 2 : 5)
      pieces += made.count <= 8 ? Piece.together(made) : made
    }
    return pieces
  }

  /// Each step: what is done, and below it the command.
  func steps(_ rows: [SheetStep], first: Int) throws(SheetRefusal) -> [Piece] {
    var pieces: [Piece] = []
    let numberWidth = first + rows.count > 10 ? 15.0 : 12
    let valueX = rows.count == 1 ? 0 : numberWidth + 8
    let style = try oneLine(rows.map(\.command), .command, width: room - valueX)
    for (index, row) in rows.enumerated() {
      // A step alone is not the first of several.
      let place = rows.count == 1 ? "" : "\(first + index)"
      let number = try text(place, .label, width: numberWidth, alignment: .right)
      let value = try prose(row.text, .step, width: room - valueX)
      var made = sideBySide(number, value, valueX: valueX, gap: index == 0 ? 5 : 3.5 * scale)
      if !row.command.isEmpty {
        // Where it takes two lines, the second one stands further right: it is one command.
        let command = try text(row.command, style, width: room - valueX, hanging: 12)
        let broken = command.lines.count > 1 ? [row.command] : []
        made.append(
          Piece(gap: 0.5, height: command.height, brokenCommands: broken) { canvas, x, y in
            command.drawAll(on: canvas, x: x + valueX, y: y)
          })
      }
      pieces += made.count <= 8 ? Piece.together(made) : made
      // None stands alone at the foot of a page, nor at the head of the next one.
      if index == 0 && rows.count > 1 || index == rows.count - 2 {
        pieces[pieces.count - 1].keepsWithNext = true
      }
    }
    return pieces
  }

  /// The letters of commands, or of what is typed, all of one size: so small that each has one line, or not smaller
  /// than can be read: beside a QR code there is little room.
  private func oneLine(
    _ rows: [String], _ style: TextStyle, width: Double
  ) throws(SheetRefusal) -> TextStyle {
    var widest = width
    for row in rows {
      widest = max(widest, try text(row, style, width: 0, breaking: .never).width + 2)
    }
    return style.scaled(max(0.72, width / widest))
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
