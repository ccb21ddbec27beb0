import DurableFiles
import Glibc
import Testing

/// The calls of this machine, of which one fails.
private final class OneFailure: FileCalls {
  private let counter = Counter()
  private let failing: Int
  private let code: Int32
  private let system = SystemFileCalls()

  private final class Counter: @unchecked Sendable { var value = 0 }

  init(at failing: Int, code: Int32) {
    self.failing = failing
    self.code = code
  }

  var calls: Int { counter.value }

  private func count() throws(CallFailure) {
    counter.value += 1
    if counter.value - 1 == failing { throw CallFailure(code) }
  }

  func openFolder(_ path: String) throws(CallFailure) -> Int32 {
    try count()
    return try system.openFolder(path)
  }
  func open(
    _ name: String, in folder: Int32, for purpose: OpenPurpose, permissions: UInt32
  ) throws(CallFailure) -> Int32 {
    try count()
    return try system.open(name, in: folder, for: purpose, permissions: permissions)
  }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int {
    try count()
    return try system.read(file, into: buffer)
  }
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
    try count()
    return try system.write(file, bytes)
  }
  func synchronize(_ file: Int32) throws(CallFailure) {
    try count()
    try system.synchronize(file)
  }
  func close(_ file: Int32) throws(CallFailure) { try system.close(file) }
  func status(_ file: Int32) throws(CallFailure) -> FileStatus {
    try count()
    return try system.status(file)
  }
  func kind(of name: String, in folder: Int32) throws(CallFailure) -> FileStatus.Kind? {
    try count()
    return try system.kind(of: name, in: folder)
  }
  func rename(_ old: String, to new: String, in folder: Int32, _ mode: RenameMode)
    throws(CallFailure)
  {
    try count()
    try system.rename(old, to: new, in: folder, mode)
  }
  func unlink(_ name: String, in folder: Int32) throws(CallFailure) {
    try count()
    try system.unlink(name, in: folder)
  }
  func makeFolder(_ path: String, permissions: UInt32) throws(CallFailure) {
    try count()
    try system.makeFolder(path, permissions: permissions)
  }
  func removeFolder(_ path: String) throws(CallFailure) {
    try count()
    try system.removeFolder(path)
  }
  func entries(_ folder: Int32, limit: Int) throws(CallFailure) -> [String] {
    try count()
    return try system.entries(folder, limit: limit)
  }
  func lock(_ file: Int32) throws(CallFailure) {
    try count()
    try system.lock(file)
  }
}

@Suite struct `Folders of files` {
  let files = (1...3).map { AtomicFolder.File(name: "frame-\($0).png", bytes: [UInt8($0)]) }
  let isFrame: (String) -> Bool = { $0.hasPrefix("frame-") }

  func clear(_ path: String) {
    for name in (try? Folder.names(in: path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  @Test func `are there whole and private`() throws {
    let scratch = try Scratch()
    defer { clear(scratch.path + "/frames") }
    try AtomicFolder.write(files, to: scratch.path + "/frames/")
    #expect(try Folder.names(in: scratch.path) == ["frames"])
    #expect(try Folder.names(in: scratch.path + "/frames") == files.map(\.name))
    #expect(try BoundedFile.read(scratch.path + "/frames/frame-2.png", limit: 9) == [2])
    try Folder.requirePrivate(scratch.path + "/frames")
  }

  @Test func `are replaced only when that was asked for and nothing else lies there`() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/frames"
    defer { clear(path) }
    try AtomicFolder.write(files, to: path)
    #expect(throws: FileError.exists(path: path)) { try AtomicFolder.write(files, to: path) }
    try AtomicFolder.write([files[0]], to: path, replacing: isFrame)
    #expect(try Folder.names(in: path) == ["frame-1.png"])
    try AtomicFile.write([7], to: path + "/diary.txt")
    #expect(throws: FileError.exists(path: path)) {
      try AtomicFolder.write(self.files, to: path, replacing: self.isFrame)
    }
    #expect(try Folder.names(in: path) == ["diary.txt", "frame-1.png"])
    #expect(try Folder.names(in: scratch.path) == ["frames"])
  }

  @Test func `never take the place of a link to a folder, nor follow it`() throws {
    let scratch = try Scratch()
    let (path, link) = (scratch.path + "/frames", scratch.path + "/link")
    defer { clear(path) }
    try AtomicFolder.write([files[0]], to: path)
    #expect(symlink("frames", link) == 0)
    #expect(throws: FileError.notAFolder(path: link)) {
      try AtomicFolder.write(self.files, to: link, replacing: self.isFrame)
    }
    #expect(try Folder.kind(of: link) == .link)
    #expect(try Folder.names(in: path) == ["frame-1.png"])
    #expect(try Folder.names(in: scratch.path) == ["frames", "link"])
  }

  @Test func `take no names that are paths`() throws {
    let scratch = try Scratch()
    #expect(throws: FileError.self) {
      try AtomicFolder.write([.init(name: "../out", bytes: [1])], to: scratch.path + "/frames")
    }
    #expect(try Folder.names(in: scratch.path) == [])
  }

  @Test func `are whole, old or not there after a failure at any call`() throws {
    for replacing in [false, true] {
      var done = false
      var call = 0
      while !done {
        let scratch = try Scratch()
        let path = scratch.path + "/frames"
        defer { clear(path) }
        if replacing { try AtomicFolder.write([files[0]], to: path) }
        let calls = OneFailure(at: call, code: ENOSPC)
        var failure: FileError?
        do throws(FileError) {
          try AtomicFolder.write(files, to: path, replacing: isFrame, calls)
        } catch {
          failure = error
        }
        done = calls.calls <= call
        let names = (try? Folder.names(in: path)) ?? []
        if let failure, !failure.newContentsAreInPlace {
          #expect(names == (replacing ? ["frame-1.png"] : []), "call \(call): \(failure)")
        } else {
          #expect(names == files.map(\.name), "call \(call)")
        }
        for left in try Folder.names(in: scratch.path) where left != "frames" {
          // Only when the clearing itself is what failed.
          #expect(failure == nil, "call \(call) left \(left)")
          clear("\(scratch.path)/\(left)")
        }
        call += 1
      }
      #expect(call > 20)
    }
  }
}
