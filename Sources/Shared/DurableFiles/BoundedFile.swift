internal import Glibc

/// Reads whole files of known kind and bounded size.
///
/// Links are not followed, pipes and devices are refused, and a file over its limit is refused
/// before anything is allocated for it.
public enum BoundedFile {
  /// Reads a regular file of at most `limit` bytes.
  public static func read(
    _ path: String, limit: Int, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) -> [UInt8] {
    let file = try opened(path, calls)
    let size = try size(of: file, limit: limit)
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      do throws(FileError) {
        count = try file.readAll(into: UnsafeMutableRawBufferPointer(buffer))
      } catch { failure = error }
    }
    if let failure { throw failure }
    try requireEnd(of: file, read: bytes.count, expected: size)
    return bytes
  }

  /// Reads a regular file straight into memory of the caller's (a locked page, for a secret).
  ///
  /// Answers how many bytes there were.
  ///
  /// A file longer than the buffer is refused.
  public static func read(
    _ path: String, into buffer: UnsafeMutableRawBufferPointer,
    _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) -> Int {
    let file = try opened(path, calls)
    let size = try size(of: file, limit: buffer.count)
    let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size))
    let count = try file.readAll(into: part)
    try requireEnd(of: file, read: count, expected: size)
    return count
  }

  /// Reads an open descriptor (standard input, `--passphrase-fd`) to its end, into memory of the
  /// caller's.
  ///
  /// Answers how many bytes there were.
  ///
  /// More than the buffer holds is refused.
  public static func read(
    descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, named name: String,
    _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) -> Int {
    var filled = 0
    while true {
      var probe: UInt8 = 0
      let full = filled == buffer.count
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count: Int
      do throws(CallFailure) {
        count = try retried { () throws(CallFailure) in
          if !full { return try calls.read(descriptor, into: rest) }
          var failure: CallFailure?
          let more = withUnsafeMutableBytes(of: &probe) { bytes in
            do throws(CallFailure) {
              return try calls.read(descriptor, into: bytes)
            } catch {
              failure = error
              return 0
            }
          }
          if let failure { throw failure }
          return more
        }
      } catch {
        throw FileError(error, "read", name)
      }
      if count <= 0 { return filled }
      if full {
        throw .tooLarge(path: name, size: Int64(buffer.count) + 1, limit: buffer.count)
      }
      filled += count
    }
  }

  /// Reads standard input, or another open descriptor, to its end; at most `limit` bytes.
  public static func read(
    descriptor: Int32, limit: Int, named name: String, _ calls: any FileCalls = SystemFileCalls()
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var failure: FileError?
      let count = chunk.withUnsafeMutableBytes { buffer in
        do throws(CallFailure) {
          return try retried { () throws(CallFailure) in
            try calls.read(descriptor, into: buffer)
          }
        } catch {
          failure = FileError(error, "read", name)
          return 0
        }
      }
      if let failure { throw failure }
      if count <= 0 { return bytes }
      if count > limit - bytes.count {
        throw .tooLarge(path: name, size: Int64(bytes.count + count), limit: limit)
      }
      bytes.append(contentsOf: chunk.prefix(count))
    }
  }

  private static func opened(
    _ path: String, _ calls: any FileCalls
  ) throws(FileError) -> OpenFile {
    let target = try FilePath(path)
    let folder = try OpenFile(folder: target.folder, calls)
    return try OpenFile(target.name, in: folder, for: .reading, path: path, calls)
  }

  private static func size(of file: borrowing OpenFile, limit: Int) throws(FileError) -> Int {
    let status = try file.status()
    guard status.kind == .regular else { throw .notRegular(path: file.path, kind: status.kind) }
    guard status.size >= 0, status.size <= Int64(limit) else {
      throw .tooLarge(path: file.path, size: status.size, limit: limit)
    }
    return Int(status.size)
  }

  private static func requireEnd(
    of file: borrowing OpenFile, read count: Int, expected: Int
  ) throws(FileError) {
    var probe: UInt8 = 0
    var failure: FileError?
    let more = withUnsafeMutableBytes(of: &probe) { bytes in
      do throws(FileError) {
        return try file.readAll(into: bytes)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    guard count == expected, more == 0 else { throw .changedWhileReading(path: file.path) }
  }
}
