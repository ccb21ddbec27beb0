/// Finds where the modules of a QR code lie: by its squares, then by each of its alignment patterns,
/// from the first square outwards.
///
/// Nothing is trusted that was not seen: a lens that bends, or a screen seen from the side, moves the
/// far corner by several modules.
struct GridFit {
  typealias Point = SymbolPlace.Point

  /// The share of the modules that every QR code has which must be right.
  static let leastAgreement = 0.8

  let shape: SymbolShape
  private(set) var grid: SymbolGrid

  /// The grid at three squares that were just found; nil where no QR code of this version lies there.
  init?(_ corners: SymbolCorners, version: Int, _ pixels: PixelSampler) {
    guard (1...40).contains(version) else { return nil }
    shape = SymbolShape.all[version - 1]
    let far = Double(shape.size) - 3.5
    let fourth = Point(
      x: corners.right.x + corners.below.x - corners.first.x,
      y: corners.right.y + corners.below.y - corners.first.y)
    let modules = [(3.5, 3.5), (far, 3.5), (3.5, far), (far, far)].map { Point(x: $0.0, y: $0.1) }
    guard
      let flat = SymbolGrid(modules, [corners.first, corners.right, corners.below, fourth])
    else { return nil }
    grid = flat
    guard settle(pixels, reach: 1.2, growth: 0.07) else { return nil }
  }

  /// The grid near the place where it was in the frame before; nil where it is not any more.
  init?(_ last: GridFit, _ pixels: PixelSampler) {
    (shape, grid) = (last.shape, last.grid)
    guard settle(pixels, reach: 1.8, growth: 0) else { return nil }
  }

  /// The corners of the symbol.
  var place: SymbolPlace {
    let size = Double(shape.size)
    return SymbolPlace(
      corners: [(0, 0), (size, 0), (size, size), (0, size)].map { grid.point($0.0, $0.1) })
  }

  /// How wide a module is in the middle of the symbol, in pixels.
  var module: Double {
    let middle = Double(shape.size) / 2
    let (here, beside) = (grid.point(middle, middle), grid.point(middle + 1, middle))
    return SymbolCorners.length(here, beside)
  }

  // MARK: Patterns

  /// Looks for each pattern within `reach` modules of where the ones before it say that it is, and
  /// `growth` of the way from the nearest of them.
  private mutating func settle(
    _ pixels: PixelSampler, reach: Double, growth: Double
  ) -> Bool {
    let far = Double(shape.size) - 3.5
    var known: [(module: Point, pixel: Point)] = []
    for (x, y) in [(3.5, 3.5), (far, 3.5), (3.5, far)] {
      guard let seen = Pattern.finder.seen(near: Point(x: x, y: y), grid, pixels, reach: reach)
      else { return false }
      known.append((Point(x: x, y: y), seen))
    }
    guard let fitted = flat(known) else { return false }
    // As far as it is known from the frame before how the far corner lies, that stays.
    grid = growth > 0 ? fitted : grid.moved(known) ?? fitted
    for module in Self.middles(shape) {
      let away = known.map { SymbolCorners.length($0.module, module) }.min() ?? 0
      guard
        let seen = Pattern.alignment.seen(
          near: module, grid, pixels, reach: min(5, reach + growth * away))
      else { continue }
      known.append((module, seen))
      // Each of the first ones says more about the perspective; many agree with one another.
      if known.count <= 8 || known.count % 6 == 0 { grid = SymbolGrid(fitting: known) ?? grid }
    }
    if known.count > 3 { fit(known) }
    return agreement(pixels) >= Self.leastAgreement
  }

  /// The grid nearest to all points, without those that do not go with the others: where something
  /// covers the symbol, its edge looks like a pattern.
  private mutating func fit(_ known: [(module: Point, pixel: Point)]) {
    var known = known
    for _ in 0..<3 {
      grid = SymbolGrid(fitting: known) ?? grid
      let fitting = known.enumerated().filter { index, point in
        let beside = grid.point(point.module.x + 1, point.module.y)
        let here = grid.point(point.module.x, point.module.y)
        // The three squares stay.
        return index < 3
          || SymbolCorners.length(here, point.pixel) < 0.5 * SymbolCorners.length(here, beside)
      }.map(\.element)
      guard fitting.count < known.count else { return }
      guard fitting.count > 3 else {
        grid = flat(known) ?? grid
        return
      }
      known = fitting
    }
  }

