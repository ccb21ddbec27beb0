internal import SheetPages

/// Where things stand on a page, in points.
struct PageGeometry {
  static let millimeter = 72 / 25.4

  let width: Double
  let height: Double
  /// Printers leave about 6 mm at the edges empty; holes are punched at the left.
  let left = 18 * Self.millimeter
  let right = 18 * Self.millimeter
  let top = 15 * Self.millimeter
  let bottom = 12 * Self.millimeter

  init(_ paper: Paper) {
    width = paper.width
    height = paper.height
  }

  /// The width that can be written on.
  var room: Double { width - left - right }
}
