/// Reads QR codes that are stained, folded or streaked: where a module cannot be believed, its code
/// word is left out, and the check words stand for twice as many of those.
struct DamagedReading {
  /// The most places where the modules are looked at one by one.
  static let triesLimit = 40
  /// The most places where it is looked for what every QR code has.
  static let looksLimit = 2_000

  private let picture: GrayPicture

  init(_ picture: GrayPicture) { self.picture = picture }

  /// The QR codes that three of the squares, or two, belong to.
  func symbols(at finders: [Finder]) -> [FoundSymbol] {
    var found: [FoundSymbol] = []
    var likely: [(corners: Corners, shape: SymbolShape, grid: SymbolGrid, score: Double)] = []
    for corners in (threes(finders) + twos(finders)).prefix(Self.looksLimit) {
      if let best = likeliest(corners) { likely.append((corners, best.0, best.1, best.2)) }
    }
    likely.sort { $0.score > $1.score }
    for (corners, shape, grid, _) in likely.prefix(Self.triesLimit) {
      if found.contains(where: { $0.place.grown(1.1).holds(corners.middle) }) { continue }
      if let symbol = symbol(shape, grid) { found.append(symbol) }
    }
    return found
  }

  // MARK: Corners

  /// Three squares of one symbol: the middle one, and those to its right and below.
  private struct Corners {
    let first, right, below: SymbolPlace.Point
    let module: Double

    var middle: SymbolPlace.Point {
      SymbolPlace.Point(x: (right.x + below.x) / 2, y: (right.y + below.y) / 2)
    }

    var side: Double {
      (Self.distance(first, right) + Self.distance(first, below)) / 2
    }

    static func distance(_ a: SymbolPlace.Point, _ b: SymbolPlace.Point) -> Double {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
  }

