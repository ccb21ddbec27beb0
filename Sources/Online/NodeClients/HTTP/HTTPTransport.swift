/// One request to a node.
public struct HTTPRequest: Sendable {
  /// What a request does, and as what its body is sent.
  public enum Method: Hashable, Sendable {
    /// Asks; nothing is sent.
    case get
    /// Hands over the body, which has this content type.
    case post(type: String)
  }

  /// What it does; a call of JSON-RPC unless said.
  public var method = Method.post(type: "application/json")
  /// Where it goes, without user and password.
  public var url: String
  /// The value of the Authorization header, if any.
  public var authorization: String?
  /// What is sent.
  public var body: [UInt8]
  /// The longest answer taken, in bytes.
  public var limit: Int
  /// Seconds until the whole answer has to be there.
  public var seconds: Int
}

/// A whole answer.
public struct HTTPReply: Sendable {
  /// The status of HTTP, such as 200.
  public var status: Int
  /// Everything after the headers.
  public var body: [UInt8]

  /// Takes the status and the body.
  public init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}

/// Why there is no answer.
public enum HTTPFailure: Error, Equatable, Sendable {
  /// No connection: refused, no such name, a proxy that says no.
  case unreachable(String)
  /// Somebody answers who cannot prove to be the node.
  case untrusted(String)
  /// The whole answer was not there in time.
  case timedOut
  /// The connection ended before the answer did.
  case cutOff
  /// The answer has more bytes than the request allows.
  case tooLarge
  /// What came is not an answer in HTTP, and why not.
  case malformed(String)
}

/// The one way out to the network; tests put their own in its place.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPReply
}

extension NodeError {
  /// Why there is no answer, said of the place, the method and its limits.
  init(_ failure: HTTPFailure, place: String, method: String, limit: Int, seconds: Int) {
    self =
      switch failure {
      case .unreachable(let reason): .unreachable(place: place, reason: reason)
      case .untrusted(let reason): .untrusted(place: place, reason: reason)
      case .timedOut: .timedOut(method: method, seconds: seconds)
      case .cutOff: .cutOff(method: method)
      case .tooLarge: .tooLarge(method: method, limit: limit)
      case .malformed(let reason): .unexpected(method: method, field: reason)
      }
  }
}
