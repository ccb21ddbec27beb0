internal import SheetPages

/// Turns the blocks of a document into pieces; what stands in rows (tiles, boxes) is gathered first.
struct BlockLayout {
  let fonts: FontSet
  /// The width that can be written on, in points.
  var room: Double
  /// How large letters are, 1 as in the styles.
  var scale = 1.0
  /// The size of the first paragraphs of a box, in points.
  var panelSize = 9.0
  /// What is written besides the document's own text.
  var phrases = SheetPhrases.english
  /// Whether QR codes stand at the right edge: in a narrow column at the right.
  var isAtRight = false

  /// How large QR codes and the columns that hold them are, 1 as the sheet says.
  var figureScale = 1.0

  static let separatorGray = 0.72
  /// Letters that are drawn besides those of the document.
  static let ownLetters = "0123456789.: ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  /// The pieces of blocks without a page's end among them, in their order.
  ///
  /// Throws: `letterMissing` when a letter had no font after all.
  func pieces(
    of blocks: ArraySlice<SheetBlock>, in document: borrowing SheetDocument
  ) throws(SheetRefusal) -> [Piece] {
    var pieces: [Piece] = []
    var current: Heading?
    var rest = blocks
    while let block = rest.first {
      var made = try self.pieces(from: &rest, in: document)
      // A heading begins something else: what stood before does not go on with it.
      if case .heading = block { current = nil }
      for index in made.indices { made[index].heading = current }
      if case .heading(let text) = block { current = again(text) }
      // A few lines above steps are read with the first of them, and above lines to write on with these.
      if block.isText, Self.leadsToSteps(rest) || Self.leadsToLines(rest), made.count <= 6,
        !made.isEmpty
      {
        made = Piece.together(made)
        made[made.count - 1].keepsWithNext = true
      }
      pieces += made
    }
    return pieces
  }

  /// Whether steps come, after two more texts at most.
  private static func leadsToSteps(_ blocks: ArraySlice<SheetBlock>) -> Bool {
    guard case .steps = blocks.prefix(3).first(where: { !$0.isText }) else { return false }
    return true
  }

  /// Whether lines to write on come next.
  private static func leadsToLines(_ blocks: ArraySlice<SheetBlock>) -> Bool {
    if case .lines = blocks.first { true } else { false }
  }

  /// The pieces of the first block, or of the first ones that stand in a row, which are taken off.
  private func pieces(
    from blocks: inout ArraySlice<SheetBlock>, in document: borrowing SheetDocument
  ) throws(SheetRefusal) -> [Piece] {
    guard let block = blocks.popFirst() else { return [] }
    switch block {
    case .heading(let text): return try heading(text)
    case .paragraph(let text): return try paragraph(text)
    case .notice(let text): return try notice(text)
    case .note(let text): return try note(text)
    case .listing(let text): return try listing(text)
    case .panel(let title, let rows, let leading):
      return try panel(title, rows, leading: leading)
    case .facts(let rows): return try facts(rows)
    case .numbered(let rows, let first, let isCode):
      return try numbered(rows, first: first, isCode: isCode)
    case .steps(let rows, let first): return try steps(rows, first: first)
    case .words(let range, let style): return try words(document.text(range), style)
    case .plate(let range): return try plate(document.text(range))
    case .secretLine(let label, let range, let isSmall):
      return try isSmall
        ? smallSecret(label: label, document.text(range))
        : secretLine(label: label, document.text(range))
    case .symbol(let symbol, let width):
      return try self.symbol(drawing(symbol, document), caption: symbol.caption, width: width)
    case .copy(let symbol): return try copy(drawing(symbol, document), caption: symbol.caption)
    case .tile(let first):
      var tiles = [first]
      while case .tile(let tile) = blocks.first {
        tiles.append(tile)
        blocks.removeFirst()
      }
      return try rows(of: tiles.map { (drawing($0, document), $0.caption) })
    case .blankGrid(let size, let caption): return try blankGrid(size: size, caption: caption)
    case .lines(1, _, false, let first) where !first.isEmpty:
      var labels = [first]
      while case .lines(1, _, false, let label) = blocks.first, !label.isEmpty {
        labels.append(label)
        blocks.removeFirst()
      }
      return try lines(behind: labels)
    case .lines(let count, let columns, let isNumbered, let label):
      return try lines(count: count, columns: columns, isNumbered: isNumbered, label: label)
    case .box(let first):
      var boxes = [first]
      while case .box(let label) = blocks.first {
        boxes.append(label)
        blocks.removeFirst()
      }
      return try rows(of: boxes)
    case .beside(.begin(let width, let isLeft)):
      return try beside(from: &blocks, width: width, isLeft: isLeft, in: document)
    // Columns are read whole, ends of pages part what is laid out; the mark stands at the foot of a
    // page, and what it is at its head.
    case .beside, .pageBreak, .mark, .standing: return []
    }
  }

  // MARK: Columns

  static let betweenColumns = 16.0

