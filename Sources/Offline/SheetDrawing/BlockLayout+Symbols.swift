internal import SheetPages

/// QR codes: to be scanned, to be copied by hand, and empty ones.
extension BlockLayout {
  private static var quietZone: Int { 4 }

  /// The modules of a block of coordinates: 7 for the smallest QR code, 5 for all others, as on the
  /// metal plates.
  private static func blockSize(_ size: Int) -> Int { size == 21 ? 7 : 5 }

  /// A QR code for the camera beside its caption, or above it when it is large.
  func symbol(
    _ modules: Modules, caption: String, coordinates: Bool, zoom: Bool
  ) throws(SheetRefusal) -> [Piece] {
    let millimeter = PageGeometry.millimeter
    // 60 mm, in modules of 0.7 to 2.4 mm.
    let module = min(max(60 / Double(modules.size), 0.7), 2.4) * millimeter
    let gutter = coordinates ? 13.0 : 0
    let side = Double(modules.size + 2 * Self.quietZone) * module
    let figure = side + gutter
    let marks = coordinates ? try axis(modules.size, letters: true) : nil
    let isBeside = figure < room * 0.62
    let text = try self.text(
      caption, .caption, width: isBeside ? room - figure - 16 : room)
    let height = isBeside ? max(figure, text.height + 8) : figure
    let quiet = Double(Self.quietZone) * module
    let figurePiece = Piece(gap: 10, height: height, keepsWithNext: !isBeside) { canvas, x, y in
      let left = x + gutter
      let top = y + gutter
      if let marks {
        self.draw(marks, on: canvas, x: left + quiet, y: top + quiet, module: module, offset: quiet)
        canvas.inGray(0.45) {
          canvas.frame(x: left, y: top, width: side, height: side, line: 0.4)
        }
      }
      canvas.modules(
        x: left + quiet, y: top + quiet, size: modules.size, module: module,
        isDark: modules.isDark)
      if isBeside {
        text.drawAll(on: canvas, x: x + figure + 16, y: top + (coordinates ? 0 : quiet - 3))
      }
    }
    var pieces = [figurePiece]
    if !isBeside {
      pieces.append(
        Piece(gap: 2, height: text.height) { canvas, x, y in text.drawAll(on: canvas, x: x, y: y) })
    }
    if zoom { pieces += try copies(of: modules) }
    return pieces
  }

