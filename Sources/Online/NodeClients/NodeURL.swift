internal import BitcoinPrimitives
internal import Bytes

/// Where a node is and how to speak to it, as a URL says.
public struct NodeURL: Hashable, Sendable {
  /// What kind of source it is.
  public enum Kind: String, Hashable, Sendable {
    /// A Bitcoin Core node, by JSON-RPC.
    case bitcoinCore
    /// A server of the Electrum protocol.
    case electrum
    /// A server of Esplora's REST API.
    case esplora
    /// The rehearsal chain of this home.
    case rehearsal

    /// Whether it is a server with an index of scripts, which nobody logs in to.
    public var isScriptIndex: Bool { self == .electrum || self == .esplora }
  }

  /// What kind of source it is.
  public let kind: Kind
  /// Encrypted with TLS.
  public let isTLS: Bool
  /// Host name or address, lower case; an IPv6 address in its brackets; of a rehearsal the name of its network, empty
  /// for regtest.
  public let host: String
  /// The port; when the URL names none, 8332, or 50001 of an Electrum server, or 50002 of one by TLS, or 80 of
  /// an Esplora server, or 443 of one by TLS; 0 for a rehearsal.
  public let port: Int
  /// What stands before each call to an Esplora server, such as `/api`; empty for none.
  public let path: String
  /// The user name in the URL, percent-decoded.
  public let user: String?
  /// The password in the URL, percent-decoded; a secret of the node, not of the wallet.
  public let password: String?
  /// Whether it came as a QuickConnect link, `btcstandup://` or `btcrpc://`.
  public let isLink: Bool
  /// What a QuickConnect link calls the node, percent-decoded: foreign text.
  public let label: String?

  /// Reads `http[s]://[user:pass@]host[:port]`, `electrum[+tls]://host[:port]`,
  /// `esplora+http[s]://host[:port][/path]`, a QuickConnect link (`btcstandup://user:pass@host:port/?label=...`, `btcrpc://`, or the older
  /// `btcstandup://host:port/?user=...&password=...`), or `rehearsal://`, behind which the name of a network may stand.
  ///
  /// A link has to name user, password and port.
  ///
  /// - Throws: `NodeError.malformedURL`.
  public init(parsing text: String) throws(NodeError) {
    guard text.utf8.count <= 1024 else { throw .malformedURL(reason: "longer than 1024 bytes") }
    guard let colon = text.range(ofASCII: "://") else {
      throw .malformedURL(reason: "no scheme such as http://")
    }
    let scheme = text[..<colon.lowerBound].lowercased()
    let rest = text[colon.upperBound...]
    switch scheme {
    case "rehearsal":
      let name = rest.hasSuffix("/") ? rest.dropLast() : rest
      guard name.isEmpty || NetworkEntry.isName(name) else {
        throw .malformedURL(reason: "only the name of a network may follow rehearsal://")
      }
      (kind, isTLS, host, port, path) = (.rehearsal, false, String(name), 0, "")
      (user, password, isLink, label) = (nil, nil, false, nil)
      return
    case "http", "https", "btcstandup", "btcrpc": kind = .bitcoinCore
    case "electrum", "electrum+tls": kind = .electrum
    case "esplora+https", "esplora+http": kind = .esplora
    default:
      throw .malformedURL(reason: "no node can be reached through \(NodeError.cut("\(scheme)"))://")
    }
    isTLS = ["https", "electrum+tls", "esplora+https"].contains(scheme)
    let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    let tail = rest[authorityEnd...]
    isLink = scheme.hasPrefix("btc")
    // Only Esplora's calls have a path of their own.
    path = kind == .esplora ? try Self.checkedPath(tail) : ""
    guard isLink || kind == .esplora || tail.isEmpty || tail == "/" else {
      throw .malformedURL(reason: "nothing may follow the port")
    }
    let query = try QuickConnectQuery(isLink ? tail : tail.prefix(0))
    label = try query.label.map { text throws(NodeError) in try Self.percentDecoded(text) }
    var authority = rest[..<authorityEnd]
    var login = (query.user, query.password)
    if let at = authority.lastIndex(of: "@") {
      guard kind == .bitcoinCore else {
        let server = kind == .esplora ? "an Esplora server" : "an Electrum server"
        throw .malformedURL(reason: "\(server) has no user and no password")
      }
      let userInfo = authority[..<at]
      authority = authority[authority.index(after: at)...]
      guard let colon = userInfo.firstIndex(of: ":") else {
        throw .malformedURL(reason: "a user without a password")
      }
      guard login.0 == nil, login.1 == nil else {
        throw .malformedURL(reason: "the user or the password appears twice")
      }
      login = (userInfo[..<colon], userInfo[userInfo.index(after: colon)...])
    }
    user = try login.0.map { text throws(NodeError) in try Self.percentDecoded(text) }
    password = try login.1.map { text throws(NodeError) in try Self.percentDecoded(text) }
    let place = try Self.hostAndPort(authority)
    if isLink {
      guard user?.isEmpty == false, password?.isEmpty == false else {
        throw .malformedURL(reason: "a QuickConnect link needs a user and a password")
      }
      guard place.port != nil else {
        throw .malformedURL(reason: "a QuickConnect link needs a port")
      }
    }
    (host, port) = (place.host, place.port ?? Self.usualPort(of: kind, isTLS))
  }

