internal import Glibc

/// Writes whole files so that at any moment the name holds the old contents or the new ones.
///
/// New contents go to a temporary name in the same folder, are flushed, take their name by a
/// rename, and the folder is flushed (docs/rules.md, R25). A kill can leave a temporary file
/// behind; `removeLeftovers` clears those of a folder that this program owns alone.
public enum AtomicFile {
  /// Whether a name that is taken may be taken over: only ever that of a regular file.
  public enum Replacing: Sendable {
    /// Fails with `FileError.exists`.
    case no
    /// Takes the name over; the old contents are let go.
    case yes
    /// In addition overwrites the bytes of the replaced file before they are let go.
    ///
    /// A disk that moves its blocks (any SSD) may still keep the old ones: more cannot be promised.
    case erasing
  }

  /// How the temporary files of this program begin.
  static let temporaryPrefix = ".drawbridge-"

  /// Whether a name is that of a temporary file of this program.
  public static func isLeftover(_ name: String) -> Bool { name.hasPrefix(temporaryPrefix) }

  /// Writes `bytes` to `path`, readable by this user alone unless said otherwise.
  ///
  /// - Throws: `FileError`; the old contents are untouched unless it says that the new ones are in
  ///   place.
  public static func write(
    _ bytes: [UInt8], to path: String, replacing: Replacing = .no, permissions: UInt32 = 0o600,
    _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    try write(pieces: [bytes[...]], to: path, replacing: replacing, permissions: permissions, calls)
  }

  /// Writes pieces, one behind the other, as the other form writes bytes: what is large need not be
  /// put together first.
  ///
  /// - Throws: as the other form does.
  public static func write(
    pieces: [ArraySlice<UInt8>], to path: String, replacing: Replacing = .no,
    permissions: UInt32 = 0o600, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let target = try FilePath(path)
    let folder = try OpenFile(folder: target.folder, calls)
    if replacing != .no { try requireReplaceable(target, in: folder, calls) }
    let temporary = try writeTemporary(
      pieces, beside: target, in: folder, permissions, erasing: replacing == .erasing, calls)
    do throws(FileError) {
      if replacing == .erasing {
        try putInPlaceErasing(temporary, target, in: folder, calls)
      } else {
        try rename(temporary, to: target, in: folder, replacing: replacing == .yes, calls)
        try flush(folder, after: target)
      }
    } catch {
      if !error.newContentsAreInPlace {
        discard(temporary, in: folder, erasing: replacing == .erasing, calls)
      }
      throw error
    }
  }

  /// Refuses a name that is taken by anything but a regular file: a rename would put a file in the
  /// place of a device, a pipe or a link (for root of `/dev/null` too), and nobody means that
  /// (R25).
  ///
  /// - Throws: `FileError.notReplaced`.
  public static func requireReplaceable(
    _ path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let target = try FilePath(path)
    try requireReplaceable(target, in: OpenFile(folder: target.folder, calls), calls)
  }

  /// Overwrites the bytes of a file, removes it and flushes its folder.
  ///
  /// A file that does not exist is not an error.
  ///
  /// See `Replacing.erasing` for what this cannot promise.
  public static func erase(
    _ path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let target = try FilePath(path)
    let folder = try OpenFile(folder: target.folder, calls)
    var file = try openToErase(target, in: folder, calls)
    guard try overwriteAndClose(&file) else { return }
    try remove(target.name, target, in: folder, calls)
  }

  /// Removes a regular file and flushes its folder; its bytes are left as they are.
  public static func remove(
    _ path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let target = try FilePath(path)
    let folder = try OpenFile(folder: target.folder, calls)
    try requireReplaceable(target, in: folder, calls)
    try remove(target.name, target, in: folder, calls)
  }

  /// Renames inside one folder, replacing what has the new name, and flushes the folder.
  public static func rename(
    _ path: String, toName name: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let target = try FilePath(path)
    let folder = try OpenFile(folder: target.folder, calls)
    do throws(CallFailure) {
      try calls.rename(target.name, to: name, in: folder.number, .replacing)
    } catch {
      throw FileError(error, "rename", path)
    }
    try flush(folder, after: target)
  }

  /// Erases the temporary files that a killed program left in a folder.
  ///
  /// Only for a folder whose lock the caller holds: another program's unfinished write looks the
  /// same.
  public static func removeLeftovers(
    in path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    for name in try Folder.names(in: path, limit: 10_000, calls)
    where isLeftover(name) {
      try erase(path + "/" + name, calls)
    }
  }

  // MARK: Steps

  private static func requireReplaceable(
    _ target: FilePath, in folder: borrowing OpenFile, _ calls: any FileCalls
  ) throws(FileError) {
    let kind: FileStatus.Kind?
    do throws(CallFailure) {
      kind = try calls.kind(of: target.name, in: folder.number)
    } catch {
      throw FileError(error, "look at", target.path)
    }
    guard let kind, kind != .regular else { return }
    throw .notReplaced(path: target.path, kind: kind)
  }

  private static func writeTemporary(
    _ pieces: [ArraySlice<UInt8>], beside target: FilePath, in folder: borrowing OpenFile,
    _ permissions: UInt32, erasing: Bool, _ calls: any FileCalls
  ) throws(FileError) -> String {
    var attempt = 0
    while true {
      let name = "\(temporaryPrefix)\(getpid())-\(attempt).tmp"
      var file: OpenFile
      do throws(FileError) {
        file = try OpenFile(
          name, in: folder, for: .creating, path: target.path, permissions: permissions, calls)
      } catch {
        attempt += 1
        if error == .exists(path: target.path), attempt < 100 { continue }
        if error == .exists(path: target.path) {
          throw .system(operation: "create a file", path: target.path, code: EEXIST)
        }
        throw error
      }
      do throws(FileError) {
        try write(pieces, to: file)
        try file.close()
      } catch {
        discard(name, in: folder, erasing: erasing, calls)
        throw error
      }
      return name
    }
  }

