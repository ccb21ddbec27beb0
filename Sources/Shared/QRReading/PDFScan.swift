/// The pictures in a PDF that a scanner wrote: each page is one, or several strips, as JPEG, deflated or
/// as fax machines write it.
///
/// This is no reader of PDF. Nothing is drawn: no fonts, no programs, no paths. The file is searched
/// for streams that say that they are pictures, in the order in which they stand, and these are
/// decoded. A page that was never scanned has none (docs/decisions/0021).
struct PDFScan {
  /// The most pictures of a file, which are its pages.
  static let picturesLimit = 100
  /// The most pictures where pages were cut into strips.
  static let piecesLimit = 2_000
  /// The most pixels of one: A4 at 600 dots per inch has 35 million.
  static let pixelsLimit = 40_000_000

  private let file: PDFObjects

  init(_ bytes: [UInt8]) { file = PDFObjects(bytes) }

  /// Gives each picture in turn until `each` gives false; nil for one that could not be decoded.
  ///
  /// Throws: `encrypted`; `noScan` for one without pictures; `pictureForm` and `damaged` after the
  /// others were given, where one could not be decoded; `tooManyFrames`, `tooManyPixels`.
  func pictures(_ each: (GrayPicture?) -> Bool) throws(ReadingError) {
    guard !file.isEncrypted else { throw .encrypted }
    var trouble: ReadingError?
    var (count, pages) = (0, 0)
    var strips = PageStrips()
    let streams = file.streams()
    let masks = file.masks(of: streams)
    for stream in streams where stream.isPicture && !masks.contains(stream.words.startIndex) {
      count += 1
      guard count <= Self.piecesLimit else { throw .tooManyFrames }
      do throws(ReadingError) {
        for page in strips.add(try picture(stream)) {
          pages += 1
          guard pages <= Self.picturesLimit else { throw ReadingError.tooManyFrames }
          guard each(page) else { return }
        }
      } catch {
        pages += 1
        guard error != .tooManyFrames, pages <= Self.picturesLimit else { throw .tooManyFrames }
        // The other pages may be whole.
        trouble = trouble ?? error
        if let last = strips.end(), !each(last) { return }
        guard each(nil) else { return }
      }
    }
    if let last = strips.end(), !each(last) { return }
    guard count > 0 else { throw .noScan }
    if let trouble { throw trouble }
  }

  private func picture(_ stream: PDFStream) throws(ReadingError) -> GrayPicture {
    guard let width = file.number("Width", in: stream),
      let height = file.number("Height", in: stream),
      (1...65_535).contains(width), (1...65_535).contains(height)
    else { throw .damaged }
    guard width * height <= Self.pixelsLimit else { throw .tooManyPixels }
    switch stream.filters {
    case ["DCTDecode"], ["DCT"]: return try GrayPicture(jpeg: stream.content)
    case ["FlateDecode"], ["Fl"], []:
      return try samples(stream, width: width, height: height)
    case ["FlateDecode", "DCTDecode"]:
      return try GrayPicture(
        jpeg: Inflating.bytes(stream.content, limit: width * height * 3 + 65_536))
    case ["CCITTFaxDecode"], ["CCF"]: return try fax(stream, width: width, height: height)
    case let filters where filters.contains("JBIG2Decode"): throw .jbig2
    case let filters where filters.contains("JPXDecode"): throw .jpeg2000
    default: throw .pictureForm
    }
  }

  /// A picture in black and white, as fax machines write it.
  private func fax(
    _ stream: PDFStream, width: Int, height: Int
  ) throws(ReadingError) -> GrayPicture {
    // The rows may be wider than the picture says; the parameters have the last word.
    let columns = file.number("Columns", in: stream) ?? 1_728
    guard (1...65_535).contains(columns), columns * height <= Self.pixelsLimit else {
      throw .tooManyPixels
    }
    let scheme: FaxDecoding.Scheme =
      switch stream.text("K").first {
      case nil, UInt8(ascii: "0"): .three
      case UInt8(ascii: "-"): .four
      default: .mixed
      }
    let pixels = try FaxDecoding.pixels(
      stream.content, width: columns, height: height, scheme: scheme,
      isAligned: stream.isTrue("EncodedByteAlign"))
    let picture = GrayPicture(unchecked: columns, height, pixels)
    return stream.isTurned != stream.isTrue("BlackIs1") ? picture.inverted() : picture
  }

