import Glibc

/// What about this machine does not fit a laptop that never touches a network.
///
/// Read from `/sys` and `/proc` below a root that tests replace. Nothing here opens a socket.
public struct MachineFindings: Sendable {
  /// One thing found, and how to mend it.
  public struct Finding: Hashable, Sendable {
    public let message: String
    public let mend: String
  }

  /// The findings, in a fixed order; empty on a machine that is shut off.
  public let findings: [Finding]

  /// Looks at the machine below `root`, which is empty for the real one.
  public init(root: String = "") {
    findings =
      Self.interfaces(root) + Self.radios(root) + Self.swap(root) + Self.corePattern(root)
      + Self.gadgets(root)
  }

  private static func interfaces(_ root: String) -> [Finding] {
    let folder = "\(root)/sys/class/net"
    return entries(folder).filter { $0 != "lo" }.compactMap { name in
      let isUp = line("\(folder)/\(name)/operstate") == "up"
      guard isUp || line("\(folder)/\(name)/carrier") == "1" else { return nil }
      return Finding(
        message: "the network interface \(shown(name)) is connected",
        mend: "unplug its cable or take it down: ip link set \(shown(name)) down")
    }
  }

  private static func radios(_ root: String) -> [Finding] {
    let folder = "\(root)/sys/class/rfkill"
    return entries(folder).compactMap { name in
      let isBlocked =
        line("\(folder)/\(name)/soft") == "1" || line("\(folder)/\(name)/hard") == "1"
      guard !isBlocked else { return nil }
      let type = line("\(folder)/\(name)/type") ?? "radio"
      return Finding(
        message: "the radio \(shown(name)) (\(shown(type))) is not blocked",
        mend: "block it: rfkill block all; better, take the card out")
    }
  }

  private static func swap(_ root: String) -> [Finding] {
    lines("\(root)/proc/swaps").dropFirst().map { row in
      Finding(
        message: "swap is on: \(shown(String(row.prefix { $0 != " " && $0 != "\t" })))",
        mend: "turn it off: swapoff -a, and remove it from /etc/fstab")
    }
  }

  private static func corePattern(_ root: String) -> [Finding] {
    guard let pattern = line("\(root)/proc/sys/kernel/core_pattern"), pattern.first == "|" else {
      return []
    }
    return [
      Finding(
        message: "core dumps are piped to a program",
        mend: "keep them off: sysctl kernel.core_pattern=core")
    ]
  }

  private static func gadgets(_ root: String) -> [Finding] {
    let folder = "\(root)/sys/class/udc"
    return entries(folder).compactMap { name in
      guard line("\(folder)/\(name)/state") == "configured" else { return nil }
      return Finding(
        message: "this machine acts as a USB device for another one (\(shown(name)))",
        mend: "unplug that cable")
    }
  }

  // MARK: Reading

  private static func entries(_ folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < 1_000, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private static func line(_ path: String) -> String? { lines(path).first }

  /// At most 16 kB of a file, as lines.
  private static func lines(_ path: String) -> [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return [] }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// A name of the kernel's, which a plugged-in device may have chosen: printable ASCII only.
  private static func shown(_ name: String) -> String {
    String(
      name.unicodeScalars.prefix(64).map { (0x21...0x7e).contains($0.value) ? Character($0) : "?" })
  }
}
