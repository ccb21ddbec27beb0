internal import SheetPages

/// Words as they are stamped into metal.
extension BlockLayout {
  private static let dots = 12

  /// Two columns of plates: four letters in cells, the number in digits, and as twelve dots from 2048
  /// down to 1, of which the dark ones are punched.
  func plate(_ text: String) throws(SheetRefusal) -> [Piece] {
    let tokens = text.split(separator: " ").map(String.init)
    let count = tokens.count / 2
    let rows = (count + 1) / 2
    let between = 18.0
    let width = (room - between) / 2
    let (position, cell, dot) = (17.0, 15.0, 8.6)
    let height = 18.0
    let letters = position + 6
    let digits = letters + 4 * cell + 8
    let dots = digits + 34
    var drawn: [(position: TextLines, letters: [TextLines], number: TextLines, value: Int)] = []
    for index in 0..<count {
      var stamped: [TextLines] = []
      for letter in tokens[2 * index].prefix(4) {
        stamped.append(
          try self.text(String(letter).uppercased(), .stamp, width: cell, alignment: .center))
      }
      let number = tokens[2 * index + 1]
      let padded = String(repeating: "0", count: max(0, 4 - number.count)) + number
      drawn.append(
        (
          try self.text("\(index + 1)", .wordPosition, width: position, alignment: .right),
          stamped, try self.text(padded, .code, width: 34), Int(number) ?? 0
        ))
    }
    var weights: [TextLines] = []
    for place in 0..<Self.dots {
      let weight = try self.text(
        "\(1 << (Self.dots - 1 - place))", TextStyle(size: 7), width: 2 * dot, alignment: .center)
      weights.append(weight)
    }
    let place = { (dotIndex: Int) in
      dots + Double(dotIndex) * dot + Double(dotIndex / 4) * 5
    }
    let head = Piece(gap: 8, height: 19, keepsWithNext: true) { canvas, x, y in
      for column in 0..<(rows < count ? 2 : 1) {
        let left = x + Double(column) * (width + between)
        for (index, weight) in weights.enumerated() {
          // Every second one higher: four digits are wider than a dot.
          weight.drawAll(
            on: canvas, x: left + place(index) - dot / 2, y: y + (index % 2 == 0 ? 0 : 8.5))
        }
      }
    }
    let made = (0..<rows).map { row in
      Piece(height: height) { canvas, x, y in
        for column in 0..<2 where column * rows + row < count {
          let item = drawn[column * rows + row]
          let left = x + Double(column) * (width + between)
          let draw = { (lines: TextLines, offset: Double) in
            lines.drawAll(on: canvas, x: left + offset, y: y + (height - lines.height) / 2)
          }
          draw(item.position, 0)
          for index in 0..<4 {
            canvas.inGray(0.5) {
              canvas.frame(
                x: left + letters + Double(index) * cell, y: y + 1, width: cell, height: height - 2,
                line: 0.5)
            }
            if index < item.letters.count {
              draw(item.letters[index], letters + Double(index) * cell)
            }
          }
          draw(item.number, digits)
          for index in 0..<Self.dots {
            let isPunched = item.value >> (Self.dots - 1 - index) & 1 == 1
            canvas.dot(
              x: left + place(index) + dot / 2, y: y + height / 2, radius: isPunched ? 3 : 2.6,
              isFilled: isPunched)
          }
        }
      }
    }
    return Piece.together([head] + made)
  }
}