  /// A picture of samples, row by row, as they are or deflated.
  private func samples(
    _ stream: PDFStream, width: Int, height: Int
  ) throws(ReadingError) -> GrayPicture {
    let bits = file.number("BitsPerComponent", in: stream) ?? 1
    let colors = file.components(of: stream)
    guard [1, 2, 4, 8].contains(bits), (1...4).contains(colors) else { throw .pictureForm }
    let row = (width * colors * bits + 7) / 8
    let predictor = file.number("Predictor", in: stream) ?? 1
    let isPNG = predictor >= 10
    guard predictor == 1 || isPNG else { throw .pictureForm }
    let size = height * (row + (isPNG ? 1 : 0))
    var bytes =
      stream.filters.isEmpty
      ? Array(stream.content.prefix(size)) : try Inflating.bytes(stream.content, limit: size)
    // A scan that was cut off: what is there is looked at.
    guard bytes.count > size / 2 else { throw .damaged }
    bytes += [UInt8](repeating: 255, count: size - bytes.count)
    if isPNG {
      bytes = try Self.unfiltered(bytes, row: row, step: max(1, colors * bits / 8))
    }
    var pixels = [UInt8](repeating: 255, count: width * height)
    let turned: UInt8 = stream.isTurned ? 255 : 0
    for line in 0..<height {
      for column in 0..<width {
        let shade = Self.shade(
          bytes, at: line * row * 8 + column * colors * bits, bits: bits, colors: colors)
        pixels[line * width + column] = shade ^ turned
      }
    }
    return GrayPicture(unchecked: width, height, pixels)
  }

  /// The shade of a pixel whose samples begin at a bit.
  private static func shade(_ bytes: [UInt8], at place: Int, bits: Int, colors: Int) -> UInt8 {
    func sample(_ number: Int) -> Int {
      let bit = place + number * bits
      let value = Int(bytes[bit / 8]) >> (8 - bits - bit % 8) & ((1 << bits) - 1)
      return value * 255 / ((1 << bits) - 1)
    }
    guard colors >= 3 else { return UInt8(sample(0)) }
    let mean = (299 * sample(0) + 587 * sample(1) + 114 * sample(2)) / 1000
    return colors == 3 ? UInt8(mean) : UInt8(max(0, 255 - mean - sample(3)))
  }

  /// Rows that were written as differences (the filters of PNG).
  private static func unfiltered(
    _ bytes: [UInt8], row: Int, step: Int
  ) throws(ReadingError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var last = [UInt8](repeating: 0, count: row)
    for start in stride(from: 0, to: bytes.count, by: row + 1) {
      let kind = bytes[start]
      var line = Array(bytes[start + 1..<start + 1 + row])
      guard kind <= 4 else { throw .damaged }
      for index in 0..<row where kind > 0 {
        let left = index >= step ? Int(line[index - step]) : 0
        let above = Int(last[index])
        let corner = index >= step ? Int(last[index - step]) : 0
        let guess =
          switch kind {
          case 1: left
          case 2: above
          case 3: (left + above) / 2
          default: nearest(left, above, corner)
          }
        line[index] &+= UInt8(guess)
      }
      result += line
      last = line
    }
    return result
  }

  private static func nearest(_ left: Int, _ above: Int, _ corner: Int) -> Int {
    let guess = left + above - corner
    let (a, b, c) = (abs(guess - left), abs(guess - above), abs(guess - corner))
    return a <= b && a <= c ? left : b <= c ? above : corner
  }
}
