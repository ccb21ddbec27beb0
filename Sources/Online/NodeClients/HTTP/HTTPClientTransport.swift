/// HTTP and HTTPS through the system's libcurl, by a SOCKS5 proxy where one is given.
///
/// With a proxy the name is resolved by the proxy: an onion name never reaches a resolver. No variable
/// of the environment and no file of the home changes who is talked to.
public final class HTTPClientTransport: HTTPTransport {
  /// A SOCKS5 proxy.
  public struct Proxy: Hashable, Sendable {
    /// A name or an address; one of IPv6 without brackets.
    public let host: String
    /// The port of the proxy.
    public let port: Int

    /// Tor's own port.
    public static let tor = Proxy(host: "127.0.0.1", port: 9050)

    /// Takes the host and the port.
    public init(host: String, port: Int) {
      self.host = host
      self.port = port
    }

    /// Reads `host:port`; an address of IPv6 may stand in brackets.
    public init?(parsing text: String) {
      guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
        let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port)
      else { return nil }
      var host = text[..<colon]
      let hasBrackets = host.hasPrefix("[") && host.hasSuffix("]")
      if hasBrackets { host = host.dropFirst().dropLast() }
      // Nothing that means something in a URL: no scheme, no user, no path.
      let isPlain = host.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
          || byte == 0x2d || byte == 0x2e || byte == 0x5f || byte == 0x3a
      }
      let isIPv6 = host.utf8.count { $0 == 0x3a } > 1
      guard isPlain, !host.isEmpty, host.utf8.count <= 255, isIPv6 == host.utf8.contains(0x3a),
        isIPv6 || !hasBrackets
      else { return nil }
      self.init(host: String(host), port: port)
    }

    /// Host and port, for messages.
    var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  }

  private let thread: TransferThread

  /// With a `certificate`, HTTPS trusts that one and no other; with a `key`, whoever has that key.
  ///
  /// Once an answer has begun, `stallSeconds` is the longest silence in it, however long the whole
  /// may take: a node sends nothing before a scan is done, and everything at once afterwards.
  public convenience init(
    proxy: Proxy? = nil, certificate: NodeCertificate? = nil, key: ServerKey? = nil,
    connectSeconds: Int = 20, stallSeconds: Int = 60
  ) {
    self.init(
      TransferRules(
        proxy: proxy, trust: key.map { .key($0) } ?? .authorities, certificate: certificate,
        connectSeconds: connectSeconds, stallSeconds: stallSeconds))
  }

  init(_ rules: TransferRules) { thread = TransferThread(rules) }

  deinit { thread.end() }

  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply {
    let cancellation = Cancellation()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting in
        thread.carry(Order(request: request, cancellation: cancellation, waiting: waiting))
      }
    } onCancel: {
      cancellation.set()
      thread.wake()
    }
    return try outcome.get()
  }
}

/// What holds for every transfer of one transport.
struct TransferRules: Sendable {
  /// By what the other side of TLS is known.
  enum Trust: Hashable, Sendable {
    /// By authorities, and by its name.
    case authorities
    /// By its own public key, whoever signed it and whatever it is called.
    case key(ServerKey)
    /// Not at all: to see which key it has, and for nothing else.
    case nobody
  }

  var proxy: HTTPClientTransport.Proxy?
  var trust = Trust.authorities
  var certificate: NodeCertificate?
  /// Seconds until a connection is made: the name, TCP, the proxy and TLS together.
  var connectSeconds = 20
  /// The longest silence in an answer that has begun, in seconds.
  var stallSeconds = 60
  /// How long a connection that nobody uses is kept, in seconds.
  ///
  /// A node hangs up after 30 s of silence: we hang up first, so that no request is sent on a dead
  /// connection.
  var idleSeconds = 20
  /// A folder of authorities in place of the system's own, named by their hashes; tests give one.
  var authorities: String?
}
