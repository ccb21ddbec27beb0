import CSystemCalls
import Glibc

/// One run of the helper: started with three descriptors and nothing else, read with a deadline, always ended.
final class HelperRun {
  private var process: pid_t = 0
  private var output: Int32 = -1
  private var isReaped = false
  private var status: Int32 = 0

  /// Seconds on the clock that nobody sets.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Starts `executable` with `mode` as its only argument and `input` as its standard input.
  init(executable: String, mode: String, input: Int32) throws(ReaderError) {
    var ends: [Int32] = [-1, -1]
    let piped = syscalls_pipe(&ends)
    guard piped == 0 else { throw .cannotStart(code: -piped) }
    // Above the standard three, else a dup2 among them could overwrite what the next one needs.
    let writer = syscalls_duplicate_above(ends[1], 3)
    let reader = syscalls_duplicate_above(ends[0], 3)
    let picture = syscalls_duplicate_above(input, 3)
    for end in ends { close(end) }
    defer {
      if writer >= 0 { close(writer) }
      if picture >= 0 { close(picture) }
    }
    var code = min(writer, reader, picture)
    if code >= 0 {
      code = syscalls_spawn(executable, "qr-reader", mode, picture, writer, &process)
    }
    guard code >= 0 else {
      if reader >= 0 { close(reader) }
      isReaped = true
      throw .cannotStart(code: -code)
    }
    output = reader
  }

  deinit { end() }

  /// The next bytes that the helper wrote; nil when it wrote its last.
  ///
  /// Throws: `timedOut` with `seconds` when none come before `deadline` (on `now`'s clock).
  func next(until deadline: Double, seconds: Int) throws(ReaderError) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var failure: ReaderError?
    let count = bytes.withUnsafeMutableBytes { room in
      do throws(ReaderError) {
        return try next(into: room, until: deadline, seconds: seconds)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Reads the next bytes into memory of the caller's; 0 when the helper wrote its last.
  ///
  /// Throws: `timedOut` with `seconds` when none come before `deadline` (on `now`'s clock).
  func next(
    into room: UnsafeMutableRawBufferPointer, until deadline: Double, seconds: Int
  ) throws(ReaderError) -> Int {
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
  func wait() -> Int32 {
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
    status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
    return status
  }

  /// Ends the helper, if it has not ended by itself, and collects it.
  func end() {
    if output >= 0 { close(output) }
    output = -1
    guard !isReaped else { return }
    kill(process, SIGKILL)
    _ = wait()
  }
}
