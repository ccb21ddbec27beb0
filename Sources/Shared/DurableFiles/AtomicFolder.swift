internal import Glibc

/// Writes folders of files so that the name holds all of them or none.
///
/// The files go to a folder under a temporary name beside it, each flushed, which then takes its
/// name by a rename.
public enum AtomicFolder {
  /// One file of the folder.
  public struct File: Sendable {
    /// The file's name, without a folder.
    public let name: String
    /// The whole contents.
    public let bytes: [UInt8]

    /// Takes the name and the whole contents.
    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Writes a new folder (mode 0700), or replaces one that holds nothing but `replaceable` names.
  ///
  /// Without `replaceable` a taken name is refused. A folder in which anything else lies is never
  /// replaced: somebody may have named the wrong one.
  ///
  /// - Throws: `FileError`; what was there before is untouched unless it says that the new contents
  ///   are in place.
  public static func write(
    _ files: [File], to path: String, replacing replaceable: ((String) -> Bool)? = nil,
    _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) {
    let target = try FilePath(Folder.trimmed(path))
    let folder = try OpenFile(folder: target.folder, calls)
    let temporary = try makeTemporary(beside: target, calls)
    let place = target.folder + "/" + temporary
    do throws(FileError) {
      for file in files { try write(file, into: place, calls) }
      try OpenFile(folder: place, calls).synchronize()
      try putInPlace(temporary, target, in: folder, replaceable, calls)
    } catch {
      if !error.newContentsAreInPlace { remove(place, calls) }
      throw error
    }
    // Gone already when nothing was replaced; then it holds what was.
    remove(place, calls)
    do throws(FileError) {
      try folder.synchronize()
    } catch {
      guard case .system(_, _, let code) = error else { throw error }
      if code != EINVAL { throw .notDurable(path: path, code: code) }
    }
  }

  private static func makeTemporary(
    beside target: FilePath, _ calls: any FileCalls
  ) throws(FileError) -> String {
    for attempt in 0..<100 {
      let name = "\(AtomicFile.temporaryPrefix)\(getpid())-\(attempt).new"
      do throws(CallFailure) {
        try calls.makeFolder(target.folder + "/" + name, permissions: 0o700)
        return name
      } catch {
        if error.code != EEXIST { throw FileError(error, "make a folder", target.path) }
      }
    }
    throw .system(operation: "make a folder", path: target.path, code: EEXIST)
  }

  private static func write(
    _ file: File, into place: String, _ calls: any FileCalls
  ) throws(FileError) {
    guard !file.name.utf8.contains(UInt8(ascii: "/")) else {
      throw .unusablePath(path: file.name)
    }
    do throws(FileError) {
      try AtomicFile.write(file.bytes, to: place + "/" + file.name, calls)
    } catch {
      // In place in the temporary folder only: to the caller nothing is.
      switch error {
      case .notDurable(let path, let code), .notErased(let path, let code):
        throw .system(operation: "flush the folder of", path: path, code: code)
      default: throw error
      }
    }
  }

  private static func putInPlace(
    _ temporary: String, _ target: FilePath, in folder: borrowing OpenFile,
    _ replaceable: ((String) -> Bool)?, _ calls: any FileCalls
  ) throws(FileError) {
    do throws(CallFailure) {
      try calls.rename(temporary, to: target.name, in: folder.number, .refusingToReplace)
      return
    } catch {
      switch error.code {
      case EEXIST: break
      case EINVAL, ENOSYS:
        // A file system that cannot refuse: a rename never replaces a folder that holds anything.
        try rename(temporary, target, in: folder, .replacing, calls)
        return
      default: throw FileError(error, "put in place", target.path)
      }
    }
    guard let replaceable else { throw .exists(path: target.path) }
    // A link would be replaced, and then be followed to what it names.
    let kind: FileStatus.Kind?
    do throws(CallFailure) {
      kind = try calls.kind(of: target.name, in: folder.number)
    } catch {
      throw FileError(error, "look at", target.path)
    }
    if let kind, kind != .folder { throw .notAFolder(path: target.path) }
    let names = try Folder.names(in: target.path, calls)
    guard names.allSatisfy(replaceable) else { throw .exists(path: target.path) }
    try rename(temporary, target, in: folder, .exchanging, calls)
  }

  private static func rename(
    _ temporary: String, _ target: FilePath, in folder: borrowing OpenFile, _ mode: RenameMode,
    _ calls: any FileCalls
  ) throws(FileError) {
    do throws(CallFailure) {
      try calls.rename(temporary, to: target.name, in: folder.number, mode)
    } catch {
      throw error.code == ENOTEMPTY
        ? FileError.exists(path: target.path) : FileError(error, "put in place", target.path)
    }
  }

  /// Removes a temporary folder and the files in it, as well as it can.
  private static func remove(_ place: String, _ calls: any FileCalls) {
    guard let names = try? Folder.names(in: place, calls),
      let folder = try? OpenFile(folder: place, calls)
    else { return }
    for name in names { try? calls.unlink(name, in: folder.number) }
    try? calls.removeFolder(place)
  }
}
