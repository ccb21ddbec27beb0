/// The addresses of this machine other than loopback's, by interface.
///
/// IPv6 from `/proc/net/if_inet6`, which is not there without IPv6. IPv4 from `/proc/net/fib_trie`,
/// which lists addresses without their interfaces; `/proc/net/route` says which network is whose.
struct InternetAddresses {
  private var byInterface: [String: [String]] = [:]
  /// Those whose interface is not known.
  private(set) var elsewhere: [String] = []

  /// No address.
  init() {}

  init(_ files: KernelFiles) throws(KernelFileError) {
    let networks = try Self.networks(files)
    for address in try Self.localAddresses(files) {
      let network = networks.filter { address & $0.mask == $0.destination }
        .max { $0.mask < $1.mask }
      if let network {
        byInterface[network.interface, default: []].append(Self.text(of: address))
      } else {
        elsewhere.append(Self.text(of: address))
      }
    }
    for (interface, address) in try Self.longAddresses(files) {
      byInterface[interface, default: []].append(address)
    }
  }

  func of(_ interface: String) -> [String] { byInterface[interface] ?? [] }

  // MARK: IPv4

  /// The addresses that `fib_trie` calls LOCAL, each once, without 127.0.0.0/8.
  private static func localAddresses(_ files: KernelFiles) throws(KernelFileError) -> [UInt32] {
    let path = "/proc/net/fib_trie"
    var found: [UInt32] = []
    var current: UInt32?
    for line in try files.lines(path) {
      let words = line.split(separator: " ")
      guard let first = words.first else { continue }
      switch first {
      case "+--": current = nil
      case "|--":
        guard words.count == 2, let address = address(words[1]) else {
          throw .odd(path: path, what: "a leaf without an address")
        }
        current = address
      case _ where first.hasPrefix("/"):
        guard let address = current else {
          throw .odd(path: path, what: "a route without an address")
        }
        if words.contains("LOCAL"), address >> 24 != 127, !found.contains(address) {
          found.append(address)
        }
      case _ where first.hasSuffix(":"): current = nil
      default: throw .odd(path: path, what: "a line that is not part of a routing table")
      }
    }
    return found
  }

  private struct Network {
    let interface: String
    let destination: UInt32
    let mask: UInt32
  }

  /// The networks that are routed to an interface, without the default route.
  private static func networks(_ files: KernelFiles) throws(KernelFileError) -> [Network] {
    guard let text = try files.text("/proc/net/route") else { return [] }
    var networks: [Network] = []
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split { $0 == "\t" || $0 == " " }
      guard fields.count >= 8, let destination = UInt32(fields[1], radix: 16),
        let mask = UInt32(fields[7], radix: 16)
      else { throw .odd(path: "/proc/net/route", what: "a line without its fields") }
      guard mask != 0 else { continue }
      // Written as the bytes lie in memory on the little-endian machines that this is built for.
      networks.append(
        Network(
          interface: String(fields[0]), destination: destination.byteSwapped,
          mask: mask.byteSwapped))
    }
    return networks
  }

  private static func address(_ text: Substring) -> UInt32? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var address: UInt32 = 0
    for part in parts {
      guard let byte = UInt8(part) else { return nil }
      address = address << 8 | UInt32(byte)
    }
    return address
  }

  private static func text(of address: UInt32) -> String {
    [24, 16, 8, 0].map { "\(address >> UInt32($0) & 0xff)" }.joined(separator: ".")
  }

  // MARK: IPv6

  private static func longAddresses(
    _ files: KernelFiles
  ) throws(KernelFileError) -> [(interface: String, address: String)] {
    let path = "/proc/net/if_inet6"
    guard let text = try files.text(path) else { return [] }
    var found: [(String, String)] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 6, fields[0].utf8.count == 32,
        fields[0].allSatisfy(\.isHexDigit)
      else { throw .odd(path: path, what: "a line without its six fields") }
      // ::1, whatever carries it.
      if fields[0].drop(while: { $0 == "0" }) == "1" { continue }
      found.append((String(fields[5]), shortened(fields[0])))
    }
    return found
  }

  /// 32 hexadecimal digits as an address, the first longest run of zeros left out (RFC 5952).
  static func shortened(_ digits: Substring) -> String {
    var groups: [String] = []
    var rest = digits
    while !rest.isEmpty {
      let group = rest.prefix(4).drop { $0 == "0" }
      groups.append(group.isEmpty ? "0" : String(group))
      rest = rest.dropFirst(4)
    }
    var best = 0..<0
    var start = 0
    for (index, group) in (groups + ["end"]).enumerated() where group != "0" {
      if index - start > best.count { best = start..<index }
      start = index + 1
    }
    guard best.count > 1 else { return groups.joined(separator: ":") }
    return groups[..<best.lowerBound].joined(separator: ":") + "::"
      + groups[best.upperBound...].joined(separator: ":")
  }
}
