internal import CReaderShims

/// A picture in shades of grey, one byte a pixel, 0 black and 255 white.
public struct GrayPicture: Equatable, Sendable {
  /// Pixels in a row, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  /// Rows from the top, side by side.
  public let pixels: [UInt8]

  /// A picture of `width` times `height` pixels; nil when there are more or fewer.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= ReadingLimits.pixels, height <= ReadingLimits.pixels,
      pixels.count == width * height
    else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  private init(trusted picture: reader_picture) {
    width = Int(picture.width)
    height = Int(picture.height)
    pixels = Array(UnsafeBufferPointer(start: picture.pixels, count: width * height))
  }

  /// Decodes a JPEG.
  ///
  /// Throws: `damaged`, `tooManyPixels`, `memory`.
  public init(jpeg bytes: some Collection<UInt8>) throws(ReadingError) {
    var picture = reader_picture()
    let status = Array(bytes).withUnsafeBufferPointer {
      reader_jpeg(
        $0.baseAddress, $0.count, UInt64(ReadingLimits.pixels / 2),
        UInt64(2 * ReadingLimits.pixels), &picture)
    }
    try Self.check(status)
    self.init(trusted: picture)
    reader_free(picture.pixels)
  }

  /// Decodes a PNG; transparent parts are white.
  ///
  /// Throws: `damaged`, `tooManyPixels`, `memory`.
  public init(png bytes: some Collection<UInt8>) throws(ReadingError) {
    var picture = reader_picture()
    let status = Array(bytes).withUnsafeBufferPointer {
      reader_png($0.baseAddress, $0.count, UInt64(ReadingLimits.pixels), &picture)
    }
    try Self.check(status)
    self.init(trusted: picture)
    reader_free(picture.pixels)
  }

  private static func check(_ status: reader_status) throws(ReadingError) {
    switch status {
    case READER_OK: return
    case READER_TOO_MANY_PIXELS: throw .tooManyPixels
    case READER_OUT_OF_MEMORY: throw .memory
    default: throw .damaged
    }
  }

  /// The same with black and white exchanged: some screens show QR codes that way.
  func inverted() -> GrayPicture {
    GrayPicture(unchecked: width, height, pixels.map { ~$0 })
  }

  /// Every pixel as a square of `factor`: for QR codes of one or two pixels a module.
  func enlarged(_ factor: Int) -> GrayPicture {
    var result: [UInt8] = []
    result.reserveCapacity(pixels.count * factor * factor)
    for row in 0..<height {
      var line: [UInt8] = []
      line.reserveCapacity(width * factor)
      for pixel in pixels[row * width..<(row + 1) * width] {
        for _ in 0..<factor { line.append(pixel) }
      }
      for _ in 0..<factor { result += line }
    }
    return GrayPicture(unchecked: width * factor, height * factor, result)
  }

  /// Half the size, the mean of every four pixels: for large photographs with noise.
  func halved() -> GrayPicture {
    let across = max(1, width / 2)
    let down = max(1, height / 2)
    var result = [UInt8](repeating: 0, count: across * down)
    pixels.withUnsafeBufferPointer { pixels in
      result.withUnsafeMutableBufferPointer { result in
        for row in 0..<down {
          let upper = min(2 * row, height - 1) * width
          let lower = min(2 * row + 1, height - 1) * width
          for column in 0..<across {
            let left = min(2 * column, width - 1)
            let right = min(2 * column + 1, width - 1)
            let sum =
              Int(pixels[upper + left]) + Int(pixels[upper + right]) + Int(pixels[lower + left])
              + Int(pixels[lower + right])
            result[row * across + column] = UInt8(truncatingIfNeeded: sum / 4)
          }
        }
      }
    }
    return GrayPicture(unchecked: across, down, result)
  }

  /// The pixels of a square in the middle, row by row; nil when the picture is smaller.
  public func middle(side: Int) -> [UInt8]? {
    guard side > 0, width >= side, height >= side else { return nil }
    let (top, left) = ((height - side) / 2, (width - side) / 2)
    var result: [UInt8] = []
    result.reserveCapacity(side * side)
    for row in top..<top + side {
      result += pixels[row * width + left..<row * width + left + side]
    }
    return result
  }

  init(unchecked width: Int, _ height: Int, _ pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
