internal import Glibc
internal import HelperProcesses
package import SecureMemory

/// The passphrase of the vault, for one sitting: in locked memory, wiped when nothing refers to it any more.
package final class HeldPassphrase {
  let secret: SecretBytes
  /// Its bytes.
  var count: Int { secret.count }

  package init(_ secret: consuming SecretBytes) { self.secret = secret }
}

/// A command of this program that runs on the terminal, for the process that started it.
struct StagedRun: ~Copyable {
  /// Seconds from the request to end to the end by force.
  static let grace: Double = 3

  private let process: pid_t
  private var hasEnded = false

  init(_ process: pid_t) { self.process = process }

  /// The exit code, once it has ended; 128 and the number of a signal that ended it.
  mutating func exitCode() -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(process, &status, WNOHANG | WUNTRACED)
    guard ended == process || (ended < 0 && errno != EINTR) else { return nil }
    // At the desk nothing is suspended: it would be left open behind a shell.
    if ended == process, status & 0xFF == 0x7F {
      kill(process, SIGCONT)
      return nil
    }
    hasEnded = true
    return ended < 0 ? 1 : Self.exitCode(of: status)
  }

  /// The exit code in what the kernel says of an end; 128 and the number of a signal that ended it.
  static func exitCode(of status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  /// Ends it: it is asked to, after a while made to, and in the end left alone.
  mutating func end() {
    guard !hasEnded else { return }
    kill(process, SIGTERM)
    let start = HelperProcess.now
    while exitCode() == nil, HelperProcess.now < start + 2 * Self.grace {
      if HelperProcess.now > start + Self.grace { kill(process, SIGKILL) }
      var pause = timespec(tv_sec: 0, tv_nsec: 20_000_000)
      nanosleep(&pause, nil)
    }
  }

  /// Waits so many seconds for the end of a process, and gives what the kernel says of it; nil where it goes on.
  static func collect(_ process: pid_t, within seconds: Double) -> Int32? {
    let deadline = HelperProcess.now + seconds
    var status: Int32 = 0
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { return status }
      // Nobody knows any more how it ended: not well.
      if ended < 0, errno != EINTR { return 1 << 8 }
      guard HelperProcess.now < deadline else { return nil }
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
  }
}
