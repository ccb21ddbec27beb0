import FakeMachine
import Foundation
import Isolation
import Testing

@Suite struct `What is found about a machine` {
  /// A made-up machine in a folder of its own, removed afterwards.
  private final class Room {
    let machine: FakeMachine

    init() throws {
      machine = try FakeMachine(
        in: FileManager.default.temporaryDirectory
          .appending(path: "isolation-\(UUID().uuidString)"))
    }

    deinit { try? FileManager.default.removeItem(at: machine.url) }
    var findings: [MachineFinding] { MachineFindings(root: machine.root).findings }
    var messages: [String] { findings.map(\.message) }
  }

  @Test func `nothing, on a laptop that is shut off`() throws {
    let room = try Room()
    #expect(room.messages.isEmpty)
    // Without IPv6, without a radio, without a USB device side: nothing to look at.
    try room.machine.remove("proc/net/if_inet6")
    try room.machine.remove("sys/class/rfkill")
    try room.machine.remove("sys/class/udc")
    #expect(room.messages.isEmpty)
    // Not one address is set, also not loopback's: the table is empty then.
    try Data().write(to: room.machine.url.appending(path: "proc/net/fib_trie"))
    #expect(room.messages.isEmpty)
  }

  @Test func `each opening, by name`() throws {
    let room = try Room()
    try room.machine.plugIn()
    let files = [
      "sys/class/net/wlan0/carrier": "1", "sys/class/net/wlan0/operstate": "dormant",
      "sys/class/rfkill/rfkill1/soft": "0", "sys/class/rfkill/rfkill1/hard": "0",
      "sys/class/rfkill/rfkill1/state": "1", "sys/class/rfkill/rfkill1/type": "bluetooth",
      "proc/swaps": "Filename\tType\n/dev/sda2 partition 100 0 -2\n/swap\\040file file 1 0 -3",
      "proc/sys/kernel/core_pattern": "|/usr/lib/systemd/systemd-coredump %P",
      "sys/class/udc/dummy/state": "configured", "proc/sys/kernel/yama/ptrace_scope": "0",
    ]
    for (path, text) in files { try room.machine.write(text, to: path) }
    #expect(
      room.messages == [
        "the network interface eth0 is connected and has the address 192.0.2.2 and fe80::fc:ff:fe00:1",
        "the network interface wlan0 is connected",
        "the radio rfkill1 (bluetooth) is not blocked", "swap is on: /dev/sda2",
        "swap is on: /swap\\040file",
        "core dumps are piped to a program",
        "programs of one user can read each other's memory (kernel.yama.ptrace_scope is 0)",
        "this machine acts as a USB device for another one (dummy)",
      ])
    for finding in room.findings { #expect(!finding.mend.isEmpty) }
  }

  @Test(
    arguments: [
      ("sys/class/net/eth0/operstate", "up", "eth0 is connected"),
      ("sys/class/net/eth0/uevent", "DEVTYPE=gadget\nINTERFACE=eth0", "over USB (eth0)"),
      ("sys/class/net/eth0/device/uevent", "DRIVER=rndis_host", "plugged into USB (eth0)"),
      ("sys/class/ieee80211/phy7/name", "phy7", ""),
      ("sys/class/bluetooth/hci0/address", "", "the radio hci0 (bluetooth) has no switch"),
      ("sys/class/wwan/wwan0/type", "", "the radio wwan0 (wwan) has no switch"),
      ("sys/class/rfkill/rfkill0/soft", "0", "the radio rfkill0 (wlan) is not blocked"),
      ("sys/class/rfkill/rfkill0/state", "1", "the radio rfkill0 (wlan) is not blocked"),
      ("sys/class/udc/dummy/uevent", "USB_UDC_DRIVER=g_ether", "USB device for another one"),
      ("proc/sys/kernel/core_pattern", "@/run/cores", "core dumps are piped"),
      ("proc/net/if_inet6", "fd000000000000000000000000000002 04 40 00 82 tun0", ""),
    ])
  func `one thing at a time`(path: String, text: String, words: String) throws {
    let room = try Room()
    try room.machine.write(text, to: path)
    if words.isEmpty {
      // A radio whose kind has a blocked switch, an address of an interface that is not here.
      #expect(room.messages.isEmpty, "\(room.messages)")
    } else {
      #expect(room.messages.count == 1 && room.messages[0].contains(words), "\(room.messages)")
    }
  }

