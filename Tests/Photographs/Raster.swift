import Glibc
import QRReading

/// A picture that is being damaged: its brightness in fractions, so that one damage after another
/// loses nothing to rounding.
struct Raster {
  enum Stain { case opaque, translucent }

  let width: Int
  let height: Int
  private var light: [Float]

  init(_ picture: GrayPicture) {
    (width, height) = (picture.width, picture.height)
    light = picture.pixels.map { Float($0) }
  }

  private init(width: Int, height: Int, light: [Float]) {
    (self.width, self.height, self.light) = (width, height, light)
  }

  var picture: GrayPicture? {
    GrayPicture(
      width: width, height: height,
      pixels: light.map { UInt8(max(0, min(255, $0.rounded()))) })
  }

  /// Turned by degrees, and seen from below: the upper edge is shorter than the lower one by the
  /// share `slant`; on a grey table.
  func seen(turn: Double, slant: Double) -> Raster {
    let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
    let border = Int(Double(height) * abs(sine) / 2) + 24
    let (across, down) = (width + 2 * border, height + border)
    var seen = [Float](repeating: 90, count: across * down)
    for row in 0..<down {
      for column in 0..<across {
        var x = Double(column) - Double(across) / 2
        var y = Double(row) - Double(down) / 2
        // The farther up, the farther away.
        let depth = 1 / (1 + slant * y / Double(height))
        (x, y) = (x * depth, y * depth)
        let u = x * cosine + y * sine + Double(width) / 2
        let v = y * cosine - x * sine + Double(height) / 2
        guard u >= 0, v >= 0, u < Double(width - 1), v < Double(height - 1) else { continue }
        let at = Int(v) * width + Int(u)
        let (right, below) = (Float(u - u.rounded(.down)), Float(v - v.rounded(.down)))
        let upper = light[at] * (1 - right) + light[at + 1] * right
        let lower = light[at + width] * (1 - right) + light[at + width + 1] * right
        seen[row * across + column] = upper * (1 - below) + lower * below
      }
    }
    return Raster(width: across, height: down, light: seen)
  }

  /// Out of focus: a Gauss curve with this deviation in pixels.
  mutating func blur(_ deviation: Double) {
    let reach = Int((deviation * 3).rounded(.up))
    var weights = (-reach...reach).map {
      Float(exp(-Double($0 * $0) / (2 * deviation * deviation)))
    }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    var passed = light
    for row in 0..<height {
      for column in 0..<width {
        var sum: Float = 0
        for step in -reach...reach {
          sum += weights[step + reach] * light[row * width + min(max(column + step, 0), width - 1)]
        }
        passed[row * width + column] = sum
      }
    }
    for row in 0..<height {
      for column in 0..<width {
        var sum: Float = 0
        for step in -reach...reach {
          let near = min(max(row + step, 0), height - 1)
          sum += weights[step + reach] * passed[near * width + column]
        }
        light[row * width + column] = sum
      }
    }
  }

  mutating func fade(to range: ClosedRange<Float>, noise: Double, _ numbers: inout Numbers) {
    let share = (range.upperBound - range.lowerBound) / 255
    for index in light.indices {
      light[index] =
        range.lowerBound + light[index] * share + Float((numbers.next() * 2 - 1) * noise)
    }
  }

  /// Dust and gaps: a share of all pixels is black or white.
  mutating func speckle(_ share: Double, _ numbers: inout Numbers) {
    for index in light.indices where numbers.next() < share {
      light[index] = numbers.next() < 0.5 ? 0 : 255
    }
  }

  /// The paper was folded across at this height: the toner broke off along 6 pixels (1 mm), and the
  /// paper is a little darker beside it.
  mutating func fold(at height: Double) {
    let middle = Int(height)
    for row in max(0, middle - 10)..<min(self.height, middle + 10) {
      let isBroken = abs(row - middle) < 3
      for column in 0..<width {
        let at = row * width + column
        light[at] = isBroken ? 235 : light[at] * 0.9
      }
    }
  }

  /// A round stain within a symbol that covers a share of it.
  mutating func stain(
    _ place: SymbolPlace, share: Double, _ stain: Stain, _ numbers: inout Numbers
  ) {
    let radius = place.side * (share / .pi).squareRoot()
    let room = place.side - 2 * radius
    let x = place.middle.x + (numbers.next() - 0.5) * room
    let y = place.middle.y + (numbers.next() - 0.5) * room
    for row in max(0, Int(y - radius))..<min(height, Int(y + radius) + 1) {
      for column in max(0, Int(x - radius))..<min(width, Int(x + radius) + 1) {
        let (across, down) = (Double(column) - x, Double(row) - y)
        guard across * across + down * down <= radius * radius else { continue }
        let at = row * width + column
        light[at] = stain == .opaque ? 60 : 25 + light[at] * 0.42
      }
    }
  }

  /// A printer at its end: bands along the page in which hardly any toner came, 2 to 4 pixels wide,
  /// about two in a centimetre.
  mutating func streak(_ numbers: inout Numbers) {
    var column = 0
    while column < width {
      column += 12 + Int(numbers.next() * 30)
      guard column < width else { break }
      let band = column..<min(width, column + 2 + Int(numbers.next() * 2))
      for row in 0..<height {
        for column in band {
          let at = row * width + column
          light[at] = 255 - (255 - light[at]) * 0.15
        }
      }
      column = band.upperBound
    }
  }
}
