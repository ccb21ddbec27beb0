/// How dark each module of a QR code is, and how far that can be believed.
struct ModuleShades {
  let shape: SymbolShape
  /// 1 for black, -1 for white, with what surrounds a module as the measure.
  let shades: [Float]
  /// 0 for a module that says nothing, 1 for one without doubt.
  let trust: [Float]

  init(_ shape: SymbolShape, shades: [Float], trust: [Float]) {
    (self.shape, self.shades, self.trust) = (shape, shades, trust)
  }

  /// `margin` is the share of a module at each edge that is not looked at: more against blur, less
  /// against lines thinner than a module.
  init(
    _ picture: GrayPicture, _ grid: SymbolGrid, _ shape: SymbolShape, margin: Double = 0.22
  ) {
    self.shape = shape
    var light = [Float](repeating: 255, count: shape.size * shape.size)
    var spread = light
    for row in 0..<shape.size {
      for column in 0..<shape.size {
        let (middle, range) = Self.sample(picture, grid, row, column, margin)
        light[row * shape.size + column] = middle
        spread[row * shape.size + column] = range
      }
    }
    let shades = Self.compared(light, shape.size)
    self.shades = shades
    trust = Self.trust(shades, spread, light, shape)
  }

  /// The middle one of 49 pixels of a module, and how much they differ.
  private static func sample(
    _ picture: GrayPicture, _ grid: SymbolGrid, _ row: Int, _ column: Int, _ margin: Double
  ) -> (middle: Float, range: Float) {
    var samples: [UInt8] = []
    samples.reserveCapacity(49)
    let step = (1 - 2 * margin) / 6
    for down in 0..<7 {
      for across in 0..<7 {
        let point = grid.point(
          Double(column) + margin + step * Double(across),
          Double(row) + margin + step * Double(down))
        guard point.x >= 0, point.y >= 0, point.x < Double(picture.width),
          point.y < Double(picture.height)
        else { continue }
        samples.append(picture.pixels[Int(point.y) * picture.width + Int(point.x)])
      }
    }
    guard samples.count > 24 else { return (255, 255) }
    samples.sort()
    let (low, high) = (samples[samples.count / 6], samples[samples.count * 5 / 6])
    return (Float(samples[samples.count / 2]), Float(high) - Float(low))
  }

  /// Between the darkest and the lightest module within four modules: 1 and -1.
  private static func compared(_ light: [Float], _ size: Int) -> [Float] {
    let sorted = light.sorted()
    let whole = sorted[sorted.count * 9 / 10] - sorted[sorted.count / 10]
    var shades = light
    for row in 0..<size {
      for column in 0..<size {
        var (least, most) = (Float(255), Float(0))
        for near in max(0, row - 4)...min(size - 1, row + 4) {
          for beside in max(0, column - 4)...min(size - 1, column + 4) {
            least = min(least, light[near * size + beside])
            most = max(most, light[near * size + beside])
          }
        }
        let half = max((most - least) / 2, whole / 5, 2)
        let shade = ((most + least) / 2 - light[row * size + column]) / half
        shades[row * size + column] = max(-1, min(1, shade))
      }
    }
    return shades
  }

  /// Less trust for what is half covered, for places without any change, and for long rows of one
  /// shade: these are stains, folds and streaks, which a mask leaves nowhere by chance.
  private static func trust(
    _ shades: [Float], _ spread: [Float], _ light: [Float], _ shape: SymbolShape
  ) -> [Float] {
    let size = shape.size
    let contrast = max(8, (light.max() ?? 255) - (light.min() ?? 0))
    var trust = shades.map { abs($0) }
    for row in 0..<size {
      for column in 0..<size {
        let at = row * size + column
        trust[at] *= max(0.2, 1 - spread[at] / contrast)
        var (least, most) = (Float(1), Float(-1))
        for near in max(0, row - 1)...min(size - 1, row + 1) {
          for beside in max(0, column - 1)...min(size - 1, column + 1) {
            least = min(least, shades[near * size + beside])
            most = max(most, shades[near * size + beside])
          }
        }
        trust[at] *= min(1, max(0.05, (most - least) / 1.2))
      }
    }
    for line in 0..<size {
      doubtRuns((0..<size).map { line * size + $0 }, shades, shape, &trust)
      doubtRuns((0..<size).map { $0 * size + line }, shades, shape, &trust)
    }
    return trust
  }

  private static func doubtRuns(
    _ line: [Int], _ shades: [Float], _ shape: SymbolShape, _ trust: inout [Float]
  ) {
    var start = 0
    for end in 0...line.count {
      let isEnd =
        end == line.count || (shades[line[end]] > 0) != (shades[line[start]] > 0)
      guard isEnd else { continue }
      let length = end - start
      if length >= 7 {
        let share: Float = length >= 12 ? 0.05 : length >= 9 ? 0.2 : 0.5
        for index in start..<end { trust[line[index]] *= share }
      }
      start = end
    }
  }
}
