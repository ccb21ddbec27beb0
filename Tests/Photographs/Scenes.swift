import CJPEG
import Glibc
public import QRDrawing
public import QRReading

/// Pictures for the reader to look at, made without a camera.
public enum Scenes {
  /// What a camera sees of a picture: rotated, scaled, blurred by resampling, uneven in light, with noise of a fixed seed.
  public static func photograph(
    _ picture: QRPicture, modulePixels: Double, degrees: Double, noise: Int, seed: UInt64 = 1
  ) -> GrayPicture? {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let across = Double(picture.width) * modulePixels
    let down = Double(picture.height) * modulePixels
    let width = Int(across * abs(cosine) + down * abs(sine)) + 40
    let height = Int(across * abs(sine) + down * abs(cosine)) + 40
    var state = seed
    var pixels = [UInt8](repeating: 0, count: width * height)
    for row in 0..<height {
      for column in 0..<width {
        var sum = 0.0
        // Nine samples a pixel.
        for sample in 0..<9 {
          let x = Double(column) + Double(sample % 3) / 3 - Double(width) / 2
          let y = Double(row) + Double(sample / 3) / 3 - Double(height) / 2
          let u = (x * cosine + y * sine) / modulePixels + Double(picture.width) / 2
          let v = (y * cosine - x * sine) / modulePixels + Double(picture.height) / 2
          sum +=
            picture.isDark(row: Int(v.rounded(.down)), column: Int(u.rounded(.down))) ? 30 : 215
        }
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let speck = Int(state >> 40) % (2 * noise + 1) - noise
        let light = 0.75 + 0.25 * Double(column) / Double(width)
        pixels[row * width + column] = UInt8(clamping: Int(sum / 9 * light) + speck)
      }
    }
    return GrayPicture(width: width, height: height, pixels: pixels)
  }

  /// What a hand-held camera sees of a screen: turned, seen from the side so that one edge is farther away than
  /// the other, uneven in light, softened, with noise of a fixed seed.
  ///
  /// `scale` is the size of the picture's pixels in the middle, `turn` and `tilt` are degrees.
  public static func photograph(
    of screen: GrayPicture, scale: Double, turn: Double, tilt: Double, noise: Int, seed: UInt64
  ) -> GrayPicture? {
    let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
    let (lean, slope) = (cos(tilt * .pi / 180), tan(tilt * .pi / 180))
    let side = Double(max(screen.width, screen.height)) * scale
    // The lens is so far away as the screen is wide, twice over.
    let distance = 2 * side
    let size = Int(side * 1.6) + 40
    var state = seed
    var pixels = [UInt8](repeating: 0, count: size * size)
    for row in 0..<size {
      for column in 0..<size {
        var sum = 0.0
        for sample in 0..<4 {
          let x = Double(column) + Double(sample % 2) / 2 - Double(size) / 2
          let y = Double(row) + Double(sample / 2) / 2 - Double(size) / 2
          let depth = distance / (distance - x * slope)
          let (across, down) = (x * depth / lean, y * depth)
          let u = (across * cosine + down * sine) / scale + Double(screen.width) / 2
          let v = (down * cosine - across * sine) / scale + Double(screen.height) / 2
          let isOn = u >= 0 && v >= 0 && u < Double(screen.width) && v < Double(screen.height)
          sum += isOn ? 25 + 0.75 * Double(screen.pixels[Int(v) * screen.width + Int(u)]) : 90
        }
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let speck = Int(state >> 40) % (2 * noise + 1) - noise
        let light = 0.7 + 0.3 * Double(column + row) / Double(2 * size)
        pixels[row * size + column] = UInt8(clamping: Int(sum / 4 * light) + speck)
      }
    }
    return GrayPicture(width: size, height: size, pixels: pixels)
  }

  /// The picture drawn without disturbance.
  public static func drawing(_ picture: QRPicture, scale: Int) -> GrayPicture? {
    var pixels: [UInt8] = []
    for row in 0..<picture.height * scale {
      for column in 0..<picture.width * scale {
        pixels.append(picture.isDark(row: row / scale, column: column / scale) ? 0 : 255)
      }
    }
    return GrayPicture(
      width: picture.width * scale, height: picture.height * scale, pixels: pixels)
  }

  /// A grey JPEG.
  public static func jpeg(
    _ picture: GrayPicture, quality: Int32 = 80, progressive: Bool = false
  ) -> [UInt8] {
    var info = jpeg_compress_struct()
    var errors = jpeg_error_mgr()
    return withUnsafeMutablePointer(to: &errors) { errors in
      info.err = jpeg_std_error(errors)
      jpeg_CreateCompress(
        &info, JPEG_LIB_VERSION, Int(MemoryLayout<jpeg_compress_struct>.size))
      defer { jpeg_destroy_compress(&info) }
      var memory: UnsafeMutablePointer<UInt8>?
      var length: UInt = 0
      jpeg_mem_dest(&info, &memory, &length)
      info.image_width = UInt32(picture.width)
      info.image_height = UInt32(picture.height)
      info.input_components = 1
      info.in_color_space = JCS_GRAYSCALE
      jpeg_set_defaults(&info)
      jpeg_set_quality(&info, quality, 1)
      if progressive { jpeg_simple_progression(&info) }
      jpeg_start_compress(&info, 1)
      for row in 0..<picture.height {
        var line = Array(picture.pixels[row * picture.width..<(row + 1) * picture.width])
        line.withUnsafeMutableBufferPointer { line in
          var rows: [UnsafeMutablePointer<UInt8>?] = [line.baseAddress]
          jpeg_write_scanlines(&info, &rows, 1)
        }
      }
      jpeg_finish_compress(&info)
      defer { free(memory) }
      return Array(UnsafeBufferPointer(start: memory, count: Int(length)))
    }
  }
}
