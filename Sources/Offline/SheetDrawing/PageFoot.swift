internal import SheetPages

/// What stands at the foot of each page: lines of text, rules to write on, and the mark.
struct PageFoot {
  private static let gap = 7.0
  private static let countWidth = 70.0
  /// The mark: 21 mm without its quiet zone, for which the margin has room.
  private static let markSide = 21 * PageGeometry.millimeter
  private static let markRoom = markSide + 4 * markSide / 21
  /// The room above a rule, which a person writes into.
  private static let writingHeight = 7 * PageGeometry.millimeter

  private let fonts: FontSet
  private let phrases: SheetPhrases
  private let rows: [Row]
  private let mark: Modules?
  private let room: Double
  private let foot: Double

  /// A line as it was laid out: text, or pieces of text with rules between.
  private struct Row {
    var parts: [TextLines]
    /// How long each rule is; 0 where the line has none.
    var rule = 0.0
    var height: Double
  }

  init(
    _ text: String, _ mark: Modules?, _ phrases: SheetPhrases, _ fonts: FontSet, room: Double
  ) {
    (self.fonts, self.mark, self.phrases, self.room) = (fonts, mark, phrases, room)
    let width = room - (mark == nil ? 0 : Self.markRoom)
    var rows: [Row] = []
    for line in text.split(separator: "\n") {
      let parts = Self.parts(of: String(line)).map {
        TextLines($0, .small, fonts, width: 0, breaking: .never)
      }
      let rules = parts.count - 1
      let rule = rules == 0 ? 0 : (width - parts.reduce(0) { $0 + $1.width }) / Double(rules)
      guard rule > 40 else {
        // The number of the page stands behind the first line.
        let whole = TextLines(
          String(line), .small, fonts, width: rows.isEmpty ? width - Self.countWidth : width)
        rows.append(Row(parts: [whole], height: whole.height))
        continue
      }
      let height = max(parts.map(\.height).max() ?? 0, Self.writingHeight)
      rows.append(Row(parts: parts, rule: rule, height: height))
    }
    self.rows = rows
    let written = rows.reduce(0) { $0 + $1.height }
    foot = max(written, mark == nil ? 0 : Self.markSide)
  }

  /// Points that it takes from the bottom of a page, with the room above it.
  var height: Double { foot + 2 * Self.gap }

  /// How many lines it takes, for tests: what is too long for one goes on below it.
  var lineCount: Int { rows.reduce(0) { $0 + ($1.parts.map(\.lines.count).max() ?? 0) } }

  /// What stands between rules of three or more `_`.
  static func parts(of line: String) -> [String] {
    var parts = [""]
    var run = 0
    for letter in line + "\n" {
      if letter == "_" {
        run += 1
        continue
      }
      if run >= 3 {
        parts.append("")
      } else {
        parts[parts.count - 1] += String(repeating: "_", count: run)
      }
      run = 0
      if letter != "\n" { parts[parts.count - 1].append(letter) }
    }
    return parts
  }

  /// Draws it with its top at `y`: on page `number`, counted from 1.
  func draw(on canvas: Canvas, x: Double, bottom: Double, page number: Int, of count: Int) {
    let top = bottom - foot
    // Above the mark there is no rule: its quiet zone is four modules wide on each side.
    let rule = room - (mark == nil ? 0 : Self.markRoom)
    canvas.fill(x: x, y: top - Self.gap, width: rule, height: 0.6)
    var right = x + room
    if let mark {
      let module = Self.markSide / Double(mark.size)
      canvas.modules(
        x: right - Self.markSide, y: top, size: mark.size, module: module, isDark: mark.isDark)
      right -= Self.markRoom
    }
    var y = top
    for (index, row) in rows.enumerated() {
      // The rules stand at the very bottom: the room that is left is above them, to write in.
      let isLast = index == rows.count - 1 && row.rule > 0
      draw(row, on: canvas, x: x, y: isLast ? bottom - row.height : y)
      y += row.height
    }
    let page = TextLines(
      phrases.page(number, of: count), .small, fonts, width: Self.countWidth, alignment: .right)
    page.drawAll(on: canvas, x: right - Self.countWidth, y: top)
  }

  private func draw(_ row: Row, on canvas: Canvas, x: Double, y: Double) {
    var left = x
    for (index, part) in row.parts.enumerated() {
      part.drawAll(on: canvas, x: left, y: y + row.height - part.height)
      left += part.width
      guard index < row.parts.count - 1 else { continue }
      canvas.fill(x: left, y: y + row.height - 2.5, width: row.rule, height: 0.6)
      left += row.rule
    }
  }
}
