internal import SheetPages

/// Words and secret lines: what must be read without a mistake in ten years.
extension BlockLayout {
  /// Numbered columns, read down; few words are larger.
  func words(_ text: String, _ style: SheetWordStyle) throws(SheetRefusal) -> [Piece] {
    let tokens = text.split(separator: " ").map(String.init)
    let words =
      style.hasNumbers ? stride(from: 0, to: tokens.count, by: 2).map { tokens[$0] } : tokens
    let isFew = words.count <= 12
    let letters: TextStyle =
      isFew ? .largeWord : words.count > 40 ? .tinyWord : words.count > 24 ? .smallWord : .word
    let positionWidth = 15.0 * scale
    var positions: [TextLines] = []
    var drawn: [TextLines] = []
    var numbers: [TextLines] = []
    for (index, word) in words.enumerated() {
      positions.append(
        try self.text("\(index + 1)", .wordPosition, width: positionWidth, alignment: .right))
      let bold = style.marksFourLetters ? String(word.prefix(4)).utf8.count : word.utf8.count
      drawn.append(
        try fitted(word, letters, width: room - positionWidth - 60, bold: 0..<bold))
      guard style.hasNumbers else { continue }
      numbers.append(try self.text(tokens[2 * index + 1], .wordNumber, width: 0, breaking: .never))
    }
    let numberRoom = (numbers.map(\.width).max() ?? -8) + 8
    let widest = drawn.map(\.width).max() ?? 0
    let most = words.count < 3 ? 1 : isFew ? 3 : 7
    let fitting = max(1, min(most, Int(room / (positionWidth + 6 + widest + numberRoom + 8))))
    let rows = (words.count + fitting - 1) / fitting
    // No column stays empty: the others are as wide as the page.
    let columns = rows == 0 ? 1 : (words.count + rows - 1) / rows
    let cell = room / Double(columns)
    let height = (drawn.map(\.height).max() ?? 0) + (isFew ? 4 : 2) * scale
    let step = positionWidth + 6
    let pieces = (0..<rows).map { row in
      Piece(gap: row == 0 ? 5 : 0, height: height) { canvas, x, y in
        for column in 0..<columns {
          let index = column * rows + row
          guard index < words.count, let word = drawn[index].lines.first,
            let position = positions[index].lines.first
          else { continue }
          let left = x + Double(column) * cell
          let right = left + cell - (column == columns - 1 ? 0 : 12)
          let baseline = y + height - 5.5 * scale
          positions[index].draw(0, on: canvas, x: left, y: baseline - position.baseline)
          drawn[index].draw(0, on: canvas, x: left + step, y: baseline - word.baseline)
          if style.hasNumbers, let number = numbers[index].lines.first {
            numbers[index].draw(
              0, on: canvas, x: right - number.width, y: baseline - number.baseline)
          }
          canvas.inGray(Self.separatorGray) {
            canvas.fill(x: left + step, y: y + height - 1, width: right - left - step, height: 0.5)
          }
        }
      }
    }
    return Piece.together(pieces)
  }

  /// One line of text, made smaller until it fits.
  private func fitted(
    _ text: String, _ style: TextStyle, width: Double, bold: Range<Int>? = nil
  ) throws(SheetRefusal) -> TextLines {
    let natural = try self.text(text, style, width: 0, breaking: .never, bold: bold)
    guard natural.width > width else { return natural }
    let smaller = style.scaled(width / natural.width * 0.99)
    return try self.text(text, smaller, width: 0, breaking: .never, bold: bold)
  }

  /// A label, and below it small letters in the groups that the text has.
  func smallSecret(label: String, _ text: String) throws(SheetRefusal) -> [Piece] {
    let name = try self.text(label, .factLabel, width: room)
    let lines = try self.text(text, .code, width: room)
    return [
      Piece(gap: 8, height: name.height + lines.height + 1) { canvas, x, y in
        name.drawAll(on: canvas, x: x, y: y)
        lines.drawAll(on: canvas, x: x, y: y + name.height + 1)
      }
    ]
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
      hasSpaces ? phrases.oneSpace : phrases.withoutSpaces, .small, width: 130, alignment: .right)
    let room = room
    let caption = Piece(gap: 8, height: name.height + 2, keepsWithNext: true) { canvas, x, y in
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
