internal import Glibc

/// Whose program is at the other end of a connection over loopback.
///
/// The kernel writes the user of each end into `/proc/net/tcp` (proc(5)). Another user of this machine may connect to
/// the port like anybody; not one byte of theirs is read.
struct PeerOwner: ~Copyable {
  private let file: Int32

  /// Opens the kernel's list once: later nothing can be opened.
  init?() {
    file = Glibc.open("/proc/self/net/tcp", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
  }

  deinit { if file >= 0 { close(file) } }

  /// The user of the end with `port`, connected to `own` on 127.0.0.1; nil when it is not in the list.
  func user(ofPort port: UInt16, connectedTo own: UInt16) -> uid_t? {
    var search = Search(port: port, own: own)
    var room = [UInt8](repeating: 0, count: 65_536)
    // The kernel makes the list anew for whoever reads it from the start, and gives it in pieces.
    guard lseek(file, 0, SEEK_SET) == 0 else { return nil }
    while true {
      let count = read(file, &room, room.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      if let user = search.user(in: room.prefix(count)) { return user }
    }
  }

  /// The line of one connection in a list that comes in pieces.
  ///
  /// A line has the two ends in hexadecimal, the address in the byte order of the machine, the state, and the user in the
  /// eighth column. Only an open connection (state 01) has a user of its own for certain.
  struct Search {
    private let ends: [UInt8]
    private var rest: [UInt8] = []

    init(port: UInt16, own: UInt16) {
      ends = Array("0100007F:\(PeerOwner.hex(port)) 0100007F:\(PeerOwner.hex(own)) 01 ".utf8)
    }

    /// The user, once the line has come.
    mutating func user(in piece: some Collection<UInt8>) -> uid_t? {
      rest += piece
      var start = 0
      defer { rest.removeFirst(start) }
      while let end = rest[start...].firstIndex(of: 10) {
        let line = rest[start..<end]
        start = end + 1
        // Behind the number of the line.
        if let colon = line.firstIndex(of: 58), line[(colon + 1)...].dropFirst().starts(with: ends)
        {
          let columns = line.split(separator: 32, omittingEmptySubsequences: true)
          return columns.count > 7 ? uid_t(String(decoding: columns[7], as: UTF8.self)) : nil
        }
      }
      return nil
    }
  }

  fileprivate static func hex(_ port: UInt16) -> String {
    let text = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}
