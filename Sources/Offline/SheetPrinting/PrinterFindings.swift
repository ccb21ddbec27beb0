internal import Glibc

/// The printers of this machine, and what may be left of a sheet on the way to paper: for `doctor`.
public struct PrinterFindings: Sendable {
  /// The device files that are printers.
  public let devices: [String]
  /// Where CUPS keeps what it prints.
  public let spool: PrintSpool

  /// Looks below `root`, which is empty for the real machine.
  public init(root: String = "") {
    var devices: [String] = []
    for folder in ["/dev/usb", "/dev"] {
      for number in 0..<16 where access("\(root)\(folder)/lp\(number)", F_OK) == 0 {
        devices.append("\(folder)/lp\(number)")
      }
    }
    self.devices = devices
    spool = PrintSpool(root: root)
  }

  /// What is there, in one line.
  public var message: String {
    let printers =
      devices.isEmpty ? "no printer is plugged in" : devices.joined(separator: ", ")
    guard spool.isInstalled else { return printers }
    switch spool.place {
    case .memory: return "\(printers); CUPS keeps jobs in memory"
    case .disk: return "\(printers); CUPS keeps jobs on a disk (\(spool.path))"
    case .unknown: return "\(printers); it is not known where CUPS keeps jobs (\(spool.path))"
    }
  }

  /// Whether nothing of a sheet would stay on this machine.
  public var leavesNothing: Bool { !spool.isInstalled || spool.place == .memory }

  /// What to do about it; empty when there is nothing.
  public var mend: String {
    leavesNothing
      ? ""
      : "mount -t tmpfs -o mode=0710,gid=lp tmpfs \(spool.path), and PreserveJobFiles No in "
        + "/etc/cups/cupsd.conf; or do not print secrets through CUPS"
  }

  /// What a printer itself may remember, which no program on this machine can know.
  public static let whatPrintersRemember = [
    "A printer may keep pages: office printers and those with Wi-Fi, fax or a scanner often have a disk or flash "
      + "memory, and keep jobs, thumbnails or fax copies on it.",
    "Print secrets on a plain printer with a cable and without a disk, its Wi-Fi off; switch it off at the "
      + "plug afterwards, which empties its memory.",
    "Laser drums and ink ribbons (thermal transfer, typewriters) hold the last page for a while: print two pages "
      + "of something else after a secret, and destroy used ribbons.",
    "Many colour lasers print their serial number and the time in yellow dots; print in black.",
    "Do not sell, return or send in for repair a printer that printed secrets.",
  ]
}
