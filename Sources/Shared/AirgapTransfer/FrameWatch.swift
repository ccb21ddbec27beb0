internal import CSystemCalls
internal import Glibc

/// Frames of a camera or a film as `qr-reader` sees them, one after the other.
final class FrameWatch {
  private let reader: ReaderProcess
  private let run: HelperRun
  private let seconds: Int
  private var answer = ReaderAnswer(isView: true)
  private var frames: [ReaderFrame] = []
  private var isOver = false

  /// Starts a helper for `file`, which stays the caller's; it may be silent for so many seconds.
  init(
    _ reader: ReaderProcess, _ file: Int32, isDevice: Bool, seconds: Int
  ) throws(ReaderError) {
    self.reader = reader
    self.seconds = seconds
    run = try HelperRun(
      executable: reader.executable, mode: isDevice ? "camera-view" : "view", input: file)
  }

  deinit { run.end() }

  /// The next frame; nil after the last one.
  ///
  /// Throws: any `ReaderError`; `timedOut` when none comes in time.
  func next() throws(ReaderError) -> ReaderFrame? {
    while frames.isEmpty, !isOver {
      if let bytes = try run.next(until: HelperRun.now + Double(seconds), seconds: seconds) {
        try answer.receive(bytes)
        frames = answer.takeViews().reversed()
      } else {
        isOver = true
        try reader.finish(run, refusal: answer.refusal, isDone: answer.isDone)
      }
    }
    return frames.popLast()
  }
}

/// A film in a file or a pipe, open to be watched.
final class FilmSource {
  /// The most first bytes that tell one.
  private static let headSize = 24

  let descriptor: Int32
  private let isOwn: Bool

  deinit { if isOwn { close(descriptor) } }

  /// The film in a regular file; nil where it is something else, or cannot be opened.
  init?(path: String) {
    let file = syscalls_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
    guard file >= 0 else { return nil }
    guard PictureKind.isFilm(Self.head(ofFile: file)) else {
      close(file)
      return nil
    }
    (descriptor, isOwn) = (file, true)
  }

  /// The film on standard input, of which nothing is taken; nil where it is something else.
  init?(standardInput input: Int32) {
    var status = stat()
    guard fstat(input, &status) == 0 else { return nil }
    let head =
      status.st_mode & S_IFMT == S_IFIFO ? Self.head(ofPipe: input) : Self.head(ofFile: input)
    guard PictureKind.isFilm(head) else { return nil }
    (descriptor, isOwn) = (input, false)
  }

  private static func head(ofFile file: Int32) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    var head = [UInt8](repeating: 0, count: headSize)
    let count = pread(file, &head, head.count, lseek(file, 0, SEEK_CUR))
    return Array(head.prefix(max(0, count)))
  }

  /// The first bytes of what is in a pipe, which stay there: they are copied into another pipe.
  private static func head(ofPipe input: Int32) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    guard syscalls_pipe(&ends) == 0 else { return [] }
    defer { for end in ends { close(end) } }
    // Waits for the first bytes. A program that writes a film writes its first line at once.
    let copied = syscalls_copy_pipe(input, ends[1], headSize)
    guard copied > 0 else { return [] }
    var head = [UInt8](repeating: 0, count: headSize)
    let count = read(ends[0], &head, min(Int(copied), headSize))
    return Array(head.prefix(max(0, count)))
  }
}
