public import DurableFiles
import Glibc
import Synchronization

/// What goes wrong, and at which call (counted from 0).
public enum Fault: Sendable, Equatable {
  /// The call fails once with this error number and does nothing.
  case failure(call: Int, code: Int32)
  /// From this call on, every call fails.
  case failuresFrom(call: Int, code: Int32)
  /// The process ends at this call; a write may have got half way.
  ///
  /// What the kernel has, stays.
  case kill(call: Int)
  /// The power goes at this call.
  ///
  /// Of what was never flushed, the seed decides what remains.
  case powerLoss(call: Int, seed: UInt64)
  /// Every call that can be interrupted is, once; reads and writes move at most three bytes.
  case sluggish
}

/// A disk in memory that distinguishes what was flushed from what was only written, and that fails
/// where a test wants it to.
///
/// After a kill or a loss of power every call fails until `restarted()`.
public final class SimulatedDisk: FileCalls {
  private struct Inode {
    var bytes: [UInt8] = []
    var durable: [UInt8] = []
    var permissions: UInt32
  }

  private enum Change {
    case add(name: String, inode: Int)
    case rename(from: String, to: String)
    case exchange(String, String)
    case remove(name: String)
  }

  private struct Directory {
    var entries: [String: Int] = [:]
    var durable: [String: Int] = [:]
    var pending: [Change] = []
  }

  private struct Handle {
    var folder: String?
    var inode: Int?
    var offset = 0
  }

  private struct State {
    var inodes: [Int: Inode] = [:]
    var folders: [String: Directory] = [:]
    var handles: [Int32: Handle] = [:]
    var locks: [Int: Int32] = [:]
    var nextInode = 1
    var nextHandle: Int32 = 1000
    var fault: Fault?
    var calls = 0
    var isDead = false
    var interrupted = false
    var failures = 0
  }

  /// What a call of a dead process answers.
  public static let dead: Int32 = 9999

  private let state: Mutex<State>

  private init(_ state: State) { self.state = Mutex(state) }

  /// A disk with these folders, empty.
  public convenience init(folders: [String] = ["/home"]) {
    var state = State()
    for folder in folders + ["/"] { state.folders[folder] = Directory() }
    self.init(state)
  }

  /// A second disk with the same contents, everything closed, and a fault to come.
  public func copy(_ fault: Fault? = nil) -> SimulatedDisk {
    let copy = state.withLock { $0 }
    let disk = SimulatedDisk(copy)
    disk.restart(fault)
    return disk
  }

  /// Starts the machine again: everything closed, nothing dead.
  public func restart(_ fault: Fault? = nil) {
    state.withLock { state in
      state.handles = [:]
      state.locks = [:]
      state.isDead = false
      state.calls = 0
      state.interrupted = false
      state.failures = 0
      state.fault = fault
    }
  }

  /// How many calls were made since the start.
  public var calls: Int { state.withLock { $0.calls } }
  /// How many descriptors are open.
  public var openHandles: Int { state.withLock { $0.handles.count } }
  /// How often the fault has struck.
  public var failures: Int { state.withLock { $0.failures } }

  /// The contents of a file as the kernel sees it.
  public func contents(_ folder: String, _ name: String) -> [UInt8]? {
    state.withLock { state in
      state.folders[folder]?.entries[name].flatMap { state.inodes[$0]?.bytes }
    }
  }

  public func names(_ folder: String) -> [String] {
    state.withLock { $0.folders[folder]?.entries.keys.sorted() ?? [] }
  }

  /// Everything any block of the disk holds, files removed included unless they were overwritten.
  public func everyBlock() -> [[UInt8]] {
    state.withLock { state in state.inodes.values.flatMap { [$0.bytes, $0.durable] } }
  }

  /// Puts a durable file there, for the beginning of a test.
  public func place(_ bytes: [UInt8], _ folder: String, _ name: String) {
    state.withLock { state in
      let inode = state.nextInode
      state.nextInode += 1
      state.inodes[inode] = Inode(bytes: bytes, durable: bytes, permissions: 0o600)
      state.folders[folder, default: Directory()].entries[name] = inode
      state.folders[folder, default: Directory()].durable[name] = inode
    }
  }

  public func delete(_ folder: String, _ name: String) {
    state.withLock { state in
      state.folders[folder]?.entries[name] = nil
      state.folders[folder]?.durable[name] = nil
    }
  }

  // MARK: Faults

  /// What to do instead of the call.
  ///
  /// `partial`: a dying write that got half way.
  private enum Verdict { case go, partial, sluggish }

  private static func begin(
    _ state: inout State, canBeInterrupted: Bool = false
  ) throws(CallFailure) -> Verdict {
    if state.isDead { throw CallFailure(dead) }
    let call = state.calls
    state.calls += 1
    switch state.fault {
    case nil: return .go
    case .failure(call, let code):
      state.failures += 1
      throw CallFailure(code)
    case .failuresFrom(let first, let code) where call >= first:
      state.failures += 1
      throw CallFailure(code)
    case .kill(call):
      state.failures += 1
      state.isDead = true
      return .partial
    case .powerLoss(call, let seed):
      state.failures += 1
      losePower(&state, seed)
      state.isDead = true
      throw CallFailure(dead)
    case .sluggish:
      if canBeInterrupted {
        state.interrupted.toggle()
        if state.interrupted {
          state.failures += 1
          throw CallFailure(EINTR)
        }
      }
      return .sluggish
    default: return .go
    }
  }

