internal import CSystemCalls
internal import Glibc

/// One program at a time in a home: an exclusive lock on its file `lock`, held until this value
/// goes away.
///
/// The system lets go of it when the process dies, however it dies.
public struct HomeLock: ~Copyable, Sendable {
  private let file: OpenFile

  /// Takes the lock, waiting at most `milliseconds` for another program to end.
  ///
  /// - Throws: `FileError.locked` when another program has it all that time.
  public init(
    home: String, waiting milliseconds: Int = 0, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let path = home + "/lock"
    let folder = try OpenFile(folder: home, calls)
    let opened = try OpenFile(
      "lock", in: folder, for: .locking, path: path, permissions: 0o600, calls)
    var left = milliseconds
    while true {
      do throws(CallFailure) {
        try opened.lock()
        break
      } catch {
        guard error.code == EWOULDBLOCK else { throw FileError(error, "lock", path) }
        guard left > 0 else { throw .locked(path: path, holder: Self.holder(opened)) }
        var pause = timespec(tv_sec: 0, tv_nsec: Self.step * 1_000_000)
        nanosleep(&pause, nil)
        left -= Self.step
      }
    }
    file = opened
    if calls is SystemFileCalls { note() }
  }

  /// Milliseconds between two tries.
  private static let step = 20

  /// Writes down who holds it, for whoever waits in vain.
  ///
  /// This only helps, so its failure is ignored.
  private func note() {
    let text = "process \(getpid()), \(Self.program)\n"
    var padded = Array(text.utf8.prefix(Self.noteLength))
    padded += [UInt8](repeating: UInt8(ascii: " "), count: Self.noteLength - padded.count)
    padded.withUnsafeBytes { bytes in
      do throws(FileError) { try file.writeAll(bytes) } catch {}
    }
  }

  /// Of one length: the file is written over and never cut.
  private static let noteLength = 64

  private static var program: String {
    guard let name = syscalls_program_name() else { return "a program" }
    return String(cString: name)
  }

  /// Who wrote its name into a lock file; nil when nobody did.
  private static func holder(_ file: borrowing OpenFile) -> String? {
    var bytes = [UInt8](repeating: 0, count: noteLength)
    let count = bytes.withUnsafeMutableBytes { buffer in
      do throws(FileError) { return try file.readAll(into: buffer) } catch { return 0 }
    }
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    let line = text.prefix { $0 != "\n" }
    let isPlain = line.unicodeScalars.allSatisfy { (0x20...0x7e).contains($0.value) }
    return line.hasPrefix("process ") && isPlain ? String(line) : nil
  }
}