  /// The QR code with its cells drawn, and beside it the same cells empty.
  private func copies(of modules: Modules) throws(SheetRefusal) -> [Piece] {
    let gutter = 13.0
    let between = 16.0
    let module = ((room - between) / 2 - gutter) / Double(modules.size)
    guard module >= 1.6 * PageGeometry.millimeter else {
      // Too many cells for two side by side: one below the other.
      let wide = min((room - gutter) / Double(modules.size), 5 * PageGeometry.millimeter)
      return [
        try grid(modules.size, modules: modules, module: wide, gutter: gutter),
        try grid(modules.size, modules: nil, module: wide, gutter: gutter),
      ]
    }
    let full = try grid(modules.size, modules: modules, module: module, gutter: gutter)
    let empty = try grid(modules.size, modules: nil, module: module, gutter: gutter)
    let step = (room - between) / 2 + between
    return [
      Piece(gap: 12, height: full.height) { canvas, x, y in
        full.draw(canvas, x, y)
        empty.draw(canvas, x + step, y)
      }
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

  /// Cells with coordinates: those of a QR code, or empty with the finder patterns faint.
  private func grid(
    _ size: Int, modules: Modules?, module: Double, gutter: Double
  ) throws(SheetRefusal) -> Piece {
    let marks = try axis(size, letters: true)
    let side = Double(size) * module
    let block = Self.blockSize(size)
    return Piece(gap: 12, height: gutter + side + 2) { canvas, x, y in
      let left = x + gutter
      let top = y + gutter
      self.draw(marks, on: canvas, x: left, y: top, module: module, offset: 0)
      if let modules {
        canvas.modules(x: left, y: top, size: size, module: module, isDark: modules.isDark)
      } else {
        canvas.inGray(0.86) {
          canvas.modules(x: left, y: top, size: size, module: module) {
            Self.isFinder($0, $1, size)
          }
        }
      }
      let isHeavy: (Int) -> Bool = { $0 % block == 0 || $0 == size }
      let lines = { (step: Int, width: Double) in
        let place = Double(step) * module
        canvas.line(fromX: left + place, y: top, toX: left + place, y: top + side, width: width)
        canvas.line(fromX: left, y: top + place, toX: left + side, y: top + place, width: width)
      }
      // Greys that can be seen on black cells as well as on white ones; the heavy lines on top.
      canvas.inGray(0.62) { for step in 0...size where !isHeavy(step) { lines(step, 0.35) } }
      canvas.inGray(modules == nil ? 0.2 : 0.5) {
        for step in 0...size where isHeavy(step) { lines(step, modules == nil ? 1.2 : 1.6) }
      }
    }
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
    /// Modules from the edge to each line between blocks.
    var edges: [Double] = []
  }

  private func axis(_ size: Int, letters: Bool) throws(SheetRefusal) -> Axis {
    var axis = Axis()
    let block = Self.blockSize(size)
    for (number, start) in stride(from: 0, to: size, by: block).enumerated() {
      let end = min(start + block, size)
      axis.middles.append(Double(start + end) / 2)
      axis.edges.append(Double(start))
      axis.rows.append(
        try text(Self.letters(number), .label, width: 12, alignment: .center))
      axis.columns.append(
        try text("\(number + 1)", .label, width: 20, alignment: .center))
    }
    axis.edges.append(Double(size))
    return axis
  }

  /// A to Z, then AA and on.
  private static func letters(_ number: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let last = String(alphabet[number % 26])
    return number < 26 ? last : String(alphabet[(number / 26 - 1) % 26]) + last
  }

  /// Draws coordinates to the left and above; `x`, `y` is the corner of the modules, `offset` what lies around them.
  private func draw(
    _ axis: Axis, on canvas: Canvas, x: Double, y: Double, module: Double, offset: Double
  ) {
    for (index, middle) in axis.middles.enumerated() {
      let row = axis.rows[index]
      row.drawAll(
        on: canvas, x: x - offset - 14, y: y + middle * module - row.height / 2)
      let column = axis.columns[index]
      column.drawAll(
        on: canvas, x: x + middle * module - 10, y: y - offset - 1 - column.height)
    }
    guard offset > 0 else { return }
    for edge in axis.edges {
      let place = edge * module
      canvas.line(
        fromX: x - offset, y: y + place, toX: x - offset + 4, y: y + place, width: 0.6)
      canvas.line(
        fromX: x + place, y: y - offset, toX: x + place, y: y - offset + 4, width: 0.6)
    }
  }

  // MARK: Tiles

  /// QR codes side by side, as many in a row as fit with modules of 0.7 mm and more.
  func rows(
    of tiles: [(modules: Modules, caption: String)]
  ) throws(SheetRefusal) -> [Piece] {
    let millimeter = PageGeometry.millimeter
    let largest = (tiles.map(\.modules.size).max() ?? 21) + 2 * Self.quietZone
    let fitting = Int(room / (Double(largest) * 0.7 * millimeter))
    let columns = min(max(1, fitting), 3, tiles.count)
    let cell = room / Double(columns)
    // Never so small that a camera cannot part them, never larger than is of use.
    let module = min(cell / Double(largest), 1.3 * millimeter)
    var pieces: [Piece] = []
    for start in stride(from: 0, to: tiles.count, by: columns) {
      let row = Array(tiles[start..<min(start + columns, tiles.count)])
      var captions: [TextLines] = []
      for tile in row {
        captions.append(
          try text(tile.caption, .tileCaption, width: cell - 10, alignment: .center))
      }
      let side = Double(largest) * module
      let height = side + (captions.map(\.height).max() ?? 0) + 2
      pieces.append(
        Piece(gap: start == 0 ? 8 : 6, height: height) { canvas, x, y in
          for (index, tile) in row.enumerated() {
            let left = x + Double(index) * cell
            let own = Double(tile.modules.size) * module
            canvas.modules(
              x: left + (cell - own) / 2, y: y + (side - own) / 2, size: tile.modules.size,
              module: module, isDark: tile.modules.isDark)
            captions[index].drawAll(on: canvas, x: left + 5, y: y + side)
          }
        })
    }
    return pieces
  }
}
