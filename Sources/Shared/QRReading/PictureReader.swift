/// Reads the QR codes in a picture file, whatever kind it is by content.
public enum PictureReader {
  /// Gives the contents of the QR codes of each frame in turn, none for a frame without any.
  ///
  /// A PNG or JPEG is one frame, each picture of a PDF is one. Throws: any `ReadingError`; frames before the damage have been
  /// given by then.
  public static func read(
    from source: ByteSource, with scanner: SymbolScanner, each: ([[UInt8]]) -> Bool
  ) throws(ReadingError) {
    try pages(from: source, with: scanner) { symbols, _ in each(symbols) }
  }

  /// The same, with what is to be said about each frame.
  ///
  /// Throws: as ``read(from:with:each:)``.
  public static func pages(
    from source: ByteSource, with scanner: SymbolScanner, each: ([[UInt8]], PageNotes) -> Bool
  ) throws(ReadingError) {
    // Frames of one film: where QR codes were in the last one they are in the next.
    let look = CameraLook(scanner)
    try shots(from: source) { shot in
      switch shot {
      case .still(let picture):
        let page = page(picture, with: scanner)
        return each(page.symbols, page.notes)
      // A frame of a camera that was cut off is nothing to speak of: the next one comes.
      case .frame(let picture):
        guard let picture else { return each([], PageNotes()) }
        let contents = look.look(at: picture).contents
        // The next frame of an animation is another one, so this one is tried in every size at once.
        return each(contents.isEmpty ? scanner.symbolsOfCopies(picture) : contents, PageNotes())
      }
    }
  }

  /// The contents of the QR codes of a photograph or scan, and what is to be said about it.
  ///
  /// It is all there is: it is looked at longer than a frame of a camera, and where nothing is found once more, for
  /// QR codes made by hand.
  public static func page(
    _ picture: GrayPicture?, with scanner: SymbolScanner
  ) -> (symbols: [[UInt8]], notes: PageNotes) {
    var notes = PageNotes()
    guard let picture else {
      notes.state = .undecoded
      return ([], notes)
    }
    var still = StillReading(picture, scanner)
    let found = still.symbols()
    notes = still.notes
    if found.isEmpty {
      let drawn = scanner.handMadeSymbols(in: picture)
      if !drawn.isEmpty { notes = PageNotes() }
      notes.copies = drawn.map { _ in 1 }
      return (drawn, notes)
    }
    // What was found in a copy of the picture has no place in it.
    if notes.copies.count != found.count { notes.copies = found.map { _ in 1 } }
    return (found, notes)
  }

  /// Gives each picture in turn until `each` gives false.
  ///
  /// Throws: any `ReadingError`; pictures before the damage have been given by then.
  public static func shots(
    from source: ByteSource, each: (Shot) -> Bool
  ) throws(ReadingError) {
    let first = Array(source.peek(18))
    guard !first.isEmpty else { throw .empty }
    if Film.recognizes(first) { return try Film.shots(from: source, each: each) }
    let bytes = try source.rest(limit: ReadingLimits.fileBytes)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      _ = each(.still(try GrayPicture(png: bytes)))
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      try GIFReader(bytes).frames { (picture) throws(ReadingError) in each(.frame(picture)) }
    } else if PDFScan.recognizes(bytes) {
      try PDFScan(bytes).pictures { each(.still($0)) }
    } else {
      throw unread(bytes)
    }
  }

  /// What is said of a file that is read by none of the decoders, by its first bytes.
  ///
  /// ISO/IEC 14496-12 (`ftyp` and the brand of a still picture), TIFF 6.0, the RIFF of WebP, and the head of a bitmap
  /// with its reserved zeros.
  private static func unread(_ bytes: [UInt8]) -> ReadingError {
    func has(_ text: String, at place: Int) -> Bool {
      bytes.dropFirst(place).starts(with: Array(text.utf8))
    }
    let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "avif", "avis"]
    if has("ftyp", at: 4), brands.contains(where: { has($0, at: 8) }) { return .heic }
    if has("II*\0", at: 0) || has("MM\0*", at: 0) { return .tiff }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return .webp }
    if has("BM", at: 0), has("\0\0\0\0", at: 6) { return .bmp }
    return .unknownFormat
  }

  /// The contents of the QR codes of all frames.
  ///
  /// Throws: any `ReadingError`.
  public static func read(
    _ bytes: [UInt8], with scanner: SymbolScanner
  ) throws(ReadingError) -> [[[UInt8]]] {
    var frames: [[[UInt8]]] = []
    try read(from: ByteSource(bytes), with: scanner) { symbols in
      frames.append(symbols)
      return true
    }
    return frames
  }
}
