internal import HelperProcesses

/// One run of `qr-reader`, with the errors of reading.
final class HelperRun {
  private let process: HelperProcess

  /// Seconds on the clock that nobody sets.
  static var now: Double { HelperProcess.now }

  /// Starts `executable` with `mode` as its only argument and `input` as its standard input.
  init(executable: String, mode: String, input: Int32) throws(ReaderError) {
    do throws(HelperError) {
      process = try HelperProcess(executable: executable, mode: mode, input: input)
    } catch {
      throw ReaderError(error)
    }
  }

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
    do throws(HelperError) {
      return try process.next(into: room, until: deadline, seconds: seconds)
    } catch {
      throw ReaderError(error)
    }
  }

  /// Waits for the end, at most a second, and gives the exit code; 128 and more for a signal.
  func wait() -> Int32 { process.wait() }

  /// Ends the helper, if it has not ended by itself, and collects it.
  func end() { process.end() }
}

extension ReaderError {
  init(_ error: HelperError) {
    switch error {
    case .missing(let path): self = .helperMissing(path: path)
    case .replaceable(let path): self = .helperReplaceable(path: path)
    case .cannotStart(let code): self = .cannotStart(code: code)
    case .timedOut(let seconds): self = .timedOut(seconds: seconds)
    }
  }
}
