internal import SheetPages

/// QR codes: to be scanned, to be copied by hand, and empty ones.
extension BlockLayout {
  private static var quietZone: Int { 4 }

  /// The modules of a block of coordinates: 7 for the smallest QR code, 5 for all others, as on the
  /// metal plates.
  private static func blockSize(_ size: Int) -> Int { size == 21 ? 7 : 5 }

  /// A QR code above its caption, in a square of so many millimeters.
  func symbol(
    _ modules: Modules, caption: String, width: Int
  ) throws(SheetRefusal) -> [Piece] {
    let millimeter = PageGeometry.millimeter
    let side = min(Double(width) * figureScale * millimeter, room)
    // One side of the quiet zone lies in the margin of the page: the code stands in line with its edge.
    let module = side / Double(modules.size + Self.quietZone)
    let quiet = Double(Self.quietZone) * module
    let inner = side - quiet
    let text = try self.text(caption, .caption, width: inner)
    let above = max(0, quiet - Self.gapAbove)
    let left = isAtRight ? room - inner : 0
    return [
      Piece(
        gap: Self.gapAbove, height: above + inner + quiet + text.height,
        codes: [Piece.Code(modules: modules, module: module)]
      ) { canvas, x, y in
        canvas.modules(
          x: x + left, y: y + above, size: modules.size, module: module, isDark: modules.isDark)
        text.drawAll(on: canvas, x: x + left, y: y + above + inner + quiet - 3)
      }
    ]
  }

  /// What is white above a QR code anyway.
  private static let gapAbove = 10.0

  /// The cells of a QR code as dots, and beside them the same cells empty.
  func copy(_ modules: Modules, caption: String) throws(SheetRefusal) -> [Piece] {
    let gutter = 13.0
    let between = 16.0
    let text = try self.text(caption, .caption, width: room)
    let caption = Piece(gap: 8, height: text.height, keepsWithNext: true) { canvas, x, y in
      text.drawAll(on: canvas, x: x, y: y)
    }
    let module = ((room - between) / 2 - gutter) / Double(modules.size)
    let full = try grid(modules.size, modules: modules, module: module, gutter: gutter)
    let empty = try grid(modules.size, modules: nil, module: module, gutter: gutter)
    let step = (room - between) / 2 + between
    return [
      caption,
      Piece(gap: 6, height: full.height) { canvas, x, y in
        full.draw(canvas, x, y)
        empty.draw(canvas, x + step, y)
      },
    ]
  }

  /// An empty square to be filled in by hand, below its caption.
  func blankGrid(size: Int, caption: String) throws(SheetRefusal) -> [Piece] {
    let gutter = 15.0
    let module = min((room - gutter) / Double(size), 5 * PageGeometry.millimeter)
    let text = try self.text(caption, .caption, width: room)
    let caption = Piece(gap: 10, height: text.height + 4, keepsWithNext: true) { canvas, x, y in
      text.drawAll(on: canvas, x: x, y: y)
    }
    let grid = try grid(size, modules: nil, module: module, gutter: gutter)
    let indent = (room - gutter - Double(size) * module) / 2
    let centered = Piece(height: grid.height) { canvas, x, y in
      grid.draw(canvas, x + max(0, indent), y)
    }
    return [caption, centered]
  }

  /// Cells with coordinates, and a thin stroke in each cell of the corners that is dark in every QR code: dots
  /// where this one is dark, or empty.
  ///
  /// Grey cells would be corners of a QR code to whatever reads a scan of the page: one that is never read.
  private func grid(
    _ size: Int, modules: Modules?, module: Double, gutter: Double
  ) throws(SheetRefusal) -> Piece {
    let marks = try axis(size, letters: true)
    let side = Double(size) * module
    let block = Self.blockSize(size)
    return Piece(gap: 12, height: gutter + side + 2) { canvas, x, y in
      let left = x + gutter
      let top = y + gutter
      self.draw(marks, on: canvas, x: left, y: top, module: module)
      let isHeavy: (Int) -> Bool = { $0 % block == 0 || $0 == size }
      let lines = { (step: Int, width: Double) in
        let place = Double(step) * module
        canvas.line(fromX: left + place, y: top, toX: left + place, y: top + side, width: width)
        canvas.line(fromX: left, y: top + place, toX: left + side, y: top + place, width: width)
      }
      canvas.inGray(0.62) { for step in 0...size where !isHeavy(step) { lines(step, 0.35) } }
      canvas.inGray(0.2) { for step in 0...size where isHeavy(step) { lines(step, 1.2) } }
      canvas.inGray(0.62) {
        for row in 0..<size {
          for column in 0..<size where Self.isFinder(row, column, size) {
            let (cellX, cellY) = (left + Double(column) * module, top + Double(row) * module)
            canvas.line(
              fromX: cellX + 0.25 * module, y: cellY + 0.75 * module, toX: cellX + 0.75 * module,
              y: cellY + 0.25 * module, width: 0.6)
          }
        }
      }
      guard let modules else { return }
      for row in 0..<size {
        for column in 0..<size
        where modules.isDark(row, column) && !Self.isCorner(row, column, size) {
          canvas.dot(
            x: left + (Double(column) + 0.5) * module, y: top + (Double(row) + 0.5) * module,
            radius: 0.32 * module, isFilled: true)
        }
      }
    }
  }

