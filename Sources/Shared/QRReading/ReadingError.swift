/// Why a picture was not read.
///
/// The raw value is the word that `qr-reader` says.
public enum ReadingError: String, Error, Equatable, Sendable, CaseIterable, CustomStringConvertible
{
  /// No byte at all.
  case empty
  /// Neither PNG, JPEG, GIF, PDF, Y4M nor a recording of a camera.
  case unknownFormat = "unknown-format"
  /// HEIC or AVIF, as phones write them.
  case heic
  /// JPEG XL.
  case jpegXL = "jpeg-xl"
  /// TIFF, as scanners write it, and RAW formats of cameras that begin like it.
  case tiff
  /// WebP.
  case webp
  /// A bitmap of Windows.
  case bmp
  /// Another RAW format of a camera.
  case raw
  /// The decoder gave up.
  case damaged
  /// More bytes than `ReadingLimits.fileBytes`.
  case tooLarge = "too-large"
  /// More pixels than `ReadingLimits.pixels`.
  case tooManyPixels = "too-many-pixels"
  /// More frames than `ReadingLimits.frames`.
  case tooManyFrames = "too-many-frames"
  /// The camera cannot be set up or gives no frames.
  case camera
  /// Another program uses the camera.
  case cameraBusy = "camera-busy"
  /// The camera offers no format that is read here.
  case cameraForm = "camera-form"
  /// The camera failed after it had been set up: as a rule, it was unplugged.
  case cameraGone = "camera-gone"
  /// The system gave no memory.
  case memory
  /// A PDF without a picture: it was drawn, not scanned.
  case noScan = "no-scan"
  /// A PDF whose pictures are in a form that is not read here.
  case pictureForm = "picture-form"
  /// A PDF with a page in JBIG2 (docs/decisions/0021).
  case jbig2
  /// A PDF with a page in JPEG 2000 (docs/decisions/0021).
  case jpeg2000
  /// A PDF with a password.
  case encrypted
  /// A film whose pixels are in a form that is not read here.
  case videoForm = "video-form"

  public var description: String {
    switch self {
    case .empty: "picture: empty"
    case .unknownFormat: "picture: neither PNG, JPEG, GIF, PDF nor Y4M"
    case .heic: "picture: HEIC or AVIF, which is not read here"
    case .jpegXL: "picture: JPEG XL, which is not read here"
    case .tiff: "picture: TIFF or a camera's RAW format, which is not read here"
    case .webp: "picture: WebP, which is not read here"
    case .bmp: "picture: BMP, which is not read here"
    case .raw: "picture: a camera's RAW format, which is not read here"
    case .damaged: "picture: damaged or cut off"
    case .tooLarge: "picture: over \(ReadingLimits.fileBytes) bytes"
    case .tooManyPixels: "picture: over \(ReadingLimits.pixels) pixels"
    case .tooManyFrames: "picture: over \(ReadingLimits.frames) frames"
    case .camera: "camera: gives no frames"
    case .cameraBusy: "camera: another program uses it"
    case .cameraForm: "camera: gives none of GREY, YUYV, MJPEG"
    case .cameraGone: "camera: failed or was unplugged"
    case .memory: "picture: out of memory"
    case .noScan: "PDF: holds no picture"
    case .pictureForm: "PDF: a picture in a form that is not read here"
    case .jbig2: "PDF: a picture in JBIG2, which is not read here"
    case .jpeg2000: "PDF: a picture in JPEG 2000, which is not read here"
    case .encrypted: "PDF: encrypted"
    case .videoForm: "film: in a form that is not read here"
    }
  }
}

/// What a picture may cost at most (docs/rules.md, R18), checked on its header before anything is
/// decoded.
public enum ReadingLimits {
  /// 64 MB.
  public static let fileBytes = 64_000_000
  /// 64 million pixels, 8,000 by 8,000; a JPEG may have twice as many because it is halved while it
  /// is decoded.
  public static let pixels = 64_000_000
  /// Frames of one animation.
  public static let frames = 20_000
}