  /// Anything flushed stays.
  ///
  /// Of each folder a prefix of the changes after its last flush stays; of each file's unflushed
  /// bytes some, none, or zeros.
  private static func losePower(_ state: inout State, _ seed: UInt64) {
    var random = SeededNumbers(seed)
    for path in state.folders.keys.sorted() {
      guard var folder = state.folders[path] else { continue }
      let kept = Int(random.next() % UInt64(folder.pending.count + 1))
      for change in folder.pending.prefix(kept) {
        switch change {
        case .add(let name, let inode): folder.durable[name] = inode
        case .rename(let from, let to):
          folder.durable[to] = folder.durable.removeValue(forKey: from)
        case .exchange(let first, let second):
          let inode = folder.durable[first]
          folder.durable[first] = folder.durable[second]
          folder.durable[second] = inode
        case .remove(let name): folder.durable[name] = nil
        }
      }
      folder.entries = folder.durable
      folder.pending = []
      state.folders[path] = folder
    }
    for number in state.inodes.keys.sorted() {
      guard var inode = state.inodes[number], inode.bytes != inode.durable else { continue }
      switch random.next() % 5 {
      case 0: break
      case 1: inode.durable = []
      case 2: inode.durable = [UInt8](repeating: 0, count: inode.bytes.count)
      case 3: inode.durable = Array(inode.bytes.prefix(inode.bytes.count / 2))
      default: inode.durable = inode.bytes
      }
      inode.bytes = inode.durable
      state.inodes[number] = inode
    }
  }

  private static func begin(
    _ state: inout State, effect: (inout State) throws(CallFailure) -> Void
  ) throws(CallFailure) {
    let verdict = try begin(&state)
    if verdict == .partial { throw CallFailure(dead) }
    try effect(&state)
  }

  private func with<R>(
    _ body: (inout State) throws(CallFailure) -> R
  ) throws(CallFailure) -> R {
    try state.withLock { state throws(CallFailure) in try body(&state) }
  }

  // MARK: Calls

  public func openFolder(_ path: String) throws(CallFailure) -> Int32 {
    try with { state throws(CallFailure) in
      if try Self.begin(&state) == .partial { throw CallFailure(Self.dead) }
      guard state.folders[path] != nil else { throw CallFailure(ENOENT) }
      state.nextHandle += 1
      state.handles[state.nextHandle] = Handle(folder: path)
      return state.nextHandle
    }
  }

  public func open(
    _ name: String, in folder: Int32, for purpose: OpenPurpose, permissions: UInt32
  ) throws(CallFailure) -> Int32 {
    try with { state throws(CallFailure) in
      if try Self.begin(&state, canBeInterrupted: true) == .partial {
        throw CallFailure(Self.dead)
      }
      guard let path = state.handles[folder]?.folder else { throw CallFailure(EBADF) }
      var inode = state.folders[path]?.entries[name]
      if purpose == .creating, inode != nil { throw CallFailure(EEXIST) }
      if inode == nil, purpose == .creating || purpose == .locking {
        inode = state.nextInode
        state.inodes[state.nextInode] = Inode(permissions: permissions)
        state.folders[path]?.entries[name] = state.nextInode
        state.folders[path]?.pending.append(.add(name: name, inode: state.nextInode))
        state.nextInode += 1
      }
      guard let inode else { throw CallFailure(ENOENT) }
      state.nextHandle += 1
      state.handles[state.nextHandle] = Handle(inode: inode)
      return state.nextHandle
    }
  }

