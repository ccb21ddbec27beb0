internal import SheetPages

/// Lays a document out: blocks become pieces, pieces fill pages.
final class SheetLayout {
  let geometry: PageGeometry
  let fonts: FontSet
  let pages: [[Paginator.Placed]]
  private let runningTitle: TextLines
  private let footer: TextLines
  private let mark: Modules?
  private static let footerGap = 7.0
  private static let countWidth = 70.0
  /// The mark at the foot: 21 mm without its quiet zone, for which the margin has room.
  private static let markSide = 21 * PageGeometry.millimeter
  private static let markRoom = markSide + 4 * markSide / 21
  /// How much smaller letters may become so that what belongs on one page stands on it.
  private static let scales = [1, 0.96, 0.92, 0.88, 0.84, 0.8]

  /// Lays out.
  ///
  /// What stands between two ends of pages is drawn smaller, by a fifth at most, where it then fits on one page.
  ///
  /// Throws: `fontMissing`, `letterMissing`, `tooManyPages`.
  init(_ document: borrowing SheetDocument, _ fonts: FontSet) throws(SheetRefusal) {
    self.fonts = fonts
    let geometry = PageGeometry(document.paper)
    self.geometry = geometry
    let letters = document.letters
    try fonts.prepare(open: letters.open, secret: letters.secret)
    runningTitle = TextLines(
      document.title, .runningTitle, fonts, width: geometry.room, ellipsized: true)
    let blocks = document.blocks
    let marks = blocks.compactMap { if case .mark(let symbol) = $0 { symbol } else { nil } }
    mark = marks.first.map { Modules($0, document) }
    let markRoom = mark == nil ? 0 : Self.markRoom
    footer = TextLines(
      document.footer, .small, fonts, width: geometry.room - Self.countWidth - markRoom)
    let foot = max(footer.height, mark == nil ? 0 : Self.markSide)
    let bottom = geometry.height - geometry.bottom - foot - 2 * Self.footerGap
    let top = geometry.top + runningTitle.height + 12
    let title = Self.titlePieces(document, fonts, room: geometry.room)
    var pages: [[Paginator.Placed]] = []
    for section in Self.sections(of: blocks) {
      let isFirst = pages.isEmpty
      let made = try Self.fitted { (scale) throws(SheetRefusal) in
        var paginator = Paginator(
          firstTop: isFirst ? geometry.top : top, top: top, bottom: bottom)
        let layout = BlockLayout(fonts: fonts, room: geometry.room, scale: scale)
        let pieces = try layout.pieces(of: section, in: document)
        try paginator.place(isFirst ? title + pieces : pieces)
        return paginator.pages
      }
      pages += made
      guard pages.count <= Paginator.pageLimit else { throw .tooManyPages }
    }
    self.pages = pages
  }

  /// What stands between ends of pages; an empty document has one part, of nothing.
  private static func sections(of blocks: [SheetBlock]) -> [ArraySlice<SheetBlock>] {
    let sections = blocks.split { $0 == .pageBreak }
    return sections.isEmpty ? [[]] : sections
  }

  /// The pages at the largest scale at which they are one, else as they are.
  private static func fitted(
    _ pages: (_ scale: Double) throws(SheetRefusal) -> [[Paginator.Placed]]
  ) throws(SheetRefusal) -> [[Paginator.Placed]] {
    let natural = try pages(1)
    guard natural.count == 2 else { return natural }
    for scale in scales.dropFirst() {
      let smaller = try pages(scale)
      if smaller.count == 1 { return smaller }
    }
    return natural
  }

