internal import Glibc

/// Folders: private ones made, any of them listed.
public enum Folder {
  /// Lists the names in a folder, sorted by their bytes; `.` and `..` left out.
  public static func names(
    in path: String, limit: Int = 65_535, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) -> [String] {
    let folder = try OpenFile(folder: path, calls)
    do throws(CallFailure) {
      return try calls.entries(folder.number, limit: limit).sorted { first, second in
        first.utf8.lexicographicallyPrecedes(second.utf8)
      }
    } catch {
      if error.code == E2BIG { throw .tooManyEntries(path: path, limit: limit) }
      throw FileError(error, "list", path)
    }
  }

  /// What has this name: nil when nothing has.
  ///
  /// A link is reported as a link. Nothing but the folder above it is opened: what has the name may be a result of
  /// before, which this process may replace and not read.
  public static func kind(
    of path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) -> FileStatus.Kind? {
    let trimmed = trimmed(path)
    if trimmed == "/" || trimmed == "." || trimmed == ".." { return .folder }
    let folder: OpenFile
    let target = try FilePath(trimmed)
    do throws(FileError) {
      folder = try OpenFile(folder: target.folder, calls)
    } catch {
      if case .notFound = error { return nil }
      throw error
    }
    do throws(CallFailure) {
      return try calls.kind(of: target.name, in: folder.number)
    } catch {
      throw FileError(error, "look at", path)
    }
  }

  /// Makes a folder that only this user can enter (mode 0700), with the folders above it that are
  /// missing, and flushes the folder above.
  ///
  /// One that is there already must be this user's and closed to others.
  public static func makePrivate(
    _ path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let whole = trimmed(path)
    if whole == "/" { throw .notPrivate(path: whole, permissions: 0o755) }
    var missing: [String] = []
    var current = whole
    while try !isThere(current, calls) {
      missing.append(current)
      current = try FilePath(current).folder
      if missing.count > 256 { throw .unusablePath(path: path) }
    }
    for folder in missing.reversed() { try make(folder, 0o700, calls) }
    try requirePrivate(whole, calls)
  }

  /// Makes a folder for results; fails when the name is taken.
  ///
  /// Mode 0700.
  public static func makeNew(
    _ path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let whole = trimmed(path)
    do throws(CallFailure) {
      try calls.makeFolder(whole, permissions: 0o700)
    } catch {
      throw FileError(error, "make the folder", path)
    }
    try flushAbove(whole, calls)
  }

  /// Refuses a folder that another user owns or may look into.
  public static func requirePrivate(
    _ path: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let folder = try OpenFile(folder: trimmed(path), calls)
    let status = try folder.status()
    guard status.kind == .folder else { throw .notAFolder(path: path) }
    guard status.owner == geteuid() else { throw .notOwned(path: path, owner: status.owner) }
    guard status.permissions & 0o077 == 0 else {
      throw .notPrivate(path: path, permissions: status.permissions)
    }
  }

  /// Closes a folder of this user, and the files of these names in it, to everybody else.
  ///
  /// - Throws: `FileError.notOwned` for what is another user's, which is never changed.
  /// - Returns: the paths that others could reach until now, with what they were allowed.
  public static func closeToOthers(
    _ path: String, files names: [String], _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) -> [(path: String, permissions: UInt32)] {
    var mended: [(path: String, permissions: UInt32)] = []
    let folder = try OpenFile(folder: trimmed(path), calls)
    if let before = try close(folder, keeping: 0o700, calls) { mended.append((path, before)) }
    for name in names {
      let file: OpenFile
      do throws(FileError) {
        file = try OpenFile(name, in: folder, for: .reading, path: "\(path)/\(name)", calls)
      } catch {
        // What does not exist or cannot be opened is reported by whoever uses it.
        continue
      }
      guard try file.status().kind == .regular else { continue }
      if let before = try close(file, keeping: 0o600, calls) {
        mended.append(("\(path)/\(name)", before))
      }
    }
    return mended
  }

  /// Gives what was allowed before; nil when nothing had to be changed.
  private static func close(
    _ file: borrowing OpenFile, keeping allowed: UInt32, _ calls: any FileCalls
  ) throws(FileError) -> UInt32? {
    let status = try file.status()
    guard status.owner == geteuid() else {
      throw .notOwned(path: file.path, owner: status.owner)
    }
    guard status.permissions & ~allowed != 0 else { return nil }
    do throws(CallFailure) {
      try calls.restrict(file.number, to: status.permissions & allowed)
    } catch {
      throw FileError(error, "close to others", file.path)
    }
    return status.permissions
  }

  private static func make(
    _ path: String, _ permissions: UInt32, _ calls: any FileCalls
  ) throws(FileError) {
    do throws(CallFailure) {
      try calls.makeFolder(path, permissions: permissions)
    } catch {
      // Somebody else may have been faster; whose it is, is checked at the end.
      if error.code != EEXIST { throw FileError(error, "make the folder", path) }
    }
    try flushAbove(path, calls)
  }

  private static func flushAbove(_ path: String, _ calls: any FileCalls) throws(FileError) {
    let above = try OpenFile(folder: FilePath(path).folder, calls)
    do throws(FileError) {
      try above.synchronize()
    } catch {
      guard case .system(_, _, let code) = error else { throw error }
      if code != EINVAL { throw .notDurable(path: path, code: code) }
    }
  }

  private static func isThere(_ path: String, _ calls: any FileCalls) throws(FileError) -> Bool {
    do throws(FileError) {
      var folder = try OpenFile(folder: path, calls)
      try folder.close()
      return true
    } catch {
      if case .notFound = error { return false }
      throw error
    }
  }

  static func trimmed(_ path: String) -> String {
    var text = Substring(path)
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
    return String(text)
  }
}