  private static func usualPort(of kind: Kind, _ isTLS: Bool) -> Int {
    switch kind {
    case .bitcoinCore: 8332
    case .electrum: isTLS ? 50_002 : 50_001
    case .esplora: isTLS ? 443 : 80
    case .rehearsal: 0
    }
  }

  /// A path without its last slash: letters, digits, `-`, `_`, `.` and `~`, and nothing that leads upwards.
  private static func checkedPath(_ text: Substring) throws(NodeError) -> String {
    let parts = text.split(separator: "/")
    let isPlain = parts.allSatisfy { part in
      part != "." && part != ".."
        && part.utf8.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
            || (0x61...0x7a).contains(byte) || [0x2d, 0x2e, 0x5f, 0x7e].contains(byte)
        }
    }
    guard isPlain, text.utf8.count <= 200 else {
      throw .malformedURL(reason: "the path may have letters, digits, -, _, . and ~, and no more")
    }
    return parts.map { "/\($0)" }.joined()
  }

  /// Host and port, for messages; never the credentials.
  public var place: String { kind == .rehearsal ? "rehearsal://\(host)" : "\(host):\(port)" }

  /// The URL without its password, fit to be printed.
  public var redacted: String { url(login: user.map { _ in "***@" } ?? "") }

  /// The URL without user and password, fit to be kept in a backup and to be read again.
  public var withoutLogin: String { url(login: "") }

  private func url(login: String) -> String {
    let scheme =
      switch kind {
      case .bitcoinCore: isTLS ? "https" : "http"
      case .electrum: isTLS ? "electrum+tls" : "electrum"
      case .esplora: isTLS ? "esplora+https" : "esplora+http"
      case .rehearsal: "rehearsal"
      }
    return kind == .rehearsal ? "rehearsal://\(host)" : "\(scheme)://\(login)\(host):\(port)\(path)"
  }

  /// The URL to send requests to; of an Esplora server, what stands before each call; of an Electrum server, the
  /// one that libcurl makes the connection to.
  var requestURL: String { "\(isTLS ? "https" : "http")://\(host):\(port)\(path)/" }

  /// Whether it can only be reached through Tor.
  public var isOnion: Bool { host.hasSuffix(".onion") || host.hasSuffix(".onion.") }

  private static func hostAndPort(
    _ authority: Substring
  ) throws(NodeError) -> (host: String, port: Int?) {
    var host = authority
    var port: Int?
    let portStart: Substring.Index?
    if authority.hasPrefix("[") {
      guard let close = authority.firstIndex(of: "]") else {
        throw .malformedURL(reason: "an IPv6 address without its closing bracket")
      }
      let after = authority.index(after: close)
      host = authority[..<after]
      guard after == authority.endIndex || authority[after] == ":" else {
        throw .malformedURL(reason: "text after the closing bracket")
      }
      portStart = after == authority.endIndex ? nil : after
    } else {
      portStart = authority.firstIndex(of: ":")
      host = authority[..<(portStart ?? authority.endIndex)]
    }
    if let portStart {
      let digits = authority[authority.index(after: portStart)...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), digits.count <= 5,
        let value = Int(digits), (1...65_535).contains(value)
      else { throw .malformedURL(reason: "the port is not a number from 1 to 65535") }
      port = value
    }
    let allowed = host.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
        || byte == 0x2d || byte == 0x2e || byte == 0x5f
        || (host.hasPrefix("[") && (byte == 0x3a || byte == 0x5b || byte == 0x5d))
    }
    guard !host.isEmpty, host.count <= 255, allowed else {
      throw .malformedURL(reason: "the host is not a name or an address")
    }
    return (host.lowercased(), port)
  }

  private static func percentDecoded(_ text: Substring) throws(NodeError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let pair = String(rest.prefix(2)), pair.utf8.count == 2,
        let decoded = try? Hex.decode(pair), let value = decoded.first
      else { throw .malformedURL(reason: "a percent sign without two hexadecimal digits") }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self),
      !decoded.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
    else { throw .malformedURL(reason: "control characters in user or password") }
    return decoded
  }
}

extension String {
  /// The first place of an ASCII text.
  fileprivate func range(ofASCII needle: String) -> Range<String.Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(needle) {
        return start..<index(start, offsetBy: needle.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
