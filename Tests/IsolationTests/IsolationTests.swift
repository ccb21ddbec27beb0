import Foundation
import Isolation
import Testing

@Suite struct MachineFindingsTests {
  /// A made-up `/sys` and `/proc`.
  private final class Root {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("isolation-\(UUID().uuidString)")

    init(_ files: [String: String]) throws {
      for (path, text) in files {
        let file = url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: file)
      }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
    var messages: [String] { MachineFindings(root: url.path).findings.map(\.message) }
  }

  @Test func `a laptop that is shut off has no findings`() throws {
    let root = try Root([
      "sys/class/net/lo/operstate": "unknown", "sys/class/net/lo/carrier": "1",
      "sys/class/net/eth0/operstate": "down", "sys/class/net/eth0/carrier": "0",
      "sys/class/rfkill/rfkill0/soft": "1", "sys/class/rfkill/rfkill0/hard": "0",
      "sys/class/rfkill/rfkill0/type": "wlan",
      "proc/swaps": "Filename\tType\tSize\tUsed\tPriority",
      "proc/sys/kernel/core_pattern": "core", "sys/class/udc/dummy/state": "not attached",
    ])
    #expect(root.messages.isEmpty)
  }

  @Test func `each opening is found and named`() throws {
    let root = try Root([
      "sys/class/net/eth0/operstate": "up", "sys/class/net/wlan0/carrier": "1",
      "sys/class/rfkill/rfkill1/soft": "0", "sys/class/rfkill/rfkill1/hard": "0",
      "sys/class/rfkill/rfkill1/type": "bluetooth",
      "proc/swaps": "Filename\tType\n/dev/sda2 partition 100 0 -2",
      "proc/sys/kernel/core_pattern": "|/usr/lib/systemd/systemd-coredump %P",
      "sys/class/udc/dummy/state": "configured",
    ])
    #expect(
      root.messages == [
        "the network interface eth0 is connected", "the network interface wlan0 is connected",
        "the radio rfkill1 (bluetooth) is not blocked", "swap is on: /dev/sda2",
        "core dumps are piped to a program",
        "this machine acts as a USB device for another one (dummy)",
      ])
    for finding in MachineFindings(root: root.url.path).findings { #expect(!finding.mend.isEmpty) }
  }

  @Test func `a device cannot write on the terminal by its name`() throws {
    let root = try Root(["sys/class/net/a\u{1B}[2J/operstate": "up"])
    #expect(root.messages == ["the network interface a?[2J is connected"])
  }
}
