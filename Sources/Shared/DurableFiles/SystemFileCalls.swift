internal import CSystemCalls
internal import Glibc

/// The calls of this machine.
public struct SystemFileCalls: FileCalls {
  /// The calls of this machine hold no state.
  public init() {}

  private func checked(_ result: Int32) throws(CallFailure) -> Int32 {
    if result < 0 { throw CallFailure(errno) }
    return result
  }

  /// `open(2)`, read-only and closed in children.
  public func openFolder(_ path: String) throws(CallFailure) -> Int32 {
    try checked(Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// `openat(2)`, never through a link, without waiting, and closed in children.
  public func open(
    _ name: String, in folder: Int32, for purpose: OpenPurpose, permissions: UInt32
  ) throws(CallFailure) -> Int32 {
    // O_NONBLOCK: a named pipe without a writer must be refused, not waited for.
    let flags =
      switch purpose {
      case .reading: O_RDONLY | O_NONBLOCK | O_NOCTTY
      case .creating: O_WRONLY | O_CREAT | O_EXCL
      case .overwriting: O_WRONLY | O_NONBLOCK | O_NOCTTY
      case .locking: O_RDWR | O_CREAT | O_NOCTTY
      }
    return try checked(
      openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, mode_t(permissions)))
  }

  /// `read(2)`.
  public func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer)
    throws(CallFailure) -> Int
  {
    let count = Glibc.read(file, buffer.baseAddress, buffer.count)
    if count < 0 { throw CallFailure(errno) }
    return count
  }

  /// `write(2)`.
  public func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
    let count = Glibc.write(file, bytes.baseAddress, bytes.count)
    if count < 0 { throw CallFailure(errno) }
    return count
  }

  /// `fsync(2)`.
  public func synchronize(_ file: Int32) throws(CallFailure) {
    _ = try checked(fsync(file))
  }

  /// `close(2)`.
  public func close(_ file: Int32) throws(CallFailure) {
    // Linux has let go of the descriptor even when a signal came: closing again could close
    // somebody else's file.
    if Glibc.close(file) < 0, errno != EINTR { throw CallFailure(errno) }
  }

  /// `fstat(2)`.
  public func status(_ file: Int32) throws(CallFailure) -> FileStatus {
    var status = stat()
    _ = try checked(fstat(file, &status))
    return FileStatus(
      kind: Self.kind(status), size: Int64(status.st_size),
      permissions: UInt32(status.st_mode & 0o7777), owner: status.st_uid)
  }

  /// `fstatat(2)`, which does not follow a link.
  public func kind(of name: String, in folder: Int32) throws(CallFailure) -> FileStatus.Kind? {
    var status = stat()
    do throws(CallFailure) {
      _ = try checked(fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    return Self.kind(status)
  }

  private static func kind(_ status: stat) -> FileStatus.Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    case S_IFIFO: .pipe
    case S_IFCHR, S_IFBLK: .device
    case S_IFSOCK: .socket
    case S_IFLNK: .link
    default: .other
    }
  }

  /// `renameat(2)`, and `renameat2(2)` where the new name may not be replaced.
  public func rename(
    _ old: String, to new: String, in folder: Int32, _ mode: RenameMode
  ) throws(CallFailure) {
    switch mode {
    case .replacing: _ = try checked(renameat(folder, old, folder, new))
    case .refusingToReplace:
      let result = syscalls_renameat_new(folder, old, new)
      if result < 0 { throw CallFailure(-result) }
    case .exchanging:
      let result = syscalls_renameat_exchange(folder, old, new)
      if result < 0 { throw CallFailure(-result) }
    }
  }

  /// `unlinkat(2)`.
  public func unlink(_ name: String, in folder: Int32) throws(CallFailure) {
    _ = try checked(unlinkat(folder, name, 0))
  }

  /// `mkdir(2)`.
  public func makeFolder(_ path: String, permissions: UInt32) throws(CallFailure) {
    _ = try checked(mkdir(path, mode_t(permissions)))
  }

  /// `rmdir(2)`.
  public func removeFolder(_ path: String) throws(CallFailure) {
    _ = try checked(rmdir(path))
  }

  /// `readdir(3)`.
  public func entries(_ folder: Int32, limit: Int) throws(CallFailure) -> [String] {
    // A second description of the same folder: `closedir` closes what it was given.
    let again = try checked(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard let stream = fdopendir(again) else {
      let code = errno
      _ = Glibc.close(again)
      throw CallFailure(code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw CallFailure(errno) }
        return names
      }
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let name, name != ".", name != ".." else { continue }
      if names.count == limit { throw CallFailure(E2BIG) }
      names.append(name)
    }
  }

  /// `fchmod(2)`.
  public func restrict(_ file: Int32, to permissions: UInt32) throws(CallFailure) {
    _ = try checked(fchmod(file, mode_t(permissions)))
  }

  /// `flock(2)`, exclusive and without waiting.
  public func lock(_ file: Int32) throws(CallFailure) {
    _ = try checked(flock(file, LOCK_EX | LOCK_NB))
  }
}
