internal import PictureFormats

/// Frames of a camera kept in a file: a line `drawbridge-frames FORMAT WIDTH HEIGHT`, then frame
/// after frame.
///
/// Each frame is its length (32 bits, big-endian) and as many bytes. A recording of a camera can be
/// played to the reader again, and tests need no camera.
public enum FrameFile {
  static let magic = PictureFormat.recordingStart

  /// The file for frames of one format and size.
  public static func encode(_ frames: [CameraFrame]) -> [UInt8] {
    guard let first = frames.first else { return [] }
    var bytes = magic
    bytes += "\(first.format.rawValue) \(first.width) \(first.height)\n".utf8
    for frame in frames {
      for shift in [24, 16, 8, 0] {
        bytes.append(UInt8(truncatingIfNeeded: frame.bytes.count >> shift))
      }
      bytes += frame.bytes
    }
    return bytes
  }
}

/// The frames of such a file, one after the other.
struct FrameStream {
  private let format: CameraFrame.Format
  private let width: Int
  private let height: Int
  private let source: ByteSource

  /// Reads the line at the beginning.
  ///
  /// Throws: `damaged`.
  init(_ source: ByteSource) throws(ReadingError) {
    guard let line = source.line(limit: 80), line.starts(with: FrameFile.magic) else {
      throw .damaged
    }
    let words = String(decoding: line[FrameFile.magic.count...], as: UTF8.self).split(
      separator: " ")
    guard words.count == 3, let format = CameraFrame.Format(rawValue: String(words[0])),
      let width = Int(words[1]), let height = Int(words[2]), (1...65_535).contains(width),
      (1...65_535).contains(height)
    else { throw .damaged }
    (self.format, self.width, self.height, self.source) = (format, width, height, source)
  }

  /// The next frame, its rows not padded; nil at the end.
  ///
  /// Throws: `damaged` for one that was cut off, and for one larger than a camera gives.
  func next() throws(ReadingError) -> CameraFrame? {
    guard !source.peek(1).isEmpty else { return nil }
    let head = Array(source.peek(4))
    guard head.count == 4, source.skip(4) else { throw .damaged }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    guard length <= 2 * ReadingLimits.pixels else { throw .damaged }
    // Not all at once: the length may be a lie.
    var bytes: [UInt8] = []
    while bytes.count < length {
      let start = bytes.count
      bytes += [UInt8](repeating: 0, count: min(1 << 20, length - start))
      let isFilled = bytes.withUnsafeMutableBytes {
        source.fill(UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
      }
      guard isFilled else { throw .damaged }
    }
    return CameraFrame(
      format: format, width: width, height: height, stride: width * (format == .yuyv ? 2 : 1),
      bytes: bytes)
  }
}
