internal import Glibc

/// When a key was typed last at the terminal of this process, whichever process read it.
///
/// The kernel keeps it as the time at which the terminal's device was read last, to about eight seconds.
struct TerminalTimes {
  /// Whether the kernel notes it at each name of a terminal, as since 6.5, when a command reads `/dev/tty`.
  ///
  /// Earlier ones note it at `/dev/tty` alone, which all terminals share: then keys of another terminal count too.
  private let isOfEachName = Self.notesEachName

  private static var notesEachName: Bool {
    var name = utsname()
    guard uname(&name) == 0 else { return false }
    let release = withUnsafeBytes(of: &name.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let numbers = release.split(separator: ".").prefix(2).map { part in
      Int(part.prefix { $0.isNumber }) ?? 0
    }
    return numbers.count == 2 && (numbers[0] > 6 || (numbers[0] == 6 && numbers[1] >= 5))
  }

  /// On the clock of `DeskSession.now`.
  func lastTyped() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    var status = stat()
    var times: [Int] = []
    if fstat(STDERR_FILENO, &status) == 0 { times.append(status.st_atim.tv_sec) }
    if !isOfEachName, stat("/dev/tty", &status) == 0 { times.append(status.st_atim.tv_sec) }
    let last = times.max()
    guard let last else { return 0 }
    let ago = Double(now.tv_sec - last)
    // A time to come was not kept by this clock: somebody set one of them.
    return ago < 0 ? 0 : DeskSession.now - ago
  }
}
