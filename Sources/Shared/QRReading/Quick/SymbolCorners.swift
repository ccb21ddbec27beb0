/// Three squares of one QR code: the one at its corner, and those to its right and below.
struct SymbolCorners {
  typealias Point = SymbolPlace.Point

  /// The most threes that are looked at.
  static let limit = 2_000
  /// The most squares near one of them that may be its others.
  static let neighbours = 24

  let first: Point
  let right: Point
  let below: Point
  /// How wide a module is, in pixels, as the squares say.
  let module: Double
  /// Which of the squares they are.
  let squares: [Int]

  /// The modules along a side, as far as the squares say.
  var modules: Double { side / module + 7 }

  /// From the middle of a square to the next, in pixels.
  var side: Double { (Self.length(first, right) + Self.length(first, below)) / 2 }

  var middle: Point { Point(x: (right.x + below.x) / 2, y: (right.y + below.y) / 2) }

  /// Threes of a size that stand at a right angle as a QR code of some version would have them, the
  /// likeliest first.
  static func all(_ finders: [Finder]) -> [SymbolCorners] {
    var found: [(corners: SymbolCorners, flaw: Double)] = []
    for (index, first) in finders.enumerated() {
      // From the nearest to the farthest: the two arms of a corner are about as long.
      var arms: [(index: Int, x: Double, y: Double, length: Double)] = []
      for (other, finder) in finders.enumerated()
      where other != index && alike(first.module, finder.module) {
        let (x, y) = (finder.x - first.x, finder.y - first.y)
        let length = (x * x + y * y).squareRoot()
        if length > 12 * first.module, length < 180 * first.module {
          arms.append((other, x, y, length))
        }
      }
      arms.sort { $0.length < $1.length }
      arms = Array(arms.prefix(neighbours))
      for (near, one) in arms.enumerated() {
        for two in arms.dropFirst(near + 1) {
          guard two.length < 1.3 * one.length else { break }
          let turn = (one.x * two.y - one.y * two.x) / (one.length * two.length)
          let lean = abs(one.x * two.x + one.y * two.y) / (one.length * two.length)
          guard abs(turn) > 0.9, lean < 0.25 else { continue }
          let (right, below) = turn > 0 ? (one, two) : (two, one)
          guard let corners = SymbolCorners(finders, index, right.index, below.index) else {
            continue
          }
          let squares = [first, finders[right.index], finders[below.index]].map(\.module)
          let uneven = (squares.max() ?? 1) / (squares.min() ?? 1) - 1
          found.append((corners, lean + two.length / one.length - 1 + uneven + corners.misfit))
        }
      }
    }
    return found.sorted { $0.flaw < $1.flaw }.prefix(limit).map(\.corners)
  }

  private init?(_ finders: [Finder], _ first: Int, _ right: Int, _ below: Int) {
    // What is counted along a row of pixels is wider than it is where the symbol is turned.
    let (one, two, three) = (finders[first], finders[right], finders[below])
    let (x, y) = (two.x - one.x, two.y - one.y)
    let turned = max(abs(x), abs(y)) / (x * x + y * y).squareRoot()
    module = (one.module + two.module + three.module) / 3 * turned
    self.first = Point(x: one.x, y: one.y)
    self.right = Point(x: two.x, y: two.y)
    self.below = Point(x: three.x, y: three.y)
    squares = [first, right, below]
    guard modules > 19, modules < 190 else { return nil }
  }

  /// The same with squares that were looked at more closely.
  init(first: Point, right: Point, below: Point, module: Double) {
    (self.first, self.right, self.below, self.module) = (first, right, below, module)
    squares = []
  }

  /// How far the number of modules is from that of any version, as a share of it.
  private var misfit: Double {
    let modules = modules
    let version = max(1, min(40, ((modules - 17) / 4).rounded()))
    return abs(modules - (17 + 4 * version)) / modules
  }

