/// What is never parted (a line of text, a row of words, a QR code); pages are filled with pieces.
struct Piece {
  /// A QR code as it is drawn.
  struct Code {
    let modules: Modules
    /// The side of a module, in points.
    let module: Double
  }

  /// Points of room above it, left out at the top of a page.
  var gap: Double = 0
  var height: Double
  /// Whether it stays on one page with the piece after it, where a page has the room.
  var keepsWithNext = false
  /// The heading that it stands under, said again above it where it is the first on a page.
  var heading: Heading?
  /// The QR codes on it.
  var codes: [Code] = []
  /// The commands on it that one line has no room for: for tests.
  var brokenCommands: [String] = []
  /// Draws it with its top left corner at a point.
  var draw: (Canvas, _ x: Double, _ y: Double) -> Void

  /// Pieces that stay together where a page has the room.
  static func together(_ pieces: [Piece]) -> [Piece] {
    var pieces = pieces
    for index in pieces.indices.dropLast() { pieces[index].keepsWithNext = true }
    return pieces
  }
}

/// A heading at the top of a page on which what stands under it goes on.
///
/// Whoever photographs that page alone must see what its QR codes belong to.
final class Heading {
  /// Drawn in one line.
  let again: Piece

  init(again: Piece) { self.again = again }
}
