internal import Synchronization
internal import Testing

@testable internal import CoordinatorDesk

/// Who is let in: only pages of this desk, in browsers that had its link.
@Suite struct DeskGateTests {
  private let time = Moment()

  private final class Moment: Sendable {
    private let seconds = Mutex(0.0)
    var now: Double {
      get { seconds.withLock { $0 } }
      set { seconds.withLock { $0 = newValue } }
    }
  }

  private func gate() -> DeskGate {
    let time = time
    return DeskGate(port: 4711, now: { time.now })
  }

  private func request(
    _ method: HTTPRequest.Method = .post, _ headers: [String: String] = [:],
    host: String? = "127.0.0.1:4711", origin: String? = "http://127.0.0.1:4711"
  ) -> HTTPRequest {
    var all = headers
    all["host"] = host
    all["origin"] = origin
    return HTTPRequest(method: method, path: "/runs", query: [:], headers: all)
  }

  @Test func `our own page may ask`() throws {
    try gate().requireOwnPage(request())
    try gate().requireOwnPage(request(.get, origin: nil))
    try gate().requireOwnPage(request(.get, ["sec-fetch-site": "none"], origin: nil))
    try gate().requireOwnPage(request(.post, ["sec-fetch-site": "same-origin"]))
  }

  @Test func `pages of others may not`() {
    let gate = gate()
    let wrong: [HTTPRequest] = [
      // DNS rebinding: the name that the browser asked is another.
      request(host: "evil.example:4711", origin: "http://evil.example:4711"),
      request(host: "127.0.0.1:4712"), request(host: "127.0.0.1"), request(host: nil),
      request(host: "127.0.0.1.evil.example:4711"), request(host: "[::1]:4711"),
      // Another user's program may be the one that answers under this name.
      request(host: "localhost:4711", origin: "http://localhost:4711"),
      // A form of another page, and one that says nothing.
      request(origin: "http://evil.example"), request(origin: "null"), request(origin: nil),
      request(origin: "https://127.0.0.1:4711"), request(origin: "http://127.0.0.1:4712"),
      request(origin: "http://localhost:4711"),
      request(.post, ["sec-fetch-site": "cross-site"]),
      request(.post, ["sec-fetch-site": "same-site"]),
      request(.get, ["sec-fetch-site": "cross-site"], origin: nil),
    ]
    for request in wrong {
      #expect(throws: HTTPRefusal.self, "\(request.headers)") { try gate.requireOwnPage(request) }
    }
  }

  @Test func `a link opens one session`() throws {
    let gate = gate()
    let token = try gate.newLink()
    #expect(token.utf8.count == 43)
    #expect(throws: HTTPRefusal.self) { try gate.open(token: String(token.dropLast()) + "!") }
    let (cookie, key) = try gate.open(token: token)
    #expect(cookie.hasPrefix("drawbridge-desk-4711="))
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    #expect(throws: HTTPRefusal.self) { try gate.open(token: token) }
    let value = String(cookie.prefix { $0 != ";" })
    try gate.requireSession(request(.post, ["cookie": "a=b; \(value)", "x-desk-key": key]))
    // Another server of this machine is sent the cookie: it is not enough.
    #expect(throws: HTTPRefusal.self) {
      try gate.requireSession(request(.post, ["cookie": value]))
    }
    #expect(throws: HTTPRefusal.self) {
      try gate.requireSession(request(.post, ["x-desk-key": key]))
    }
    #expect(throws: HTTPRefusal.self) { try gate.requireSession(request()) }
    #expect(throws: HTTPRefusal.self) {
      try gate.requireSession(
        request(.post, ["cookie": "drawbridge-desk-4711=", "x-desk-key": ""]))
    }
    // The parts of two sessions are no session.
    let (second, other) = try gate.open(token: try gate.newLink())
    let another = String(second.prefix { $0 != ";" })
    #expect(throws: HTTPRefusal.self) {
      try gate.requireSession(request(.post, ["cookie": another, "x-desk-key": key]))
    }
    try gate.requireSession(request(.post, ["cookie": another, "x-desk-key": other]))
  }

  @Test func `a link grows old`() throws {
    let gate = gate()
    let token = try gate.newLink()
    time.now = DeskGate.linkSeconds + 1
    #expect(throws: HTTPRefusal.self) { try gate.open(token: token) }
  }

  @Test func `the kernel's list names the user`() {
    let list = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1267 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1
         1: 0100007F:D431 0100007F:1267 01 00000000:00000000 00:00000000 00000000  1001        0 2 1
         2: 0100007F:1267 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 3 1
      """
    func user(_ port: UInt16, _ own: UInt16, _ list: String, step: Int = 1_000) -> UInt32? {
      var search = PeerOwner.Search(port: port, own: own)
      let bytes = Array(list.utf8)
      for start in stride(from: 0, to: bytes.count, by: step) {
        let piece = bytes[start..<min(start + step, bytes.count)]
        if let user = search.user(in: piece) { return user }
      }
      return nil
    }
    for step in [1, 7, 150, 1_000] { #expect(user(0xD431, 4711, list + "\n", step: step) == 1001) }
    #expect(user(0xD432, 4711, list + "\n") == nil)
    #expect(user(0xD431, 4712, list + "\n") == nil)
    // What is closed already belongs to nobody.
    #expect(user(0xD431, 4711, list.replacing("1267 01", with: "1267 06") + "\n") == nil)
  }
}
