internal import SheetPages

/// Lines and frames to write into.
extension BlockLayout {
  /// Lines in columns, numbered down each column in turn; 9 mm high, on a full page 8.
  func lines(
    count: Int, columns: Int, isNumbered: Bool, label: String
  ) throws(SheetRefusal) -> [Piece] {
    let rows = (count + columns - 1) / columns
    let cell = room / Double(columns)
    let height = 9 * max(scale, 0.88) * PageGeometry.millimeter
    let numberWidth = isNumbered ? 26.0 : 0
    var numbers: [TextLines] = []
    for index in 0..<(isNumbered ? count : 0) {
      numbers.append(try text("\(index + 1)", .body, width: 20, alignment: .right))
    }
    var pieces: [Piece] = []
    if !label.isEmpty {
      let text = try self.text(label, .label, width: room)
      pieces.append(
        Piece(gap: 10 * scale, height: text.height, keepsWithNext: true) { canvas, x, y in
          text.drawAll(on: canvas, x: x, y: y)
        })
    }
    let written = (0..<rows).map { row in
      Piece(height: height) { canvas, x, y in
        for column in 0..<columns where column * rows + row < count {
          let index = column * rows + row
          let left = x + Double(column) * cell
          let right = left + cell - (column == columns - 1 ? 0 : 16)
          let bottom = y + height - 2
          if isNumbered {
            let number = numbers[index]
            number.drawAll(on: canvas, x: left, y: bottom - number.height + 2)
          }
          canvas.inGray(0.35) {
            canvas.fill(
              x: left + numberWidth, y: bottom, width: right - left - numberWidth, height: 0.6)
          }
        }
      }
    }
    return pieces + (rows <= 15 ? Piece.together(written) : written)
  }

  /// A line behind each label; all of them begin below one another.
  func lines(behind labels: [String]) throws(SheetRefusal) -> [Piece] {
    let room = room
    let texts = try labels.map { (label) throws(SheetRefusal) in
      try text(label, .label, width: room * 0.6)
    }
    let left = (texts.flatMap(\.lines).map(\.width).max() ?? 0) + 6
    return Piece.together(
      texts.map { text in
        let height = max(text.height, 8 * max(scale, 0.88) * PageGeometry.millimeter)
        return Piece(gap: 3 * scale, height: height) { canvas, x, y in
          text.drawAll(on: canvas, x: x, y: y + height - text.height)
          canvas.inGray(0.35) {
            canvas.fill(x: x + left, y: y + height - 2, width: room - left, height: 0.6)
          }
        }
      })
  }

  /// Frames with a label inside, three in a row.
  func rows(of boxes: [String]) throws(SheetRefusal) -> [Piece] {
    let columns = min(3, boxes.count)
    let between = 10.0
    let width = (room - Double(columns - 1) * between) / Double(columns)
    var pieces: [Piece] = []
    for start in stride(from: 0, to: boxes.count, by: columns) {
      var labels: [TextLines] = []
      for label in boxes[start..<min(start + columns, boxes.count)] {
        labels.append(try text(label, .caption, width: width - 10))
      }
      let height = (labels.map(\.height).max() ?? 0) + 12 * PageGeometry.millimeter
      pieces.append(
        Piece(gap: 10, height: height) { canvas, x, y in
          for (index, label) in labels.enumerated() {
            let left = x + Double(index) * (width + between)
            canvas.frame(
              x: left + 0.4, y: y + 0.4, width: width - 0.8, height: height - 0.8, line: 0.8)
            label.drawAll(on: canvas, x: left + 5, y: y + 3)
          }
        })
    }
    return pieces
  }
}
