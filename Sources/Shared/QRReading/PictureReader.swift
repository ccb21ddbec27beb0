/// Reads the QR codes in a picture file, whatever kind it is by content.
public enum PictureReader {
  /// Gives the contents of the QR codes of each frame in turn, none for a frame without any.
  ///
  /// A PNG or JPEG is one frame, each picture of a PDF is one. Throws: any `ReadingError`; frames before the damage have been
  /// given by then.
  public static func read(
    _ bytes: [UInt8], with scanner: SymbolScanner, each: ([[UInt8]]) -> Bool
  ) throws(ReadingError) {
    // A photograph or scan is all there is: it is looked at longer than a frame of a camera, and where
    // nothing is found once more, for QR codes made by hand.
    let isStill =
      bytes.starts(with: [0x89]) || bytes.starts(with: [0xFF]) || PDFScan.recognizes(bytes)
    try pictures(in: bytes) { picture in
      guard let picture else { return each([]) }
      guard isStill else { return each(scanner.symbols(in: picture)) }
      var still = StillReading(picture, scanner)
      let found = still.symbols()
      return each(found.isEmpty ? scanner.handMadeSymbols(in: picture) : found)
    }
  }

  /// Gives each frame in turn until `each` gives false; nil for a frame of a camera that was cut
  /// off.
  ///
  /// Throws: any `ReadingError`; frames before the damage have been given by then.
  public static func pictures(
    in bytes: [UInt8], each: (GrayPicture?) -> Bool
  ) throws(ReadingError) {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= ReadingLimits.fileBytes else { throw .tooLarge }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      _ = each(try GrayPicture(png: bytes))
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      _ = each(try GrayPicture(jpeg: bytes))
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      try GIFReader(bytes).frames { (picture) throws(ReadingError) in each(picture) }
    } else if PDFScan.recognizes(bytes) {
      try PDFScan(bytes).pictures(each)
    } else if FrameFile.recognizes(bytes) {
      for frame in try FrameFile.decode(bytes) {
        // A camera's first frames are often cut off: they hold nothing, and the next ones do.
        guard each(try? frame.picture()) else { return }
      }
    } else {
      throw .unknownFormat
    }
  }

  /// The contents of the QR codes of all frames.
  ///
  /// Throws: any `ReadingError`.
  public static func read(
    _ bytes: [UInt8], with scanner: SymbolScanner
  ) throws(ReadingError) -> [[[UInt8]]] {
    var frames: [[[UInt8]]] = []
    try read(bytes, with: scanner) { symbols in
      frames.append(symbols)
      return true
    }
    return frames
  }
}