  private static func titlePieces(
    _ document: borrowing SheetDocument, _ fonts: FontSet, room: Double
  ) -> [Piece] {
    var lines: [Piece] = []
    for (text, style) in [(document.title, TextStyle.title), (document.subtitle, .subtitle)]
    where !text.isEmpty {
      let text = TextLines(text, style, fonts, width: room)
      lines += text.lines.indices.map { index in
        Piece(height: text.lines[index].height) { canvas, x, y in
          text.draw(index, on: canvas, x: x, y: y)
        }
      }
    }
    let rule = Piece(gap: 4, height: 1.6, keepsWithNext: true) { canvas, x, y in
      canvas.fill(x: x, y: y, width: room, height: 1.6)
    }
    return Piece.together(lines + [rule])
  }

  /// Draws a page, counted from 0.
  func draw(_ number: Int, on canvas: Canvas) {
    let left = geometry.left
    if number > 0 {
      runningTitle.draw(0, on: canvas, x: left, y: geometry.top)
      canvas.fill(
        x: left, y: geometry.top + runningTitle.height + 2, width: geometry.room, height: 0.6)
    }
    for placed in pages[number] {
      canvas.scaled(placed.scale, x: left, y: placed.y) {
        placed.piece.draw(canvas, left, placed.y)
      }
    }
    drawFooter(number, on: canvas)
  }

  private func drawFooter(_ number: Int, on canvas: Canvas) {
    let left = geometry.left
    let foot = max(footer.height, mark == nil ? 0 : Self.markSide)
    let y = geometry.height - geometry.bottom - foot
    canvas.fill(x: left, y: y - Self.footerGap, width: geometry.room, height: 0.6)
    footer.drawAll(on: canvas, x: left, y: y)
    var right = left + geometry.room
    if let mark {
      let module = Self.markSide / Double(mark.size)
      canvas.modules(
        x: right - Self.markSide, y: y, size: mark.size, module: module, isDark: mark.isDark)
      right -= Self.markRoom
    }
    let count = TextLines(
      "page \(number + 1) of \(pages.count)", .small, fonts, width: Self.countWidth,
      alignment: .right)
    count.drawAll(on: canvas, x: right - Self.countWidth, y: y)
  }
}

extension SheetDocument {
  /// Every letter that is to be drawn: in the open text, and in the secrets.
  fileprivate var letters: (open: Set<Unicode.Scalar>, secret: Set<Unicode.Scalar>) {
    var open = Set((title + subtitle + footer + BlockLayout.ownLetters).unicodeScalars)
    var secret: Set<Unicode.Scalar> = []
    for block in blocks {
      switch block {
      case .heading(let text), .paragraph(let text), .notice(let text), .box(let text),
        .blankGrid(_, let text), .lines(_, _, _, let text), .note(let text),
        .listing(let text):
        open.formUnion(text.unicodeScalars)
      case .facts(let rows): open.formUnion(Self.letters(of: rows))
      case .panel(let title, let rows):
        open.formUnion(title.unicodeScalars)
        open.formUnion(Self.letters(of: rows))
      case .numbered(let rows, _, _):
        for row in rows { open.formUnion(row.unicodeScalars) }
      case .steps(let rows):
        for row in rows { open.formUnion((row.text + row.command).unicodeScalars) }
      case .symbol(let symbol, _), .tile(let symbol), .copy(let symbol):
        open.formUnion(symbol.caption.unicodeScalars)
      case .words(let range, _): secret.formUnion(self.text(range).unicodeScalars)
      case .plate(let range): secret.formUnion(self.text(range).uppercased().unicodeScalars)
      case .secretLine(let label, let range, _):
        open.formUnion(label.unicodeScalars)
        secret.formUnion(self.text(range).unicodeScalars)
      case .pageBreak, .mark, .beside: break
      }
    }
    return (open, secret)
  }

  private static func letters(of rows: [SheetFact]) -> Set<Unicode.Scalar> {
    rows.reduce(into: []) { $0.formUnion(($1.label + $1.text).unicodeScalars) }
  }

  /// The letters of a secret: this process lives for one document and leaves no core behind.
  func text(_ range: Range<Int>) -> String {
    withSecret(range) { String(decoding: $0, as: UTF8.self) }
  }
}
