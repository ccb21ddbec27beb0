internal import SheetPages

/// Words and secret lines: what must be read without a mistake in ten years.
extension BlockLayout {
  /// Three numbered columns, read down.
  func words(_ text: String) throws(SheetRefusal) -> [Piece] {
    let words = text.split(separator: " ").map(String.init)
    let columns = words.count < 3 ? 1 : 3
    let rows = (words.count + columns - 1) / columns
    let numberWidth = 22.0
    let cell = room / Double(columns)
    let wordRoom = cell - numberWidth - 18
    var numbers: [TextLines] = []
    var drawn: [TextLines] = []
    for (index, word) in words.enumerated() {
      numbers.append(
        try self.text("\(index + 1)", .wordNumber, width: numberWidth, alignment: .right))
      drawn.append(try fitted(word, .word, width: wordRoom))
    }
    let height = max(27, (drawn.map { $0.lines.first?.height ?? 0 }.max() ?? 0) + 3)
    let pieces = (0..<rows).map { row in
      Piece(gap: row == 0 ? 8 : 0, height: height) { canvas, x, y in
        for column in 0..<columns {
          let index = column * rows + row
          guard index < words.count, let word = drawn[index].lines.first,
            let number = numbers[index].lines.first
          else { continue }
          let left = x + Double(column) * cell
          let baseline = y + height - 9
          numbers[index].draw(0, on: canvas, x: left, y: baseline - number.baseline)
          drawn[index].draw(
            0, on: canvas, x: left + numberWidth + 8, y: baseline - word.baseline)
          canvas.inGray(Self.separatorGray) {
            canvas.fill(
              x: left + numberWidth + 8, y: y + height - 1.5, width: wordRoom, height: 0.5)
          }
        }
      }
    }
    return Piece.together(pieces)
  }

  /// One line of text, made smaller until it fits.
  private func fitted(
    _ text: String, _ style: TextStyle, width: Double
  ) throws(SheetRefusal) -> TextLines {
    let natural = try self.text(text, style, width: 0, breaking: .never)
    guard natural.width > width else { return natural }
    var smaller = style
    smaller.size = style.size * width / natural.width * 0.99
    return try self.text(text, smaller, width: 0, breaking: .never)
  }

  /// A label, and in a frame groups of four letters; or words, when the text has spaces.
  func secretLine(label: String, _ text: String) throws(SheetRefusal) -> [Piece] {
    let hasSpaces = text.contains(" ")
    let groups =
      hasSpaces ? text.split(separator: " ").map(String.init) : Self.groups(of: text)
    let padding = 9.0
    let inside = room - 2 * padding
    let pitch = try self.text("0", .secret, width: 0, breaking: .never).width
    var rows: [[(lines: TextLines, x: Double)]] = [[]]
    var x = 0.0
    for group in groups {
      let drawn = try fitted(group, .secret, width: inside)
      if x > 0, x + drawn.width > inside {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append((drawn, x))
      x += drawn.width + (hasSpaces ? 2 : 1.2) * pitch
    }
    let name = try self.text(label, .label, width: room - 130)
    let note = try self.text(
      hasSpaces ? Self.oneSpaceNote : Self.spacesNote, .small, width: 130, alignment: .right)
    let room = room
    let caption = Piece(gap: 10, height: name.height + 2, keepsWithNext: true) { canvas, x, y in
      name.drawAll(on: canvas, x: x, y: y)
      note.drawAll(on: canvas, x: x + room - 130, y: y + name.height - note.height)
    }
    let heights = rows.map { $0.map(\.lines.height).max() ?? 0 }
    let framed = framed(heights, gap: 0, padding: padding - 3, line: 0.8) { row, canvas, x, y in
      for item in rows[row] {
        item.lines.draw(0, on: canvas, x: x + padding + item.x, y: y)
      }
    }
    return [caption] + framed
  }

  /// Groups of four visible letters.
  private static func groups(of text: String) -> [String] {
    var groups: [String] = []
    for (index, letter) in text.enumerated() {
      if index % 4 == 0 { groups.append("") }
      groups[groups.count - 1].append(letter)
    }
    return groups
  }
}
