internal import Glibc
internal import PictureFormats
public import Refusals

/// Why a picture or the camera could not be read.
public enum ReaderError: HintedError, Equatable, Sendable {
  /// The helper program is not in the folder of the program that needs it.
  case helperMissing(path: String)
  /// Another user could put another program in the place of the helper: this file or folder is theirs, or open to them.
  case helperReplaceable(path: String)
  /// A file cannot be opened; `code` is the system's error number.
  case cannotOpen(path: String, code: Int32)
  /// A video device cannot be opened; `code` is the system's error number, `known` are those that
  /// exist.
  case noCamera(path: String, code: Int32, known: CameraDevices)
  /// The path is not a regular file (or for the camera, no device).
  case notAFile(path: String)
  /// The file is larger than pictures may be; it was not read.
  case tooLarge(path: String, bytes: Int64, limit: Int64)
  /// The helper could not be started; `code` is the system's error number.
  case cannotStart(code: Int32)
  /// The helper gave nothing more for that long and was ended.
  case timedOut(seconds: Int)
  /// All of a file took longer than that, and the helper was ended.
  case tookTooLong(seconds: Int)
  /// The helper ended in a way it should not: damaged or hostile pictures do that, and it costs
  /// nothing but the picture.
  case crashed(status: Int32)
  /// The helper said something that is not its protocol.
  case malformedOutput
  /// The helper read more than any message may have.
  case tooMuchOutput(limit: Int)
  /// The helper refused the picture, by the word of its protocol.
  case refused(Refusal)

  /// The words with which the helper refuses.
  public enum Refusal: String, Sendable, CaseIterable {
    /// The file has no bytes.
    case empty
    /// Neither PNG, JPEG, GIF, PDF nor Y4M.
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
    /// The picture cannot be decoded.
    case damaged
    /// More bytes than a picture may have.
    case tooLarge = "too-large"
    /// More pixels than a picture may have.
    case tooManyPixels = "too-many-pixels"
    /// More frames than an animation may have.
    case tooManyFrames = "too-many-frames"
    /// The helper could not lock itself in, and read nothing.
    case sandbox
    /// It is not a camera, or gave no picture for 10 seconds.
    case camera
    /// Another program uses the camera.
    case cameraBusy = "camera-busy"
    /// The camera offers none of the formats that are read.
    case cameraForm = "camera-form"
    /// The camera failed while it was looked through.
    case cameraGone = "camera-gone"
    /// The file could not be read to its end.
    case unreadable
    /// The helper was started with other arguments than it takes.
    case usage
    /// There was not enough memory.
    case memory
    /// A PDF without a picture: it was drawn, not scanned.
    case noScan = "no-scan"
    /// A PDF whose pictures are in a form that is not read.
    case pictureForm = "picture-form"
    /// A PDF with a page in JBIG2.
    case jbig2
    /// A PDF with a page in JPEG 2000.
    case jpeg2000
    /// A PDF with a password.
    case encrypted
    /// A film whose pixels are in a form that is not read.
    case videoForm = "video-form"

    /// The refusal of a file with these first bytes; nil where they are of no format that is known and not read.
    init?(firstBytes bytes: some Sequence<UInt8>) {
      guard let format = PictureFormat(firstBytes: bytes), !format.isRead else { return nil }
      self.init(rawValue: format.rawValue)
    }

    /// Whether it names a format: the picture is a good one, and is only to be saved as another.
    var isOfFormat: Bool { PictureFormat(rawValue: rawValue)?.isRead == false }

    /// Whether it is about a camera, not about a picture.
    var isOfCamera: Bool { [.camera, .cameraBusy, .cameraForm, .cameraGone].contains(self) }
  }

  public var description: String {
    switch self {
    case .helperMissing(let path): "qr-reader: not found at \(path)"
    case .helperReplaceable(let path):
      "qr-reader is not started: another user could replace \(path)"
    case .cannotOpen(let path, let code): "picture \(path): cannot be opened (error \(code))"
    case .noCamera(let path, ENOENT, _): "camera \(path): there is no such device"
    case .noCamera(let path, EACCES, _): "camera \(path): this user has no permission to use it"
    case .noCamera(let path, EBUSY, _): "camera \(path): another program uses it"
    case .noCamera(let path, let code, _): "camera \(path): cannot be opened (error \(code))"
    case .notAFile(let path): "picture \(path): not a regular file"
    case .tooLarge(let path, let bytes, let limit):
      "picture \(path): \(bytes) bytes, at most \(limit) are read"
    case .cannotStart(let code): "qr-reader: cannot be started (error \(code))"
    case .timedOut(let seconds): "qr-reader: no answer for \(seconds) seconds, ended"
    case .tookTooLong(let seconds):
      "qr-reader: not at the end of the file after \(seconds) seconds, ended"
    case .crashed(let status): "qr-reader: ended unexpectedly (status \(status))"
    case .malformedOutput: "qr-reader: malformed answer"
    case .tooMuchOutput(let limit): "qr-reader: more than \(limit) bytes read"
    case .refused(let refusal) where refusal.isOfCamera: "camera: \(Self.text(refusal))"
    case .refused(let refusal): "picture: \(Self.text(refusal))"
    }
  }

