internal import CSystemCalls
internal import Glibc

/// A terminal that stands for the real one: the reviewer has its one side, `key-keeper` the other.
struct ReviewerTerminal {
  /// The side of `key-keeper`.
  let master: Int32
  private let own: Int32
  private let real: Int32
  /// Whether the standard input is the real one.
  private let isTyped: Bool

  /// Makes one; nil where this process has no terminal.
  ///
  /// - Throws: `noTerminal` where there is one and the kernel gives no other.
  init?() throws(KeeperProcessError) {
    let real = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard real >= 0 else { return nil }
    var (master, own): (Int32, Int32) = (-1, -1)
    let code = syscalls_pty(real, &master, &own)
    guard code == 0 else {
      close(real)
      throw .noTerminal(code: -code)
    }
    // Above the standard three, which may be closed.
    (self.real, self.master, self.own) = (Self.above(real), Self.above(master), Self.above(own))
    guard [self.real, self.master, self.own].allSatisfy({ $0 > 2 }) else {
      throw .noTerminal(code: EMFILE)
    }
    isTyped = syscalls_terminal_is_same(0, self.real) == 1
  }

  /// What `key-keeper` is told of it: the number of its master, and whether lines may be typed.
  var named: String { "\(master)\(isTyped ? KeeperService.typed : "")" }

  /// Leaves the real terminal for this one, with every standard stream that is the real one, for good.
  ///
  /// In a session of its own, `/dev/tty` is this one. Its own side stays open: the last one to be closed would end it.
  func take() -> Bool {
    close(master)
    for file in Int32(0)...2 where syscalls_terminal_is_same(file, real) == 1 {
      guard dup2(own, file) == file else { return false }
    }
    // A shell may have handed over more of it (`exec 3>&1`).
    for file in Self.openFiles where file > 2 && file != real {
      if syscalls_terminal_is_same(file, real) == 1 { close(file) }
    }
    close(real)
    return syscalls_take_terminal(own) == 0
  }

  /// The descriptors of this process.
  private static var openFiles: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return Array(3..<1_024) }
    defer { closedir(folder) }
    var files: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let file = Int32(name) { files.append(file) }
    }
    return files
  }

  /// Writes to the terminal of this process.
  static func say(_ text: String) {
    let terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return }
    _ = write(terminal, text, text.utf8.count)
    close(terminal)
  }

  private static func above(_ file: Int32) -> Int32 {
    guard file <= 2 else { return file }
    let copy = syscalls_duplicate_above(file, 3)
    close(file)
    return copy
  }
}
