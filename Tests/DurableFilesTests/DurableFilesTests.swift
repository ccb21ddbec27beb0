import DurableFiles
import FaultyFiles
import Glibc
import Testing

/// A folder of this machine that goes away with the test.
struct Scratch: ~Copyable {
  let path: String

  init() throws {
    path = "/tmp/drawbridge-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    try Folder.makeNew(path)
  }

  deinit {
    for name in (try? Folder.names(in: path)) ?? [] {
      Glibc.unlink("\(path)/\(name)")
      Glibc.rmdir("\(path)/\(name)")
    }
    Glibc.rmdir(path)
  }
}

let old: [UInt8] = Array("old contents, quite a bit longer than the new".utf8)
let new: [UInt8] = Array("new contents".utf8)

@Suite struct `Files on this machine` {
  @Test func `a written file reads back and is private`() throws {
    let scratch = try Scratch()
    try AtomicFile.write(new, to: scratch.path + "/a")
    #expect(try BoundedFile.read(scratch.path + "/a", limit: 100) == new)
    var status = stat()
    #expect(stat(scratch.path + "/a", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(try Folder.names(in: scratch.path) == ["a"])
  }

  @Test func `pieces become one file`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/a"
    try AtomicFile.write(pieces: [old[...], [], new[4...], old[..<3]], to: path)
    #expect(try BoundedFile.read(path, limit: 100) == old + new[4...] + old[..<3])
    #expect(throws: FileError.exists(path: path)) {
      try AtomicFile.write(pieces: [new[...]], to: path)
    }
    try AtomicFile.write(pieces: [], to: path, replacing: .yes)
    #expect(try BoundedFile.read(path, limit: 100).isEmpty)
  }

  @Test func `a taken name is refused unless replacing was asked for`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/a"
    try AtomicFile.write(old, to: path)
    #expect(throws: FileError.exists(path: path)) { try AtomicFile.write(new, to: path) }
    #expect(try BoundedFile.read(path, limit: 100) == old)
    try AtomicFile.write(new, to: path, replacing: .yes)
    #expect(try BoundedFile.read(path, limit: 100) == new)
    try AtomicFile.write(old, to: path, replacing: .erasing)
    #expect(try BoundedFile.read(path, limit: 100) == old)
    #expect(try Folder.names(in: scratch.path) == ["a"])
  }

  @Test func `links are neither read nor written through`() throws {
    let scratch = try Scratch()
    try AtomicFile.write(old, to: scratch.path + "/a")
    #expect(symlink("a", scratch.path + "/link") == 0)
    let link = scratch.path + "/link"
    #expect(throws: FileError.isLink(path: link)) { try BoundedFile.read(link, limit: 100) }
    #expect(try Folder.kind(of: link) == .link)
    for mode: AtomicFile.Replacing in [.yes, .erasing] {
      #expect(throws: FileError.notReplaced(path: link, kind: .link)) {
        try AtomicFile.write(new, to: link, replacing: mode)
      }
    }
    #expect(try BoundedFile.read(scratch.path + "/a", limit: 100) == old)
    #expect(try Folder.kind(of: link) == .link)
  }

  @Test func `nothing but a regular file is ever replaced by one`() throws {
    let scratch = try Scratch()
    let (pipe, folder) = (scratch.path + "/pipe", scratch.path + "/folder")
    #expect(mkfifo(pipe, 0o600) == 0)
    try Folder.makeNew(folder)
    for mode: AtomicFile.Replacing in [.yes, .erasing] {
      #expect(throws: FileError.notReplaced(path: pipe, kind: .pipe)) {
        try AtomicFile.write(new, to: pipe, replacing: mode)
      }
      #expect(throws: FileError.notReplaced(path: folder, kind: .folder)) {
        try AtomicFile.write(new, to: folder, replacing: mode)
      }
    }
    #expect(throws: FileError.exists(path: pipe)) { try AtomicFile.write(new, to: pipe) }
    #expect(throws: FileError.notReplaced(path: "/dev/null", kind: .device)) {
      // Asked, not tried: a mistake here would cost the machine its device.
      try AtomicFile.requireReplaceable("/dev/null")
    }
    try AtomicFile.requireReplaceable(scratch.path + "/new")
    #expect(try Folder.kind(of: pipe) == .pipe)
    #expect(try Folder.names(in: scratch.path) == ["folder", "pipe"])
  }

  @Test func `pipes, devices and folders are refused without waiting`() throws {
    let scratch = try Scratch()
    #expect(mkfifo(scratch.path + "/pipe", 0o600) == 0)
    #expect(throws: FileError.notRegular(path: scratch.path + "/pipe", kind: .pipe)) {
      try BoundedFile.read(scratch.path + "/pipe", limit: 100)
    }
    #expect(throws: FileError.notRegular(path: "/dev/zero", kind: .device)) {
      try BoundedFile.read("/dev/zero", limit: 100)
    }
    #expect(throws: FileError.notRegular(path: scratch.path, kind: .folder)) {
      try BoundedFile.read(scratch.path, limit: 100)
    }
    #expect(try Folder.kind(of: scratch.path + "/") == .folder)
    #expect(try Folder.kind(of: scratch.path + "/nothing") == nil)
  }

  @Test func `a file over its limit is refused before it is read`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/big"
    let file = Glibc.open(path, O_CREAT | O_WRONLY, 0o600)
    // 1 TB that takes no space: only its size is real.
    #expect(ftruncate(file, 1 << 40) == 0)
    Glibc.close(file)
    #expect(throws: FileError.tooLarge(path: path, size: 1 << 40, limit: 100)) {
      try BoundedFile.read(path, limit: 100)
    }
    var small = [UInt8](repeating: 0, count: 10)
    #expect(throws: FileError.tooLarge(path: path, size: 1 << 40, limit: 10)) {
      try small.withUnsafeMutableBytes { _ = try BoundedFile.read(path, into: $0) }
    }
  }

  @Test func `descriptors are read to their end and no further than the limit`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/a"
    try AtomicFile.write(old, to: path)
    for limit in [old.count, old.count + 1] {
      let file = Glibc.open(path, O_RDONLY)
      defer { Glibc.close(file) }
      #expect(try BoundedFile.read(descriptor: file, limit: limit, named: "-") == old)
    }
    let file = Glibc.open(path, O_RDONLY)
    defer { Glibc.close(file) }
    #expect(throws: FileError.self) {
      try BoundedFile.read(descriptor: file, limit: old.count - 1, named: "-")
    }
    for room in [old.count, old.count + 5] {
      let again = Glibc.open(path, O_RDONLY)
      defer { Glibc.close(again) }
      var buffer = [UInt8](repeating: 0, count: room)
      let count = try buffer.withUnsafeMutableBytes {
        try BoundedFile.read(descriptor: again, into: $0, named: "-")
      }
      #expect(Array(buffer.prefix(count)) == old)
    }
    let third = Glibc.open(path, O_RDONLY)
    defer { Glibc.close(third) }
    var short = [UInt8](repeating: 0, count: old.count - 1)
    #expect(throws: FileError.self) {
      try short.withUnsafeMutableBytes {
        _ = try BoundedFile.read(descriptor: third, into: $0, named: "-")
      }
    }
  }

  @Test func `paths that name no file are refused`() {
    for path in ["", "/", "a/", ".", "..", "a/..", "a\0b"] {
      #expect(throws: FileError.self) { try AtomicFile.write(new, to: path) }
      #expect(throws: FileError.self) { try BoundedFile.read(path, limit: 1) }
    }
    let missing = "/tmp/drawbridge-nothing-here/a"
    #expect(throws: FileError.notFound(path: missing)) {
      do throws(FileError) { _ = try BoundedFile.read(missing, limit: 1) } catch {
        guard case .notFound = error else { throw error }
        throw FileError.notFound(path: missing)
      }
    }
  }

  @Test func `private folders are made closed and refused open`() throws {
    let scratch = try Scratch()
    let home = scratch.path + "/one"
    try Folder.makePrivate(home + "/")
    try Folder.makePrivate(home)
    var status = stat()
    #expect(stat(home, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    chmod(home, 0o755)
    #expect(throws: FileError.notPrivate(path: home, permissions: 0o755)) {
      try Folder.makePrivate(home)
    }
    try AtomicFile.write(new, to: scratch.path + "/file")
    #expect(throws: FileError.self) { try Folder.makePrivate(scratch.path + "/file") }
    #expect(throws: FileError.exists(path: home)) { try Folder.makeNew(home) }
  }

  @Test func `a home has one lock, which ends with its holder`() throws {
    let scratch = try Scratch()
    do {
      let lock = try HomeLock(home: scratch.path)
      // The second one waits a little, then names the holder.
      let error = #expect(throws: FileError.self) {
        _ = try HomeLock(home: scratch.path, waiting: 40)
      }
      guard case .locked(scratch.path + "/lock", let holder?) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(holder.hasPrefix("process \(getpid()), "))
      withExtendedLifetime(lock) {}
    }
    // A program that another test starts holds a copy of the lock until it has begun.
    _ = try HomeLock(home: scratch.path, waiting: 10_000)
  }

  @Test func `who comes second waits until the first one ends`() async throws {
    let scratch = try Scratch()
    let path = scratch.path
    let first = try HomeLock(home: path)
    async let second: Bool = Task.detached {
      do {
        _ = try HomeLock(home: path, waiting: 60_000)
        return true
      } catch {
        return false
      }
    }.value
    _ = consume first
    #expect(await second)
  }

  @Test func `leftovers of a killed write are cleared and nothing else is`() throws {
    let scratch = try Scratch()
    try AtomicFile.write(old, to: scratch.path + "/.drawbridge-77-0.tmp")
    try AtomicFile.write(old, to: scratch.path + "/keep")
    try AtomicFile.removeLeftovers(in: scratch.path)
    #expect(try Folder.names(in: scratch.path) == ["keep"])
    try AtomicFile.erase(scratch.path + "/keep")
    try AtomicFile.erase(scratch.path + "/keep")
    #expect(try Folder.names(in: scratch.path) == [])
  }

  @Test func `every error has a hint and no error number without words`() {
    let all: [FileError] = [
      .emptyPath, .unusablePath(path: "a"), .notFound(path: "a"), .exists(path: "a"),
      .isLink(path: "a"), .notRegular(path: "a", kind: .pipe),
      .notReplaced(path: "a", kind: .link), .notAFolder(path: "a"),
      .tooLarge(path: "a", size: 2, limit: 1), .tooManyEntries(path: "a", limit: 1),
      .changedWhileReading(path: "a"), .notPrivate(path: "a", permissions: 0o755),
      .notOwned(path: "a", owner: 1), .locked(path: "a", holder: "process 1, a"),
      .notDurable(path: "a", code: EIO),
      .notErased(path: "a", code: EIO),
      .system(operation: "write", path: "a", code: ENOSPC),
      .system(operation: "write", path: "a", code: EIO),
      .system(operation: "write", path: "a", code: EACCES),
      .system(operation: "write", path: "a", code: EROFS),
      .system(operation: "write", path: "a", code: 4711),
    ]
    for error in all {
      #expect(!error.hint.isEmpty)
      #expect(error.description.first?.isUppercase == false)
    }
  }
}

