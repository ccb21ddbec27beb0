internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import Synchronization

/// HTTP and HTTPS through async-http-client, by a SOCKS5 proxy where one is given.
///
/// With a proxy the name is resolved by the proxy: an onion name never reaches a resolver.
public final class HTTPClientTransport: HTTPTransport {
  /// A SOCKS5 proxy.
  public struct Proxy: Hashable, Sendable {
    public let host: String
    public let port: Int

    /// Tor's own port.
    public static let tor = Proxy(host: "127.0.0.1", port: 9050)

    public init(host: String, port: Int) {
      self.host = host
      self.port = port
    }

    /// Reads `host:port`.
    public init?(parsing text: String) {
      guard let colon = text.lastIndex(of: ":"), colon != text.startIndex,
        let port = Int(text[text.index(after: colon)...]), (1...65_535).contains(port)
      else { return nil }
      self.init(host: String(text[..<colon]), port: port)
    }
  }

  private let client: HTTPClient
  private let stallSeconds: Int

  /// With a `certificate`, HTTPS believes that one and nobody else.
  ///
  /// Once an answer has begun, `stallSeconds` is the longest silence in it, however long the whole
  /// may take: a node sends nothing before a scan is done, and everything at once afterwards.
  public init(
    proxy: Proxy? = nil, certificate: NodeCertificate? = nil, connectSeconds: Int = 20,
    stallSeconds: Int = 60
  ) {
    self.stallSeconds = stallSeconds
    var configuration = HTTPClient.Configuration()
    if let certificate {
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(certificate.authorities)
      configuration.tlsConfiguration = tls
    }
    configuration.redirectConfiguration = .disallow
    configuration.timeout.connect = .seconds(Int64(connectSeconds))
    // A node hangs up after 30 s of silence; hang up first, so that no request meets a dead line.
    configuration.connectionPool.idleTimeout = .seconds(20)
    configuration.httpVersion = .http1Only
    configuration.proxy = proxy.map { .socksServer(host: $0.host, port: $0.port) }
    // The tries that matter are counted by the caller.
    configuration.connectionPool.retryConnectionEstablishment = false
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    Self.kept.withLock { $0.append(client) }
    self.client = client
  }

  /// Clients live as long as the program: to shut one down while a connection comes back to it is a trap
  /// in the library, and a sync that had ended well died of it.
  private static let kept = Mutex<[HTTPClient]>([])

  public func post(_ request: HTTPPost) async throws(HTTPFailure) -> HTTPReply {
    do {
      return try await send(request)
    } catch let failure as HTTPFailure {
      throw failure
    } catch let error as HTTPClientError {
      throw Self.failure(error)
    } catch is HTTPParserError {
      throw .cutOff
    } catch let error as NIOConnectionError {
      throw .unreachable(Self.reason(error))
    } catch let error as IOError {
      throw Self.failure(error)
    } catch is ChannelError {
      throw .cutOff
    } catch let error as NIOSSLError {
      throw Self.failure(error)
    } catch is NIOSSLExtraError {
      throw .untrusted("its certificate names another host")
    } catch is CancellationError {
      throw .timedOut
    } catch {
      throw .unreachable(Self.cut("\(error)"))
    }
  }

  /// Sends, and gives up when the time for the whole answer is over, wherever it stands then.
  private func send(_ request: HTTPPost) async throws -> HTTPReply {
    var headers = HTTPHeaders([("Content-Type", "application/json")])
    if let authorization = request.authorization {
      headers.add(name: "Authorization", value: authorization)
    }
    let outgoing = try HTTPClient.Request(
      url: request.url, method: .POST, headers: headers, body: .bytes(request.body))
    let collector = AnswerCollector(
      limit: request.limit, stallSeconds: min(request.seconds, stallSeconds))
    let task = client.execute(
      request: outgoing, delegate: collector,
      deadline: .now() + .seconds(Int64(request.seconds)))
    return try await withTaskCancellationHandler {
      try await task.get()
    } onCancel: {
      task.cancel()
    }
  }

  private static func failure(_ error: HTTPClientError) -> HTTPFailure {
    switch error {
    case .connectTimeout: .unreachable("no connection in time")
    case .readTimeout, .writeTimeout, .deadlineExceeded, .cancelled,
      .getConnectionFromPoolTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout,
      .httpProxyHandshakeTimeout:
      .timedOut
    case .remoteConnectionClosed: .cutOff
    case .proxyAuthenticationRequired: .unreachable("the proxy asks for a password")
    case .emptyHost, .invalidURL: .unreachable("the URL cannot be used")
    default: .unreachable(cut("\(error)"))
    }
  }

  private static func failure(_ error: NIOSSLError) -> HTTPFailure {
    let text = cut("\(error)")
    return text.contains("CERTIFICATE_VERIFY_FAILED")
      ? .untrusted("nobody who is believed here signed its certificate")
      : .unreachable("TLS: \(text)")
  }

  private static func failure(_ error: IOError) -> HTTPFailure {
    // A line that breaks while in use is not a node that is not there.
    switch error.errnoCode {
    case 32, 104: .cutOff  // EPIPE, ECONNRESET
    case 111: .unreachable("connection refused")  // ECONNREFUSED
    default: .unreachable(cut(error.description))
    }
  }

  private static func reason(_ error: NIOConnectionError) -> String {
    if error.connectionErrors.isEmpty {
      return error.dnsAError == nil && error.dnsAAAAError == nil
        ? "no connection" : "there is no such host"
    }
    if error.connectionErrors.contains(where: { ($0.error as? IOError)?.errnoCode == 111 }) {
      return "connection refused"
    }
    return cut("\(error.connectionErrors[0].error)")
  }

  private static func cut(_ text: String) -> String { String(text.prefix(200)) }
}
