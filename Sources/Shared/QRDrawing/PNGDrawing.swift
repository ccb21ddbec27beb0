internal import CDrawingShims

extension QRPicture {
  /// The picture as PNG, one bit grey, `scale` pixels a module (at least 1).
  ///
  /// Throws: `pictureTooLarge`, `cannotEncode`.
  public func png(scale: Int = 4) throws(DrawingError) -> [UInt8] {
    let scale = try checkedScale(scale)
    let stride = (width * scale + 7) / 8
    var rows = [UInt8](repeating: 0xFF, count: stride * height * scale)
    for row in 0..<height {
      let start = row * scale * stride
      for column in 0..<width where modules[row * width + column] == 1 {
        for pixel in column * scale..<(column + 1) * scale {
          rows[start + pixel / 8] &= ~(0x80 >> UInt8(pixel % 8))
        }
      }
      for copy in 1..<max(1, scale) {
        let target = start + copy * stride
        for offset in 0..<stride { rows[target + offset] = rows[start + offset] }
      }
    }
    var length = 0
    guard
      let bytes = drawing_png_gray1(
        UInt32(width * scale), UInt32(height * scale), rows, &length)
    else { throw .cannotEncode(format: "PNG") }
    defer { drawing_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: length))
  }
}
