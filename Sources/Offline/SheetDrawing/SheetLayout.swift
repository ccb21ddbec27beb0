internal import SheetPages

/// Lays a document out: blocks become pieces, pieces fill pages.
final class SheetLayout {
  let geometry: PageGeometry
  let fonts: FontSet
  let pages: [[Paginator.Placed]]
  private let runningTitle: TextLines
  private let footer: TextLines
  private static let footerGap = 6.0

  /// Lays out.
  ///
  /// Throws: `fontMissing`, `letterMissing`, `tooManyPages`.
  init(_ document: borrowing SheetDocument, _ fonts: FontSet) throws(SheetRefusal) {
    self.fonts = fonts
    geometry = PageGeometry(document.paper)
    let letters = document.letters
    try fonts.prepare(open: letters.open, secret: letters.secret)
    let title = TextLines(document.title, .title, fonts, width: geometry.room)
    runningTitle = TextLines(
      document.title, .runningTitle, fonts, width: geometry.room, ellipsized: true)
    footer = TextLines(document.footer, .small, fonts, width: geometry.room - 80)
    var pieces = Self.titlePieces(title, room: geometry.room)
    pieces += try BlockLayout(fonts: fonts, room: geometry.room).pieces(of: document)
    let top = geometry.top
    var paginator = Paginator(
      firstTop: top, top: top + runningTitle.height + 12,
      bottom: geometry.height - geometry.bottom - footer.height - 2 * Self.footerGap)
    try paginator.place(pieces)
    pages = paginator.pages
  }

  private static func titlePieces(_ title: TextLines, room: Double) -> [Piece] {
    let lines = title.lines.indices.map { index in
      Piece(height: title.lines[index].height) { canvas, x, y in
        title.draw(index, on: canvas, x: x, y: y)
      }
    }
    let rule = Piece(gap: 3, height: 2, keepsWithNext: true) { canvas, x, y in
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
    let y = geometry.height - geometry.bottom - footer.height
    canvas.fill(x: left, y: y - Self.footerGap, width: geometry.room, height: 0.6)
    footer.drawAll(on: canvas, x: left, y: y)
    let count = TextLines(
      "page \(number + 1) of \(pages.count)", .small, fonts, width: 80, alignment: .right)
    count.drawAll(on: canvas, x: left + geometry.room - 80, y: y)
  }
}

extension SheetDocument {
  /// Every letter that is to be drawn: in the open text, and in the secrets.
  fileprivate var letters: (open: Set<Unicode.Scalar>, secret: Set<Unicode.Scalar>) {
    var open = Set((title + footer + BlockLayout.ownLetters).unicodeScalars)
    var secret: Set<Unicode.Scalar> = []
    for block in blocks {
      switch block {
      case .heading(let text), .paragraph(let text), .notice(let text), .box(let text),
        .blankGrid(_, let text), .lines(_, _, _, let text):
        open.formUnion(text.unicodeScalars)
      case .facts(let rows):
        for row in rows { open.formUnion((row.label + row.text).unicodeScalars) }
      case .numbered(let rows, _, _):
        for row in rows { open.formUnion(row.unicodeScalars) }
      case .symbol(let symbol, _, _), .tile(let symbol):
        open.formUnion(symbol.caption.unicodeScalars)
      case .words(let range): secret.formUnion(self.text(range).unicodeScalars)
      case .secretLine(let label, let range):
        open.formUnion(label.unicodeScalars)
        secret.formUnion(self.text(range).unicodeScalars)
      case .pageBreak: break
      }
    }
    return (open, secret)
  }

  /// The letters of a secret: this process lives for one document and leaves no core behind.
  func text(_ range: Range<Int>) -> String {
    withSecret(range) { String(decoding: $0, as: UTF8.self) }
  }
}
