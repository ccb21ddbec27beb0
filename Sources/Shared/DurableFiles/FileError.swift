internal import Glibc
public import Refusals

/// Why a file could not be read or written.
///
/// Carries names, never contents.
public enum FileError: HintedError, Equatable, Sendable {
  /// The path has no characters.
  case emptyPath
  /// A NUL in a path would cut it short on its way to the system.
  case unusablePath(path: String)
  /// Nothing has the name.
  case notFound(path: String)
  /// Something has the name, and nothing was to be replaced.
  case exists(path: String)
  /// The name is a symbolic link, which is not followed.
  case isLink(path: String)
  /// What has the name is not a regular file.
  case notRegular(path: String, kind: FileStatus.Kind)
  /// What has the name is not a regular file, and is never replaced by one.
  case notReplaced(path: String, kind: FileStatus.Kind)
  /// What has the name is not a folder.
  case notAFolder(path: String)
  /// `size` is what the system says, or the first size known to be over the limit.
  ///
  /// In bytes.
  case tooLarge(path: String, size: Int64, limit: Int)
  /// The folder has more entries than are read.
  case tooManyEntries(path: String, limit: Int)
  /// The file became shorter or longer while it was read.
  case changedWhileReading(path: String)
  /// Others than the owner may read or write it; `permissions` are the bits that it has.
  case notPrivate(path: String, permissions: UInt32)
  /// It belongs to another user, with this number.
  case notOwned(path: String, owner: UInt32)
  /// `holder` is who holds it, as it wrote itself into the file; nil when it did not.
  case locked(path: String, holder: String?)
  /// The new contents are in place, but the folder could not be flushed: they may be gone again
  /// after a loss of power.
  case notDurable(path: String, code: Int32)
  /// The new contents are in place, but the bytes of the file they replaced are not overwritten.
  case notErased(path: String, code: Int32)
  /// Any other error of the system, with its number (`errno`).
  case system(operation: String, path: String, code: Int32)

  public var description: String {
    switch self {
    case .emptyPath: "the path is empty"
    case .unusablePath(let path): "\(path): not a usable file name"
    case .notFound(let path): "\(path): there is no such file or folder"
    case .exists(let path): "\(path): already exists"
    case .isLink(let path): "\(path): is a symbolic link, which is never followed"
    case .notRegular(let path, let kind):
      "\(path): is a \(kind.rawValue), not a regular file"
    case .notReplaced(let path, let kind):
      "\(path): is a \(kind == .link ? "symbolic link" : kind.rawValue), and only a regular file is "
        + "ever replaced"
    case .notAFolder(let path): "\(path): is not a folder"
    case .tooLarge(let path, let size, let limit):
      "\(path): \(size) bytes, more than the limit of \(limit)"
    case .tooManyEntries(let path, let limit): "\(path): more than \(limit) entries"
    case .changedWhileReading(let path): "\(path): changed while it was read"
    case .notPrivate(let path, let permissions):
      "\(path): other users may read it (mode \(String(permissions, radix: 8)))"
    case .notOwned(let path, let owner): "\(path): belongs to another user (id \(owner))"
    case .locked(let path, let holder):
      "\(path): another program holds the lock" + (holder.map { " (\($0))" } ?? "")
    case .notDurable(let path, let code):
      "\(path): written, but its folder could not be flushed (\(Self.reason(code)))"
    case .notErased(let path, let code):
      "\(path): written, but the old bytes could not be overwritten (\(Self.reason(code)))"
    case .system(let operation, let path, let code):
      "\(path): could not \(operation) (\(Self.reason(code)))"
    }
  }

  /// The rule that refuses it: R25 for what a file may not be, R18 for what is beyond
  /// a limit; nil for what is missing, busy or broken.
  public var rule: Rule? {
    switch self {
    case .tooLarge, .tooManyEntries: .r18
    case .unusablePath, .exists, .isLink, .notRegular, .notReplaced, .changedWhileReading,
      .notPrivate, .notOwned:
      .r25
    case .emptyPath, .notFound, .notAFolder, .locked, .notDurable, .notErased, .system: nil
    }
  }

  /// What a person can do about it.
  public var hint: String {
    switch self {
    case .emptyPath, .unusablePath: "give the name of a file"
    case .notFound: "check the spelling; file names are case sensitive"
    case .exists: "choose another name, or add --force to replace it"
    case .isLink: "give the path of the file itself"
    case .notRegular(_, .folder): "give a file inside that folder"
    case .notRegular: "give a regular file, or `-` to read standard input"
    case .notReplaced: "choose the name of a new file, or of the file itself"
    case .notAFolder: "give the path of a folder"
    case .tooLarge: "check which file it is: it is not of the expected kind"
    case .tooManyEntries: "keep only the files that matter in the folder"
    case .changedWhileReading: "wait until no program writes to it, then try again"
    case .notPrivate(let path, _): "make it private: chmod -R go= '\(path)'"
    case .notOwned: "run as the user who owns it, or choose another folder"
    case .locked: "wait for the other program to end, then try again"
    case .notDurable: "keep the machine on, check the disk, and run the command again"
    case .notErased: "the old bytes may still be found on the disk; check it, and try again"
    case .system(_, _, ENOSPC), .system(_, _, EDQUOT):
      "the disk is full: nothing was replaced; free some space and try again"
    case .system(_, _, EACCES), .system(_, _, EPERM):
      "check the permissions of the file and of its folder"
    case .system(_, _, EROFS): "make the disk writable, or choose a place on another one"
    case .system(_, _, EIO): "the disk reports errors: copy what matters to another one"
    case .system: "nothing was replaced; check the disk and try again"
    }
  }

  /// Whether the new contents are in place although something went wrong afterwards.
  public var newContentsAreInPlace: Bool {
    switch self {
    case .notDurable, .notErased: true
    default: false
    }
  }

  init(_ failure: CallFailure, _ operation: String, _ path: String) {
    switch failure.code {
    case ENOENT: self = .notFound(path: path)
    case EEXIST: self = .exists(path: path)
    case ELOOP: self = .isLink(path: path)
    case ENOTDIR: self = .notAFolder(path: path)
    case EISDIR: self = .notRegular(path: path, kind: .folder)
    default: self = .system(operation: operation, path: path, code: failure.code)
    }
  }

  /// The system's words for an error number.
  public static func reason(_ code: Int32) -> String {
    switch code {
    case ENOSPC: "no space left on the device"
    case EIO: "input/output error"
    case EACCES: "permission denied"
    case EPERM: "operation not permitted"
    case EROFS: "read-only file system"
    case EINTR: "interrupted again and again"
    case EDQUOT: "quota exceeded"
    case EMFILE: "too many open files"
    case ENAMETOOLONG: "name too long"
    case EFBIG: "file too large"
    case EBUSY: "busy"
    case EINVAL: "invalid argument"
    case EPIPE: "nobody reads it any more"
    case EBADF: "it is closed"
    default: "error \(code)"
    }
  }
}
