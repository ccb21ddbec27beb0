internal import PictureFormats

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
    let first = source.peek(PictureFormat.headSize)
    guard !first.isEmpty else { throw .empty }
    guard let format = PictureFormat(firstBytes: first) else { throw .unknownFormat }
    switch format {
    case .jpeg, .y4m, .recording: try Film.shots(from: source, each: each)
    case .png:
      _ = each(.still(try GrayPicture(png: source.rest(limit: ReadingLimits.fileBytes))))
    case .gif:
      let bytes = try source.rest(limit: ReadingLimits.fileBytes)
      try GIFReader(bytes).frames { (picture) throws(ReadingError) in each(.frame(picture)) }
    case .pdf:
      let bytes = try source.rest(limit: ReadingLimits.fileBytes)
      try PDFScan(bytes).pictures { each(.still($0)) }
    case .heic, .jpegXL, .tiff, .webp, .bmp, .raw:
      throw ReadingError(rawValue: format.rawValue) ?? .unknownFormat
    }
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