@Suite struct `Files on a disk that fails` {
  static let modes: [AtomicFile.Replacing] = [.yes, .erasing]

  func disk() -> SimulatedDisk {
    let disk = SimulatedDisk()
    disk.place(old, "/home", "a")
    return disk
  }

  func callsOfAWrite(_ mode: AtomicFile.Replacing) throws -> Int {
    let disk = disk()
    try AtomicFile.write(new, to: "/home/a", replacing: mode, disk)
    #expect(disk.contents("/home", "a") == new)
    #expect(disk.openHandles == 0)
    return disk.calls
  }

  @Test(arguments: modes) func `a kill at any call leaves the old or the new contents`(
    mode: AtomicFile.Replacing
  ) throws {
    let count = try callsOfAWrite(mode)
    #expect(count >= 8)
    var seen: Set<[UInt8]> = []
    for call in 0..<count {
      let disk = disk().copy(.kill(call: call))
      try? AtomicFile.write(new, to: "/home/a", replacing: mode, disk)
      #expect(disk.failures == 1)
      disk.restart()
      let found = try BoundedFile.read("/home/a", limit: 100, disk)
      #expect(found == old || found == new)
      seen.insert(found)
      try AtomicFile.removeLeftovers(in: "/home", disk)
      #expect(disk.names("/home") == ["a"])
    }
    #expect(seen == [old, new])
  }

