internal import SheetPages

/// Lays a document out: blocks become pieces, pieces fill pages.
final class SheetLayout {
  let geometry: PageGeometry
  let fonts: FontSet
  let pages: [[Paginator.Placed]]
  /// What each page says at its head; nil where it says nothing.
  private let heads: [PageHead?]
  private let runningTitle: TextLines
  private let title: [Piece]
  private let foot: PageFoot
  /// Between the title and what is drawn below it.
  private static let underTitle = 4.0

  /// How large letters are, of the page and of the first paragraphs of its box; and QR codes.
  private struct Fit {
    let scale: Double
    let panelSize: Double
    /// These become smaller than letters do only to this.
    var figures: Double

    init(scale: Double, panelSize: Double) {
      (self.scale, self.panelSize) = (scale, panelSize)
      figures = max(scale, 0.8)
    }

    func withFigures(_ figures: Double) -> Fit {
      var fit = self
      fit.figures = figures
      return fit
    }
  }

  /// QR codes with modules below this, in millimeters, are drawn as large as the page has room for: blur takes these
  /// first.
  private static let fineModule = 0.75
  /// How large they become, from the largest.
  private static let figures = [1.1, 1.06, 1.02, 0.98, 0.95, 0.92, 0.89, 0.86, 0.83]

  /// From the largest to the smallest, for what belongs on one page.
  private static let fits = [
    Fit(scale: 1, panelSize: 9), Fit(scale: 0.96, panelSize: 9), Fit(scale: 0.92, panelSize: 9),
    Fit(scale: 0.92, panelSize: 8.5), Fit(scale: 0.88, panelSize: 8.5),
    Fit(scale: 0.84, panelSize: 8.5), Fit(scale: 0.84, panelSize: 8), Fit(scale: 0.8, panelSize: 8),
    Fit(scale: 0.8, panelSize: 7.5), Fit(scale: 0.8, panelSize: 7), Fit(scale: 0.78, panelSize: 7),
  ]
  /// The same for languages whose sentences are longer than the English ones.
  private static let smallest = [
    Fit(scale: 0.77, panelSize: 7), Fit(scale: 0.75, panelSize: 6.5),
    Fit(scale: 0.75, panelSize: 6),
  ]
  /// Letters of what takes several pages become smaller by no more than this to save one.
  private static let leastScale = 0.88
  /// A last page with less on it is nearly empty.
  private static let leastShare = 0.4

