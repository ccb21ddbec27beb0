extension ModuleShades {
  /// How much of what blur did between neighbours is undone, in turn: most of it, then less of it,
  /// where noise is what is left.
  static let sharpenings: [Float] = [1, 0.7]

  /// The modules of a QR code that lies at a grid, each looked at in a few points.
  ///
  /// For frames of a camera: nothing is known about stains and folds here. How much blur mixes
  /// neighbours is seen where dark and light are known to alternate, and undone by as much.
  init(quick pixels: PixelSampler, _ fit: GridFit, sharpening: Float) {
    let size = fit.shape.size
    let light = Self.sampled(pixels, fit)
    let sharp = Self.sharpened(light, size, Self.remainder(light, size, pixels, fit), sharpening)
    let (shades, trust) = Self.judged(sharp, size)
    self.init(fit.shape, shades: shades, trust: trust)
  }

  /// The share of the contrast that is left where modules alternate, 0 to 1, by the timing patterns.
  private static func remainder(
    _ light: [Float], _ size: Int, _ pixels: PixelSampler, _ fit: GridFit
  ) -> Float {
    var (row, column) = (Float(0), Float(0))
    for step in 8..<size - 8 {
      let sign: Float = step % 2 == 0 ? -1 : 1
      row += sign * light[6 * size + step]
      column += sign * light[step * size + 6]
    }
    let alternating = (row + column) / Float(2 * (size - 16))
    // The cores of the squares are as dark as it gets, the quiet zone as light.
    let dark = [3 * size + 3, 3 * size + size - 4, (size - 4) * size + 3].reduce(Float(0)) {
      $0 + light[$1] / 3
    }
    let middle = Double(size) / 2
    let zone = [(-2, middle), (Double(size) + 2, middle), (middle, -2), (middle, Double(size) + 2)]
    let white = zone.reduce(Float(0)) { sum, place in
      let point = fit.grid.point(place.0, place.1)
      return sum + pixels.shade(point.x, point.y) / 4
    }
    let whole = (white - dark) / 2
    return whole > 2 ? max(0.12, min(1, alternating / whole)) : 1
  }

  private static func sampled(_ pixels: PixelSampler, _ fit: GridFit) -> [Float] {
    let size = fit.shape.size
    // Where a module has pixels enough, the mean of five points has half of their noise.
    let reach = fit.module >= 3.4 ? 0.22 : 0
    var light = [Float](repeating: 0, count: size * size)
    for row in 0..<size {
      for column in 0..<size {
        let (x, y) = (Double(column) + 0.5, Double(row) + 0.5)
        let middle = fit.grid.point(x, y)
        var shade = pixels.shade(middle.x, middle.y)
        if reach > 0 {
          let right = fit.grid.point(x + reach, y + reach)
          let (across, down) = (right.x - middle.x, right.y - middle.y)
          shade += pixels.shade(right.x, right.y)
          shade += pixels.shade(middle.x - across, middle.y - down)
          shade += pixels.shade(middle.x + down, middle.y - across)
          shade += pixels.shade(middle.x - down, middle.y + across)
          shade /= 5
        }
        light[row * size + column] = shade
      }
    }
    return light
  }

  /// Undoes what each module gets of its neighbours, along rows and along columns.
  ///
  /// With `remainder` h left of what alternates, a module keeps (1 + h) / 2 of itself and gets
  /// (1 - h) / 4 of each neighbour. The inverse of that falls by the same factor from one neighbour
  /// to the next; two on each side are enough.
  private static func sharpened(
    _ light: [Float], _ size: Int, _ remainder: Float, _ part: Float
  ) -> [Float] {
    let (own, beside) = ((1 + remainder) / 2, (1 - remainder) / 4)
    guard beside > 0.005 else { return light }
    let factor = part * (own - remainder.squareRoot()) / (2 * beside)
    let (near, far) = (-factor, factor * factor)
    let sum = 1 + 2 * near + 2 * far
    var rows = light
    var result = light
    for isRow in [true, false] {
      let source = isRow ? light : rows
      for row in 0..<size {
        for column in 0..<size {
          let at = row * size + column
          let (place, step) = isRow ? (column, 1) : (row, size)
          func shade(_ away: Int) -> Float {
            source[at + (max(0, min(size - 1, place + away)) - place) * step]
          }
          let shade =
            source[at] + near * (shade(-1) + shade(1)) + far * (shade(-2) + shade(2))
          if isRow { rows[at] = shade / sum } else { result[at] = shade / sum }
        }
      }
    }
    return result
  }

  /// Dark or light, by what lies around within seven modules: first by the mean of all, then by the
  /// middle between the dark and the light ones.
  private static func judged(
    _ light: [Float], _ size: Int
  ) -> (shades: [Float], trust: [Float]) {
    let reach = 7
    let mean = AreaSums(light, size)
    var isDark = [Bool](repeating: false, count: size * size)
    for row in 0..<size {
      for column in 0..<size {
        let around = mean.around(row, column, reach)
        isDark[row * size + column] = light[row * size + column] * around.count < around.sum
      }
    }
    let dark = AreaSums(zip(light, isDark).map { $1 ? $0 : 0 }, size)
    let darks = AreaSums(isDark.map { $0 ? 1 : 0 }, size)
    var shades = light
    var trust = light
    for row in 0..<size {
      for column in 0..<size {
        let at = row * size + column
        let (all, low) = (mean.around(row, column, reach), dark.around(row, column, reach))
        let count = max(1, darks.around(row, column, reach).sum)
        let darkest = low.sum / count
        let lightest = (all.sum - low.sum) / max(1, all.count - count)
        let half = max(2, (lightest - darkest) / 2)
        let shade = max(-1, min(1, ((lightest + darkest) / 2 - light[at]) / half))
        (shades[at], trust[at]) = (shade, abs(shade))
      }
    }
    return (shades, trust)
  }
}

/// Sums over squares of modules.
private struct AreaSums {
  private let size: Int
  private var sums: [Double]

  init(_ values: [Float], _ size: Int) {
    self.size = size
    let width = size + 1
    sums = [Double](repeating: 0, count: width * width)
    for row in 0..<size {
      var line = 0.0
      for column in 0..<size {
        line += Double(values[row * size + column])
        sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + line
      }
    }
  }

  /// The sum of all within `reach` of a module, and how many they are.
  func around(_ row: Int, _ column: Int, _ reach: Int) -> (sum: Float, count: Float) {
    let (top, bottom) = (max(0, row - reach), min(size, row + reach + 1))
    let (left, right) = (max(0, column - reach), min(size, column + reach + 1))
    let width = size + 1
    let sum =
      sums[bottom * width + right] - sums[top * width + right] - sums[bottom * width + left]
      + sums[top * width + left]
    return (Float(sum), Float((bottom - top) * (right - left)))
  }
}
