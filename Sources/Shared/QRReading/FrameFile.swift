/// Frames of a camera kept in a file: a line `drawbridge-frames FORMAT WIDTH HEIGHT`, then frame
/// after frame.
///
/// Each frame is its length (32 bits, big-endian) and as many bytes. A recording of a camera can be
/// played to the reader again, and tests need no camera.
public enum FrameFile {
  static let magic = Array("drawbridge-frames ".utf8)

  /// Whether a file claims to be one.
  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

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

  /// The frames; rows are not padded.
  ///
  /// Throws: `damaged`, `tooManyFrames`.
  public static func decode(_ bytes: [UInt8]) throws(ReadingError) -> [CameraFrame] {
    guard recognizes(bytes), let end = bytes.prefix(80).firstIndex(of: 0x0A) else {
      throw .damaged
    }
    let words = String(decoding: bytes[magic.count..<end], as: UTF8.self).split(separator: " ")
    guard words.count == 3, let format = CameraFrame.Format(rawValue: String(words[0])),
      let width = Int(words[1]), let height = Int(words[2]), (1...65_535).contains(width),
      (1...65_535).contains(height)
    else { throw .damaged }
    var frames: [CameraFrame] = []
    var offset = end + 1
    while offset < bytes.count {
      guard bytes.count - offset >= 4 else { throw .damaged }
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      offset += 4
      guard bytes.count - offset >= length else { throw .damaged }
      guard frames.count < ReadingLimits.frames else { throw .tooManyFrames }
      frames.append(
        CameraFrame(
          format: format, width: width, height: height,
          stride: width * (format == .yuyv ? 2 : 1),
          bytes: Array(bytes[offset..<offset + length])))
      offset += length
    }
    return frames
  }
}
