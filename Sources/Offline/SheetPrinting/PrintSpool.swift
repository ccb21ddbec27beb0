internal import CSystemCalls
internal import Glibc

/// Where CUPS keeps what it prints, and for how long: read from its files below a root that tests replace.
public struct PrintSpool: Equatable, Sendable {
  /// What its folder lies on.
  public enum Place: String, Sendable, CaseIterable {
    /// A file system in memory: gone when the machine is switched off.
    case memory
    /// A disk: what lay on it can be found after it was deleted.
    case disk
    /// It is not known.
    case unknown
  }

  /// Whether CUPS is installed.
  public let isInstalled: Bool
  /// The folder in which CUPS keeps what it prints.
  public let path: String
  /// What the folder lies on.
  public let place: Place
  /// Whether jobs are kept after they were printed; true when its settings cannot be read: that is what CUPS does by itself.
  public let keepsJobs: Bool

  /// Looks below `root`, which is empty for the real machine.
  public init(root: String = "") {
    let settings = Self.lines("\(root)/etc/cups/cupsd.conf")
    let files = Self.lines("\(root)/etc/cups/cups-files.conf")
    isInstalled = access("\(root)/usr/sbin/cupsd", F_OK) == 0
    path = Self.value("RequestRoot", in: files) ?? "/var/spool/cups"
    place = Self.place(of: root + path)
    let keeping = Self.value("PreserveJobFiles", in: settings)?.lowercased()
    keepsJobs = !(keeping == "no" || keeping == "off" || keeping == "0" || keeping == "false")
  }

  private static func place(of path: String) -> Place {
    switch syscalls_is_in_memory(path) {
    case 1: .memory
    case 0: .disk
    default: .unknown
    }
  }

  private static func value(_ name: String, in lines: [String]) -> String? {
    for line in lines {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      if words.count == 2, words[0].lowercased() == name.lowercased() { return String(words[1]) }
    }
    return nil
  }

  /// At most 64 kB of a file, as lines.
  private static func lines(_ path: String) -> [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return [] }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
