import CQREncode
import QRReading
import Testing

/// A QR code as libqrencode draws it, at any level of error correction.
enum DrawnSymbol {
  static let levels = [QR_ECLEVEL_L, QR_ECLEVEL_M, QR_ECLEVEL_Q, QR_ECLEVEL_H]

  /// `scale` pixels a module, with a quiet zone.
  static func picture(
    _ bytes: [UInt8], version: Int32 = 0, level: QRecLevel, scale: Int = 4
  ) throws -> GrayPicture {
    let code = try #require(QRcode_encodeData(Int32(bytes.count), bytes, version, level))
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    let modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size)
    let side = (size + 8) * scale
    var pixels = [UInt8](repeating: 255, count: side * side)
    for row in 0..<size * scale {
      for column in 0..<size * scale where modules[row / scale * size + column / scale] & 1 == 1 {
        pixels[(row + 4 * scale) * side + column + 4 * scale] = 0
      }
    }
    return try #require(GrayPicture(width: side, height: side, pixels: pixels))
  }

  /// Bytes that are drawn the same way each time.
  static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
  }
}
