import Glibc
public import QRReading

extension Scenes {
  /// What a poor scanner or a photograph of a whole page gives: turned, sheared as by a camera held
  /// askew, softened by resampling, uneven in light, with noise of a fixed seed.
  ///
  /// `turn` is in degrees; `shear` is how far the bottom is moved aside, as a share of the height. One
  /// sample for each pixel, between its four neighbours: a page has millions.
  public static func scan(
    of page: GrayPicture, turn: Double, shear: Double = 0, noise: Int, seed: UInt64
  ) -> GrayPicture? {
    let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
    let border = Int(Double(page.height) * (abs(sine) + abs(shear)) / 2) + 20
    let (width, height) = (page.width + 2 * border, page.height + 2 * border)
    var state = seed
    var pixels = [UInt8](repeating: 0, count: width * height)
    let (acrossStep, downStep) = (Int32(cosine * 65_536), Int32(-sine * 65_536))
    page.pixels.withUnsafeBufferPointer { source in
      pixels.withUnsafeMutableBufferPointer { target in
        for row in 0..<height {
          let y = Double(row) - Double(height) / 2
          let x = -Double(width) / 2 + shear * y
          // Fixed point, 16 bits behind it.
          var u = Int32((x * cosine + y * sine + Double(page.width) / 2) * 65_536)
          var v = Int32((y * cosine - x * sine + Double(page.height) / 2) * 65_536)
          var column = 0
          while column < width {
            let (left, top) = (Int(u >> 16), Int(v >> 16))
            var light = 200
            if left >= 0, top >= 0, left + 1 < page.width, top + 1 < page.height {
              let (right, down) = (Int(u & 0xffff) >> 8, Int(v & 0xffff) >> 8)
              let at = top * page.width + left
              let upper = Int(source[at]) * (256 - right) + Int(source[at + 1]) * right
              let below = at + page.width
              let lower = Int(source[below]) * (256 - right) + Int(source[below + 1]) * right
              let level = (upper * (256 - down) + lower * down) >> 16
              light = 35 + level * 190 / 255
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let speck = Int(truncatingIfNeeded: state >> 40) % (2 * noise + 1) - noise
            light = light - light * (row + column) / (4 * (width + height)) + speck
            target[row * width + column] = UInt8(clamping: light)
            u &+= acrossStep
            v &+= downStep
            column += 1
          }
        }
      }
    }
    return GrayPicture(width: width, height: height, pixels: pixels)
  }
}