  /// Whether a cell belongs to one of the three finder patterns.
  private static func isCorner(_ row: Int, _ column: Int, _ size: Int) -> Bool {
    (row < 7 && (column < 7 || column >= size - 7)) || (row >= size - 7 && column < 7)
  }

  /// Where the three finder patterns are dark (ISO/IEC 18004, 6.3.3).
  private static func isFinder(_ row: Int, _ column: Int, _ size: Int) -> Bool {
    let far = size - 7
    guard row < 7 || row >= far, column < 7 || column >= far, row < 7 || column < 7 else {
      return false
    }
    let (r, c) = (row < 7 ? row : row - far, column < 7 ? column : column - far)
    let ring = max(abs(r - 3), abs(c - 3))
    return ring != 2
  }

  // MARK: Coordinates

  /// The names of blocks along a QR code: letters down, numbers across.
  private struct Axis {
    var rows: [TextLines] = []
    var columns: [TextLines] = []
    /// Modules from the edge to the middle of each block.
    var middles: [Double] = []
  }

  private func axis(_ size: Int, letters: Bool) throws(SheetRefusal) -> Axis {
    var axis = Axis()
    let block = Self.blockSize(size)
    for (number, start) in stride(from: 0, to: size, by: block).enumerated() {
      let end = min(start + block, size)
      axis.middles.append(Double(start + end) / 2)
      axis.rows.append(
        try text(Self.letters(number), .label, width: 12, alignment: .center))
      axis.columns.append(
        try text("\(number + 1)", .label, width: 20, alignment: .center))
    }
    return axis
  }

  /// A to Z, then AA and on.
  private static func letters(_ number: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let last = String(alphabet[number % 26])
    return number < 26 ? last : String(alphabet[(number / 26 - 1) % 26]) + last
  }

  /// Draws coordinates to the left and above; `x`, `y` is the corner of the modules.
  private func draw(
    _ axis: Axis, on canvas: Canvas, x: Double, y: Double, module: Double
  ) {
    for (index, middle) in axis.middles.enumerated() {
      let row = axis.rows[index]
      row.drawAll(
        on: canvas, x: x - 14, y: y + middle * module - row.height / 2)
      let column = axis.columns[index]
      column.drawAll(
        on: canvas, x: x + middle * module - 10, y: y - 1 - column.height)
    }
  }

  // MARK: Tiles

  /// QR codes side by side, as many in a row as fit with modules of 0.6 mm and more.
  func rows(
    of tiles: [(modules: Modules, caption: String)]
  ) throws(SheetRefusal) -> [Piece] {
    let millimeter = PageGeometry.millimeter
    let largest = (tiles.map(\.modules.size).max() ?? 21) + 2 * Self.quietZone
    let fitting = Int(room / (Double(largest) * 0.6 * millimeter))
    let columns = min(max(1, fitting), 3, tiles.count)
    let cell = room / Double(columns)
    // Never so small that a camera cannot part them, never larger than is of use.
    let module = min(cell / Double(largest), figureScale * millimeter)
    let whole = Double(largest - 2 * Self.quietZone) * module
    // One side of the quiet zone lies in the margin of the page: the outer codes stand in line with its edges. Beside
    // another column the white at the left is kept.
    let step = isAtRight || columns == 1 ? cell : (room - whole) / Double(columns - 1)
    let first = isAtRight ? cell - whole : columns == 1 ? (cell - whole) / 2 : 0
    var pieces: [Piece] = []
    for start in stride(from: 0, to: tiles.count, by: columns) {
      let row = Array(tiles[start..<min(start + columns, tiles.count)])
      var captions: [TextLines] = []
      for tile in row {
        captions.append(
          try text(tile.caption, .caption, width: whole, alignment: .center))
      }
      // Of one module size in a row, their top edges in line; the captions stand below all of them.
      let own = Double(row.map(\.modules.size).max() ?? 21) * module
      let quiet = Double(Self.quietZone) * module
      let side = own + 2 * quiet
      let height = side + (captions.map(\.height).max() ?? 0) + 2
      pieces.append(
        Piece(
          gap: start == 0 ? 8 : 6, height: height,
          codes: row.map { Piece.Code(modules: $0.modules, module: module) }
        ) { canvas, x, y in
          for (index, tile) in row.enumerated() {
            let left = x + first + Double(index) * step
            let own = Double(tile.modules.size) * module
            canvas.modules(
              x: left + (whole - own) / 2, y: y + quiet, size: tile.modules.size,
              module: module, isDark: tile.modules.isDark)
            captions[index].drawAll(on: canvas, x: left, y: y + side)
          }
        })
    }
    return pieces
  }
}
