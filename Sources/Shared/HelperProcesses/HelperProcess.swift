internal import CSystemCalls
internal import Glibc

/// One run of a helper program: started with three descriptors and nothing else, read with a
/// deadline, always ended.
///
/// The helper inherits its input, a pipe to answer on, `/dev/null`, an empty environment and
/// whatever filter this process is under. What it answers is trusted no more than what it was
/// given.
public final class HelperProcess {
  private var process: pid_t = 0
  private var output: Int32 = -1
  private var isReaped = false
  private var status: Int32 = 0

  /// Seconds on the clock that nobody sets.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The helper of that name beside this program's own executable; never one from PATH.
  ///
  /// Throws: `missing` when there is none that may be run, `replaceable` when another user could put another there.
  public static func path(of name: String) throws(HelperError) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0, length < buffer.count,
      let own = String(
        validating: buffer.prefix(length).lazy.map(UInt8.init(bitPattern:)), as: UTF8.self),
      let slash = own.lastIndex(of: "/")
    else { throw .missing(path: name) }
    let path = own[...slash] + name
    try require(String(path))
    if let place = HelperPlace.replaceable(String(path)) { throw .replaceable(path: place) }
    return String(path)
  }

  /// Throws: `missing` when the file at `path` may not be run.
  public static func require(_ path: String) throws(HelperError) {
    guard access(path, X_OK) == 0 else { throw .missing(path: path) }
  }

  /// Starts `executable` with `mode` as its only argument and `input` as its standard input.
  ///
  /// Throws: `cannotStart`.
  public init(executable: String, mode: String, input: Int32) throws(HelperError) {
    var ends: [Int32] = [-1, -1]
    let piped = syscalls_pipe(&ends)
    guard piped == 0 else { throw .cannotStart(code: -piped) }
    // Above the standard three, else a dup2 among them could overwrite what the next one needs.
    let writer = syscalls_duplicate_above(ends[1], 3)
    let reader = syscalls_duplicate_above(ends[0], 3)
    let source = syscalls_duplicate_above(input, 3)
    for end in ends { close(end) }
    defer {
      if writer >= 0 { close(writer) }
      if source >= 0 { close(source) }
    }
    var code = min(writer, reader, source)
    if code >= 0 {
      let name = String(executable[(executable.lastIndex(of: "/") ?? executable.startIndex)...])
      code = syscalls_spawn(
        executable, name.first == "/" ? String(name.dropFirst()) : name, mode, source, writer,
        &process)
    }
    guard code >= 0 else {
      if reader >= 0 { close(reader) }
      isReaped = true
      throw .cannotStart(code: -code)
    }
    output = reader
  }

  deinit { end() }

  /// Reads the next bytes into memory of the caller's; 0 when the helper wrote its last.
  ///
  /// Throws: `timedOut` with `seconds` when none come before `deadline` (on `now`'s clock).
  public func next(
    into room: UnsafeMutableRawBufferPointer, until deadline: Double, seconds: Int
  ) throws(HelperError) -> Int {
    while true {
      let left = deadline - Self.now
      guard left > 0 else { throw .timedOut(seconds: seconds) }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(min(left * 1000, 1_000_000)) + 1)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { continue }
      let count = Glibc.read(output, room.baseAddress, room.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      return max(0, count)
    }
  }

  /// Waits for the end, at most a second, and gives the exit code; 128 and more for a signal.
  public func wait() -> Int32 {
    guard !isReaped else { return status }
    let deadline = Self.now + 1
    var raw: Int32 = 0
    while true {
      let result = waitpid(process, &raw, WNOHANG)
      if result == process { break }
      if result < 0, errno != EINTR {
        isReaped = true
        status = 255
        return status
      }
      if Self.now > deadline { kill(process, SIGKILL) }
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
    isReaped = true
    status = Self.code(raw)
    return status
  }

  /// Ends the helper, if it has not ended by itself, and collects it.
  ///
  /// One that is about to end is given 0.1 seconds: a helper that is killed cannot overwrite what it read.
  public func end() {
    if output >= 0 { close(output) }
    output = -1
    guard !isReaped else { return }
    let deadline = Self.now + Self.grace
    while Self.now < deadline {
      guard !hasEnded() else { return }
      var pause = timespec(tv_sec: 0, tv_nsec: 500_000)
      nanosleep(&pause, nil)
    }
    kill(process, SIGKILL)
    _ = wait()
  }

  /// Seconds from the end of what is read to the end by force.
  private static let grace = 0.1

  /// Collects the helper if it is gone.
  private func hasEnded() -> Bool {
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return false }
    isReaped = true
    status = Self.code(raw)
    return true
  }

  /// The exit code; 128 and more for a signal.
  private static func code(_ raw: Int32) -> Int32 {
    raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
  }
}
