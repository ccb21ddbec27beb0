/// Shades between the pixels of a picture, lent for as long as the pixels are.
///
/// The pixel in column 0 lies from 0 to 1, its middle at 0.5.
struct PixelSampler {
  let width: Int
  let height: Int
  private let pixels: UnsafePointer<UInt8>

  /// Runs `body` over a picture; nil for one without pixels.
  static func lend<R>(_ picture: GrayPicture, _ body: (PixelSampler) -> R?) -> R? {
    picture.pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress, pixels.count == picture.width * picture.height,
        picture.width > 1, picture.height > 1
      else { return nil }
      return body(PixelSampler(width: picture.width, height: picture.height, pixels: start))
    }
  }

  /// The shade at a point, drawn straight between four pixels; that of the edge outside.
  @inline(__always)
  func shade(_ x: Double, _ y: Double) -> Float {
    let x = max(0, min(x - 0.5, Double(width) - 1.001))
    let y = max(0, min(y - 0.5, Double(height) - 1.001))
    let (column, row) = (Int(x), Int(y))
    let (right, below) = (Float(x - Double(column)), Float(y - Double(row)))
    let at = row * width + column
    let upper = Float(pixels[at]) + (Float(pixels[at + 1]) - Float(pixels[at])) * right
    let lower =
      Float(pixels[at + width]) + (Float(pixels[at + width + 1]) - Float(pixels[at + width]))
      * right
    return upper + (lower - upper) * below
  }

  /// Whether a point lies on the picture.
  func holds(_ point: SymbolPlace.Point) -> Bool {
    point.x >= 0 && point.y >= 0 && point.x <= Double(width) && point.y <= Double(height)
  }
}
