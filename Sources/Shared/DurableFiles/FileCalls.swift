/// The code of one failed call, as `errno` names it.
public struct CallFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the error (`errno`).
  public let code: Int32

  /// Takes the number of the error (`errno`).
  public init(_ code: Int32) { self.code = code }

  public var description: String { FileError.reason(code) }
}

/// Lists what `fstat` says of an open file, as far as it is needed here.
public struct FileStatus: Equatable, Sendable {
  /// What a name can lead to.
  public enum Kind: String, Sendable { case regular, folder, pipe, device, socket, link, other }

  /// What the name leads to.
  public let kind: Kind
  /// In bytes.
  public let size: Int64
  /// The permission bits alone.
  public let permissions: UInt32
  /// The number of the user who owns it.
  public let owner: UInt32

  /// Takes the four.
  public init(kind: Kind, size: Int64, permissions: UInt32, owner: UInt32) {
    self.kind = kind
    self.size = size
    self.permissions = permissions
    self.owner = owner
  }
}

/// What a file is opened for.
///
/// Links are never followed in the last component, and no open file is handed to a child.
public enum OpenPurpose: Sendable {
  /// Reading; does not wait for the other end of a pipe.
  case reading
  /// A new file; fails when the name is taken.
  case creating
  /// Writing over what is there, at the same length.
  case overwriting
  /// A lock file; made when it is not there.
  case locking
}

/// What happens to a file that has the new name already.
public enum RenameMode: Sendable {
  /// It is replaced, or the call fails with EEXIST.
  case replacing, refusingToReplace
  /// Both names exist and change places in one step.
  case exchanging
}

/// Every call that touches a disk, one method each, so that a test can let any of them fail, stop
/// half way, or be the last one the process makes.
///
/// Names are single components inside an open folder: nobody can swap a folder between two calls.
public protocol FileCalls: Sendable {
  /// Opens a folder; the descriptor must be closed. Fails for what is not one.
  func openFolder(_ path: String) throws(CallFailure) -> Int32
  /// Opens a file, which may not be a link; `permissions` are those of a new file alone.
  func open(
    _ name: String, in folder: Int32, for purpose: OpenPurpose, permissions: UInt32
  ) throws(CallFailure) -> Int32
  /// May read fewer bytes than there is room for; 0 at the end.
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int
  /// May write fewer bytes than it was given.
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int
  /// Returns when contents and size are on the disk.
  func synchronize(_ file: Int32) throws(CallFailure)
  /// Lets the descriptor go, whether or not it fails.
  func close(_ file: Int32) throws(CallFailure)
  /// What the system says of an open file or folder.
  func status(_ file: Int32) throws(CallFailure) -> FileStatus
  /// What has a name, without opening it: to open a device may already move it. A link is a link;
  /// nil when nothing has the name.
  func kind(of name: String, in folder: Int32) throws(CallFailure) -> FileStatus.Kind?
  /// Gives a name to what has another one, in one step.
  func rename(_ old: String, to new: String, in folder: Int32, _ mode: RenameMode)
    throws(CallFailure)
  /// Takes a name away; the folder must be flushed before that lasts.
  func unlink(_ name: String, in folder: Int32) throws(CallFailure)
  /// Makes a folder; fails with EEXIST when there is something of that name.
  func makeFolder(_ path: String, permissions: UInt32) throws(CallFailure)
  /// Removes an empty folder; fails with ENOTEMPTY for others.
  func removeFolder(_ path: String) throws(CallFailure)
  /// Every entry but `.` and `..`, in no order; entries that are not UTF-8 are left out.
  func entries(_ folder: Int32, limit: Int) throws(CallFailure) -> [String]
  /// Sets the permission bits of an open file or folder.
  func restrict(_ file: Int32, to permissions: UInt32) throws(CallFailure)
  /// Fails with EWOULDBLOCK when somebody else holds the lock.
  func lock(_ file: Int32) throws(CallFailure)
}

extension FileCalls {
  /// A disk that no other program looks at.
  public func restrict(_ file: Int32, to permissions: UInt32) throws(CallFailure) {}

  /// A disk on which no name is taken by anything but a regular file.
  public func kind(of name: String, in folder: Int32) throws(CallFailure) -> FileStatus.Kind? {
    nil
  }
}