  /// Three points as a parallelogram.
  private func flat(_ known: [(module: Point, pixel: Point)]) -> SymbolGrid? {
    let far = Double(shape.size) - 3.5
    let (a, b, c) = (known[0].pixel, known[1].pixel, known[2].pixel)
    return SymbolGrid(
      known.map(\.module) + [Point(x: far, y: far)],
      [a, b, c, Point(x: b.x + c.x - a.x, y: b.y + c.y - a.y)])
  }

  /// The middles of the alignment patterns in modules, the nearest to the first square first.
  private static func middles(_ shape: SymbolShape) -> [Point] {
    let rows = SymbolShape.alignment(shape.version)
    guard let last = rows.last else { return [] }
    var middles: [Point] = []
    for row in rows {
      for column in rows {
        let isCorner =
          row == 6 && column == 6 || row == 6 && column == last || row == last && column == 6
        if !isCorner { middles.append(Point(x: Double(column) + 0.5, y: Double(row) + 0.5)) }
      }
    }
    return middles.sorted { ($0.x + $0.y, $0.x) < ($1.x + $1.y, $1.x) }
  }

  /// The share of the modules of squares and timing patterns that are as they should be.
  private func agreement(_ pixels: PixelSampler) -> Double {
    var (right, count) = (0, 0)
    let size = shape.size
    for isRow in [true, false] {
      var shades: [Float] = []
      for step in 6..<size - 6 {
        let (along, aside) = (Double(step) + 0.5, 6.5)
        let point = isRow ? grid.point(along, aside) : grid.point(aside, along)
        shades.append(pixels.shade(point.x, point.y))
      }
      for index in 1..<shades.count - 1 {
        let beside = (shades[index - 1] + shades[index + 1]) / 2
        count += 1
        if (shades[index] < beside) == (index % 2 == 0) { right += 1 }
      }
    }
    return Double(right) / Double(max(1, count))
  }
}

/// A pattern of dark and light rings around a middle.
enum Pattern {
  /// The squares in three corners.
  case finder
  /// The small ones between.
  case alignment

  /// Where it is seen near a place given in modules; nil where nothing looks like it.
  func seen(
    near module: SymbolPlace.Point, _ grid: SymbolGrid, _ pixels: PixelSampler, reach: Double
  ) -> SymbolPlace.Point? {
    let middle = grid.point(module.x, module.y)
    guard pixels.holds(middle) else { return nil }
    let (right, below) = (grid.point(module.x + 1, module.y), grid.point(module.x, module.y + 1))
    let look = Look(
      x: middle.x, y: middle.y, across: (right.x - middle.x, right.y - middle.y),
      down: (below.x - middle.x, below.y - middle.y), pixels: pixels)
    var best = (x: 0.0, y: 0.0, score: -Float.infinity)
    var (step, around) = (0.5, (reach * 2).rounded(.up) / 2)
    while step > 0.1 {
      let (x, y) = (best.x, best.y)
      for down in stride(from: -around, through: around, by: step) {
        for across in stride(from: -around, through: around, by: step) {
          let score = score(look, x + across, y + down)
          if score > best.score { best = (x + across, y + down, score) }
        }
      }
      (step, around) = (step / 2, step / 2)
    }
    guard best.score > 8, best.score > look.spread(best.x, best.y) * 0.3 else { return nil }
    return look.point(best.x, best.y)
  }

  private struct Look {
    let x: Double
    let y: Double
    let across: (Double, Double)
    let down: (Double, Double)
    let pixels: PixelSampler

    func point(_ u: Double, _ v: Double) -> SymbolPlace.Point {
      .init(x: x + u * across.0 + v * down.0, y: y + u * across.1 + v * down.1)
    }

    @inline(__always)
    func shade(_ u: Double, _ v: Double) -> Float {
      pixels.shade(x + u * across.0 + v * down.0, y + u * across.1 + v * down.1)
    }

    /// From the darkest to the lightest module around.
    func spread(_ u: Double, _ v: Double) -> Float {
      var (least, most) = (Float(255), Float(0))
      for row in -3...3 {
        for column in -3...3 {
          let shade = shade(u + Double(column), v + Double(row))
          (least, most) = (min(least, shade), max(most, shade))
        }
      }
      return most - least
    }
  }

  /// How much lighter the light modules are than the dark ones.
  @inline(__always)
  private func score(_ look: Look, _ u: Double, _ v: Double) -> Float {
    let reach = self == .finder ? 3 : 2
    var (light, dark): (Float, Float) = (0, 0)
    for row in -reach...reach {
      for column in -reach...reach {
        let ring = max(abs(row), abs(column))
        let shade = look.shade(u + Double(column), v + Double(row))
        if ring == reach - 1 { light += shade } else { dark += shade }
      }
    }
    return self == .finder ? light / 16 - dark / 33 : light / 8 - dark / 17
  }
}
