internal import CGIF

/// The frames of a GIF, drawn one over the other as a viewer would.
final class GIFReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var canvas: [UInt8] = []
  private var width = 0
  private var height = 0
  private var transparent = -1
  private var disposal = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Gives each frame until `each` returns false.
  ///
  /// A GIF cut off gives the frames before the cut, then throws `damaged`.
  func frames(_ each: (GrayPicture) throws(ReadingError) -> Bool) throws(ReadingError) {
    var status: Int32 = 0
    let opened = DGifOpen(
      Unmanaged.passUnretained(self).toOpaque(),
      { file, target, count in
        guard let pointer = file?.pointee.UserData, let target, count > 0 else { return 0 }
        let reader = Unmanaged<GIFReader>.fromOpaque(pointer).takeUnretainedValue()
        return reader.copy(to: target, count: Int(count))
      }, &status)
    guard let file = opened else { throw .damaged }
    defer { DGifCloseFile(file, &status) }
    width = Int(file.pointee.SWidth)
    height = Int(file.pointee.SHeight)
    guard width > 0, height > 0 else { throw .damaged }
    guard width * height <= ReadingLimits.pixels else { throw .tooManyPixels }
    canvas = [UInt8](repeating: 255, count: width * height)
    var count = 0
    while true {
      var kind = UNDEFINED_RECORD_TYPE
      guard DGifGetRecordType(file, &kind) == GIF_OK else { throw .damaged }
      switch kind {
      case TERMINATE_RECORD_TYPE: return
      case EXTENSION_RECORD_TYPE: try skipExtension(file)
      case IMAGE_DESC_RECORD_TYPE:
        count += 1
        guard count <= ReadingLimits.frames else { throw .tooManyFrames }
        guard try frame(file, each) else { return }
      default: throw .damaged
      }
    }
  }

  private func copy(to target: UnsafeMutablePointer<GifByteType>, count: Int) -> Int32 {
    let available = min(count, bytes.count - offset)
    for index in 0..<available { target[index] = bytes[offset + index] }
    offset += available
    return Int32(available)
  }

  private func skipExtension(_ file: UnsafeMutablePointer<GifFileType>) throws(ReadingError) {
    var code: Int32 = 0
    var block: UnsafeMutablePointer<GifByteType>?
    guard DGifGetExtension(file, &code, &block) == GIF_OK else { throw .damaged }
    while let content = block {
      // A graphics control block: its length, flags, delay (two bytes), transparent colour.
      if code == GRAPHICS_EXT_FUNC_CODE, content[0] == 4 {
        disposal = Int(content[1] >> 2 & 7)
        transparent = content[1] & 1 == 1 ? Int(content[4]) : -1
      }
      guard DGifGetExtensionNext(file, &block) == GIF_OK else { throw .damaged }
    }
  }

  private func frame(
    _ file: UnsafeMutablePointer<GifFileType>,
    _ each: (GrayPicture) throws(ReadingError) -> Bool
  ) throws(ReadingError) -> Bool {
    guard DGifGetImageDesc(file) == GIF_OK else { throw .damaged }
    let image = file.pointee.Image
    let (left, top) = (Int(image.Left), Int(image.Top))
    let (across, down) = (Int(image.Width), Int(image.Height))
    guard across > 0, down > 0, across <= 65_535, down <= 65_535,
      across * down <= ReadingLimits.pixels, left >= 0, top >= 0
    else { throw .damaged }
    guard let map = image.ColorMap ?? file.pointee.SColorMap else { throw .damaged }
    var grays = [UInt8](repeating: 255, count: 256)
    for index in 0..<min(256, Int(map.pointee.ColorCount)) {
      let color = map.pointee.Colors[index]
      let sum = 299 * Int(color.Red) + 587 * Int(color.Green) + 114 * Int(color.Blue)
      grays[index] = UInt8(truncatingIfNeeded: sum / 1000)
    }
    let before = disposal == 3 ? canvas : []
    var line = [GifPixelType](repeating: 0, count: across)
    for row in image.Interlace ? Self.interlaced(down) : Array(0..<down) {
      guard DGifGetLine(file, &line, Int32(across)) == GIF_OK else { throw .damaged }
      guard top + row < height, left < width else { continue }
      let start = (top + row) * width + left
      let visible = min(across, width - left)
      canvas.withUnsafeMutableBufferPointer { canvas in
        line.withUnsafeBufferPointer { line in
          for column in 0..<visible where Int(line[column]) != transparent {
            canvas[start + column] = grays[Int(line[column])]
          }
        }
      }
    }
    let goOn = try each(GrayPicture(unchecked: width, height, canvas))
    switch disposal {
    case 2: clear(left: left, top: top, across: across, down: down)
    case 3: canvas = before
    default: break
    }
    (transparent, disposal) = (-1, 0)
    return goOn
  }

  private func clear(left: Int, top: Int, across: Int, down: Int) {
    guard left < width else { return }
    for row in top..<max(top, min(top + down, height)) {
      for column in left..<min(left + across, width) { canvas[row * width + column] = 255 }
    }
  }

  /// The order in which the rows of an interlaced frame come.
  static func interlaced(_ rows: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: rows, by: step))
    }
  }
}
