internal import SheetPages

/// What a page says at its head: whether it is secret, and whether it is for practice.
///
/// White on black for a page with a secret, in a frame for one without.
struct PageHead {
  private static let padding = 6.0
  private static let between = 12.0

  let height: Double
  private let text: TextLines
  private let practice: TextLines
  private let isSecret: Bool

  /// Lays it out in one line; its letters become smaller where it is long.
  ///
  /// Throws: `letterMissing`.
  init(_ standing: SheetStanding, _ fonts: FontSet, room: Double) throws(SheetRefusal) {
    let inside = room - 2 * Self.padding - Self.between
    let lines = { (factor: Double) in
      [standing.text, standing.practice].map {
        TextLines($0, .pageHead.scaled(factor), fonts, width: 0, breaking: .never)
      }
    }
    let natural = lines(1)
    let width = natural[0].width + natural[1].width
    let fitting = width > inside ? lines(inside / width * 0.99) : natural
    guard !fitting.contains(where: \.lacksLetters) else { throw .letterMissing(nil) }
    (text, practice, isSecret) = (fitting[0], fitting[1], standing.isSecret)
    height = max(natural[0].height, natural[1].height) + Self.padding
  }

  /// Draws it `room` points wide with its top left corner at a point.
  func draw(on canvas: Canvas, x: Double, y: Double, room: Double) {
    if isSecret {
      canvas.fill(x: x, y: y, width: room, height: height)
    } else {
      canvas.frame(x: x + 0.6, y: y + 0.6, width: room - 1.2, height: height - 1.2, line: 1.2)
    }
    canvas.inGray(isSecret ? 1 : 0) {
      let place = { (lines: TextLines) in y + (height - lines.height) / 2 }
      text.drawAll(on: canvas, x: x + Self.padding, y: place(text))
      let right = x + room - Self.padding - practice.width
      practice.drawAll(on: canvas, x: right, y: place(practice))
    }
  }
}
