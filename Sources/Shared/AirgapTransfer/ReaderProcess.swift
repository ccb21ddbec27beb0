internal import CSystemCalls
internal import Glibc
internal import HelperProcesses
internal import PictureFormats

/// The helper program `qr-reader`, which looks at pictures so that this process need not
/// (docs/rules.md, R22).
///
/// One helper is started for each picture: a picture that breaks it cannot touch the next one. It
/// inherits three file descriptors (the picture, a pipe, /dev/null), an empty environment and
/// whatever filter this process is under, and then locks itself in further. Its answer is the
/// protocol of docs/formats.md, and is trusted no more than the picture.
public struct ReaderProcess: Sendable {
  /// The largest picture file, in bytes: 64 MB.
  public static let fileLimit: Int64 = 64_000_000
  /// The most bytes that the QR codes of one picture may hold in all: 64 MB.
  public static let outputLimit = 64_000_000
  /// Pages of files over this many bytes are given 60 seconds instead of 30.
  static let largeFile: Int64 = 1_000_000

  /// The most seconds for a page of a picture file: what is damaged is looked at several times, and
  /// the machine may be busy.
  static func seconds(forFileOf size: Int64) -> Int { size > largeFile ? 60 : 30 }

  let executable: String

  /// The helper beside this program's own executable; never one from PATH.
  ///
  /// Throws: `helperMissing`, `helperReplaceable`.
  public init() throws(ReaderError) {
    do throws(HelperError) {
      executable = try HelperProcess.path(of: "qr-reader")
    } catch {
      throw ReaderError(error)
    }
  }

  /// A helper at another path, for tests.
  public init(executable: String) throws(ReaderError) {
    do throws(HelperError) {
      try HelperProcess.require(executable)
    } catch {
      throw ReaderError(error)
    }
    self.executable = executable
  }

  /// The contents of all QR codes in a picture file: by frame (one, or many of a GIF), then by QR
  /// code.
  ///
  /// Throws: any `ReaderError`; a picture without a QR code is not an error but a frame without
  /// one.
  public func read(path: String) throws(ReaderError) -> [[[UInt8]]] {
    var frames: [[[UInt8]]] = []
    try read(path: path) { frame in
      frames.append(frame)
      return true
    }
    return frames
  }

  /// Looks through a picture file, a frame at a time, until `each` returns false.
  ///
  /// Throws: any `ReaderError`.
  public func read(path: String, each: ([[UInt8]]) -> Bool) throws(ReaderError) {
    let file = try opened(path)
    defer { close(file.descriptor) }
    try readPicture(file.descriptor, size: file.size, each)
  }

  /// Refuses a picture in a format that is known and not read; no helper is needed for that.
  static func requireReadFormat(_ head: some Sequence<UInt8>) throws(ReaderError) {
    if let refusal = ReaderError.Refusal(firstBytes: head) { throw .refused(refusal) }
  }

  /// Opens a picture file of a format and a size that are read; the caller closes it.
  func opened(_ path: String) throws(ReaderError) -> (descriptor: Int32, size: Int64) {
    let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW
    let file = syscalls_open(path, flags, 0)
    guard file >= 0 else { throw .cannotOpen(path: path, code: -file) }
    do throws(ReaderError) {
      var status = stat()
      guard fstat(file, &status) == 0 else { throw .cannotOpen(path: path, code: errno) }
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
      // Before the size: a scan in TIFF is often larger than what is read, and no smaller one would be.
      var head = [UInt8](repeating: 0, count: PictureFormat.headSize)
      let count = pread(file, &head, head.count, 0)
      try Self.requireReadFormat(head.prefix(max(0, count)))
      guard status.st_size <= Self.fileLimit else {
        throw .tooLarge(path: path, bytes: Int64(status.st_size), limit: Self.fileLimit)
      }
      return (file, Int64(status.st_size))
    } catch {
      close(file)
      throw error
    }
  }

  /// The frames of several picture files in turn, as of one.
  ///
  /// Throws: the error of the first file that cannot be read.
  public func read(paths: [String]) throws(ReaderError) -> [[[UInt8]]] {
    var frames: [[[UInt8]]] = []
    for path in paths { frames += try read(path: path) }
    return frames
  }

  /// The contents of all QR codes in a picture that is in memory already.
  ///
  /// Throws: any `ReaderError`.
  public func read(bytes: [UInt8]) throws(ReaderError) -> [[[UInt8]]] {
    var frames: [[[UInt8]]] = []
    try read(bytes: bytes) { frame in
      frames.append(frame)
      return true
    }
    return frames
  }

