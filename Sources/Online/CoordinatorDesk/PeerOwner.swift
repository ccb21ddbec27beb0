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
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    // The kernel makes the list anew for whoever reads it from the start, and gives it in pieces.
    guard lseek(file, 0, SEEK_SET) == 0 else { return nil }
    while text.count < 16 << 20 {
      let count = read(file, &room, room.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      text += room.prefix(count)
    }
    return Self.user(inList: String(decoding: text, as: UTF8.self), port: port, own: own)
  }

  /// The user in a list of the kernel's: its lines have the two ends in hexadecimal, the address in the byte order of the
  /// machine, and the user in the eighth column.
  static func user(inList list: String, port: UInt16, own: UInt16) -> uid_t? {
    let near = "0100007F:\(hex(port))"
    let far = "0100007F:\(hex(own))"
    for line in list.split(separator: "\n").dropFirst() {
      let columns = line.split(separator: " ", omittingEmptySubsequences: true)
      if columns.count > 7, columns[1] == near, columns[2] == far { return uid_t(columns[7]) }
    }
    return nil
  }

  private static func hex(_ port: UInt16) -> String {
    let text = String(port, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - text.count) + text
  }
}
