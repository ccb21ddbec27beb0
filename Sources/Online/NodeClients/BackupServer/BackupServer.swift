public import Bytes

/// A server of the upload of Automatic Encrypted Wallet Backups: it keeps one backup for each ID.
///
/// `POST BASE/wapi/wallet_backups/ID` with `{"backup":hex,"pow1":hex}`, and `GET` of the same address, which answers
/// `{"backup":hex}`; ID and all bytes in small hexadecimal digits. It is believed nothing: whoever opens what it gives
/// verifies it.
public struct BackupServer: Sendable {
  /// The most bytes of an answer to an upload, which says nothing that is used.
  static let receiptLimit = 1 << 16
  /// What an answer may have around the digits of a backup, in bytes.
  static let frameLimit = 4_096

  private let url: BackupServerURL
  private let transport: any HTTPTransport

  /// Takes where the server is, the proxy to go through, and the key it was pinned by.
  public init(
    url: BackupServerURL, proxy: HTTPClientTransport.Proxy? = nil, key: ServerKey? = nil
  ) {
    self.init(url: url, transport: HTTPClientTransport(proxy: proxy, key: key))
  }

  /// Takes where the server is, and another way to it: for tests.
  public init(url: BackupServerURL, transport: any HTTPTransport) {
    self.url = url
    self.transport = transport
  }

  /// Host and port, for messages.
  public var place: String { url.place }

  /// Hands over a backup with its proof of work; `seconds` is for the whole call.
  public func upload(
    _ backup: [UInt8], as id: [UInt8], proof nonce: Bytes32, seconds: Int
  ) async throws(BackupServerError) {
    // Hexadecimal digits need no escaping.
    let body = #"{"backup":"\#(Hex.encode(backup))","pow1":"\#(nonce.hex)"}"#
    let reply = try await send(
      HTTPRequest(
        url: url.backup(of: id), body: Array(body.utf8), limit: Self.receiptLimit,
        seconds: seconds))
    switch reply.status {
    case 200..<300: return
    case 400..<500, 503, 507: throw .refused(place: place, status: reply.status)
    default: throw .status(place: place, status: reply.status)
    }
  }

  /// The backup of an ID, at most `limit` bytes, neither opened nor believed yet; `seconds` is for the whole call.
  ///
  /// - Throws: `BackupServerError.nothing` where the server has none.
  public func backup(
    of id: [UInt8], limit: Int, seconds: Int
  ) async throws(BackupServerError) -> [UInt8] {
    let bytes = 2 * limit + Self.frameLimit
    let reply = try await send(
      HTTPRequest(
        method: .get, url: url.backup(of: id), body: [], limit: bytes, seconds: seconds))
    switch reply.status {
    case 200: break
    case 404, 410: throw .nothing(place: place)
    default: throw .status(place: place, status: reply.status)
    }
    let answer: JSONValue
    do {
      answer = try JSONReader.parse(
        reply.body, limits: JSONLimits(bytes: bytes, depth: 4, values: 100))
    } catch {
      throw .malformed(place: place, what: "it is not JSON")
    }
    guard let digits = answer["backup"]?.stringValue else {
      throw .malformed(place: place, what: "it has no text `backup`")
    }
    guard let backup = try? Hex.decode(digits), backup.count <= limit else {
      throw .malformed(place: place, what: "`backup` is not hexadecimal digits of a backup")
    }
    return backup
  }

  private func send(_ request: HTTPRequest) async throws(BackupServerError) -> HTTPReply {
    do {
      return try await transport.send(request)
    } catch {
      throw BackupServerError(error, place: place, limit: request.limit, seconds: request.seconds)
    }
  }
}

extension BackupServerError {
  fileprivate init(_ failure: HTTPFailure, place: String, limit: Int, seconds: Int) {
    self =
      switch failure {
      case .unreachable(let reason): .unreachable(place: place, reason: reason)
      case .untrusted(let reason): .untrusted(place: place, reason: reason)
      case .timedOut: .timedOut(place: place, seconds: seconds)
      case .cutOff: .cutOff(place: place)
      case .tooLarge: .tooLarge(place: place, limit: limit)
      case .malformed(let reason): .malformed(place: place, what: reason)
      }
  }
}
