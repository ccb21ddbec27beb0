internal import Glibc

/// How far a laptop is locked down: the points of `Airgap/lock-down`, judged on the machine as it is.
///
/// Read from files below a root that tests replace. A point that cannot be judged counts as not
/// done.
public struct LockDown: Sendable {
  /// One point, and how to fix it.
  public struct Point: Sendable, Equatable {
    /// As `lock-down --explain` calls it.
    public let name: String
    /// Whether nothing is left to do about it.
    public let isDone: Bool
    /// What was found, in words.
    public let message: String
    /// What to do about it; empty when it is done.
    public let mend: String
  }

  /// Every point, in a fixed order.
  public let points: [Point]

  /// What fixes every point at once.
  public static let mend = "sudo offline-signer-lock-down --user NAME, then restart the laptop"

  /// What fixes a kernel that was started without AppArmor.
  static let kernelMend =
    "add `apparmor=1 security=apparmor` to GRUB_CMDLINE_LINUX in /etc/default/grub, run sudo "
    + "update-grub, then restart the laptop"

  /// Looks at the machine below `root`, which is empty for the real one.
  public init(root: String = "") {
    let look = Look(KernelFiles(root: root))
    points = [
      Self.point("radios", "blocked whenever one appears", look.radios),
      Self.point("modules", "drivers of networks do not load", look.modules),
      Self.point(
        "network", "no service of a network can start",
        { () throws(KernelFileError) in try look.unmasked("network") }),
      Self.point("swap", "never written to disk", look.swap),
      Self.point("dumps", "no images of memory, no look into it", look.dumps),
      Self.point("automount", "sticks are mounted by hand", look.automount),
      Self.point(
        "apparmor", "the profile is enforced",
        mend: (try? look.profile()) == nil ? Self.kernelMend : Self.mend, look.apparmor),
      Self.point("camera", "for one user alone", look.camera),
    ]
  }

  /// A point from what is wrong with it; nil is nothing.
  private static func point(
    _ name: String, _ good: String, mend: String = Self.mend,
    _ trouble: () throws(KernelFileError) -> String?
  ) -> Point {
    do throws(KernelFileError) {
      guard let found = try trouble() else {
        return Point(name: name, isDone: true, message: good, mend: "")
      }
      return Point(name: name, isDone: false, message: found, mend: mend)
    } catch {
      return Point(name: name, isDone: false, message: "cannot be determined: \(error)", mend: mend)
    }
  }

  /// The services of each point; `Airgap/laptop/masked-units` has the same list.
  static let units: [String: [String]] = [
    "network": [
      "NetworkManager.service", "NetworkManager-dispatcher.service", "systemd-networkd.service",
      "systemd-networkd.socket", "systemd-resolved.service", "networking.service",
      "wpa_supplicant.service", "iwd.service", "connman.service", "dhcpcd.service",
      "ModemManager.service", "bluetooth.service", "avahi-daemon.service", "avahi-daemon.socket",
      "cups-browsed.service", "ssh.service", "ssh.socket", "rpcbind.service", "rpcbind.socket",
      "exim4.service", "systemd-timesyncd.service", "chrony.service", "ntpsec.service",
      "apt-daily.timer", "apt-daily-upgrade.timer", "unattended-upgrades.service",
      "packagekit.service", "fwupd-refresh.timer",
    ],
    "radios": ["systemd-rfkill.service", "systemd-rfkill.socket"],
    "swap": [
      "swap.target", "zramswap.service", "dphys-swapfile.service", "hibernate.target",
      "hybrid-sleep.target", "suspend-then-hibernate.target",
    ],
    "automount": ["autofs.service"],
  ]
}

/// What is wrong with each point; nil is nothing.
private struct Look {
  private let files: KernelFiles
  private static let rules = "/etc/udev/rules.d/71-offline-signer.rules"
  private static let group = "offline-signer-camera"
  /// Drivers that every network of their kind needs.
  private static let drivers = ["cfg80211", "bluetooth", "wwan", "usbnet", "libcomposite"]

  init(_ files: KernelFiles) { self.files = files }

