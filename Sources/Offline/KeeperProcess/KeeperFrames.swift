internal import Glibc

/// Messages on a pipe: the length in 4 bytes, big-endian, and as many bytes.
package enum KeeperFrames {
  /// The most bytes of a message; each kind of message has a smaller limit of its own.
  package static let limit = 256 << 20

  /// What is read at once, so that a length alone takes no memory.
  private static let chunk = 1 << 20

  /// The next message, of at most so many bytes; nil when the other side closed its end and none had begun.
  ///
  /// - Throws: `tooLong` before any of it is read, `brokenOff`.
  package static func read(
    from file: Int32, limit: Int = limit
  ) throws(KeeperProcessError) -> [UInt8]? {
    let head = try bytes(4, from: file)
    if head.isEmpty { return nil }
    guard head.count == 4 else { throw .brokenOff }
    let length = head.reduce(0) { $0 << 8 | Int($1) }
    guard length <= limit else { throw .tooLong(bytes: length) }
    let message = try bytes(length, from: file)
    guard message.count == length else { throw .brokenOff }
    return message
  }

  /// Writes a message.
  ///
  /// - Throws: `tooLong` before any of it is written, `brokenOff`.
  package static func write(_ message: [UInt8], to file: Int32) throws(KeeperProcessError) {
    guard message.count <= limit else { throw .tooLong(bytes: message.count) }
    // Whoever closed the other end must not end this process by a signal.
    signal(SIGPIPE, SIG_IGN)
    try put([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: message.count >> $0) }, to: file)
    try put(message, to: file)
  }

  /// So many bytes, or fewer where the pipe ends.
  private static func bytes(_ count: Int, from file: Int32) throws(KeeperProcessError) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      let room = min(chunk, count - all.count)
      var got = 0
      let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        repeat { got = Glibc.read(file, buffer.baseAddress, room) } while got < 0 && errno == EINTR
        filled = max(0, got)
      }
      if got < 0 { throw .brokenOff }
      if got == 0 { return all }
      all += part
    }
    return all
  }

  private static func put(_ bytes: [UInt8], to file: Int32) throws(KeeperProcessError) {
    var written = 0
    while written < bytes.count {
      let start = written
      let count = bytes.withUnsafeBytes {
        Glibc.write(file, $0.baseAddress.map { $0 + start }, $0.count - start)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .brokenOff }
      written += count
    }
  }
}
