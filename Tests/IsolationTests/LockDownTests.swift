import FakeMachine
import Foundation
import Testing

@testable import Isolation

@Suite struct `How far a laptop is locked down` {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A laptop on which `Airgap/lock-down` did its work, removed afterwards.
  private final class Laptop {
    let machine: FakeMachine

    init() throws {
      machine = try FakeMachine(
        in: FileManager.default.temporaryDirectory
          .appending(path: "lock-down-\(UUID().uuidString)"))
      try FileManager.default.copyItem(
        at: repository.appending(path: "Airgap/laptop/etc"), to: machine.url.appending(path: "etc"))
      try machine.write("/dev/sda1 / ext4 defaults 0 1", to: "etc/fstab")
      try machine.write("0", to: "proc/sys/fs/suid_dumpable")
      try machine.write("ext4 1 0 - Live", to: "proc/modules")
      try machine.write("offline-signer (enforce)", to: "proc/self/attr/apparmor/current")
      try machine.write("offline-signer-camera:x:\(getgid()):alice", to: "etc/group")
      try machine.write("Camera", to: "sys/class/video4linux/video0/name")
      try machine.write("", to: "dev/video0")
      chmod(machine.url.appending(path: "dev/video0").path, 0o660)
      for name in ["NetworkManager.service", "swap.target"] {
        try machine.write("[Unit]", to: "usr/lib/systemd/system/\(name)")
        try machine.write("", to: "etc/systemd/system/x")
        try FileManager.default.createSymbolicLink(
          atPath: machine.url.appending(path: "etc/systemd/system/\(name)").path,
          withDestinationPath: "/dev/null")
      }
    }

    deinit { try? FileManager.default.removeItem(at: machine.url) }
    var open: [String] {
      LockDown(root: machine.root).points.filter { !$0.isDone }.map { "\($0.name): \($0.message)" }
    }
  }

  @Test func `every point holds on a laptop that lock-down has worked on`() throws {
    let laptop = try Laptop()
    #expect(laptop.open.isEmpty, "\(laptop.open)")
    #expect(LockDown(root: laptop.machine.root).points.allSatisfy { $0.mend.isEmpty })
  }

  @Test func `no point but swap holds on a laptop as it comes`() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "lock-down-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let machine = try FakeMachine(in: url)
    let points = LockDown(root: machine.root).points
    #expect(points.filter(\.isDone).map(\.name) == ["network", "swap"])
    for point in points where !point.isDone {
      #expect(point.mend == (point.name == "apparmor" ? LockDown.kernelMend : LockDown.mend))
    }
  }

  @Test func `a kernel that was started without AppArmor is mended by its parameters`() throws {
    let laptop = try Laptop()
    try laptop.machine.write("", to: "proc/self/attr/apparmor/current")
    let point = LockDown(root: laptop.machine.root).points.first { $0.name == "apparmor" }
    #expect(point?.message == "AppArmor does not run")
    #expect(point?.mend.contains("apparmor=1 security=apparmor") == true)
  }

  @Test(
    arguments: [
      ("sys/class/rfkill/rfkill0/soft", "0", "radios: the radio rfkill0 (wlan) is not blocked"),
      ("etc/udev/rules.d/71-offline-signer.rules", "# none", "radios: "),
      ("usr/lib/systemd/system/systemd-rfkill.service", "[Unit]", "radios: systemd-rfkill.service"),
      ("etc/modprobe.d/offline-signer.conf", "install cfg80211 /bin/false", "modules: "),
      ("proc/modules", "cfg80211 1 0 - Live", "modules: the driver cfg80211 is loaded"),
      ("lib/systemd/system/ssh.service", "[Unit]", "network: ssh.service may start"),
      ("etc/systemd/system/iwd.service", "[Unit]", "network: iwd.service may start"),
      ("etc/fstab", "/dev/sda2 none swap sw 0 0", "swap: /etc/fstab has swap: /dev/sda2"),
      ("proc/swaps", "Filename\n/dev/zram0 partition 1 0 100", "swap: swap is on"),
      ("usr/lib/systemd/system/zramswap.service", "[Unit]", "swap: zramswap.service may start"),
      ("proc/sys/kernel/core_pattern", "|/bin/x", "dumps: core dumps are piped to a program"),
      ("proc/sys/fs/suid_dumpable", "2", "dumps: programs that change their rights"),
      ("proc/sys/kernel/yama/ptrace_scope", "0", "dumps: programs of one user can read"),
      ("etc/security/limits.d/offline-signer.conf", "#", "dumps: "),
      ("usr/lib/systemd/system/autofs.service", "[Unit]", "automount: autofs.service may start"),
      (
        "proc/self/attr/apparmor/current", "unconfined", "apparmor: this program runs as unconfined"
      ),
      (
        "proc/self/attr/apparmor/current", "offline-signer (complain)",
        "apparmor: this program runs"
      ),
      ("etc/group", "offline-signer-camera:x:4294967:alice", "camera: others may open /dev/video0"),
      ("etc/group", "offline-signer-camera:x:7:alice,bob", "camera: not one user but 2"),
      ("etc/group", "video:x:44:", "camera: there is no group"),
    ])
  func `each point by itself`(path: String, text: String, words: String) throws {
    let laptop = try Laptop()
    try laptop.machine.write(text, to: path)
    #expect(laptop.open.first?.hasPrefix(words) == true, "\(laptop.open)")
    let point = words.prefix { $0 != ":" }
    // The one file of rules serves three points; nothing else may fail with it.
    let others = laptop.open.filter { !$0.hasPrefix(point) }
    #expect(others.isEmpty || path.hasSuffix(".rules"), "\(others)")
  }

  @Test func `a camera that others may open is none for one user`() throws {
    let laptop = try Laptop()
    chmod(laptop.machine.url.appending(path: "dev/video0").path, 0o666)
    #expect(laptop.open == ["camera: others may open /dev/video0"])
  }

  @Test func `the services are those that lock-down masks`() throws {
    let text = try String(
      contentsOf: Self.repository.appending(path: "Airgap/laptop/masked-units"), encoding: .utf8)
    var units: [String: [String]] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 2)
      units[words[0], default: []].append(words[1])
    }
    #expect(units == LockDown.units)
  }
}
