/// Where the modules of a QR code lie in a picture: four points of both, and a projection between
/// them.
struct SymbolGrid {
  typealias Point = SymbolPlace.Point

  private var across = (0.0, 0.0, 0.0)
  private var down = (0.0, 0.0, 0.0)
  private var depth = (0.0, 0.0, 1.0)

  /// The projection that takes each of four points of the symbol, in modules, to a point of the
  /// picture; nil where three of them are in line.
  init?(_ modules: [Point], _ pixels: [Point]) {
    guard modules.count == 4, pixels.count == 4 else { return nil }
    var rows: [[Double]] = []
    for (from, to) in zip(modules, pixels) {
      rows.append([from.x, from.y, 1, 0, 0, 0, -from.x * to.x, -from.y * to.x, to.x])
      rows.append([0, 0, 0, from.x, from.y, 1, -from.x * to.y, -from.y * to.y, to.y])
    }
    guard let solved = Self.solved(rows) else { return nil }
    across = (solved[0], solved[1], solved[2])
    down = (solved[3], solved[4], solved[5])
    depth = (solved[6], solved[7], 1)
  }

  /// The projection that comes nearest to all of the points, at least four of them; nil where they do
  /// not say one.
  init?(fitting points: [(module: Point, pixel: Point)]) {
    // In shares of their largest, so that squares of them stay within what a number holds.
    let most = points.map { max($0.module.x, $0.module.y) }.max() ?? 0
    let far = points.map { max(abs($0.pixel.x), abs($0.pixel.y)) }.max() ?? 0
    guard points.count >= 4, most > 0, far > 0 else { return nil }
    var sums = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
    for (module, pixel) in points {
      let (u, v) = (module.x / most, module.y / most)
      let (x, y) = (pixel.x / far, pixel.y / far)
      for row in [[u, v, 1, 0, 0, 0, -u * x, -v * x, x], [0, 0, 0, u, v, 1, -u * y, -v * y, y]] {
        for index in 0..<8 where row[index] != 0 {
          for other in 0..<9 { sums[index][other] += row[index] * row[other] }
        }
      }
    }
    guard let solved = Self.solved(sums) else { return nil }
    across = (solved[0] * far / most, solved[1] * far / most, solved[2] * far)
    down = (solved[3] * far / most, solved[4] * far / most, solved[5] * far)
    depth = (solved[6] / most, solved[7] / most, 1)
  }

  /// The same, moved as far as the points have moved in the mean; nil without any.
  func moved(_ points: [(module: Point, pixel: Point)]) -> SymbolGrid? {
    guard !points.isEmpty else { return nil }
    var (right, below) = (0.0, 0.0)
    for (module, pixel) in points {
      let was = point(module.x, module.y)
      (right, below) = (right + pixel.x - was.x, below + pixel.y - was.y)
    }
    (right, below) = (right / Double(points.count), below / Double(points.count))
    var moved = self
    moved.across = (
      across.0 + right * depth.0, across.1 + right * depth.1, across.2 + right * depth.2
    )
    moved.down = (
      down.0 + below * depth.0, down.1 + below * depth.1, down.2 + below * depth.2
    )
    return moved
  }

  /// The point of the picture for a point of the symbol, in modules from its top left corner.
  func point(_ x: Double, _ y: Double) -> Point {
    let scale = depth.0 * x + depth.1 * y + depth.2
    return Point(
      x: (across.0 * x + across.1 * y + across.2) / scale,
      y: (down.0 * x + down.1 * y + down.2) / scale)
  }

  /// Gauss, with the largest number of a column first.
  private static func solved(_ equations: [[Double]]) -> [Double]? {
    var rows = equations
    let count = rows.count
    for column in 0..<count {
      guard
        let best = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[best][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, best)
      for row in 0..<count where row != column {
        let share = rows[row][column] / rows[column][column]
        guard share != 0 else { continue }
        for index in column...count { rows[row][index] -= share * rows[column][index] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
