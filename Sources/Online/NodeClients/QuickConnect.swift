/// What stands behind the port of a QuickConnect link: a label, and in its older form the password too.
///
/// Today's form is `btcstandup://user:password@host:port/?label=NAME`, with `/?` or nothing at its
/// end as well; the older one is `btcstandup://host:port/?user=NAME&password=WORD`, where the
/// password may be followed by `?label=NAME`. Source: Blockchain Commons, Quick-Connect-API.
struct QuickConnectQuery {
  private(set) var user: Substring?
  private(set) var password: Substring?
  private(set) var label: Substring?

  /// The most items that are looked at.
  private static let itemLimit = 16

  /// Reads what follows the port: nothing, `/`, `?...` or `/?...`.
  init(_ tail: Substring) throws(NodeError) {
    var rest = tail
    if rest.first == "/" { rest = rest.dropFirst() }
    if rest.isEmpty { return }
    guard rest.first == "?", !rest.contains("#") else {
      throw .malformedURL(
        reason: "nothing but ?label=... may follow the port of a QuickConnect link")
    }
    var items = rest.dropFirst().split(separator: "&", maxSplits: Self.itemLimit)
    guard items.count <= Self.itemLimit else {
      throw .malformedURL(reason: "more than \(Self.itemLimit) parts after the question mark")
    }
    // The older form hangs the label on the password with a second question mark.
    if let last = items.last, let second = last.firstIndex(of: "?") {
      items[items.count - 1] = last[..<second]
      items.append(last[last.index(after: second)...])
    }
    for item in items {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "user": try Self.set(&user, parts[1], "the user")
      case "password": try Self.set(&password, parts[1], "the password")
      case "label": try Self.set(&label, parts[1], "the label")
      default: continue
      }
    }
  }

  private static func set(
    _ place: inout Substring?, _ value: Substring, _ what: String
  ) throws(NodeError) {
    guard place == nil else { throw .malformedURL(reason: "\(what) appears twice") }
    place = value
  }
}

extension NodeURL {
  /// How far a host is away, which decides whether a password may go there in the clear.
  public enum Reach: Hashable, Sendable {
    /// This machine.
    case loopback
    /// Through Tor, which encrypts.
    case onion
    /// An address that no router of the internet forwards, or a name without a domain of it.
    case localNetwork
    /// Anything else.
    case internet
  }

  /// How far the host is away, by its name or address alone.
  public var reach: Reach { isOnion ? .onion : Self.reach(of: host) }

  /// How far a host is away that is no onion address; one of IPv6 stands in brackets.
  fileprivate static func reach(of host: String) -> Reach {
    if host == "localhost" || host == "[::1]" { return .loopback }
    if let octets = octets(of: host) {
      switch (octets[0], octets[1]) {
      case (127, _): return .loopback
      case (10, _), (192, 168), (169, 254): return .localNetwork
      case (172, 16...31), (100, 64...127): return .localNetwork
      default: return .internet
      }
    }
    if host.hasPrefix("[") {
      let first = host.dropFirst().prefix(4)
      let isLocal =
        first.hasPrefix("fc") || first.hasPrefix("fd")
        || ["fe8", "fe9", "fea", "feb"].contains { first.hasPrefix($0) }
      return isLocal && first.count == 4 && !first.contains(":") ? .localNetwork : .internet
    }
    let isLocalName =
      !host.contains(".")
      || [".local", ".lan", ".home", ".internal", ".home.arpa"].contains { host.hasSuffix($0) }
    return isLocalName ? .localNetwork : .internet
  }

  private static func octets(of host: String) -> [UInt8]? {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let octets = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt8(part) : nil
    }
    return octets.count == 4 ? octets : nil
  }
}

extension HTTPClientTransport.Proxy {
  /// How far the proxy is away, by its name or address alone.
  public var reach: NodeURL.Reach {
    let name = host.lowercased()
    return NodeURL.reach(of: name.contains(":") ? "[\(name)]" : name)
  }
}
