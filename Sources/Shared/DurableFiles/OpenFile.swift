internal import Glibc

/// An open descriptor that is closed when it goes out of scope.
struct OpenFile: ~Copyable {
  let number: Int32
  let path: String
  private let calls: any FileCalls
  private var isOpen = true

  init(folder path: String, _ calls: any FileCalls) throws(FileError) {
    guard !path.isEmpty else { throw .emptyPath }
    guard !path.utf8.contains(0) else { throw .unusablePath(path: path) }
    do throws(CallFailure) {
      number = try retried { () throws(CallFailure) in try calls.openFolder(path) }
    } catch {
      throw FileError(error, "open the folder", path)
    }
    self.path = path
    self.calls = calls
  }

  init(
    _ name: String, in folder: borrowing OpenFile, for purpose: OpenPurpose, path: String,
    permissions: UInt32 = 0, _ calls: any FileCalls
  ) throws(FileError) {
    let inside = folder.number
    do throws(CallFailure) {
      number = try retried { () throws(CallFailure) in
        try calls.open(name, in: inside, for: purpose, permissions: permissions)
      }
    } catch {
      throw FileError(error, purpose == .creating ? "create a file" : "open", path)
    }
    self.path = path
    self.calls = calls
  }

  deinit { if isOpen { try? calls.close(number) } }

  /// Closes now, and tells when that fails: a network file system may only then say that a write
  /// was lost.
  mutating func close() throws(FileError) {
    isOpen = false
    do throws(CallFailure) {
      try calls.close(number)
    } catch {
      throw FileError(error, "close", path)
    }
  }

  func status() throws(FileError) -> FileStatus {
    do throws(CallFailure) {
      return try calls.status(number)
    } catch {
      throw FileError(error, "look at", path)
    }
  }

  func lock() throws(CallFailure) {
    let (calls, number) = (calls, number)
    try retried { () throws(CallFailure) in try calls.lock(number) }
  }

  func synchronize() throws(FileError) {
    let (calls, number) = (calls, number)
    do throws(CallFailure) {
      // Only an interruption is tried again. After EIO the kernel may have dropped the pages and
      // would answer "done" the second time.
      try retried { () throws(CallFailure) in try calls.synchronize(number) }
    } catch {
      throw FileError(error, "flush", path)
    }
  }

  func writeAll(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let (calls, number) = (calls, number)
    var rest = bytes
    while !rest.isEmpty {
      let part = rest
      let count: Int
      do throws(CallFailure) {
        count = try retried { () throws(CallFailure) in try calls.write(number, part) }
        if count <= 0 { throw CallFailure(EIO) }
      } catch {
        throw FileError(error, "write", path)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  /// Reads until `buffer` is full or the file ends; answers how many bytes came.
  func readAll(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let (calls, number) = (calls, number)
    var filled = 0
    while filled < buffer.count {
      let part = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count: Int
      do throws(CallFailure) {
        count = try retried { () throws(CallFailure) in try calls.read(number, into: part) }
      } catch {
        throw FileError(error, "read", path)
      }
      if count <= 0 { break }
      filled += count
    }
    return filled
  }
}

/// Calls again while a signal interrupts, up to a thousand times.
func retried<Result>(_ call: () throws(CallFailure) -> Result) throws(CallFailure) -> Result {
  for _ in 0..<1000 {
    do throws(CallFailure) {
      return try call()
    } catch {
      if error.code != EINTR { throw error }
    }
  }
  throw CallFailure(EINTR)
}
