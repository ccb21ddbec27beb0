internal import CGIF

/// Pictures in turn as an animated GIF that begins again for ever.
public enum GIFDrawing {
  /// The animation: two colours, `scale` pixels a module, each picture shown for `delay` hundredths
  /// of a second.
  ///
  /// `progress` is called with the number of pictures written. Throws: `nothingToDraw`,
  /// `unequalPictures`, `pictureTooLarge`, `cannotEncode`.
  public static func encode(
    _ pictures: [QRPicture], scale: Int = 4, delay: Int = 25, progress: (Int) -> Void = { _ in }
  ) throws(DrawingError) -> [UInt8] {
    guard let first = pictures.first else { throw .nothingToDraw }
    let scale = try first.checkedScale(scale)
    for (number, picture) in pictures.enumerated() {
      guard picture.width == first.width, picture.height == first.height else {
        throw .unequalPictures(frame: number)
      }
    }
    let sink = Sink()
    guard sink.write(pictures, scale: scale, delay: min(max(2, delay), 65_535), progress) else {
      throw .cannotEncode(format: "GIF")
    }
    return sink.bytes
  }

  /// Where giflib writes: it calls back with an opaque pointer, hence a class.
  private final class Sink {
    var bytes: [UInt8] = []

    func write(
      _ pictures: [QRPicture], scale: Int, delay: Int, _ progress: (Int) -> Void
    ) -> Bool {
      var status: Int32 = 0
      let opened = EGifOpen(
        Unmanaged.passUnretained(self).toOpaque(),
        { file, data, count in
          guard let pointer = file?.pointee.UserData, let data, count > 0 else { return 0 }
          let sink = Unmanaged<Sink>.fromOpaque(pointer).takeUnretainedValue()
          sink.bytes += UnsafeBufferPointer(start: data, count: Int(count))
          return count
        }, &status)
      guard let file = opened else { return false }
      EGifSetGifVersion(file, true)
      let written = write(pictures, to: file, scale: scale, delay: delay, progress)
      return EGifCloseFile(file, &status) == GIF_OK && written
    }

    private func write(
      _ pictures: [QRPicture], to file: UnsafeMutablePointer<GifFileType>, scale: Int, delay: Int,
      _ progress: (Int) -> Void
    ) -> Bool {
      let width = Int32(pictures[0].width * scale)
      let height = Int32(pictures[0].height * scale)
      // Colour 0 is white, 1 is black: the modules are the pixels.
      let colors = [
        GifColorType(Red: 255, Green: 255, Blue: 255), GifColorType(Red: 0, Green: 0, Blue: 0),
      ]
      guard let map = GifMakeMapObject(2, colors) else { return false }
      defer { GifFreeMapObject(map) }
      guard EGifPutScreenDesc(file, width, height, 1, 0, map) == GIF_OK else { return false }
      if pictures.count > 1 {
        // The application extension that every viewer takes for "loop", count 0: for ever.
        guard EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK,
          EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK,
          EGifPutExtensionBlock(file, 3, [1, 0, 0] as [UInt8]) == GIF_OK,
          EGifPutExtensionTrailer(file) == GIF_OK
        else { return false }
      }
      for (number, picture) in pictures.enumerated() {
        progress(number)
        let control: [UInt8] = [
          1 << 2, UInt8(truncatingIfNeeded: delay), UInt8(truncatingIfNeeded: delay >> 8), 0,
        ]
        guard EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, 4, control) == GIF_OK,
          EGifPutImageDesc(file, 0, 0, width, height, false, nil) == GIF_OK
        else { return false }
        var line = [UInt8](repeating: 0, count: Int(width))
        for row in 0..<picture.height {
          for column in 0..<picture.width {
            let module = picture.modules[row * picture.width + column]
            for pixel in column * scale..<(column + 1) * scale { line[pixel] = module }
          }
          for _ in 0..<scale {
            var copy = line
            guard EGifPutLine(file, &copy, width) == GIF_OK else { return false }
          }
        }
      }
      return true
    }
  }
}
