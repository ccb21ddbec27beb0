internal import SheetPages

/// Where things stand on a page, in points.
struct PageGeometry {
  static let millimeter = 72 / 25.4

  let width: Double
  let height: Double
  /// Room for the holes of a binder: 12 mm from the edge and 6 mm wide (ISO 838).
  let left = 22 * Self.millimeter
  /// Printers leave about 6 mm at the edges empty.
  let right = 14 * Self.millimeter
  let top = 13 * Self.millimeter
  let bottom = 11 * Self.millimeter

  init(_ paper: Paper) {
    width = paper.width
    height = paper.height
  }

  /// The width that can be written on.
  var room: Double { width - left - right }
}
