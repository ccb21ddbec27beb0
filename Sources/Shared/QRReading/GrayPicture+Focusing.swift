internal import Glibc

// What blur and streaks took is brought back as far as it can be computed.

extension GrayPicture {
  /// How far the sharpest edges are spread, as the deviation of a Gauss curve in pixels; 0.4 or so
  /// where each pixel is black or white.
  ///
  /// The steepest slope of a step that such a curve blurs is its height, divided by the deviation and by the root of
  /// two pi.
  var softness: Double {
    let contrast = contrast
    guard contrast > 8, width > 2 else { return 0 }
    var counts = [Int](repeating: 0, count: 256)
    pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<height {
        for at in row * width + 1..<(row + 1) * width {
          counts[Int((Int16(pixels[at]) - Int16(pixels[at - 1])).magnitude)] += 1
        }
      }
    }
    // One pixel in two thousand: dust and noise are steeper than the edges of what is printed.
    let part = pixels.count / 2_000
    var (steepest, sum) = (255, 0)
    while steepest > 1, sum + counts[steepest] <= part {
      (sum, steepest) = (sum + counts[steepest], steepest - 1)
    }
    return Double(contrast) / Double(steepest) / (2 * Double.pi).squareRoot()
  }

  /// What was blurred by a Gauss curve with this deviation, as far as it can be told from noise:
  /// frequencies of which less than the root of `noise` is left are not raised.
  func focused(_ deviation: Double, noise: Double) -> GrayPicture {
    let weights = Self.focusing(deviation, noise)
    let reach = weights.count / 2
    let (width, height) = (width, height)
    var across = [Float](repeating: 0, count: pixels.count)
    var line = [Float](repeating: 0, count: width + 2 * reach)
    for row in 0..<height {
      for index in line.indices {
        line[index] = Float(pixels[row * width + min(max(index - reach, 0), width - 1)])
      }
      across.withUnsafeMutableBufferPointer { across in
        line.withUnsafeBufferPointer { line in
          for (step, weight) in weights.enumerated() {
            for column in 0..<width { across[row * width + column] += weight * line[column + step] }
          }
        }
      }
    }
    var result = [UInt8](repeating: 0, count: pixels.count)
    var sums = [Float](repeating: 0, count: width)
    across.withUnsafeBufferPointer { across in
      for row in 0..<height {
        for index in sums.indices { sums[index] = 0 }
        sums.withUnsafeMutableBufferPointer { sums in
          for (step, weight) in weights.enumerated() {
            let start = min(max(row + step - reach, 0), height - 1) * width
            for column in 0..<width { sums[column] += weight * across[start + column] }
          }
        }
        for column in 0..<width {
          result[row * width + column] = UInt8(max(0, min(255, sums[column].rounded())))
        }
      }
    }
    return GrayPicture(unchecked: width, height, result)
  }

  /// The weights along one line that undo a Gauss curve (Wiener's filter), with a sum of 1.
  private static func focusing(_ deviation: Double, _ noise: Double) -> [Float] {
    let reach = Int((deviation * 7).rounded(.up))
    let steps = 512
    var weights = [Double](repeating: 0, count: 2 * reach + 1)
    for step in 0..<steps {
      // Half a cycle a pixel is the highest frequency.
      let turn = Double.pi * (Double(step) + 0.5) / Double(steps)
      let left = exp(-deviation * deviation * turn * turn / 2)
      let gain = left / (left * left + noise)
      for place in 0...reach {
        weights[reach + place] += gain * cos(turn * Double(place))
      }
    }
    for place in 1...reach { weights[reach - place] = weights[reach + place] }
    let sum = weights.reduce(0, +)
    return weights.map { Float($0 / sum) }
  }

  /// Streaks along the page made as dark as what lies beside them: in each column, over a height of
  /// some modules, the darkest pixel becomes as dark as the darkest of the columns nearby.
  ///
  /// A column with hardly any toner is left as it is: nothing of it can be told from noise.
  func evened() -> GrayPicture {
    let (tile, reach, least) = (32, 12, 14)
    let (width, tiles) = (width, (height + tile - 1) / tile)
    var darkness = [Int](repeating: 0, count: width * tiles)
    for row in 0..<height {
      let start = row / tile * width
      for column in 0..<width {
        darkness[start + column] = max(
          darkness[start + column], 255 - Int(pixels[row * width + column]))
      }
    }
    // The tile above and the one below count too: a module or two may be light in any column.
    let own = (0..<width * tiles).map { at in
      max(
        darkness[at], at >= width ? darkness[at - width] : 0,
        at + width < darkness.count ? darkness[at + width] : 0)
    }
    var result = pixels
    result.withUnsafeMutableBufferPointer { result in
      for first in stride(from: 0, to: height, by: tile) {
        let start = first / tile * width
        for column in 0..<width where own[start + column] >= least {
          let most = own[start + max(0, column - reach)...start + min(width - 1, column + reach)]
            .reduce(0, max)
          guard most * 3 > own[start + column] * 4 else { continue }
          for row in first..<min(first + tile, height) {
            let dark = 255 - Int(result[row * width + column])
            result[row * width + column] = UInt8(clamping: 255 - dark * most / own[start + column])
          }
        }
      }
    }
    return GrayPicture(unchecked: width, height, result)
  }
}
