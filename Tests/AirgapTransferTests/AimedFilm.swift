import QRDrawing

/// A film of a QR code as a camera sees it, as Y4M: what is wrong with it is what a person can do something about.
struct AimedFilm {
  static let size = (width: 640, height: 360)

  var text = "A QR CODE TO AIM AT, WITH A LINE OR TWO OF TEXT IN IT, AND A LITTLE MORE"
  /// Pixels of a module.
  var module = 6.0
  var left = 200.0
  var top = 30.0
  var dark: UInt8 = 30
  var light: UInt8 = 215
  var around: UInt8 = 100
  /// Each pixel becomes the mean of so many on each side of it, three times in both directions.
  var blur = 0
  /// How far a pixel is off, at most; the same in every run.
  var noise = 0
  /// Pixels that it moves to the right from frame to frame.
  var speed = 0.0

  func pixels(of frame: Int = 0) throws -> [UInt8] {
    let (width, height) = Self.size
    let picture = QRPicture(try QRSymbol(text: text))
    var pixels = [UInt8](repeating: around, count: width * height)
    let left = left + speed * Double(frame)
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = ((Double(column) - left) / module, (Double(row) - top) / module)
        guard x >= 0, y >= 0, x < Double(picture.width), y < Double(picture.height) else {
          continue
        }
        pixels[row * width + column] =
          picture.isDark(row: Int(y), column: Int(x)) ? dark : light
      }
    }
    if blur > 0 { for _ in 0..<3 { pixels = smoothed(pixels) } }
    guard noise > 0 else { return pixels }
    var state = UInt64(frame + 1)
    return pixels.map { pixel in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(clamping: Int(pixel) + Int(state >> 33) % (2 * noise + 1) - noise)
    }
  }

  private func smoothed(_ pixels: [UInt8]) -> [UInt8] {
    let (width, height) = Self.size
    var smooth = pixels
    for row in 0..<height { mean(&smooth, from: row * width, step: 1, count: width) }
    for column in 0..<width { mean(&smooth, from: column, step: width, count: height) }
    return smooth
  }

  /// The running mean of a line.
  private func mean(_ pixels: inout [UInt8], from start: Int, step: Int, count: Int) {
    let line = (0..<count).map { Int(pixels[start + $0 * step]) }
    var sum = line[0..<blur].reduce(0, +)
    var size = blur
    for place in 0..<count {
      if place + blur < count { (sum, size) = (sum + line[place + blur], size + 1) }
      if place > blur { (sum, size) = (sum - line[place - blur - 1], size - 1) }
      pixels[start + place * step] = UInt8(sum / size)
    }
  }

  func y4m(frames: Int) throws -> [UInt8] {
    let first = try pixels()
    let isStill = noise == 0 && speed == 0
    return try Self.y4m((0..<frames).map { isStill || $0 == 0 ? first : try pixels(of: $0) })
  }

  static func y4m(_ frames: [[UInt8]]) -> [UInt8] {
    Array("YUV4MPEG2 W\(size.width) H\(size.height) F30:1 Cmono\n".utf8)
      + frames.flatMap { Array("FRAME\n".utf8) + $0 }
  }
}
