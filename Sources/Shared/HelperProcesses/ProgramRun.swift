internal import CSystemCalls
internal import Glibc

/// One run of another program, this one or one of the person's: with its input in memory, in a process group of its
/// own, and always ended.
///
/// It inherits whatever filter this process is under, and no descriptor but its standard three. No shell is between: an
/// argument is what was given.
public struct ProgramRun {
  /// How a run ended.
  public enum End: Equatable, Sendable {
    /// By itself, with this exit code; 128 and the number of a signal that ended it.
    case exited(Int32)
    /// Its time was up.
    case timedOut
    /// It was to end before it was done.
    case stopped
    /// It wrote more than it may.
    case wroteTooMuch
  }

  /// What becomes of what it writes.
  public enum Output {
    /// It goes where the errors of this program go.
    case shown
    /// It is kept: at most so many bytes.
    case kept(limit: Int)
  }

  /// How it ended.
  public let end: End
  /// What it wrote on standard output, where that was to be kept.
  public let output: [UInt8]

  /// Runs `executable` and waits for its end.
  ///
  /// `environment` are lines as in `NAME=value`; nil gives that of this program. `seconds` is the longest that it may
  /// take; then, and when `isStopped`, it and what it started are asked to end, and ended by force `patience` seconds
  /// later. `talk` takes what it writes on standard error, piece by piece; nil shows it where errors of this program go.
  ///
  /// - Throws: `cannotStart`.
  public static func run(
    _ executable: String, _ arguments: [String], environment: [String]? = nil, input: [UInt8] = [],
    output: Output, seconds: Double? = nil, patience: Double = 1,
    isStopped: () -> Bool = { false },
    talk: (([UInt8]) -> Void)? = nil
  ) throws(HelperError) -> ProgramRun {
    let source = try memory(input)
    defer { close(source) }
    var limit: Int?
    if case .kept(let most) = output { limit = most }
    let results = limit == nil ? nil : try Pipe()
    let errors = talk == nil ? nil : try Pipe()
    let process = try start(
      executable, arguments, environment, source, results?.writer ?? STDERR_FILENO,
      errors?.writer ?? STDERR_FILENO)
    results?.closeWriter()
    errors?.closeWriter()
    let deadline = seconds.map { HelperProcess.now + $0 }
    var kept: [UInt8] = []
    var status: Int32 = 0
    var end: End?
    while end == nil {
      if isStopped() { end = .stopped }
      if let deadline, HelperProcess.now > deadline { end = .timedOut }
      // Asked before reading: what it wrote before it ended is there then.
      let result = end == nil ? waitpid(process, &status, WNOHANG) : 0
      let hasEnded = result == process || (result < 0 && errno == ECHILD)
      var isOpen = false
      repeat {
        isOpen = false
        var files = [results, errors].map {
          pollfd(fd: $0?.reader ?? -1, events: Int16(POLLIN), revents: 0)
        }
        _ = poll(&files, 2, hasEnded ? 0 : 50)
        if files[0].revents != 0, let bytes = results?.next() {
          kept += bytes
          isOpen = true
        }
        if files[1].revents != 0, let bytes = errors?.next() {
          talk?(bytes)
          isOpen = true
        }
        if let limit, kept.count > limit {
          end = .wroteTooMuch
          break
        }
      } while hasEnded && isOpen
      if hasEnded { return ProgramRun(end: end ?? .exited(code(status)), output: kept) }
    }
    finish(process, patience)
    return ProgramRun(end: end ?? .stopped, output: kept)
  }

  /// Throws: `replaceable` when another user could put another program there, `missing` when it cannot be run.
  public static func require(_ path: String) throws(HelperError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .missing(path: path)
    }
    try HelperProcess.require(path)
    if let place = HelperPlace.replaceable(path) { throw .replaceable(path: place) }
  }

  // MARK: Parts

  /// Asks a run and what it started to end; after so many seconds it is ended by force.
  private static func finish(_ process: pid_t, _ patience: Double) {
    kill(-process, SIGTERM)
    let deadline = HelperProcess.now + patience
    var status: Int32 = 0
    while HelperProcess.now < deadline {
      let result = waitpid(process, &status, WNOHANG)
      if result == process || (result < 0 && errno == ECHILD) {
        kill(-process, SIGKILL)
        return
      }
      var pause = timespec(tv_sec: 0, tv_nsec: 5_000_000)
      nanosleep(&pause, nil)
    }
    kill(-process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func code(_ raw: Int32) -> Int32 {
    raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
  }

  /// A file in memory that holds the input: a pipe would block, or end this process by a signal.
  private static func memory(_ bytes: [UInt8]) throws(HelperError) -> Int32 {
    let made = syscalls_memory_file("input")
    guard made >= 0 else { throw .cannotStart(code: -made) }
    let file = syscalls_duplicate_above(made, 3)
    close(made)
    guard file >= 0 else { throw .cannotStart(code: -file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        close(file)
        throw .cannotStart(code: code)
      }
      rest = rest.dropFirst(count)
    }
    lseek(file, 0, SEEK_SET)
    return file
  }

  private static func start(
    _ executable: String, _ arguments: [String], _ environment: [String]?, _ input: Int32,
    _ output: Int32, _ errors: Int32
  ) throws(HelperError) -> pid_t {
    // Its errors first: its output may go there too.
    let errors = errors == STDERR_FILENO ? [] : [(from: errors, to: STDERR_FILENO)]
    return try ProgramStart.start(
      executable, arguments, environment: environment,
      descriptors: [(from: input, to: STDIN_FILENO)] + errors + [(from: output, to: STDOUT_FILENO)])
  }

  /// A pipe out of a run, closed with this value.
  private final class Pipe {
    let reader: Int32
    private(set) var writer: Int32

    init() throws(HelperError) {
      var ends: [Int32] = [-1, -1]
      let piped = syscalls_pipe(&ends)
      guard piped == 0 else { throw .cannotStart(code: -piped) }
      // Above the standard three, else one could overwrite what the next one needs.
      reader = syscalls_duplicate_above(ends[0], 3)
      writer = syscalls_duplicate_above(ends[1], 3)
      for end in ends { close(end) }
      guard min(reader, writer) >= 0 else { throw .cannotStart(code: -min(reader, writer)) }
    }

    func closeWriter() {
      if writer >= 0 { close(writer) }
      writer = -1
    }

    /// What comes next; nil at the end.
    func next() -> [UInt8]? {
      var room = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(reader, &room, room.count)
      return count > 0 ? Array(room.prefix(count)) : nil
    }

    deinit {
      closeWriter()
      if reader >= 0 { close(reader) }
    }
  }
}
