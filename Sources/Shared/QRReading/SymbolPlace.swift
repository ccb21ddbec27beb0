/// Where a QR code lies in a picture: its four corners, in pixels.
public struct SymbolPlace: Equatable, Sendable {
  /// A point of a picture.
  public struct Point: Equatable, Sendable {
    /// Pixels from the left.
    public var x: Double
    /// Pixels from the top.
    public var y: Double

    public init(x: Double, y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  /// Four corners, one after the other around the symbol, from the one between two finders.
  public let corners: [Point]

  public init(corners: [Point]) { self.corners = corners }

  /// The middle of the symbol, as the mean of its corners.
  public var middle: Point {
    let count = Double(max(1, corners.count))
    return Point(
      x: corners.reduce(0) { $0 + $1.x } / count, y: corners.reduce(0) { $0 + $1.y } / count)
  }

  /// How far a side is long, as the mean of its sides.
  public var side: Double {
    guard corners.count == 4 else { return 0 }
    return (0..<4).reduce(0) { sum, index in
      let (from, to) = (corners[index], corners[(index + 1) % 4])
      let (across, down) = (to.x - from.x, to.y - from.y)
      return sum + (across * across + down * down).squareRoot()
    } / 4
  }

  /// The height of its highest corner.
  var top: Double { corners.map(\.y).min() ?? 0 }
  /// Where its leftmost corner is.
  var left: Double { corners.map(\.x).min() ?? 0 }

  /// The same in a picture of another size: each corner times `scale`, and moved.
  func scaled(_ scale: Double, right: Double = 0, down: Double = 0) -> SymbolPlace {
    SymbolPlace(corners: corners.map { Point(x: $0.x * scale + right, y: $0.y * scale + down) })
  }

  /// The same, moved.
  func moved(right: Int, down: Int) -> SymbolPlace {
    scaled(1, right: Double(right), down: Double(down))
  }

  /// The same about its middle, `share` times as large.
  func grown(_ share: Double) -> SymbolPlace {
    let middle = middle
    return SymbolPlace(
      corners: corners.map {
        Point(x: middle.x + ($0.x - middle.x) * share, y: middle.y + ($0.y - middle.y) * share)
      })
  }

  /// Whether a point lies within the corners.
  public func holds(_ point: Point) -> Bool {
    guard corners.count == 4 else { return false }
    var (left, right) = (false, false)
    for index in 0..<4 {
      let (from, to) = (corners[index], corners[(index + 1) % 4])
      let side = (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
      if side > 0 { left = true }
      if side < 0 { right = true }
    }
    return !(left && right)
  }
}
