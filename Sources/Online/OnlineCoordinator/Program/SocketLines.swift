internal import Glibc

/// Lines over a socket, one after the other.
enum SocketLines {
  /// Sends a line whole; false where nobody reads any more.
  static func send(_ line: [UInt8], to socket: Int32) -> Bool {
    var rest = (line + [10])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next line without its end; nil where there is none, or where it is longer than `limit` bytes.
  ///
  /// No byte of what follows is taken: it is looked at first.
  static func next(from socket: Int32, limit: Int) -> [UInt8]? {
    var line: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while line.count <= limit {
      var count = recv(socket, &room, room.count, Int32(MSG_PEEK))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      let end = room[..<count].firstIndex(of: 10)
      let taken = end.map { $0 + 1 } ?? count
      repeat { count = recv(socket, &room, taken, 0) } while count < 0 && errno == EINTR
      guard count == taken else { return nil }
      line += room[..<(end ?? taken)]
      if end != nil { return line }
    }
    return nil
  }
}
