internal import SheetPages

/// Turns the blocks of a document into pieces; what stands in rows (tiles, boxes) is gathered first.
struct BlockLayout {
  let fonts: FontSet
  /// The width that can be written on, in points.
  let room: Double

  static let separatorGray = 0.72
  /// Letters that are drawn besides those of the document.
  static let ownLetters =
    "0123456789. " + spacesNote + oneSpaceNote + continuedNote + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  static let spacesNote = "read without the spaces"
  static let oneSpaceNote = "one space between words"
  static let continuedNote = ", continued"

  /// The pieces of all blocks in their order.
  ///
  /// Throws: `letterMissing` when a letter had no font after all.
  func pieces(of document: borrowing SheetDocument) throws(SheetRefusal) -> [Piece] {
    var pieces: [Piece] = []
    var breaks = false
    var current: Heading?
    var tiles: [SheetSymbol] = []
    var boxes: [String] = []
    let blocks = document.blocks
    for (index, block) in blocks.enumerated() {
      let next = index + 1 < blocks.count ? blocks[index + 1] : nil
      var made: [Piece] = []
      switch block {
      case .heading(let text):
        made = try heading(text)
        current = nil
      case .paragraph(let text): made = try paragraph(text)
      case .notice(let text): made = try notice(text)
      case .facts(let rows): made = try facts(rows)
      case .numbered(let rows, let first, let isCode):
        made = try numbered(rows, first: first, isCode: isCode)
      case .words(let range): made = try words(document.text(range))
      case .secretLine(let label, let range):
        made = try secretLine(label: label, document.text(range))
      case .symbol(let symbol, let coordinates, let zoom):
        made = try self.symbol(
          drawing(symbol, document), caption: symbol.caption, coordinates: coordinates,
          zoom: zoom)
      case .tile(let symbol):
        tiles.append(symbol)
        if case .tile = next { continue }
        made = try rows(of: tiles.map { (drawing($0, document), $0.caption) })
        tiles = []
      case .blankGrid(let size, let caption): made = try blankGrid(size: size, caption: caption)
      case .lines(let count, let columns, let isNumbered, let label):
        made = try lines(count: count, columns: columns, isNumbered: isNumbered, label: label)
      case .box(let label):
        boxes.append(label)
        if case .box = next { continue }
        made = try rows(of: boxes)
        boxes = []
      case .pageBreak:
        breaks = true
        current = nil
        continue
      }
      for index in made.indices { made[index].heading = current }
      if case .heading(let text) = block { current = again(text) }
      if breaks, !made.isEmpty {
        made[0].beginsPage = true
        breaks = false
      }
      pieces += made
    }
    return pieces
  }

  /// A heading once more, at the top of the page on which what stands under it goes on.
  private func again(_ text: String) -> Heading {
    let line = TextLines(
      text + Self.continuedNote, .heading, fonts, width: room, ellipsized: true)
    return Heading(
      again: Piece(height: line.height) { canvas, x, y in line.drawAll(on: canvas, x: x, y: y) })
  }

  /// Lays text out.
  ///
  /// Throws: `letterMissing` when a letter had no font after all: an empty box on paper would be found out years later.
  func text(
    _ text: String, _ style: TextStyle, width: Double, breaking: TextLines.Breaking = .words,
    alignment: TextLines.Alignment = .left
  ) throws(SheetRefusal) -> TextLines {
    let lines = TextLines(
      text, style, fonts, width: width, breaking: breaking, alignment: alignment)
    guard !lines.lacksLetters else { throw .letterMissing(nil) }
    return lines
  }

  private func drawing(_ symbol: SheetSymbol, _ document: borrowing SheetDocument) -> Modules {
    var modules = Modules(size: symbol.size, dark: [])
    for row in 0..<symbol.size {
      for column in 0..<symbol.size {
        modules.dark.append(document.isDark(symbol, row: row, column: column))
      }
    }
    return modules
  }
}

/// The modules of a QR code on their way to the paper.
struct Modules {
  let size: Int
  var dark: [Bool]

  func isDark(_ row: Int, _ column: Int) -> Bool { dark[row * size + column] }
}
