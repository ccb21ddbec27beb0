internal import Testing

@testable internal import CoordinatorDesk

/// RFC 9112: framing, and what is refused instead of guessed.
@Suite struct HTTPReaderTests {
  private func read(_ text: String) throws(HTTPRefusal) -> HTTPRequest? {
    var reader = HTTPReader()
    reader.receive(Array(text.utf8))
    return try reader.next()
  }

  @Test func `a request is read whole`() throws {
    let request = try #require(
      try read(
        "POST /runs?from=0 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 2\r\n\r\n{}more"))
    #expect(request.method == .post)
    #expect(request.path == "/runs")
    #expect(request.query == ["from": "0"])
    #expect(request.headers["host"] == "127.0.0.1:1")
    #expect(request.body == Array("{}".utf8))
    #expect(request.keepsConnection)
  }

  @Test func `bytes may come one by one`() throws {
    let text = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nConnection: close\r\n\r\n"
    var reader = HTTPReader()
    var found: [HTTPRequest] = []
    for byte in text.utf8 {
      reader.receive([byte])
      while let request = try reader.next() { found.append(request) }
    }
    #expect(found.map(\.path) == ["/", "/b"])
    #expect(found.map(\.keepsConnection) == [true, false])
    #expect(!reader.isInside)
  }

  @Test(arguments: [
    ("GET / HTTP/1.0\r\n\r\n", HTTPStatus.badRequest),
    ("GET  / HTTP/1.1\r\n\r\n", .badRequest),
    ("PUT / HTTP/1.1\r\n\r\n", .methodNotAllowed),
    ("GET http://a/ HTTP/1.1\r\n\r\n", .notFound),
    ("GET /../etc HTTP/1.1\r\n\r\n", .notFound),
    ("GET //a HTTP/1.1\r\n\r\n", .notFound),
    ("GET /%2e HTTP/1.1\r\n\r\n", .notFound),
    ("GET /?a=b=c HTTP/1.1\r\n\r\n", .badRequest),
    ("GET /?a=1&a=2 HTTP/1.1\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\nHost: a\n\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nno colon\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nX: \u{e9}\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length: 1,1\r\n\r\n", .badRequest),
    ("POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", .contentTooLarge),
    ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", .notImplemented),
    ("POST / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n", .notImplemented),
    ("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", .notImplemented),
  ])
  func `what no browser sends is refused`(_ text: String, _ status: HTTPStatus) throws {
    let refusal = #expect(throws: HTTPRefusal.self) { try read(text) }
    #expect(refusal?.status == status)
  }

  @Test func theHeadHasALimit() throws {
    let limit = HTTPReader.headLimit
    let start = "GET / HTTP/1.1\r\nX: "
    let longest = start + String(repeating: "a", count: limit - start.utf8.count) + "\r\n\r\n"
    #expect(try read(longest) != nil)
    // Refused before its end came.
    let longer = start + String(repeating: "a", count: limit)
    let refusal = #expect(throws: HTTPRefusal.self) { try read(longer) }
    #expect(refusal?.status == .headersTooLarge)
    let many = (0...HTTPReader.headersLimit).map { "X\($0): a\r\n" }.joined()
    #expect(throws: HTTPRefusal.self) { try read("GET / HTTP/1.1\r\n\(many)\r\n") }
  }
}
