public import Foundation

/// A made-up `/sys` and `/proc` in a folder: an isolated laptop, until something is plugged in.
public struct FakeMachine: Sendable {
  public let url: URL
  /// What the readers of kernel files are handed.
  public var root: String { url.path }

  /// A laptop with loopback, a network card without cable, a blocked radio, and no swap.
  public static let shutOff = [
    "sys/class/net/lo/type": "772", "sys/class/net/lo/operstate": "unknown",
    "sys/class/net/lo/carrier": "1", "sys/class/net/lo/uevent": "INTERFACE=lo\nIFINDEX=1",
    "sys/class/net/eth0/type": "1", "sys/class/net/eth0/operstate": "down",
    "sys/class/net/eth0/carrier": "0", "sys/class/net/eth0/uevent": "INTERFACE=eth0\nIFINDEX=2",
    "sys/class/rfkill/rfkill0/type": "wlan", "sys/class/rfkill/rfkill0/soft": "1",
    "sys/class/rfkill/rfkill0/hard": "0", "sys/class/rfkill/rfkill0/state": "0",
    "sys/class/udc/dummy/state": "not attached",
    "proc/net/dev": """
    Inter-|   Receive                                                |  Transmit
     face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets
        lo: 48477112  208917    0    0    0     0          0         0 48477112  208917
      eth0:       0       0    0    0    0     0          0         0        0       0
    """,
    "proc/net/fib_trie": """
    Main:
      +-- 0.0.0.0/0 3 0 5
         +-- 127.0.0.0/8 2 0 2
            |-- 127.0.0.0
               /8 host LOCAL
            |-- 127.0.0.1
               /32 host LOCAL
    """,
    "proc/net/route": "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask",
    "proc/net/if_inet6": "00000000000000000000000000000001 01 80 10 80       lo",
    "proc/swaps": "Filename\tType\tSize\tUsed\tPriority",
    "proc/sys/kernel/core_pattern": "core", "proc/sys/kernel/yama/ptrace_scope": "1",
  ]

  public init(in url: URL) throws {
    self.url = url
    for (path, text) in Self.shutOff { try write(text, to: path) }
  }

  /// Changes a file of the kernel's.
  public func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((text + "\n").utf8).write(to: file)
  }

  public func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: url.appending(path: path))
  }

  /// Plugs a cable into `eth0`, which gets an address of each kind.
  public func plugIn() throws {
    try write("1", to: "sys/class/net/eth0/carrier")
    try write("up", to: "sys/class/net/eth0/operstate")
    try write(
      """
      Main:
        +-- 0.0.0.0/0 3 0 5
           |-- 127.0.0.1
              /32 host LOCAL
           |-- 192.0.2.0
              /24 link UNICAST
           |-- 192.0.2.2
              /32 host LOCAL
      Local:
           |-- 192.0.2.2
              /32 host LOCAL
      """, to: "proc/net/fib_trie")
    try write(
      """
      Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask
      eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
      eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
      """, to: "proc/net/route")
    try write(
      """
      00000000000000000000000000000001 01 80 10 80       lo
      fe8000000000000000fc00fffe000001 02 40 20 80     eth0
      """, to: "proc/net/if_inet6")
  }
}
