import Glibc

/// One program at a time in a home: an exclusive lock on its file `lock`, held until this value
/// goes away.
///
/// The system lets go of it when the process dies, however it dies.
public struct HomeLock: ~Copyable, Sendable {
  private let file: OpenFile

  /// Takes the lock.
  ///
  /// - Throws: `FileError.locked` when another program has it: this never waits.
  public init(home: String, _ calls: any FileCalls = SystemFileCalls()) throws(FileError) {
    let path = home + "/lock"
    let folder = try OpenFile(folder: home, calls)
    let opened = try OpenFile(
      "lock", in: folder, for: .locking, path: path, permissions: 0o600, calls)
    do throws(CallFailure) {
      try opened.lock()
    } catch {
      throw error.code == EWOULDBLOCK
        ? FileError.locked(path: path) : FileError(error, "lock", path)
    }
    file = opened
  }
}
