// What is tried with a picture before its QR codes are looked for once more.

extension GrayPicture {
  /// The darkest hundredth black and the lightest white: for faint print.
  func stretched() -> GrayPicture {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in pixels { counts[Int(pixel)] += 1 }
    let part = pixels.count / 100
    var (low, high, sum) = (0, 255, 0)
    while low < 255, sum + counts[low] <= part { (sum, low) = (sum + counts[low], low + 1) }
    sum = 0
    while high > low, sum + counts[high] <= part { (sum, high) = (sum + counts[high], high - 1) }
    guard high > low, low > 0 || high < 255 else { return self }
    let levels = (0...255).map { UInt8(max(0, min(255, ($0 - low) * 255 / (high - low)))) }
    return GrayPicture(unchecked: width, height, pixels.map { levels[Int($0)] })
  }

  /// How much of black and white is used: 0 for one shade, 255 for both ends.
  var contrast: Int {
    var counts = [Int](repeating: 0, count: 256)
    for pixel in pixels { counts[Int(pixel)] += 1 }
    let part = pixels.count / 50
    var (low, high, sum) = (0, 255, 0)
    while low < 255, sum + counts[low] <= part { (sum, low) = (sum + counts[low], low + 1) }
    sum = 0
    while high > low, sum + counts[high] <= part { (sum, high) = (sum + counts[high], high - 1) }
    return high - low
  }

  /// Each pixel the middle one of its three by three neighbours: for dust and single gaps.
  func despeckled() -> GrayPicture {
    guard width > 2, height > 2 else { return self }
    var result = pixels
    let width = width
    pixels.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { result in
        for row in 1..<height - 1 {
          for at in row * width + 1..<(row + 1) * width - 1 {
            // The middle of nine, by the well-known 19 exchanges.
            var a = source[at - width - 1], b = source[at - width], c = source[at - width + 1]
            var d = source[at - 1], e = source[at], f = source[at + 1]
            var g = source[at + width - 1], h = source[at + width], i = source[at + width + 1]
            order(&b, &c); order(&e, &f); order(&h, &i)
            order(&a, &b); order(&d, &e); order(&g, &h)
            order(&b, &c); order(&e, &f); order(&h, &i)
            order(&a, &d); order(&f, &i); order(&e, &h)
            order(&d, &g); order(&b, &e); order(&c, &f)
            order(&e, &h); order(&e, &c); order(&g, &e)
            order(&e, &c)
            result[at] = e
          }
        }
      }
    }
    return GrayPicture(unchecked: width, height, result)
  }

  /// Twice as large, what is between the pixels drawn straight.
  func doubled() -> GrayPicture {
    let (across, down) = (2 * width, 2 * height)
    var result = [UInt8](repeating: 0, count: across * down)
    let (width, height) = (width, height)
    pixels.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { result in
        for row in 0..<down {
          // The middle of a new pixel is a quarter away from the middle of its old one.
          let near = row / 2
          let far = min(max(near + (row % 2 == 0 ? -1 : 1), 0), height - 1)
          for column in 0..<across {
            let beside = column / 2
            let away = min(max(beside + (column % 2 == 0 ? -1 : 1), 0), width - 1)
            let sum =
              9 * Int(source[near * width + beside]) + 3 * Int(source[near * width + away])
              + 3 * Int(source[far * width + beside]) + Int(source[far * width + away])
            result[row * across + column] = UInt8(truncatingIfNeeded: (sum + 8) / 16)
          }
        }
      }
    }
    return GrayPicture(unchecked: across, down, result)
  }

  /// The mean of a square of `2 * reach + 1` pixels around each pixel; `reach` is 1 to 127.
  func smoothed(_ reach: Int) -> GrayPicture {
    precondition((1...127).contains(reach))
    let (width, height) = (width, height)
    var across = [UInt8](repeating: 0, count: pixels.count)
    var result = across
    let mean = Mean(of: 2 * reach + 1)
    pixels.withUnsafeBufferPointer { source in
      across.withUnsafeMutableBufferPointer { across in
        for row in 0..<height {
          let start = row * width
          var sum: UInt32 = 0
          for step in -reach...reach {
            sum &+= UInt32(source[start + min(max(step, 0), width - 1)])
          }
          for column in 0..<width {
            across[start + column] = mean(sum)
            sum &+= UInt32(source[start + min(column + reach + 1, width - 1)])
            sum &-= UInt32(source[start + max(column - reach, 0)])
          }
        }
      }
    }
    var sums = [UInt32](repeating: 0, count: width)
    across.withUnsafeBufferPointer { across in
      sums.withUnsafeMutableBufferPointer { sums in
        result.withUnsafeMutableBufferPointer { result in
          for step in -reach...reach {
            let start = min(max(step, 0), height - 1) * width
            for column in 0..<width { sums[column] &+= UInt32(across[start + column]) }
          }
          for row in 0..<height {
            let start = row * width
            let next = min(row + reach + 1, height - 1) * width
            let last = max(row - reach, 0) * width
            for column in 0..<width {
              result[start + column] = mean(sums[column])
              sums[column] =
                sums[column] &+ UInt32(across[next + column]) &- UInt32(across[last + column])
            }
          }
        }
      }
    }
    return GrayPicture(unchecked: width, height, result)
  }

  /// A sum of pixels divided by how many they are, to the nearest whole number.
  ///
  /// A product and a shift in place of a division, which takes many times as long. Up to 255 pixels have a
  /// sum below 2^16, and with the divisor's reciprocal in 32 bits, rounded up, every quotient of such sums is exact.
  private struct Mean {
    private let half: UInt32
    private let reciprocal: UInt64

    init(of count: Int) {
      half = UInt32(count / 2)
      reciprocal = (1 << 32) / UInt64(count) + 1
    }

    @inline(__always)
    func callAsFunction(_ sum: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: (UInt64(sum &+ half) &* reciprocal) >> 32)
    }
  }

  /// What lies above or below the mean of its surroundings, made `strength` times as much.
  func sharpened(reach: Int, strength: Int) -> GrayPicture {
    // Two means, one after the other, are close to a blurred lens.
    let soft = smoothed(reach).smoothed(reach)
    var result = pixels
    for index in result.indices {
      let (own, mean) = (Int(pixels[index]), Int(soft.pixels[index]))
      result[index] = UInt8(clamping: mean + (own - mean) * strength)
    }
    return GrayPicture(unchecked: width, height, result)
  }

  /// Light lines up to `2 * reach` pixels wide closed where dark lies on both sides: for streaks and
  /// scratches.
  func closed(_ reach: Int) -> GrayPicture {
    var result = self
    for _ in 0..<reach { result = result.darkened() }
    result = result.inverted()
    for _ in 0..<reach { result = result.darkened() }
    return result.inverted()
  }

  /// A part of it, as far as it lies within.
  func cropped(left: Int, top: Int, right: Int, bottom: Int) -> GrayPicture? {
    let (left, top) = (max(0, left), max(0, top))
    let (right, bottom) = (min(width, right), min(height, bottom))
    guard right > left, bottom > top else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity((right - left) * (bottom - top))
    for row in top..<bottom { part += pixels[row * width + left..<row * width + right] }
    return GrayPicture(unchecked: right - left, bottom - top, part)
  }
}

@inline(__always)
private func order(_ lesser: inout UInt8, _ greater: inout UInt8) {
  let low = min(lesser, greater)
  greater = max(lesser, greater)
  lesser = low
}
