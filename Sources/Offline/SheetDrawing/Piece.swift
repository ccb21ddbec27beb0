/// What is never parted (a line of text, a row of words, a symbol); pages are filled with pieces.
struct Piece {
  /// Points of room above it, left out at the top of a page.
  var gap: Double = 0
  var height: Double
  /// Whether it stays on one page with the piece after it, where a page has the room.
  var keepsWithNext = false
  /// Whether it begins a page.
  var beginsPage = false
  /// Draws it with its top left corner at a point.
  var draw: (Canvas, _ x: Double, _ y: Double) -> Void

  /// Pieces that stay together where a page has the room.
  static func together(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    for index in pieces.indices.dropLast() { pieces[index].keepsWithNext = true }
    return pieces
  }
}
