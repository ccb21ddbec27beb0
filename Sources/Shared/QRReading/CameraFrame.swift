/// One frame as a camera gives it.
public struct CameraFrame: Sendable {
  /// How the bytes are laid out.
  public enum Format: String, Sendable, CaseIterable {
    /// One byte a pixel.
    case grey = "GREY"
    /// Two bytes a pixel, the first of them its brightness.
    case yuyv = "YUYV"
    /// A JPEG.
    case mjpeg = "MJPG"
  }

  /// How the bytes are laid out.
  public let format: Format
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Bytes from one row to the next; of no meaning for a JPEG.
  public let stride: Int
  /// The frame, rows from the top, or a whole JPEG.
  public let bytes: [UInt8]

  /// Takes a frame as it came; ``picture()`` checks it.
  public init(format: Format, width: Int, height: Int, stride: Int, bytes: [UInt8]) {
    self.format = format
    self.width = width
    self.height = height
    self.stride = stride
    self.bytes = bytes
  }

  /// The brightness of each pixel.
  ///
  /// Throws: `damaged` for a frame shorter than its size says, which cameras give while they start.
  public func picture() throws(ReadingError) -> GrayPicture {
    if format == .mjpeg { return try GrayPicture(jpeg: bytes) }
    let step = format == .yuyv ? 2 : 1
    guard (1...65_535).contains(width), (1...65_535).contains(height), stride >= width * step,
      stride <= 1 << 20
    else { throw .damaged }
    guard width * height <= ReadingLimits.pixels else { throw .tooManyPixels }
    guard bytes.count >= (height - 1) * stride + width * step else { throw .damaged }
    var pixels = [UInt8](repeating: 0, count: width * height)
    bytes.withUnsafeBufferPointer { bytes in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for row in 0..<height {
          for column in 0..<width {
            pixels[row * width + column] = bytes[row * stride + column * step]
          }
        }
      }
    }
    return GrayPicture(unchecked: width, height, pixels)
  }
}
