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
      if piece.beginsPage {
        try place(group: group)
        group = []
      }
      group.append(piece)
      if piece.keepsWithNext { continue }
      try place(group: group)
      group = []
    }
    try place(group: group)
  }

  private mutating func place(group: [Piece]) throws(SheetRefusal) {
    if group.first?.beginsPage == true, !isPageEmpty { try turn() }
    let height =
      group.reduce(0) { $0 + $1.gap + $1.height } - (isPageEmpty ? group.first?.gap ?? 0 : 0)
    if y + height > bottom, !isPageEmpty { try turn() }
    for piece in group {
      let gap = isPageEmpty ? 0 : piece.gap
      if y + gap + piece.height > bottom, !isPageEmpty { try turn() }
      try place(piece)
    }
  }

  private mutating func place(_ piece: Piece) throws(SheetRefusal) {
    if !isPageEmpty { y += piece.gap }
    let scale = min(1, (bottom - y) / max(1, piece.height))
    pages[pages.count - 1].append(Placed(piece: piece, y: y, scale: scale))
    y += piece.height * scale
  }

  private var isPageEmpty: Bool { pages[pages.count - 1].isEmpty }

  private mutating func turn() throws(SheetRefusal) {
    guard pages.count < Self.pageLimit else { throw .tooManyPages }
    pages.append([])
    y = top
  }
}