  @Test func `an adapter on USB, by where it is plugged in`() throws {
    let room = try Room()
    let folder = room.machine.url.appending(path: "sys/devices/pci0/usb1/1-1/1-1:1.0/net/eth1")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: room.machine.url.appending(path: "sys/class/net/eth1").path,
      withDestinationPath: "../../devices/pci0/usb1/1-1/1-1:1.0/net/eth1")
    #expect(room.messages == ["a network adapter or a telephone is plugged into USB (eth1)"])
  }

  @Test func `an address whose interface is not known`() throws {
    let room = try Room()
    try room.machine.plugIn()
    try room.machine.write("Iface\tDestination", to: "proc/net/route")
    #expect(
      room.messages.contains("the address 192.0.2.2 is set on no interface that could be found"))
  }

  @Test func `an interface that only one of the two lists names`() throws {
    let room = try Room()
    try room.machine.write("1", to: "sys/class/net/veth7/carrier")
    try room.machine.write("up", to: "sys/class/net/veth7/operstate")
    #expect(room.messages == ["the network interface veth7 is connected"])
    try room.machine.remove("sys/class/net/veth7")
    let counters = try #require(FakeMachine.shutOff["proc/net/dev"])
    try room.machine.write(counters + "\n  hidden0: 1 2 3", to: "proc/net/dev")
    #expect(room.messages.count == 1)
    #expect(room.messages[0].hasPrefix("whether the network interface hidden0 is connected cannot"))
  }

  @Test(arguments: FakeMachine.shutOff.keys.filter { !$0.hasSuffix("uevent") }.sorted())
  func `what says nonsense is no all-clear`(path: String) throws {
    let room = try Room()
    try room.machine.write("nonsense \u{1B}[2J", to: path)
    // Whatever loopback says; a type, a pattern and a radio's name may be anything; a route's headings are not read.
    let mayBeAnything =
      ["rfkill0/type", "rfkill0/state", "core_pattern", "net/route", "eth0/type"] + [
        "lo/carrier", "lo/operstate",
      ]
    let isFound = !room.messages.isEmpty
    #expect(isFound != mayBeAnything.contains { path.hasSuffix($0) }, "\(room.messages)")
    #expect(!room.messages.contains { $0.contains("\u{1B}") })
  }

  @Test(
    arguments: [
      "sys/class/net", "proc/net/dev", "proc/net/fib_trie", "proc/swaps",
      "proc/sys/kernel/core_pattern", "sys/class/net/eth0/carrier", "sys/class/net/eth0/operstate",
      "sys/class/rfkill/rfkill0/soft", "sys/class/rfkill/rfkill0/hard",
    ])
  func `what is not there is no all-clear`(path: String) throws {
    let room = try Room()
    try room.machine.remove(path)
    #expect(room.messages.count == 1)
    #expect(room.messages.first?.contains("cannot be determined") == true, "\(room.messages)")
    // A folder where a file ought to be cannot be read either.
    try FileManager.default.createDirectory(
      at: room.machine.url.appending(path: path).appending(path: "x"),
      withIntermediateDirectories: true)
    #expect(!room.messages.isEmpty)
  }

  @Test func `a kernel that cannot keep programs apart is said, each way`() throws {
    let room = try Room()
    for scope in ["1", "2", "3"] {
      try room.machine.write(scope, to: "proc/sys/kernel/yama/ptrace_scope")
      #expect(room.messages.isEmpty)
    }
    try room.machine.remove("proc/sys/kernel/yama")
    #expect(
      room.messages == [
        "this kernel has no Yama: programs of one user can read each other's memory"
      ])
    try room.machine.write("2", to: "proc/sys/kernel/yama/ptrace_scope")
    let bare = MachineFindings(root: room.machine.root, hasLandlock: false).findings
    #expect(bare.count == 1 && bare[0].message.hasPrefix("this kernel has no Landlock"))
  }

  @Test func `a device cannot write on the terminal by its name`() throws {
    let room = try Room()
    try room.machine.write("up", to: "sys/class/net/a\u{1B}[2J/operstate")
    try room.machine.write("1", to: "sys/class/net/a\u{1B}[2J/carrier")
    #expect(room.messages == ["the network interface a\\u{1b}[2J is connected"])
  }

  @Test func `a device cannot take another's name with letters that look alike`() throws {
    let room = try Room()
    // A Cyrillic e.
    let folder = "sys/class/net/\u{435}th0"
    try room.machine.write("up", to: "\(folder)/operstate")
    try room.machine.write("1", to: "\(folder)/carrier")
    #expect(room.messages == ["the network interface \\u{435}th0 is connected"])
    try room.machine.write("nonsense", to: "\(folder)/operstate")
    #expect(room.messages.count == 1)
    let isPlain = room.messages.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) }
    #expect(isPlain, "\(room.messages)")
  }

  @Test func `what came since an earlier look`() throws {
    let room = try Room()
    let before = MachineFindings(root: room.machine.root)
    try room.machine.plugIn()
    #expect(MachineFindings(root: room.machine.root).since(before).count == 1)
    #expect(before.since(MachineFindings(root: room.machine.root)).isEmpty)
  }
}