  /// Looks through a picture that is in memory already, a frame at a time, until `each` returns
  /// false.
  ///
  /// `limit` is how many seconds it may take in all; nil for as long as any picture. Throws: any
  /// `ReaderError`.
  public func read(
    bytes: [UInt8], inAll limit: Double? = nil, each: ([[UInt8]]) -> Bool
  ) throws(ReaderError) {
    try Self.requireReadFormat(bytes.prefix(PictureFormat.headSize))
    guard bytes.count <= Self.fileLimit else {
      throw .tooLarge(path: "-", bytes: Int64(bytes.count), limit: Self.fileLimit)
    }
    // A file that exists only in memory: the helper cannot tell, and nothing is left behind.
    let file = syscalls_memory_file("picture")
    guard file >= 0 else { throw .cannotStart(code: -file) }
    defer { close(file) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .cannotStart(code: errno) }
      written += count
    }
    guard lseek(file, 0, SEEK_SET) == 0 else { throw .cannotStart(code: errno) }
    try readPicture(file, size: Int64(bytes.count), inAll: limit, each)
  }

  /// Looks through a camera, a frame at a time, until `each` returns false.
  ///
  /// `each` is given the contents of the QR codes in one frame, none when there are none. `device`
  /// is a video device; a film in a file (docs/formats.md) is read as if it were one. Throws: any
  /// `ReaderError`; `timedOut` when the camera gives no frame for 10 seconds.
  public func watch(
    device: String = CameraDevices().standard, each: ([[UInt8]]) -> Bool
  ) throws(ReaderError) {
    let camera = try openedCamera(device)
    defer { close(camera.descriptor) }
    let watch = try FrameWatch(
      self, camera.descriptor, camera.isDevice ? .device : .file, seconds: Self.cameraSeconds)
    while let frame = try watch.next() {
      guard each(frame.symbols) else { return }
    }
  }

  /// The most seconds that a camera may be silent.
  static let cameraSeconds = 10
  /// The most seconds that a pipe may be silent: whoever writes into it may have to start a camera.
  static let filmSeconds = 60

  /// Opens a video device or a file of raw frames; the caller closes it.
  func openedCamera(
    _ device: String
  ) throws(ReaderError) -> (descriptor: Int32, isDevice: Bool) {
    let file = syscalls_open(device, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
    let readable =
      file >= 0 ? file : syscalls_open(device, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
    guard readable >= 0 else {
      throw .noCamera(path: device, code: -readable, known: CameraDevices())
    }
    var status = stat()
    let code: Int32 = fstat(readable, &status) == 0 ? 0 : errno
    let isDevice = status.st_mode & S_IFMT == S_IFCHR
    guard code == 0, isDevice || status.st_mode & S_IFMT == S_IFREG else {
      close(readable)
      throw code == 0 ? .notAFile(path: device) : .cannotOpen(path: device, code: code)
    }
    return (readable, isDevice)
  }

  /// What the helper could do from inside its sandbox: `NAME refused` or `NAME allowed` for each
  /// thing it tried.
  ///
  /// For `doctor`. Throws: any `ReaderError`.
  public func proof() throws(ReaderError) -> [String] {
    let file = syscalls_memory_file("picture")
    guard file >= 0 else { throw .cannotStart(code: -file) }
    defer { close(file) }
    var words: [String] = []
    try frames(file, mode: "prove", seconds: 10) { frame in
      words += frame.map { String(decoding: $0, as: UTF8.self) }
      return true
    }
    do {
      try frames(file, mode: "prove-socket", seconds: 10) { _ in true }
      words.append("socket allowed")
    } catch .crashed(128 + SIGSYS) {
      words.append("socket refused")
    }
    return words
  }

  private func readPicture(
    _ file: Int32, size: Int64, inAll limit: Double? = nil, _ each: ([[UInt8]]) -> Bool
  ) throws(ReaderError) {
    try frames(
      file, mode: "picture", seconds: Self.seconds(forFileOf: size), inAll: limit, each)
  }

  /// The frames of what a mode gives, one after the other, until `each` returns false.
  func frames(
    _ file: Int32, mode: String, seconds: Int, inAll limit: Double? = nil,
    _ each: ([[UInt8]]) -> Bool
  ) throws(ReaderError) {
    let run = try HelperRun(executable: executable, mode: mode, input: file)
    defer { run.end() }
    var answer = ReaderAnswer()
    var deadline = PageDeadline(seconds: seconds, inAll: limit ?? PageDeadline.mostSeconds)
    while let bytes = try run.next(until: deadline.time, seconds: seconds) {
      try answer.receive(bytes)
      let frames = answer.takeFrames()
      for frame in frames where !each(frame) { return }
      if !frames.isEmpty { deadline.renew() }
    }
    try finish(run, answer)
  }

  private func finish(_ run: HelperRun, _ answer: ReaderAnswer) throws(ReaderError) {
    try finish(run, refusal: answer.refusal, isDone: answer.isDone)
  }

  /// Judges how the helper ended.
  func finish(
    _ run: HelperRun, refusal: ReaderError.Refusal?, isDone: Bool
  ) throws(ReaderError) {
    let status = run.wait()
    if let refusal { throw .refused(refusal) }
    guard isDone, status == 0 else {
      throw status == 0 ? .malformedOutput : .crashed(status: status)
    }
  }
}