  /// Two columns as one piece: they are never parted by a page's end.
  private func beside(
    from blocks: inout ArraySlice<SheetBlock>, width: Int, isLeft: Bool,
    in document: borrowing SheetDocument
  ) throws(SheetRefusal) -> [Piece] {
    let fixed = min(
      Double(width) * figureScale * PageGeometry.millimeter, room - Self.betweenColumns - 60)
    let leftRoom = isLeft ? fixed : room - fixed - Self.betweenColumns
    var layout = self
    layout.room = leftRoom
    layout.isAtRight = false
    let left = try layout.pieces(of: column(of: &blocks), in: document)
    let rightRoom = room - leftRoom - Self.betweenColumns
    layout.room = rightRoom
    layout.isAtRight = !isLeft
    let right = try layout.pieces(of: column(of: &blocks), in: document)
    let height = max(Self.height(of: left), Self.height(of: right))
    return [
      Piece(
        gap: 10 * scale, height: height, codes: (left + right).flatMap(\.codes),
        brokenCommands: (left + right).flatMap(\.brokenCommands)
      ) { canvas, x, y in
        Self.draw(left, on: canvas, x: x, y: y)
        Self.draw(right, on: canvas, x: x + leftRoom + Self.betweenColumns, y: y)
      }
    ]
  }

  /// What stands before the next change of columns, which is taken off with it.
  private func column(of blocks: inout ArraySlice<SheetBlock>) -> ArraySlice<SheetBlock> {
    let end =
      blocks.firstIndex { block in
        if case .beside = block { true } else { false }
      } ?? blocks.endIndex
    defer { blocks = blocks[min(end + 1, blocks.endIndex)...] }
    return blocks[..<end]
  }

  private static func height(of pieces: [Piece]) -> Double {
    pieces.enumerated().reduce(0) { $0 + $1.element.height + ($1.offset == 0 ? 0 : $1.element.gap) }
  }

  private static func draw(_ pieces: [Piece], on canvas: Canvas, x: Double, y: Double) {
    var top = y
    for (index, piece) in pieces.enumerated() {
      if index > 0 { top += piece.gap }
      piece.draw(canvas, x, top)
      top += piece.height
    }
  }

  // MARK: Text

  /// A heading once more, at the top of the page on which what stands under it goes on.
  private func again(_ text: String) -> Heading {
    let line = TextLines(
      phrases.continued(text), .heading, fonts, width: room, ellipsized: true)
    return Heading(
      again: Piece(height: line.height) { canvas, x, y in line.drawAll(on: canvas, x: x, y: y) })
  }

  /// Lays text out; `bold` is a range of its bytes.
  ///
  /// Throws: `letterMissing` when a letter had no font after all: an empty box on paper would be found out years later.
  func text(
    _ text: String, _ style: TextStyle, width: Double, breaking: TextLines.Breaking = .words,
    alignment: TextLines.Alignment = .left, bold: Range<Int>? = nil,
    commands: [Range<Int>] = [], hanging: Double = 0
  ) throws(SheetRefusal) -> TextLines {
    let lines = TextLines(
      text, style.scaled(scale), fonts, width: width, breaking: breaking, alignment: alignment,
      bold: bold, commands: commands, hanging: hanging)
    guard !lines.lacksLetters else { throw .letterMissing(nil) }
    return lines
  }

  /// Lays out sentences: what stands between two backticks is a command, in letters of one width.
  func prose(
    _ text: String, _ style: TextStyle, width: Double, bold: Range<Int>? = nil
  ) throws(SheetRefusal) -> TextLines {
    let (plain, commands) = Self.commands(in: text)
    return try self.text(plain, style, width: width, bold: bold, commands: commands)
  }

  /// A text without its backticks, and the ranges of bytes that stood between two of them.
  static func commands(in text: String) -> (plain: String, ranges: [Range<Int>]) {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // One that has no partner is a letter like others.
    guard parts.count % 2 == 1 else { return (text, []) }
    var ranges: [Range<Int>] = []
    var end = 0
    for (index, part) in parts.enumerated() {
      if index % 2 == 1, !part.isEmpty { ranges.append(end..<end + part.utf8.count) }
      end += part.utf8.count
    }
    return (parts.joined(), ranges)
  }

  private func drawing(_ symbol: SheetSymbol, _ document: borrowing SheetDocument) -> Modules {
    Modules(symbol, document)
  }
}

extension SheetBlock {
  /// Whether it is sentences, or a line to write on.
  fileprivate var isText: Bool {
    switch self {
    case .paragraph, .note: true
    case .lines(let count, _, _, _): count == 1
    default: false
    }
  }
}

/// The modules of a QR code on their way to the paper.
struct Modules {
  let size: Int
  private let dark: [Bool]

  init(_ symbol: SheetSymbol, _ document: borrowing SheetDocument) {
    size = symbol.size
    var dark: [Bool] = []
    for row in 0..<symbol.size {
      for column in 0..<symbol.size {
        dark.append(document.isDark(symbol, row: row, column: column))
      }
    }
    self.dark = dark
  }

  func isDark(_ row: Int, _ column: Int) -> Bool { dark[row * size + column] }
}