  /// The rule that refuses it: R18 for what is beyond a limit, R22 where a picture does to the
  /// reader what none should, R25 for a folder or a device in place of a file; nil where it is not
  /// a picture, or this machine lacks something.
  public var rule: Rule? {
    switch self {
    case .tooLarge, .tooMuchOutput, .timedOut, .tookTooLong, .refused(.tooLarge),
      .refused(.tooManyPixels), .refused(.tooManyFrames), .refused(.memory):
      .r18
    case .crashed, .malformedOutput, .refused(.damaged): .r22
    case .notAFile: .r25
    default: nil
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .helperReplaceable:
      "install the programs as root; or own that file or folder, and run chmod go-w on it"
    case .helperMissing: "install the program and qr-reader into the same folder"
    case .noCamera(_, EACCES, _): "add yourself to the group `video`, log in again, then try again"
    case .noCamera(_, _, let known):
      known.text.map { "cameras found here: \($0); name one as in camera:\(known.standard)" }
        ?? "no camera was found on this machine: plug one in, or carry the message as a file"
    case .cannotOpen, .notAFile: "name a PNG, JPEG, GIF, PDF or Y4M file, or a folder of them"
    case .tookTooLong: "cut it shorter, or carry the message as a file"
    case .tooLarge, .tooMuchOutput, .refused(.tooLarge), .refused(.tooManyPixels),
      .refused(.tooManyFrames):
      "use a smaller picture, or carry the message as a file"
    case .cannotStart, .refused(.sandbox): "run `doctor` to see what this machine lacks"
    case .refused(.noScan): "print it, and scan or photograph the paper"
    case .refused(.jbig2), .refused(.jpeg2000):
      "scan it again as JPEG, in grey or colour; or turn the pages into pictures, on a computer without a "
        + "network if a secret is on them: `pdftoppm -r 300 -gray -png FILE page` (poppler-utils)"
    case .refused(.unknownFormat):
      "name a PNG, JPEG, GIF, PDF or Y4M file, or a folder of them"
    case .refused(.tiff), .refused(.webp), .refused(.bmp), .refused(.jpegXL):
      "save it as JPEG or PNG, on a computer without a network if a secret is on it"
    case .refused(.heic), .refused(.raw):
      "save it as JPEG or PNG, on a computer without a network if a secret is on it; or set the camera to "
        + "JPEG, and take the picture again"
    case .refused(.pictureForm): "scan in grey or colour, or save the pages as JPEG or PNG"
    case .refused(.encrypted): "save it without a password, or scan it again"
    case .refused(.camera), .refused(.cameraGone):
      "check that the camera is plugged in, and run it again"
    case .refused(.cameraBusy): "close the program that uses the camera, and run it again"
    case .refused(.cameraForm):
      "run `doctor` to see what each camera offers; use another one, or carry the message as a file"
    case .refused(.videoForm):
      "write it again with 8 to 16 bits in planes, as `ffmpeg -pix_fmt yuv420p` does"
    case .timedOut, .crashed, .malformedOutput, .refused:
      "take the picture again, or carry the message as a file"
    }
  }

  /// Whether it is worth a word where a folder is read: notes and empty files lie in any; a picture that cannot be
  /// looked at, or is too large, is named.
  var isOfPicture: Bool { self != .refused(.unknownFormat) && self != .refused(.empty) }

  /// What is to be done about a picture in a format that is not read, to be said wherever it is named; nil for any
  /// other trouble.
  var advice: String? {
    guard case .refused(let refusal) = self, refusal.isOfFormat else { return nil }
    return hint
  }

  /// Whether the sentence says already which file it is about.
  var namesItsFile: Bool {
    switch self {
    case .cannotOpen, .notAFile, .tooLarge, .noCamera: true
    default: false
    }
  }

  private static func text(_ refusal: Refusal) -> String {
    switch refusal {
    case .empty: "empty"
    case .unknownFormat: "not PNG, JPEG, GIF, PDF or Y4M"
    case .heic: "HEIC or AVIF, which is not read here"
    case .jpegXL: "JPEG XL, which is not read here"
    case .tiff: "TIFF or a camera's RAW format, which is not read here"
    case .webp: "WebP, which is not read here"
    case .bmp: "BMP, which is not read here"
    case .raw: "a camera's RAW format, which is not read here"
    case .damaged: "damaged or cut off"
    case .tooLarge: "too many bytes"
    case .tooManyPixels: "too many pixels"
    case .tooManyFrames: "too many frames"
    case .sandbox: "the reader could not isolate itself and read nothing"
    case .camera: "it gives no pictures"
    case .cameraBusy: "another program uses it"
    case .cameraForm: "it gives none of the formats that are read (GREY, YUYV, MJPEG)"
    case .cameraGone: "it failed, or was unplugged"
    case .unreadable: "cannot be read from the disk"
    case .usage: "the reader was started wrongly"
    case .memory: "out of memory"
    case .noScan: "a PDF that was drawn, not scanned"
    case .pictureForm: "a PDF with a picture in a form that is not read"
    case .jbig2: "a PDF with a page in JBIG2, which is not read here"
    case .jpeg2000: "a PDF with a page in JPEG 2000, which is not read here"
    case .encrypted: "a PDF with a password"
    case .videoForm: "a film in a form that is not read"
    }
  }
}
