internal import PictureFormats

/// A film without compression: Y4M, as mjpegtools and ffmpeg write it (`-f yuv4mpegpipe`).
///
/// A line `YUV4MPEG2` with parameters, then for each frame a line `FRAME` and its planes. Only the
/// first plane, the brightness, is kept.
struct Y4MStream {
  static let magic = PictureFormat.y4mStart
  /// The longest line that is read, in bytes.
  static let lineLimit = 1_024

  let width: Int
  let height: Int
  /// Bytes of each pixel's brightness, and the bits that they use.
  let sample: (bytes: Int, bits: Int)
  /// Bytes of the other planes.
  let colour: Int
  private let source: ByteSource

  /// Reads the line at the beginning.
  ///
  /// Throws: `damaged`, `tooManyPixels`, `videoForm`.
  init(_ source: ByteSource) throws(ReadingError) {
    guard let line = source.line(limit: Self.lineLimit), line.starts(with: Self.magic) else {
      throw .damaged
    }
    var (width, height, form) = (0, 0, "420")
    for word in String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst() {
      let value = String(word.dropFirst())
      switch word.first {
      case "W": width = Int(value) ?? 0
      case "H": height = Int(value) ?? 0
      case "C": form = value
      default: break
      }
    }
    guard (1...65_535).contains(width), (1...65_535).contains(height) else { throw .damaged }
    guard width * height <= ReadingLimits.pixels else { throw .tooManyPixels }
    guard let planes = Self.planes(form, width, height) else { throw .videoForm }
    (self.width, self.height, self.source) = (width, height, source)
    (sample, colour) = (planes.sample, planes.colour)
  }

  /// What a form says of the size of a pixel and of the other planes; nil for one that is unknown.
  private static func planes(
    _ form: String, _ width: Int, _ height: Int
  ) -> (sample: (bytes: Int, bits: Int), colour: Int)? {
    var form = form
    var bits = 8
    for depth in [9, 10, 12, 14, 16] where form.hasSuffix("p\(depth)") || form == "mono\(depth)" {
      bits = depth
      form = String(form.dropLast("\(depth)".utf8.count))
      if form.hasSuffix("p") { form.removeLast() }
    }
    let (half, quarter, low) = ((width + 1) / 2, (width + 3) / 4, (height + 1) / 2)
    let samples: Int
    switch form {
    case "mono": samples = 0
    case "420", "420jpeg", "420mpeg2", "420paldv": samples = 2 * half * low
    case "411": samples = 2 * quarter * height
    case "422": samples = 2 * half * height
    case "440": samples = 2 * width * low
    case "444": samples = 2 * width * height
    case "444alpha": samples = 3 * width * height
    default: return nil
    }
    let bytes = bits > 8 ? 2 : 1
    return ((bytes, bits), samples * bytes)
  }

  /// The next frame; nil at the end.
  ///
  /// Throws: `damaged` for anything else than a frame, and for one that was cut off.
  func next() throws(ReadingError) -> GrayPicture? {
    guard !source.peek(1).isEmpty else { return nil }
    guard let line = source.line(limit: Self.lineLimit), line.starts(with: Array("FRAME".utf8))
    else { throw .damaged }
    var pixels = [UInt8](repeating: 0, count: width * height)
    if sample.bytes == 1 {
      guard pixels.withUnsafeMutableBytes({ source.fill($0) }) else { throw .damaged }
    } else {
      var row = [UInt8](repeating: 0, count: 2 * width)
      for number in 0..<height {
        guard row.withUnsafeMutableBytes({ source.fill($0) }) else { throw .damaged }
        for column in 0..<width {
          let value = Int(row[2 * column]) | Int(row[2 * column + 1]) << 8
          pixels[number * width + column] = UInt8(clamping: value >> (sample.bits - 8))
        }
      }
    }
    guard source.skip(colour) else { throw .damaged }
    return GrayPicture(unchecked: width, height, pixels)
  }
}