  /// Three squares of a size that stand at a right angle, the most alike first.
  private func threes(_ finders: [Finder]) -> [Corners] {
    var found: [(corners: Corners, flaw: Double)] = []
    let finders = finders.prefix(20)
    for first in finders {
      for right in finders where right != first && Self.alike(first, right) {
        for below in finders where below != first && below != right && Self.alike(first, below) {
          let (a, b) = (right.x - first.x, right.y - first.y)
          let (c, d) = (below.x - first.x, below.y - first.y)
          let (legs, other) = ((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
          // Clockwise, at a right angle, two sides of a length.
          guard a * d - b * c > 0, abs(a * c + b * d) < 0.25 * legs * other,
            max(legs, other) < 1.3 * min(legs, other)
          else { continue }
          let corners = Corners(
            first: .init(x: first.x, y: first.y), right: .init(x: right.x, y: right.y),
            below: .init(x: below.x, y: below.y),
            module: (first.module + right.module + below.module) / 3)
          let flaw =
            abs(a * c + b * d) / (legs * other) + max(legs, other) / min(legs, other)
            + abs(first.module - right.module) / first.module
            + abs(first.module - below.module) / first.module
          found.append((corners, flaw))
        }
      }
    }
    return found.sorted { $0.flaw < $1.flaw }.map(\.corners)
  }

  /// Two squares, and where the third would be if the paper lies flat: six ways.
  private func twos(_ finders: [Finder]) -> [Corners] {
    var found: [Corners] = []
    let finders = finders.prefix(12)
    for (index, one) in finders.enumerated() {
      for other in finders.dropFirst(index + 1) where Self.alike(one, other) {
        let module = (one.module + other.module) / 2
        for (a, b) in [(one, other), (other, one)] {
          let (x, y) = (b.x - a.x, b.y - a.y)
          let (start, end) = (SymbolPlace.Point(x: a.x, y: a.y), SymbolPlace.Point(x: b.x, y: b.y))
          // From the first to the right one; from the lower to the first; across.
          found.append(
            Corners(first: start, right: end, below: .init(x: a.x - y, y: a.y + x), module: module))
          found.append(
            Corners(first: end, right: .init(x: b.x - y, y: b.y + x), below: start, module: module))
          found.append(
            Corners(
              first: .init(x: a.x + (x - y) / 2, y: a.y + (x + y) / 2), right: start, below: end,
              module: module))
        }
      }
    }
    return found
  }

  private static func alike(_ a: Finder, _ b: Finder) -> Bool {
    max(a.module, b.module) < 1.35 * min(a.module, b.module)
  }

  // MARK: One symbol

  /// The version and the grid with which most of what every QR code has is where it should be; nil
  /// where there is none.
  private func likeliest(_ corners: Corners) -> (SymbolShape, SymbolGrid, Double)? {
    guard corners.module > 0.8 else { return nil }
    let modules = corners.side / corners.module + 7
    let nearest = Int(((modules - 17) / 4).rounded())
    var best: (SymbolShape, SymbolGrid, Double)?
    for version in nearest - 1...nearest + 1 where (1...40).contains(version) {
      let shape = SymbolShape.all[version - 1]
      for grid in grids(corners, shape) {
        let score = agreement(grid, shape)
        if score > best?.2 ?? 0.75 { best = (shape, grid, score) }
      }
    }
    return best
  }

  /// The share of the modules that are the same in every QR code that are as they should be.
  private func agreement(_ grid: SymbolGrid, _ shape: SymbolShape) -> Double {
    var (dark, light): ([Int], [Int]) = ([], [])
    for at in shape.known {
      let point = grid.point(
        Double(at % shape.size) + 0.5, Double(at / shape.size) + 0.5)
      guard let shade = picture.shade(at: point) else { continue }
      if shape.fixed[at] == true { dark.append(shade) } else { light.append(shade) }
    }
    guard dark.count + light.count > shape.known.count / 2, !dark.isEmpty, !light.isEmpty else {
      return 0
    }
    let middle = (dark.reduce(0, +) / dark.count + light.reduce(0, +) / light.count) / 2
    let right = dark.count { $0 < middle } + light.count { $0 > middle }
    return Double(right) / Double(shape.known.count)
  }

  private func symbol(_ shape: SymbolShape, _ grid: SymbolGrid) -> FoundSymbol? {
    guard
      let content = ModuleShades(picture, grid, shape).content()
        ?? ModuleShades(picture, grid, shape, margin: 0.08).content()
    else { return nil }
    let size = Double(shape.size)
    return FoundSymbol(
      content: content,
      place: SymbolPlace(
        corners: [(0, 0), (size, 0), (size, size), (0, size)].map { grid.point($0.0, $0.1) }))
  }

  /// The grid as three squares say, and, where the pattern near the fourth corner is seen, as that
  /// one says.
  private func grids(_ corners: Corners, _ shape: SymbolShape) -> [SymbolGrid] {
    let far = Double(shape.size) - 3.5
    let modules = [(3.5, 3.5), (far, 3.5), (3.5, far), (far, far)].map {
      SymbolPlace.Point(x: $0.0, y: $0.1)
    }
    let fourth = SymbolPlace.Point(
      x: corners.right.x + corners.below.x - corners.first.x,
      y: corners.right.y + corners.below.y - corners.first.y)
    let pixels = [corners.first, corners.right, corners.below, fourth]
    guard let flat = SymbolGrid(modules, pixels) else { return [] }
    guard shape.version > 1, let seen = alignment(flat, shape) else { return [flat] }
    let near = SymbolPlace.Point(x: far - 3, y: far - 3)
    let bent = SymbolGrid(modules.dropLast() + [near], pixels.dropLast() + [seen])
    return [flat] + [bent].compactMap(\.self)
  }

  /// Where the pattern near the fourth corner is seen, within a few modules of where it should be.
  private func alignment(_ grid: SymbolGrid, _ shape: SymbolShape) -> SymbolPlace.Point? {
    let middle = Double(shape.size) - 6.5
    let reach = 2 + Double(shape.size) / 20
    var best: (point: SymbolPlace.Point, score: Int)?
    for down in stride(from: -reach, through: reach, by: 0.34) {
      for across in stride(from: -reach, through: reach, by: 0.34) {
        var (dark, light, darks, lights) = (0, 0, 0, 0)
        for row in -2...2 {
          for column in -2...2 {
            let point = grid.point(
              middle + across + Double(column), middle + down + Double(row))
            guard let shade = picture.shade(at: point) else { continue }
            if max(abs(row), abs(column)) == 1 {
              (light, lights) = (light + shade, lights + 1)
            } else {
              (dark, darks) = (dark + shade, darks + 1)
            }
          }
        }
        guard darks > 0, lights > 0 else { continue }
        let score = light / lights - dark / darks
        if score > best?.score ?? 40 {
          best = (grid.point(middle + across, middle + down), score)
        }
      }
    }
    return best?.point
  }
}

extension GrayPicture {
  /// The shade at a point; nil outside.
  func shade(at point: SymbolPlace.Point) -> Int? {
    guard point.x >= 0, point.y >= 0, point.x < Double(width), point.y < Double(height) else {
      return nil
    }
    return Int(pixels[Int(point.y) * width + Int(point.x)])
  }
}
