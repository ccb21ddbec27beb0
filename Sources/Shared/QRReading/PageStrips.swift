/// Puts pages together that a scanner cut into strips, each a picture of its own, one below the other.
///
/// What is at least twice as wide as high is a strip, for no page is. Strips of one width follow each
/// other until the page is full, or until one is lower than the strip before it: that was the last of a page.
struct PageStrips {
  /// How high a page may be at most, for its width: A4 is 1.42 times as high as wide.
  private static let highest = 1.45

  private var pixels: [UInt8] = []
  private var width = 0
  private var height = 0
  private var isLast = false
  private var last = 0

  /// Takes the next picture, and gives the pages that are whole by then.
  mutating func add(_ picture: GrayPicture) -> [GrayPicture] {
    var pages: [GrayPicture] = []
    let isStrip = picture.width >= 2 * picture.height
    let sum = height + picture.height
    if width > 0,
      isLast || !isStrip || picture.width != width || Double(sum) > Self.highest * Double(width)
        || sum * width > PDFScan.pixelsLimit
        || picture.height > last
    {
      pages += [end()].compactMap(\.self)
    }
    guard isStrip else { return pages + [picture] }
    isLast = width > 0 && picture.height < last
    width = picture.width
    height += picture.height
    last = picture.height
    pixels += picture.pixels
    return pages
  }

  /// What was not whole so far.
  mutating func end() -> GrayPicture? {
    guard width > 0 else { return nil }
    defer { self = PageStrips() }
    return GrayPicture(width: width, height: height, pixels: pixels)
  }
}
