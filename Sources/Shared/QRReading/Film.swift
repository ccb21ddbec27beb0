internal import PictureFormats

/// A picture to be looked at.
public enum Shot: Sendable {
  /// All there is of something: worth a long look; nil for one that could not be decoded.
  case still(GrayPicture?)
  /// One of many, as a camera gives them; nil for one that was cut off or damaged.
  case frame(GrayPicture?)

  /// What is to be seen, if anything.
  public var picture: GrayPicture? {
    switch self {
    case .still(let picture): picture
    case .frame(let picture): picture
    }
  }
}

/// Frames that come one after the other and need not be there as a whole: Y4M, JPEGs in a row, or a
/// recording of a camera, from a file or a pipe.
public enum Film {
  /// The most frames of one: an hour of a camera, or less.
  public static let framesLimit = 100_000
  /// So many JPEGs in a row are a film; fewer a photograph, behind which a telephone keeps one or two
  /// smaller ones.
  static let leastJPEGs = 5

  /// Whether a source begins like one, of which nothing is taken; a JPEG may be one.
  public static func recognizes(_ source: ByteSource) -> Bool {
    PictureFormat(firstBytes: source.peek(PictureFormat.headSize))?.isFilm == true
  }

  /// Gives each picture in turn until `each` gives false.
  ///
  /// Throws: any `ReadingError`; pictures before the damage have been given by then.
  static func shots(
    from source: ByteSource, each: (Shot) -> Bool
  ) throws(ReadingError) {
    var count = 0
    func isWanted(_ shot: Shot) throws(ReadingError) -> Bool {
      count += 1
      guard count <= framesLimit else { throw .tooManyFrames }
      return each(shot)
    }
    let format = PictureFormat(firstBytes: source.peek(PictureFormat.headSize))
    if format == .y4m {
      let film = try Y4MStream(source)
      while let picture = try film.next() {
        guard try isWanted(.frame(picture)) else { return }
      }
    } else if format == .recording {
      let film = try FrameStream(source)
      while let frame = try film.next() {
        // A camera's first frames are often cut off: they hold nothing, and the next ones do.
        guard try isWanted(.frame(try? frame.picture())) else { return }
      }
    } else {
      source.record()
      let film = JPEGStream(source)
      var begun: [[UInt8]] = []
      while begun.count < leastJPEGs, let jpeg = try film.next() { begun.append(jpeg) }
      guard begun.count == leastJPEGs else {
        // The decoder takes more for a JPEG than what is taken apart here.
        var bytes = source.recorded()
        bytes += try source.rest(
          limit: ReadingLimits.fileBytes - min(bytes.count, ReadingLimits.fileBytes))
        _ = each(.still(try GrayPicture(jpeg: bytes)))
        return
      }
      _ = source.recorded()
      for jpeg in begun {
        guard try isWanted(.frame(try? GrayPicture(jpeg: jpeg))) else { return }
      }
      while let jpeg = try film.next() {
        guard try isWanted(.frame(try? GrayPicture(jpeg: jpeg))) else { return }
      }
    }
  }
}