  static func length(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  private static func alike(_ a: Double, _ b: Double) -> Bool { max(a, b) < 1.4 * min(a, b) }

  // MARK: Version

  /// The versions that this may be, the likeliest first: as its version information says where
  /// there is one, else as the timing patterns say.
  func versions(_ pixels: PixelSampler) -> [Int] {
    let nearest = Int(((modules - 17) / 4).rounded())
    let slack = nearest > 12 ? 3 : 2
    var likely: [(version: Int, score: Float)] = []
    for version in max(1, nearest - slack)...max(1, min(40, nearest + slack)) {
      let score =
        version >= 7 ? informationAgreement(version, pixels) : timingAgreement(version, pixels)
      if score >= 1 { likely.append((version, score)) }
    }
    return likely.sorted { $0.score > $1.score }.prefix(2).map(\.version)
  }

  /// Steps of one module across and down, at a version.
  private func steps(_ version: Int) -> (across: Point, down: Point) {
    let count = Double(10 + 4 * version)
    return (
      Point(x: (right.x - first.x) / count, y: (right.y - first.y) / count),
      Point(x: (below.x - first.x) / count, y: (below.y - first.y) / count)
    )
  }

  /// How well both copies of the version information agree with this version: 1 where it may be so.
  ///
  /// The shades are compared as they are, not as bits: where blur makes bits of them that are wrong,
  /// they still follow the right ones.
  private func informationAgreement(_ version: Int, _ pixels: PixelSampler) -> Float {
    let bits = Self.information(version)
    let (across, down) = steps(version)
    var best: [Float] = []
    for isRight in [true, false] {
      let corner = isRight ? right : below
      var most = Float(-1)
      // A symbol that is seen from the side has larger modules at one end.
      for scale in [0.95, 1, 1.05] {
        let shades = (0..<18).map { bit in
          let (along, aside) = (Double(bit / 3) - 3, Double(bit % 3) - 7)
          let (x, y) = isRight ? (aside * scale, along * scale) : (along * scale, aside * scale)
          return pixels.shade(
            corner.x + x * across.x + y * down.x, corner.y + x * across.y + y * down.y)
        }
        most = max(most, Self.likeness(shades, bits))
      }
      best.append(most)
    }
    return max((best[0] + best[1]) / 2 / 0.45, max(best[0], best[1]) / 0.65)
  }

  /// How far shades are dark where bits are set: 1 for always, 0 for by chance.
  private static func likeness(_ shades: [Float], _ bits: Int) -> Float {
    let mean = shades.reduce(0, +) / Float(shades.count)
    let set = Float(bits.nonzeroBitCount) / Float(shades.count)
    var (product, spread, weights): (Float, Float, Float) = (0, 0, 0)
    for (bit, shade) in shades.enumerated() {
      let weight = (bits >> bit & 1 == 1 ? 1 : 0) - set
      product -= weight * (shade - mean)
      spread += (shade - mean) * (shade - mean)
      weights += weight * weight
    }
    return spread > 18 * 9 ? product / (spread * weights).squareRoot() : 0
  }

  /// The 18 bits of version information (ISO/IEC 18004, annex D).
  private static func information(_ version: Int) -> Int {
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    return version << 12 | rest
  }

  /// How many modules of the timing patterns differ from their neighbours as they should: 1 for
  /// three quarters of them.
  private func timingAgreement(_ version: Int, _ pixels: PixelSampler) -> Float {
    let (across, down) = steps(version)
    let count = 4 * version + 1
    var right = 0
    for isRow in [true, false] {
      var shades: [Float] = []
      for step in 0..<count + 2 {
        // From the square's own edge on: 3 modules beside its middle, 4 and more along.
        let (along, aside) = (Double(step) + 3, 3.0)
        let (x, y) = isRow ? (along, aside) : (aside, along)
        shades.append(
          pixels.shade(
            first.x + x * across.x + y * down.x, first.y + x * across.y + y * down.y))
      }
      for step in 1...count {
        let beside = (shades[step - 1] + shades[step + 1]) / 2
        if (shades[step] < beside) == (step % 2 == 0) { right += 1 }
      }
    }
    return Float(right) / Float(2 * count) / 0.75
  }
}
