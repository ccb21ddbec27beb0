import Glibc
import QRDrawing
import QRReading

/// The brightness of a frame of a camera while it comes to be.
struct CameraScreen {
  private static let width = SimulatedCamera.width
  private static let height = SimulatedCamera.height
  /// The table behind the screen.
  private static let around: Float = 90

  private let view: SimulatedCamera
  private var light = [Float](repeating: around, count: width * height)
  /// Where a pixel is on the picture, in modules: numerators across and down, and what divides both.
  private let across: (Double, Double, Double)
  private let down: (Double, Double, Double)
  private let depth: (Double, Double)

  /// `numbers` say how the hand shakes.
  init(_ view: SimulatedCamera, _ picture: QRPicture, _ numbers: inout Numbers) {
    self.view = view
    let scale = min(
      view.fill * Double(Self.height) / Double(picture.height),
      view.fill * Double(Self.width) / Double(picture.width))
    let x = Double(Self.width) / 2 + (numbers.next() - 0.5) * 2 * view.shake
    let y = Double(Self.height) / 2 + (numbers.next() - 0.5) * 2 * view.shake
    let turn = (view.turn + (numbers.next() - 0.5) * 0.1 * view.shake) * .pi / 180
    let (sine, cosine) = (sin(turn) / scale, cos(turn) / scale)
    // The farther up, the farther away; the middle stays as it is.
    let slant = view.slant / (view.fill * Double(Self.height))
    depth = (slant, 1 - slant * y)
    let (wide, high) = (Double(picture.width) / 2, Double(picture.height) / 2)
    across = (
      cosine, sine + wide * depth.0, -x * cosine - y * sine + wide * depth.1
    )
    down = (
      -sine, cosine + high * depth.0, x * sine - y * cosine + high * depth.1
    )
  }

  /// Draws what the camera sees of a picture from a row on: nine samples a pixel.
  private func drawn(_ picture: QRPicture, from first: Int = 0) -> [Float] {
    var drawn = light
    let (dark, lit) = (Float(view.shades.dark), Float(view.shades.light))
    let (wide, high) = (Double(picture.width), Double(picture.height))
    picture.modules.withUnsafeBufferPointer { modules in
      drawn.withUnsafeMutableBufferPointer { drawn in
        for row in first..<Self.height {
          for column in 0..<Self.width {
            // Most of a frame is not the screen; a pixel is no larger than two modules.
            let (midX, midY) = (Double(column) + 0.5, Double(row) + 0.5)
            let near = 1 / (depth.0 * midY + depth.1)
            let u = (across.0 * midX + across.1 * midY + across.2) * near
            let v = (down.0 * midX + down.1 * midY + down.2) * near
            guard u > -2, v > -2, u < wide + 2, v < high + 2 else { continue }
            var (sum, count): (Float, Float) = (0, 0)
            for sample in 0..<9 {
              let x = Double(column) + (Double(sample % 3) + 0.5) / 3
              let y = Double(row) + (Double(sample / 3) + 0.5) / 3
              let scale = 1 / (depth.0 * y + depth.1)
              let u = (across.0 * x + across.1 * y + across.2) * scale
              let v = (down.0 * x + down.1 * y + down.2) * scale
              guard u >= 0, v >= 0, u < wide, v < high else { continue }
              sum += modules[Int(v) * picture.width + Int(u)] == 1 ? dark : lit
              count += 1
            }
            guard count > 0 else { continue }
            var shade = sum + (9 - count) * Self.around
            if view.moire > 0 { shade *= Float(1 + view.moire * Self.bands(column, row)) }
            drawn[row * Self.width + column] = shade / 9
          }
        }
      }
    }
    return drawn
  }

  /// Two sets of bands that cross each other, -1 to 1.
  private static func bands(_ column: Int, _ row: Int) -> Double {
    (sin(0.83 * Double(column) + 0.11 * Double(row))
      + sin(0.09 * Double(column) - 0.71 * Double(row)))
      / 2
  }

  mutating func show(_ picture: QRPicture) { light = drawn(picture) }

  /// From a share of the height on the rows show another picture; 48 rows show some of both.
  mutating func change(to picture: QRPicture, at share: Double) {
    let band = 48
    let first = max(0, Int(share * Double(Self.height)) - band / 2)
    var fresh = self
    fresh.light = [Float](repeating: Self.around, count: light.count)
    let next = fresh.drawn(picture, from: first)
    for row in first..<Self.height {
      let part = min(1, Float(row - first) / Float(band))
      for at in row * Self.width..<(row + 1) * Self.width {
        light[at] += (next[at] - light[at]) * part
      }
    }
  }

  /// Out of focus: a Gauss curve with this deviation in pixels.
  mutating func blur(_ deviation: Double) {
    guard deviation > 0 else { return }
    let reach = Int((deviation * 3.5).rounded(.up))
    var weights = (-reach...reach).map {
      Float(exp(-Double($0 * $0) / (2 * deviation * deviation)))
    }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    let (width, height) = (Self.width, Self.height)
    var passed = [Float](repeating: 0, count: light.count)
    var line = [Float](repeating: 0, count: width + 2 * reach)
    for row in 0..<height {
      for index in line.indices {
        line[index] = light[row * width + min(max(index - reach, 0), width - 1)]
      }
      line.withUnsafeBufferPointer { line in
        passed.withUnsafeMutableBufferPointer { passed in
          for (step, weight) in weights.enumerated() {
            for column in 0..<width { passed[row * width + column] += weight * line[column + step] }
          }
        }
      }
    }
    passed.withUnsafeBufferPointer { passed in
      light.withUnsafeMutableBufferPointer { light in
        for row in 0..<height {
          for column in 0..<width { light[row * width + column] = 0 }
          for (step, weight) in weights.enumerated() {
            let near = min(max(row + step - reach, 0), height - 1) * width
            for column in 0..<width {
              light[row * width + column] += weight * passed[near + column]
            }
          }
        }
      }
    }
  }

  /// A lamp mirrored within the middle of the screen.
  mutating func shine(_ strength: Double, _ numbers: inout Numbers) {
    let x = Double(Self.width) / 2 + (numbers.next() - 0.5) * 240
    let y = Double(Self.height) / 2 + (numbers.next() - 0.5) * 240
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        let (right, below) = (Double(column) - x, Double(row) - y)
        let far = (right * right + below * below) / (2 * 90 * 90)
        guard far < 9 else { continue }
        light[row * Self.width + column] += Float(strength * exp(-far))
      }
    }
  }

  /// The frame: darker on the left, with noise.
  func picture(noise: Double, _ numbers: inout Numbers) -> GrayPicture? {
    var pixels = [UInt8](repeating: 0, count: light.count)
    // The sum of four even numbers is close to a Gauss curve, with a deviation of the root of 1/3.
    let strength = Float(noise * 3.0.squareRoot())
    for row in 0..<Self.height {
      for column in 0..<Self.width {
        let at = row * Self.width + column
        let share = Float(1 - view.unevenness * (1 - Double(column) / Double(Self.width)))
        var shade = light[at] * share
        if noise > 0 {
          let sum = (0..<4).reduce(Float(0)) { sum, _ in sum + Float(numbers.next()) }
          shade += (sum - 2) * strength
        }
        pixels[at] = UInt8(max(0, min(255, shade.rounded())))
      }
    }
    return GrayPicture(width: Self.width, height: Self.height, pixels: pixels)
  }
}