  public func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer)
    throws(CallFailure) -> Int
  {
    try with { state throws(CallFailure) in
      let verdict = try Self.begin(&state, canBeInterrupted: true)
      if verdict == .partial { throw CallFailure(Self.dead) }
      guard let handle = state.handles[file], let number = handle.inode,
        let inode = state.inodes[number]
      else { throw CallFailure(EBADF) }
      let most = verdict == .sluggish ? min(3, buffer.count) : buffer.count
      let part = inode.bytes.dropFirst(handle.offset).prefix(most)
      buffer.copyBytes(from: part)
      state.handles[file]?.offset += part.count
      return part.count
    }
  }

  public func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
    try with { state throws(CallFailure) in
      let verdict = try Self.begin(&state, canBeInterrupted: true)
      guard let handle = state.handles[file], let number = handle.inode,
        var inode = state.inodes[number]
      else { throw CallFailure(EBADF) }
      let count =
        switch verdict {
        case .go: bytes.count
        case .partial: bytes.count / 2
        case .sluggish: min(bytes.count, 1 + bytes.count / 3)
        }
      let end = handle.offset + count
      if inode.bytes.count < end {
        inode.bytes += [UInt8](repeating: 0, count: end - inode.bytes.count)
      }
      inode.bytes.replaceSubrange(handle.offset..<end, with: bytes.prefix(count))
      state.inodes[number] = inode
      state.handles[file]?.offset = end
      if verdict == .partial { throw CallFailure(Self.dead) }
      return count
    }
  }

  public func synchronize(_ file: Int32) throws(CallFailure) {
    try with { state throws(CallFailure) in
      if try Self.begin(&state, canBeInterrupted: true) == .partial {
        throw CallFailure(Self.dead)
      }
      guard let handle = state.handles[file] else { throw CallFailure(EBADF) }
      if let path = handle.folder, var folder = state.folders[path] {
        folder.durable = folder.entries
        folder.pending = []
        state.folders[path] = folder
      } else if let number = handle.inode, var inode = state.inodes[number] {
        inode.durable = inode.bytes
        state.inodes[number] = inode
      }
    }
  }

  public func close(_ file: Int32) throws(CallFailure) {
    try with { state throws(CallFailure) in
      // The descriptor is gone even when the call reports an error.
      let handle = state.handles.removeValue(forKey: file)
      if let inode = handle?.inode, state.locks[inode] == file { state.locks[inode] = nil }
      if try Self.begin(&state) == .partial { throw CallFailure(Self.dead) }
      if handle == nil { throw CallFailure(EBADF) }
    }
  }

  public func status(_ file: Int32) throws(CallFailure) -> FileStatus {
    try with { state throws(CallFailure) in
      if try Self.begin(&state) == .partial { throw CallFailure(Self.dead) }
      guard let handle = state.handles[file] else { throw CallFailure(EBADF) }
      if let number = handle.inode, let inode = state.inodes[number] {
        return FileStatus(
          kind: .regular, size: Int64(inode.bytes.count), permissions: inode.permissions,
          owner: geteuid())
      }
      return FileStatus(kind: .folder, size: 0, permissions: 0o700, owner: geteuid())
    }
  }

  public func rename(
    _ old: String, to new: String, in folder: Int32, _ mode: RenameMode
  ) throws(CallFailure) {
    try with { state throws(CallFailure) in
      try Self.begin(&state) { state throws(CallFailure) in
        guard let path = state.handles[folder]?.folder, var directory = state.folders[path]
        else { throw CallFailure(EBADF) }
        guard let inode = directory.entries[old] else { throw CallFailure(ENOENT) }
        if mode == .refusingToReplace, directory.entries[new] != nil { throw CallFailure(EEXIST) }
        if mode == .exchanging {
          guard let other = directory.entries[new] else { throw CallFailure(ENOENT) }
          directory.entries[old] = other
          directory.entries[new] = inode
          directory.pending.append(.exchange(old, new))
        } else {
          directory.entries[old] = nil
          directory.entries[new] = inode
          directory.pending.append(.rename(from: old, to: new))
        }
        state.folders[path] = directory
      }
    }
  }

  public func unlink(_ name: String, in folder: Int32) throws(CallFailure) {
    try with { state throws(CallFailure) in
      try Self.begin(&state) { state throws(CallFailure) in
        guard let path = state.handles[folder]?.folder, var directory = state.folders[path]
        else { throw CallFailure(EBADF) }
        guard directory.entries.removeValue(forKey: name) != nil else {
          throw CallFailure(ENOENT)
        }
        directory.pending.append(.remove(name: name))
        state.folders[path] = directory
      }
    }
  }

  public func makeFolder(_ path: String, permissions: UInt32) throws(CallFailure) {
    try with { state throws(CallFailure) in
      try Self.begin(&state) { state throws(CallFailure) in
        if state.folders[path] != nil { throw CallFailure(EEXIST) }
        state.folders[path] = Directory()
      }
    }
  }

  public func removeFolder(_ path: String) throws(CallFailure) {
    try with { state throws(CallFailure) in
      try Self.begin(&state) { state throws(CallFailure) in
        guard let folder = state.folders[path] else { throw CallFailure(ENOENT) }
        if !folder.entries.isEmpty { throw CallFailure(ENOTEMPTY) }
        state.folders[path] = nil
      }
    }
  }

  public func entries(_ folder: Int32, limit: Int) throws(CallFailure) -> [String] {
    try with { state throws(CallFailure) in
      if try Self.begin(&state) == .partial { throw CallFailure(Self.dead) }
      guard let path = state.handles[folder]?.folder, let directory = state.folders[path]
      else { throw CallFailure(EBADF) }
      if directory.entries.count > limit { throw CallFailure(E2BIG) }
      return Array(directory.entries.keys)
    }
  }

  public func lock(_ file: Int32) throws(CallFailure) {
    try with { state throws(CallFailure) in
      try Self.begin(&state) { state throws(CallFailure) in
        guard let inode = state.handles[file]?.inode else { throw CallFailure(EBADF) }
        if let holder = state.locks[inode], holder != file { throw CallFailure(EWOULDBLOCK) }
        state.locks[inode] = file
      }
    }
  }
}

/// Numbers that follow from a seed (splitmix64): the same test, the same numbers.
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(_ seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
