/// One request of HTTP/1.1 (RFC 9112), in the few forms that the page of the desk sends.
struct HTTPRequest: Equatable, Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  let method: Method
  /// As it was sent, without the question mark and what follows: letters, digits and `/ - . _` alone.
  let path: String
  /// What follows the question mark, name by name.
  let query: [String: String]
  /// The headers by their names in small letters.
  let headers: [String: String]
  var body: [UInt8] = []

  /// Whether the connection stays open for the next request.
  var keepsConnection: Bool { headers["connection"]?.lowercased() != "close" }
}

/// Why a request is not answered as it was meant.
struct HTTPRefusal: Error, Equatable, Sendable {
  let status: HTTPStatus
  /// What is wrong, as a sentence.
  let words: String
  /// What to do.
  let hint: String

  init(
    _ status: HTTPStatus, _ words: String,
    hint: String = "open the desk in Firefox or Chromium, by the link that it printed"
  ) {
    (self.status, self.words, self.hint) = (status, words, hint)
  }
}

/// The status codes that are sent (RFC 9110, section 15).
enum HTTPStatus: Int, Sendable {
  case ok = 200
  case badRequest = 400
  case unauthorized = 401
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case timeout = 408
  case contentTooLarge = 413
  case unsupportedMediaType = 415
  case tooManyRequests = 429
  case headersTooLarge = 431
  case notImplemented = 501
  case unavailable = 503

  var phrase: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .unauthorized: "Unauthorized"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .timeout: "Request Timeout"
    case .contentTooLarge: "Content Too Large"
    case .unsupportedMediaType: "Unsupported Media Type"
    case .tooManyRequests: "Too Many Requests"
    case .headersTooLarge: "Request Header Fields Too Large"
    case .notImplemented: "Not Implemented"
    case .unavailable: "Service Unavailable"
    }
  }
}