  @Test(arguments: modes) func `a loss of power at any call leaves the old or the new contents`(
    mode: AtomicFile.Replacing
  ) throws {
    let count = try callsOfAWrite(mode)
    for call in 0..<count {
      for seed in 0..<50 as Range<UInt64> {
        let disk = disk().copy(.powerLoss(call: call, seed: seed))
        try? AtomicFile.write(new, to: "/home/a", replacing: mode, disk)
        disk.restart()
        let found = try BoundedFile.read("/home/a", limit: 100, disk)
        #expect(found == old || found == new)
      }
    }
  }

  @Test(arguments: modes, [ENOSPC, EIO, EACCES, EROFS])
  func `a failure at any call is an error, loses nothing and leaks nothing`(
    mode: AtomicFile.Replacing, code: Int32
  ) throws {
    let count = try callsOfAWrite(mode)
    var errors = 0
    for call in 0..<count {
      let disk = disk().copy(.failure(call: call, code: code))
      do throws(FileError) {
        try AtomicFile.write(new, to: "/home/a", replacing: mode, disk)
        // Only closing something that was read or flushed already may fail silently.
        #expect(disk.contents("/home", "a") == new)
      } catch {
        errors += 1
        #expect(!error.hint.isEmpty)
        #expect(error.description.hasSuffix("(\(FileError.reason(code)))"))
        #expect(disk.contents("/home", "a") == (error.newContentsAreInPlace ? new : old))
      }
      #expect(disk.openHandles == 0)
      try AtomicFile.removeLeftovers(in: "/home", disk)
      #expect(disk.names("/home") == ["a"])
    }
    #expect(errors >= count - 3)
  }