  /// Takes a temporary file away again as well as it can: there is an error to report already.
  private static func discard(
    _ name: String, in folder: borrowing OpenFile, erasing: Bool, _ calls: any FileCalls
  ) {
    if erasing,
      let file = try? OpenFile(name, in: folder, for: .overwriting, path: name, calls)
    {
      try? overwrite(file)
    }
    try? calls.unlink(name, in: folder.number)
  }

  private static func write(
    _ pieces: [ArraySlice<UInt8>], to file: borrowing OpenFile
  ) throws(FileError) {
    for piece in pieces {
      var failure: FileError?
      piece.withUnsafeBytes { buffer in
        do throws(FileError) { try file.writeAll(buffer) } catch { failure = error }
      }
      if let failure { throw failure }
    }
    try file.synchronize()
  }

  private static func rename(
    _ temporary: String, to target: FilePath, in folder: borrowing OpenFile, replacing: Bool,
    _ calls: any FileCalls
  ) throws(FileError) {
    do throws(CallFailure) {
      try calls.rename(
        temporary, to: target.name, in: folder.number,
        replacing ? .replacing : .refusingToReplace)
    } catch {
      guard !replacing, error.code == EINVAL || error.code == ENOSYS else {
        throw FileError(error, "put in place", target.path)
      }
      // Some file systems (FUSE, older exFAT: memory cards) cannot refuse to replace. There the
      // name is claimed by an empty file that nobody else can have made, which is then replaced.
      var claim = try OpenFile(
        target.name, in: folder, for: .creating, path: target.path, permissions: 0o600, calls)
      try claim.close()
      do throws(CallFailure) {
        try calls.rename(temporary, to: target.name, in: folder.number, .replacing)
      } catch {
        try? calls.unlink(target.name, in: folder.number)
        throw FileError(error, "put in place", target.path)
      }
    }
  }

  /// Lets the old and the new file change places, so that the old one still has a name while its
  /// bytes are overwritten: a kill in between leaves it to `removeLeftovers`, not to chance.
  private static func putInPlaceErasing(
    _ temporary: String, _ target: FilePath, in folder: borrowing OpenFile,
    _ calls: any FileCalls
  ) throws(FileError) {
    var replaced: OpenFile?
    var exchanged = false
    do throws(CallFailure) {
      try calls.rename(temporary, to: target.name, in: folder.number, .exchanging)
      exchanged = true
    } catch {
      switch error.code {
      case ENOENT, EINVAL, ENOSYS:
        // Nothing to replace, or a file system that cannot exchange.
        replaced = try openToErase(target, in: folder, calls)
        try rename(temporary, to: target, in: folder, replacing: true, calls)
      default: throw FileError(error, "put in place", target.path)
      }
    }
    try flush(folder, after: target)
    do throws(FileError) {
      if exchanged {
        replaced = try OpenFile(
          temporary, in: folder, for: .overwriting, path: target.path, calls)
      }
      try overwriteAndClose(&replaced)
      if exchanged { try remove(temporary, target, in: folder, calls) }
    } catch {
      switch error {
      // Overwritten and gone, but the folder could not be flushed.
      case .notDurable: throw error
      case .system(_, _, let code): throw .notErased(path: target.path, code: code)
      default: throw .notErased(path: target.path, code: EIO)
      }
    }
  }

  private static func remove(
    _ name: String, _ target: FilePath, in folder: borrowing OpenFile, _ calls: any FileCalls
  ) throws(FileError) {
    do throws(CallFailure) {
      try calls.unlink(name, in: folder.number)
    } catch {
      throw FileError(error, "remove", target.path)
    }
    try flush(folder, after: target)
  }

  private static func flush(
    _ folder: borrowing OpenFile, after target: FilePath
  ) throws(FileError) {
    do throws(FileError) {
      try folder.synchronize()
    } catch {
      // exFAT and some FUSE file systems cannot flush a folder and say EINVAL.
      guard case .system(_, _, let code) = error else { throw error }
      if code != EINVAL { throw .notDurable(path: target.path, code: code) }
    }
  }

  private static func openToErase(
    _ target: FilePath, in folder: borrowing OpenFile, _ calls: any FileCalls
  ) throws(FileError) -> OpenFile? {
    do throws(FileError) {
      return try OpenFile(
        target.name, in: folder, for: .overwriting, path: target.path, calls)
    } catch {
      if error == .notFound(path: target.path) { return nil }
      throw error
    }
  }

  /// Answers whether there was a file at all.
  @discardableResult
  private static func overwriteAndClose(_ file: inout OpenFile?) throws(FileError) -> Bool {
    guard var open = file.take() else { return false }
    try overwrite(open)
    try open.close()
    return true
  }

  /// Writes zeros over a whole regular file and flushes it.
  private static func overwrite(_ file: borrowing OpenFile) throws(FileError) {
    let status = try file.status()
    guard status.kind == .regular else {
      throw .notRegular(path: file.path, kind: status.kind)
    }
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    var left = status.size
    while left > 0 {
      let part = Int(min(left, Int64(zeros.count)))
      var failure: FileError?
      zeros.withUnsafeBytes { buffer in
        do throws(FileError) {
          try file.writeAll(UnsafeRawBufferPointer(rebasing: buffer.prefix(part)))
        } catch { failure = error }
      }
      if let failure { throw failure }
      left -= Int64(part)
    }
    try file.synchronize()
  }
}
