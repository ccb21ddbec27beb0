internal import CSystemCalls
internal import Glibc
internal import PictureFormats

/// Frames of a camera or a film as `qr-reader` sees them, one after the other.
final class FrameWatch {
  /// Where the frames come from.
  enum Source {
    /// A video device: a person watches, as long as they like.
    case device
    /// A pipe, into which another program may write what its camera sees.
    case pipe
    /// A regular file, with a bound for all of it: nobody may be there who waits.
    case file
  }

  /// What came of waiting.
  enum Step {
    case frame(ReaderFrame)
    /// No frame yet.
    case nothing
    /// There are no more frames.
    case end
  }

  let source: Source
  private let reader: ReaderProcess
  private let run: HelperRun
  private var deadline: PageDeadline
  /// The most seconds for all frames.
  private let most: Double
  private var isWaiting = false
  private var answer: ReaderAnswer
  private var frames: [ReaderFrame] = []
  private var isOver = false

  /// Starts a helper for `file`, which stays the caller's; each frame may take so many seconds, and all of them `limit`,
  /// where one is given.
  init(
    _ reader: ReaderProcess, _ file: Int32, _ source: Source, seconds: Int,
    inAll limit: Double? = nil
  ) throws(ReaderError) {
    (self.reader, self.source) = (reader, source)
    most = limit ?? (source == .file ? PageDeadline.mostSeconds : .infinity)
    deadline = PageDeadline(seconds: seconds, inAll: most)
    answer = ReaderAnswer(isView: true, isLive: source == .device)
    run = try HelperRun(
      executable: reader.executable, mode: source == .device ? "camera-view" : "view", input: file)
  }

  deinit { run.end() }

  /// The next frame; nil after the last one.
  ///
  /// Throws: any `ReaderError`; `timedOut` when none comes in time, `tookTooLong` when all of them take too
  /// long.
  func next() throws(ReaderError) -> ReaderFrame? {
    while true {
      switch try next(within: .infinity) {
      case .frame(let frame): return frame
      case .nothing: continue
      case .end: return nil
      }
    }
  }

  /// The next frame, if it comes within so many seconds.
  ///
  /// Throws: as ``next()``.
  func next(within slice: Double) throws(ReaderError) -> Step {
    let until = HelperRun.now + slice
    if !isWaiting { deadline.renew() }
    isWaiting = true
    while frames.isEmpty {
      guard !isOver else { return .end }
      let bytes: [UInt8]?
      do throws(ReaderError) {
        bytes = try run.next(until: min(until, deadline.time), seconds: deadline.seconds)
      } catch {
        guard case .timedOut = error else { throw error }
        if deadline.time > until { return .nothing }
        throw deadline.isLast ? .tookTooLong(seconds: Int(most)) : error
      }
      guard let bytes else {
        isOver = true
        try reader.finish(run, refusal: answer.refusal, isDone: answer.isDone)
        continue
      }
      try answer.receive(bytes)
      frames = answer.takeViews().reversed()
    }
    isWaiting = false
    return frames.popLast().map(Step.frame) ?? .nothing
  }
}

/// A film in a file or a pipe, open to be watched.
final class FilmSource {
  let descriptor: Int32
  /// Where it is: in a file or in a pipe.
  let source: FrameWatch.Source
  /// The bytes of a file; 0 for a pipe.
  let size: Int64
  private let isOwn: Bool

  deinit { if isOwn { close(descriptor) } }

  /// The film in a regular file; nil where it is something else, or cannot be opened.
  init?(path: String) {
    let file = syscalls_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0)
    guard file >= 0 else { return nil }
    var status = stat()
    guard fstat(file, &status) == 0,
      PictureFormat(firstBytes: Self.head(ofFile: file))?.isFilm == true
    else {
      close(file)
      return nil
    }
    (descriptor, source, size, isOwn) = (file, .file, Int64(status.st_size), true)
  }

  /// The film on standard input, of which nothing is taken; nil where it is something else.
  ///
  /// `isOver` waits a moment for more in a pipe and says whether no more will come.
  init?(standardInput input: Int32, isOver: (Int32) -> Bool = FilmSource.isOver) {
    var status = stat()
    guard fstat(input, &status) == 0 else { return nil }
    let isPipe = status.st_mode & S_IFMT == S_IFIFO
    let head = isPipe ? Self.head(ofPipe: input, isOver) : Self.head(ofFile: input)
    guard PictureFormat(firstBytes: head)?.isFilm == true else { return nil }
    (descriptor, source) = (input, isPipe ? .pipe : .file)
    (size, isOwn) = (isPipe ? 0 : Int64(status.st_size), false)
  }

  private static func head(ofFile file: Int32) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    var head = [UInt8](repeating: 0, count: PictureFormat.headSize)
    let count = pread(file, &head, head.count, lseek(file, 0, SEEK_CUR))
    return Array(head.prefix(max(0, count)))
  }

  /// The first bytes of what is in a pipe, which stay there.
  ///
  /// A program may write the first line of a film in pieces: more is waited for while it can still become one.
  private static func head(ofPipe input: Int32, _ isOver: (Int32) -> Bool) -> [UInt8] {
    var head = copied(fromPipe: input)
    while PictureFormat.beginsFilm(head) {
      let isLast = isOver(input)
      head = copied(fromPipe: input)
      if isLast { break }
    }
    return head
  }

  /// Waits until nobody can write into a pipe any more, for a fiftieth of a second at most.
  private static func isOver(_ input: Int32) -> Bool {
    var waiting = pollfd(fd: input, events: 0, revents: 0)
    return poll(&waiting, 1, 20) > 0
  }

  /// What is in a pipe now, copied into another one; waits for the first byte.
  private static func copied(fromPipe input: Int32) -> [UInt8] {
    var ends: [Int32] = [-1, -1]
    guard syscalls_pipe(&ends) == 0 else { return [] }
    defer { for end in ends { close(end) } }
    let copied = syscalls_copy_pipe(input, ends[1], PictureFormat.headSize)
    guard copied > 0 else { return [] }
    var head = [UInt8](repeating: 0, count: PictureFormat.headSize)
    let count = read(ends[0], &head, min(Int(copied), PictureFormat.headSize))
    return Array(head.prefix(max(0, count)))
  }
}
