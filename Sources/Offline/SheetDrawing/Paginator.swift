internal import SheetPages

/// Fills pages with pieces: what does not fit goes to the next page, and what belongs together stays together.
struct Paginator {
  struct Placed {
    let piece: Piece
    let y: Double
    /// Less than 1 for a piece that is higher than a page.
    let scale: Double
  }

  /// The most pages that are drawn.
  static let pageLimit = 200

  /// Points from the top of the page to where its pieces begin: on the first page, on the others.
  let firstTop: Double
  let top: Double
  /// Points from the top of the page to where its pieces end.
  let bottom: Double

  private(set) var pages: [[Placed]] = [[]]
  private var y: Double
  /// Whether nothing of the document stands on the page yet but a heading that is said again.
  private var isPageEmpty = true

  init(firstTop: Double, top: Double, bottom: Double) {
    self.firstTop = firstTop
    self.top = top
    self.bottom = bottom
    y = firstTop
  }

  /// Places all pieces.
  ///
  /// Throws: `tooManyPages`.
  mutating func place(_ pieces: [Piece]) throws(SheetRefusal) {
    var group: [Piece] = []
    for piece in pieces {
      group.append(piece)
      if piece.keepsWithNext { continue }
      try place(group: group)
      group = []
    }
    try place(group: group)
  }

  private mutating func place(group: [Piece]) throws(SheetRefusal) {
    guard let first = group.first else { return }
    let height = group.reduce(0) { $0 + $1.gap + $1.height } - first.gap + gap(above: first)
    if y + height > bottom, !isPageEmpty { try turn(before: first) }
    for piece in group {
      if y + gap(above: piece) + piece.height > bottom, !isPageEmpty { try turn(before: piece) }
      y += gap(above: piece)
      place(piece)
      isPageEmpty = false
    }
  }

  /// The room above a piece; none at the top of a page.
  private func gap(above piece: Piece) -> Double {
    pages[pages.count - 1].isEmpty ? 0 : piece.gap
  }

  private mutating func place(_ piece: Piece) {
    let scale = min(1, (bottom - y) / max(1, piece.height))
    pages[pages.count - 1].append(Placed(piece: piece, y: y, scale: scale))
    y += piece.height * scale
  }

  /// Begins a page, with the heading that the piece stands under.
  private mutating func turn(before piece: Piece) throws(SheetRefusal) {
    guard pages.count < Self.pageLimit else { throw .tooManyPages }
    pages.append([])
    y = top
    if let heading = piece.heading { place(heading.again) }
    isPageEmpty = true
  }
}
