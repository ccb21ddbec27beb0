internal import Bytes

/// What is sent back for a request.
struct HTTPResponse: Equatable, Sendable {
  var status: HTTPStatus = .ok
  var type = "application/json"
  /// A cookie to set, as it stands in the header.
  var cookie: String?
  var body: [UInt8] = []

  /// A JSON object.
  init(_ json: JSONObject, status: HTTPStatus = .ok, cookie: String? = nil) {
    self.status = status
    self.cookie = cookie
    body = Array(JSONWriter.encode(.object(json)).utf8)
  }

  /// A file of the page.
  init(type: String, body: [UInt8]) {
    (self.type, self.body) = (type, body)
  }

  init(_ refusal: HTTPRefusal) {
    self.init(
      ["error": .string(refusal.words), "hint": .string(refusal.hint), "rule": .null],
      status: refusal.status)
  }

  /// What every answer says to the browser: it runs no script but ours, loads nothing from elsewhere, keeps
  /// nothing, and lets no other page frame or read it.
  static let fixedHeaders = [
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
      + "img-src 'self' blob:; media-src blob:; connect-src 'self'; base-uri 'none'; "
      + "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    "X-Content-Type-Options: nosniff",
    "Referrer-Policy: no-referrer",
    "Cache-Control: no-store",
    "Cross-Origin-Opener-Policy: same-origin",
    "Cross-Origin-Resource-Policy: same-origin",
    "Permissions-Policy: camera=(self), microphone=(), geolocation=(), usb=(), serial=(), "
      + "bluetooth=(), payment=()",
  ]

  /// The bytes of the whole answer.
  func encoded(keepsConnection: Bool) -> [UInt8] {
    head(length: body.count, keepsConnection: keepsConnection) + body
  }

  /// The head of an answer that goes on until the connection ends.
  static var streamHead: [UInt8] {
    HTTPResponse(type: "text/event-stream", body: []).head(length: nil, keepsConnection: false)
  }

  private func head(length: Int?, keepsConnection: Bool) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status.rawValue) \(status.phrase)", "Content-Type: \(type)"]
    if let length { lines.append("Content-Length: \(length)") }
    lines.append("Connection: \(keepsConnection ? "keep-alive" : "close")")
    lines += Self.fixedHeaders
    if let cookie { lines.append("Set-Cookie: \(cookie)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