  @Test func `a disk that stays full from any call on keeps the old contents`() throws {
    let count = try callsOfAWrite(.yes)
    for call in 0..<count {
      let disk = disk().copy(.failuresFrom(call: call, code: ENOSPC))
      try? AtomicFile.write(new, to: "/home/a", replacing: .yes, disk)
      let found = disk.contents("/home", "a")
      #expect(found == old || found == new)
    }
  }

  @Test func `interruptions and short transfers change nothing`() throws {
    let disk = disk().copy(.sluggish)
    try AtomicFile.write(new, to: "/home/a", replacing: .erasing, disk)
    #expect(disk.failures > 5)
    #expect(try BoundedFile.read("/home/a", limit: 100, disk) == new)
  }

  @Test func `endless interruption is an error in the end`() {
    let disk = disk().copy(.failuresFrom(call: 1, code: EINTR))
    #expect(throws: FileError.self) { try BoundedFile.read("/home/a", limit: 100, disk) }
  }

  @Test func `erasing that was killed is finished by clearing the leftovers`() throws {
    let count = try callsOfAWrite(.erasing)
    for call in 0..<count {
      let disk = disk().copy(.kill(call: call))
      try? AtomicFile.write(new, to: "/home/a", replacing: .erasing, disk)
      disk.restart()
      try AtomicFile.removeLeftovers(in: "/home", disk)
      let found = try BoundedFile.read("/home/a", limit: 100, disk)
      #expect(disk.everyBlock().contains(old) == (found == old), "call \(call)")
    }
  }

  @Test func `a file system that cannot exchange erases all the same`() throws {
    let disk = disk().copy(.failure(call: 5, code: EINVAL))
    try AtomicFile.write(new, to: "/home/a", replacing: .erasing, disk)
    #expect(disk.failures == 1)
    #expect(disk.contents("/home", "a") == new)
    #expect(!disk.everyBlock().contains(old))
    #expect(disk.names("/home") == ["a"])
  }

  @Test func `erasing leaves no block with the old bytes`() throws {
    let disk = disk()
    try AtomicFile.write(new, to: "/home/a", replacing: .erasing, disk)
    #expect(!disk.everyBlock().contains(old))
    try AtomicFile.erase("/home/a", disk)
    #expect(!disk.everyBlock().contains(new))
    #expect(disk.names("/home") == [])
  }

  @Test func `a file system that cannot refuse to replace is helped`() throws {
    let renameCall = 5
    let disk = SimulatedDisk().copy(.failure(call: renameCall, code: EINVAL))
    try AtomicFile.write(new, to: "/home/b", disk)
    #expect(disk.failures == 1)
    #expect(disk.contents("/home", "b") == new)
    #expect(disk.names("/home") == ["b"])
    let taken = self.disk().copy(.failure(call: renameCall, code: EINVAL))
    #expect(throws: FileError.exists(path: "/home/a")) {
      try AtomicFile.write(new, to: "/home/a", taken)
    }
    #expect(taken.contents("/home", "a") == old)
  }
}