  /// Lays out.
  ///
  /// What stands between two ends of pages is drawn smaller, by 22 % at most (by a quarter in other languages
  /// than English), where it then fits on one page.
  /// Of several pages the last one is never nearly empty: letters become smaller, or all of them are
  /// filled evenly.
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
    let (blocks, phrases) = (document.blocks, document.phrases)
    let marks = blocks.compactMap { if case .mark(let symbol) = $0 { symbol } else { nil } }
    let mark = marks.first.map { Modules($0, document) }
    foot = PageFoot(document.footer, mark, document.phrases, fonts, room: geometry.room)
    let bottom = geometry.height - geometry.bottom - foot.height
    title = Self.titlePieces(document, fonts, room: geometry.room)
    let titleHeight = title.reduce(0) { $0 + $1.height }
    var head: PageHead?
    var heads: [PageHead?] = []
    var pages: [[Paginator.Placed]] = []
    for section in Self.sections(of: blocks) {
      for block in section {
        guard case .standing(let standing) = block else { continue }
        head = try PageHead(standing, fonts, room: geometry.room)
      }
      let headHeight = Self.underTitle + (head?.height ?? 1.6) + 8
      let isFirst = pages.isEmpty
      let top = geometry.top + runningTitle.height + headHeight
      let firstTop = isFirst ? geometry.top + titleHeight + headHeight : top
      let fits = phrases == .english ? Self.fits : Self.fits + Self.smallest
      let made = try Self.fitted(fits, from: top, to: bottom) {
        (fit, bottom) throws(SheetRefusal) in
        var paginator = Paginator(firstTop: firstTop, top: top, bottom: bottom)
        let layout = BlockLayout(
          fonts: fonts, room: geometry.room, scale: fit.scale, panelSize: fit.panelSize,
          phrases: phrases, figureScale: fit.figures)
        try paginator.place(try layout.pieces(of: section, in: document))
        return paginator.pages
      }
      pages += made
      heads += made.map { _ in head }
      guard pages.count <= Paginator.pageLimit else { throw .tooManyPages }
    }
    self.pages = pages
    self.heads = heads
  }

  /// What stands between ends of pages; an empty document has one part, of nothing.
  private static func sections(of blocks: [SheetBlock]) -> [ArraySlice<SheetBlock>] {
    let sections = blocks.split { $0 == .pageBreak }
    return sections.isEmpty ? [[]] : sections
  }

  /// The pages at the largest letters with which they are one; of more, as few as there are with letters
  /// that are a little smaller, and evenly filled where the last one had little on it.
  private static func fitted(
    _ fits: [Fit], from top: Double, to bottom: Double,
    _ pages: (_ fit: Fit, _ bottom: Double) throws(SheetRefusal) -> [[Paginator.Placed]]
  ) throws(SheetRefusal) -> [[Paginator.Placed]] {
    let natural = try pages(fits[0], bottom)
    guard natural.count > 1 else { return try enlarged(natural, fits[0], bottom, pages) }
    let least = natural.count == 2 ? 0 : leastScale
    for fit in fits.dropFirst() where fit.scale >= least {
      let smaller = try pages(fit, bottom)
      if smaller.count < natural.count { return try enlarged(smaller, fit, bottom, pages) }
    }
    guard share(of: natural.last, from: top, to: bottom) < leastShare else { return natural }
    var even = natural
    for part in stride(from: 0.95, through: 0.5, by: -0.05) {
      let shorter = try pages(fits[0], top + (bottom - top) * part)
      guard shorter.count == natural.count else { break }
      even = shorter
      if share(of: even.last, from: top, to: bottom) >= leastShare { break }
    }
    return even
  }

  /// One page with its QR codes of small modules as large as it has room for, with the letters that it has.
  ///
  /// Beside a larger QR code no command may take a line more.
  private static func enlarged(
    _ made: [[Paginator.Placed]], _ fit: Fit, _ bottom: Double,
    _ pages: (_ fit: Fit, _ bottom: Double) throws(SheetRefusal) -> [[Paginator.Placed]]
  ) throws(SheetRefusal) -> [[Paginator.Placed]] {
    guard made.count == 1, let least = made[0].flatMap(\.piece.codes).map(\.module).min(),
      least < fineModule * PageGeometry.millimeter
    else { return made }
    let broken = made[0].flatMap(\.piece.brokenCommands).count
    for figures in figures where figures > fit.figures {
      let larger = try pages(fit.withFigures(figures), bottom)
      if larger.count == 1, larger[0].flatMap(\.piece.brokenCommands).count <= broken {
        return larger
      }
    }
    return made
  }

  /// How much of a page is filled, 0 to 1.
  private static func share(
    of page: [Paginator.Placed]?, from top: Double, to bottom: Double
  ) -> Double {
    let end = page?.map { $0.y + $0.piece.height * $0.scale }.max() ?? top
    return (end - top) / (bottom - top)
  }

  /// How much of each page is filled, 0 to 1: for tests.
  var fills: [Double] {
    let bottom = geometry.height - geometry.bottom - foot.height
    return pages.map { Self.share(of: $0, from: geometry.top, to: bottom) }
  }

  private static func titlePieces(
    _ document: borrowing SheetDocument, _ fonts: FontSet, room: Double
  ) -> [Piece] {
    let subtitle = TextLines(
      document.subtitle, .subtitle, fonts, width: room, alignment: .right)
    // A long title has smaller letters: it stands above everything and must leave room.
    var style = TextStyle.title
    var title = TextLines(document.title, style, fonts, width: room)
    while title.lines.count > 3, style.size > 3 {
      style = style.scaled(0.8)
      title = TextLines(document.title, style, fonts, width: room)
    }
    let drawn = title
    var lines = title.lines.indices.map { index in
      Piece(height: title.lines[index].height) { canvas, x, y in
        drawn.draw(index, on: canvas, x: x, y: y)
      }
    }
    guard !document.subtitle.isEmpty, let own = subtitle.lines.first else { return lines }
    if let first = lines.first, let line = title.lines.first, title.lines.count == 1,
      subtitle.lines.count == 1, line.width + own.width + 20 < room
    {
      // Both stand on one line, the subtitle at the right.
      return [
        Piece(height: first.height) { canvas, x, y in
          first.draw(canvas, x, y)
          subtitle.draw(0, on: canvas, x: x, y: y + line.baseline - own.baseline)
        }
      ]
    }
    lines += subtitle.lines.indices.map { index in
      Piece(height: subtitle.lines[index].height) { canvas, x, y in
        subtitle.draw(index, on: canvas, x: x, y: y)
      }
    }
    return lines
  }

  /// Draws a page, counted from 0.
  func draw(_ number: Int, on canvas: Canvas) {
    let left = geometry.left
    var y = geometry.top
    if number == 0 {
      for piece in title {
        piece.draw(canvas, left, y)
        y += piece.height
      }
    } else {
      runningTitle.draw(0, on: canvas, x: left, y: y)
      y += runningTitle.height
    }
    y += Self.underTitle
    if let head = heads[number] {
      head.draw(on: canvas, x: left, y: y, room: geometry.room)
    } else {
      canvas.fill(x: left, y: y, width: geometry.room, height: number == 0 ? 1.6 : 0.6)
    }
    for placed in pages[number] {
      canvas.scaled(placed.scale, x: left, y: placed.y) {
        placed.piece.draw(canvas, left, placed.y)
      }
    }
    foot.draw(
      on: canvas, x: left, bottom: geometry.height - geometry.bottom, page: number + 1,
      of: pages.count)
  }
}

extension SheetDocument {
  /// Every letter that is to be drawn: in the open text, and in the secrets.
  fileprivate var letters: (open: Set<Unicode.Scalar>, secret: Set<Unicode.Scalar>) {
    var open = Set(
      (title + subtitle + footer + phrases.text + BlockLayout.ownLetters).unicodeScalars)
    var secret: Set<Unicode.Scalar> = []
    for block in blocks {
      switch block {
      case .heading(let text), .paragraph(let text), .notice(let text), .box(let text),
        .blankGrid(_, let text), .lines(_, _, _, let text), .note(let text),
        .listing(let text):
        open.formUnion(text.unicodeScalars)
      case .facts(let rows): open.formUnion(Self.letters(of: rows))
      case .standing(let standing):
        open.formUnion((standing.text + standing.practice).unicodeScalars)
      case .panel(let title, let rows, _):
        open.formUnion(title.unicodeScalars)
        open.formUnion(Self.letters(of: rows))
      case .numbered(let rows, _, _):
        for row in rows { open.formUnion(row.unicodeScalars) }
      case .steps(let rows, _):
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
