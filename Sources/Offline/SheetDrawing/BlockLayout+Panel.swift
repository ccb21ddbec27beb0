internal import SheetPages

/// The box that explains.
extension BlockLayout {
  /// A frame with a title and short paragraphs, which fill two columns as evenly as they can.
  func panel(_ title: String, _ rows: [SheetFact]) throws(SheetRefusal) -> [Piece] {
    let padding = 8.0
    let between = 14.0
    let width = (room - 2 * padding - between) / 2
    let gap = 3 * scale
    let head = try text(title, .panelTitle, width: room - 2 * padding)
    var made: [TextLines] = []
    for row in rows {
      let start = row.label.isEmpty ? "" : "\(row.label): "
      made.append(
        try text(start + row.text, .panel, width: width, bold: 0..<start.utf8.count))
    }
    let paragraphs = made
    let height = { (range: Range<Int>) in
      paragraphs[range].reduce(0) { $0 + $1.height + gap }
    }
    let higher = { (split: Int) in max(height(0..<split), height(split..<paragraphs.count)) }
    let split = (0...paragraphs.count).min { higher($0) < higher($1) } ?? 0
    let heights = [height(0..<split), height(split..<paragraphs.count)]
    let top = padding + (title.isEmpty ? 0 : head.height + gap)
    let whole = top + (heights.max() ?? 0) - (paragraphs.isEmpty ? 0 : gap) + padding
    let room = room
    return [
      Piece(gap: 8, height: whole) { canvas, x, y in
        canvas.frame(x: x + 0.4, y: y + 0.4, width: room - 0.8, height: whole - 0.8, line: 0.8)
        if !title.isEmpty { head.drawAll(on: canvas, x: x + padding, y: y + padding) }
        var place = y + top
        for (index, paragraph) in paragraphs.enumerated() {
          if index == split { place = y + top }
          let column = index < split ? 0 : width + between
          paragraph.drawAll(on: canvas, x: x + padding + column, y: place)
          place += paragraph.height + gap
        }
      }
    ]
  }
}