  /// The lines of a settings file that say something; none when it is not there.
  private func settings(_ path: String) throws(KernelFileError) -> [Substring] {
    guard let text = try files.text(path) else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  private func missing(
    _ words: [String], from path: String
  ) throws(KernelFileError) -> String? {
    let lines = try settings(path)
    guard !lines.isEmpty else { return "\(path) is missing" }
    for word in words where !lines.contains(where: { $0.contains(word) }) {
      return "\(path) does not say \(word)"
    }
    return nil
  }

  /// The first service that is installed and may start.
  func unmasked(_ point: String) throws(KernelFileError) -> String? {
    for unit in LockDown.units[point] ?? [] {
      if files.link("/etc/systemd/system/\(unit)") == "/dev/null" { continue }
      for folder in ["/usr/lib/systemd/system", "/lib/systemd/system", "/etc/systemd/system"]
      where try files.text("\(folder)/\(unit)") != nil {
        return "\(unit) may start"
      }
    }
    return nil
  }

  func radios() throws(KernelFileError) -> String? {
    if let open = RadioSwitches(files).findings.first { return open.message }
    let rule = #"SUBSYSTEM=="rfkill", ACTION=="add|change", ATTR{soft}="1""#
    if let trouble = try missing([rule], from: Self.rules) { return trouble }
    return try unmasked("radios")
  }

  func modules() throws(KernelFileError) -> String? {
    let lines = Self.drivers.map { "install \($0) /bin/false" }
    if let trouble = try missing(lines, from: "/etc/modprobe.d/offline-signer.conf") {
      return trouble
    }
    for line in try files.text("/proc/modules")?.split(separator: "\n") ?? [] {
      let name = line.prefix { $0 != " " }
      if Self.drivers.contains(String(name)) { return "the driver \(name) is loaded" }
    }
    return nil
  }

  func swap() throws(KernelFileError) -> String? {
    for line in try settings("/etc/fstab") {
      let fields = line.split { $0 == " " || $0 == "\t" }
      if fields.count >= 3, fields[2] == "swap" {
        return "/etc/fstab has swap: \(MachineFinding.path(fields[0]))"
      }
    }
    let lines = try files.lines("/proc/swaps")
    if lines.count > 1 { return "swap is on" }
    return try unmasked("swap")
  }

  func dumps() throws(KernelFileError) -> String? {
    if let pipe = MemoryLeaks.corePattern(files).first { return pipe.message }
    if try files.word("/proc/sys/fs/suid_dumpable") != "0" {
      return "programs that change their rights may be dumped"
    }
    if let open = OtherProgramsMemory.tracing(files) { return open.message }
    return try missing(["* hard core 0"], from: "/etc/security/limits.d/offline-signer.conf")
  }

  func automount() throws(KernelFileError) -> String? {
    if let trouble = try missing([#"ENV{UDISKS_AUTO}="0""#], from: Self.rules) { return trouble }
    return try unmasked("automount")
  }

  func apparmor() throws(KernelFileError) -> String? {
    guard let label = try profile() else { return "AppArmor does not run" }
    return label.hasSuffix("(enforce)")
      ? nil : "this program runs as \(MachineFinding.shown(label))"
  }

  /// The profile that the kernel says this very process runs under; nil where AppArmor does not run.
  func profile() throws(KernelFileError) -> String? {
    var label: String?
    for path in ["/proc/self/attr/apparmor/current", "/proc/self/attr/current"] where label == nil {
      do throws(KernelFileError) {
        label = try files.word(path)
      } catch {
        // A kernel without AppArmor has the file and answers EINVAL.
        guard case .unreadable(_, EINVAL) = error else { throw error }
      }
    }
    return label?.isEmpty == true ? nil : label
  }

  func camera() throws(KernelFileError) -> String? {
    if let trouble = try missing(
      ["GROUP=\"\(Self.group)\"", #"TAG-="uaccess""#], from: Self.rules)
    {
      return trouble
    }
    let line = try settings("/etc/group").first { $0.hasPrefix("\(Self.group):") }
    let fields = line?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    guard fields.count == 4, let number = UInt32(fields[2]) else {
      return "there is no group \(Self.group)"
    }
    guard fields[3].split(separator: ",").count == 1 else {
      return "not one user but \(fields[3].split(separator: ",").count) are in \(Self.group)"
    }
    for name in try files.names("/sys/class/video4linux") ?? [] {
      var status = stat()
      guard stat("\(files.root)/dev/\(name)", &status) == 0 else { continue }
      guard status.st_gid == number, status.st_mode & 0o007 == 0 else {
        return "others may open /dev/\(MachineFinding.shown(name))"
      }
    }
    return nil
  }
}
