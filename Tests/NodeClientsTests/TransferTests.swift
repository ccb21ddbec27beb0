import Foundation
import Testing

@testable import NodeClients

/// What the transport does with connections, whatever is said over them.
@Suite(.timeLimit(.minutes(20))) struct TransferTests {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

  private func post(
    to port: Int, host: String = "127.0.0.1", scheme: String = "http", path: String = "/",
    authorization: String? = nil, body: [UInt8] = [0x7b, 0x7d], limit: Int = 1 << 20,
    seconds: Int = 3600
  ) -> HTTPRequest {
    HTTPRequest(
      url: "\(scheme)://\(host):\(port)\(path)", authorization: authorization, body: body,
      limit: limit, seconds: seconds)
  }

  private func failure(
    _ request: HTTPRequest, _ transport: HTTPClientTransport = .patient()
  ) async -> HTTPFailure? {
    do {
      _ = try await transport.send(request)
      return nil
    } catch {
      return error
    }
  }

  /// Answers every request of a connection in the same way.
  private func server(_ answer: String = Self.answer, onIPv6: Bool = false) throws -> LocalServer {
    try #require(
      LocalServer(onIPv6: onIPv6) { connection in
        while connection.request() != nil, connection.say(answer) {}
      })
  }

  private func requests(to server: LocalServer) -> Int {
    String(decoding: server.everything, as: UTF8.self).components(separatedBy: "POST ").count - 1
  }

  // MARK: Connections that are kept

  @Test func `a connection is kept for the next request`() async throws {
    let server = try server()
    let transport = HTTPClientTransport.patient()
    for _ in 0..<5 {
      let reply = try await transport.send(post(to: server.port))
      #expect(reply.status == 200 && reply.body == [0x7b, 0x7d])
    }
    #expect(server.connections == 1 && requests(to: server) == 5)
  }

  @Test func `what was sent on a kept connection that dies is not sent again here`() async throws {
    let server = try #require(
      LocalServer { connection in
        // It hears the second request whole, and may have done what it asks for.
        guard connection.request() != nil, connection.say(Self.answer) else { return }
        _ = connection.request()
      })
    let transport = HTTPClientTransport.patient()
    _ = try await transport.send(post(to: server.port))
    #expect(await failure(post(to: server.port), transport) == .cutOff)
    #expect(requests(to: server) == 2)
  }

  @Test func `a node that hangs up after each answer is asked again and again`() async throws {
    let hash = String(repeating: "ab", count: 32)
    let server = try #require(
      LocalServer { connection in
        guard let request = connection.request() else { return }
        let text = String(decoding: request, as: UTF8.self)
        let id = text.components(separatedBy: #""id":"#)[1].prefix { $0.isNumber }
        let body = #"{"jsonrpc":"2.0","result":"\#(hash)","id":\#(id)}"#
        connection.say("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
      })
    let node = BitcoinCore(
      RPCConnection(
        url: try NodeURL(parsing: "http://127.0.0.1:\(server.port)"), credentials: .none,
        transport: HTTPClientTransport.patient()))
    for height in 0..<10 {
      #expect(try await node.blockHash(at: height).map { "\($0)" } == hash)
    }
  }

  @Test func `many requests at once are each answered by its own answer`() async throws {
    let server = try #require(
      LocalServer { connection in
        while let request = connection.request() {
          // The body comes back.
          let body = request.suffix(4)
          guard connection.say(Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n".utf8) + body)
          else { return }
        }
      })
    let transport = HTTPClientTransport.patient()
    try await withThrowingTaskGroup { group in
      for number in 1000..<1100 {
        group.addTask {
          let body = Array("\(number)".utf8)
          let reply = try await transport.send(post(to: server.port, body: body))
          #expect(reply.body == body)
        }
      }
      try await group.waitForAll()
    }
    #expect(requests(to: server) == 100)
  }

  // MARK: Who is talked to

  @Test func `a redirect is an answer, and nobody is followed`() async throws {
    let other = try server()
    for status in ["301 Moved", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
      let server = try server(
        "HTTP/1.1 \(status)\r\nLocation: http://127.0.0.1:\(other.port)/\r\nContent-Length: 0\r\n"
          + "Alt-Svc: http/1.1=\"127.0.0.1:\(other.port)\"\r\n"
          + "Strict-Transport-Security: max-age=1000\r\nSet-Cookie: a=b\r\n\r\n")
      let transport = HTTPClientTransport.patient()
      for _ in 0..<2 {
        let reply = try await transport.send(
          post(to: server.port, authorization: "Basic aHVudGVyMg=="))
        #expect(reply.status == Int(status.prefix(3)))
      }
      #expect(!String(decoding: server.everything, as: UTF8.self).contains("Cookie"))
    }
    #expect(other.connections == 0)
  }

  @Test func `nothing goes around the proxy`() async throws {
    let server = try server()
    // Nothing listens on port 1.
    let transport = HTTPClientTransport.patient(
      proxy: HTTPClientTransport.Proxy(host: "127.0.0.1", port: 1))
    for host in ["127.0.0.1", "localhost"] {
      #expect(
        await failure(post(to: server.port, host: host), transport)
          == .unreachable("the proxy 127.0.0.1:1: connection refused"))
    }
    #expect(server.connections == 0)
  }

  @Test func `variables of the environment and files of the home change nothing`() async {
    await #expect(processExitsWith: .success) {
      let home = FileManager.default.temporaryDirectory.appendingPathComponent(
        "home-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: home) }
      let login = Data("default login someone password hunter2\n".utf8)
      try login.write(to: home.appendingPathComponent(".netrc"))
      try Data("proxy = 127.0.0.1:1\n".utf8).write(to: home.appendingPathComponent(".curlrc"))
      let server = try #require(
        LocalServer { connection in
          while connection.request() != nil, connection.say(TransferTests.answer) {}
        })
      setenv("HOME", home.path, 1)
      for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy", "ALL_PROXY"] {
        setenv(name, "http://someone:hunter2@127.0.0.1:1", 1)
      }
      let request = HTTPRequest(
        url: "http://127.0.0.1:\(server.port)/", authorization: nil, body: [0x7b, 0x7d],
        limit: 100, seconds: 3600)
      let reply = try await HTTPClientTransport.patient().send(request)
      #expect(reply.status == 200)
      let heard = String(decoding: server.everything, as: UTF8.self)
      #expect(heard.contains("POST / HTTP/1.1\r\n") && !heard.contains("uthorization"))

      // And an exception from the proxy does not count.
      for name in ["no_proxy", "NO_PROXY"] { setenv(name, "*", 1) }
      let transport = HTTPClientTransport.patient(
        proxy: HTTPClientTransport.Proxy(host: "127.0.0.1", port: 1))
      await #expect(throws: HTTPFailure.unreachable("the proxy 127.0.0.1:1: connection refused")) {
        try await transport.send(request)
      }
      #expect(server.connections == 1)
    }
  }

  @Test(arguments: ["file", "ftp", "gopher", "socks5", "dict", "ws"])
  func `no other protocol is spoken`(scheme: String) async throws {
    let server = try server()
    let path = scheme == "file" ? "/etc/hostname" : "/"
    #expect(
      await failure(post(to: server.port, scheme: scheme, path: path))
        == .unreachable("the URL cannot be used"))
    #expect(server.connections == 0)
  }

  @Test func `the request is sent at once, with what was given and no more`() async throws {
    let server = try server()
    let body = [UInt8](repeating: 0x20, count: 3 << 20)
    _ = try await HTTPClientTransport.patient().send(
      post(to: server.port, authorization: "Basic aHVudGVyMg==", body: body))
    let heard = String(decoding: server.everything, as: UTF8.self)
    let head = heard.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
    #expect(
      head.sorted() == [
        "Accept: */*", "Authorization: Basic aHVudGVyMg==", "Content-Length: \(body.count)",
        "Content-Type: application/json", "Host: 127.0.0.1:\(server.port)", "POST / HTTP/1.1",
      ])
    #expect(server.everything.suffix(body.count) == body[...])
  }

  @Test func `a node is reached by an address of IPv6`() async throws {
    guard
      let server = LocalServer(
        onIPv6: true,
        serve: { connection in
          while connection.request() != nil, connection.say(TransferTests.answer) {}
        })
    else { return }  // this machine has none
    let url = try NodeURL(parsing: "http://[::1]:\(server.port)").requestURL
    let reply = try await HTTPClientTransport.patient().send(
      HTTPRequest(url: url, authorization: nil, body: [0x7b, 0x7d], limit: 100, seconds: 3600))
    #expect(reply.status == 200)
  }

  @Test func `a node that does not speak TLS is said not to`() async throws {
    let server = try RawServer(saying: "HTTP/1.1 400 Bad Request\r\n\r\n", hangsUp: true)
    #expect(
      await failure(post(to: server.port, scheme: "https"))
        == .unreachable("it does not speak TLS"))
  }

  // MARK: What comes

  @Test func `a head is as long as it may be, and no longer`() async throws {
    let lines = { (count: Int) in
      String(repeating: "X: \(String(repeating: "y", count: 995))\r\n", count: count)
    }
    let within = try server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(lines(60))\r\n")
    #expect(await failure(post(to: within.port)) == nil)
    let long = HTTPFailure.malformed("its head is longer than 65536 bytes")
    for head in [
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(lines(70))\r\n",
      // One line that has no end.
      "HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 300_000))",
      String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 3000),
      // Behind the body.
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\(lines(70))\r\n",
    ] {
      let server = try server(head)
      #expect(await failure(post(to: server.port)) == long)
    }
  }

  @Test func `a body is as long as it may be, and no longer`() async throws {
    for (head, body) in [
      ("Content-Length: 5000", String(repeating: "1", count: 5000)),
      ("Transfer-Encoding: chunked", "1388\r\n\(String(repeating: "1", count: 5000))\r\n0\r\n\r\n"),
    ] {
      let server = try server("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)")
      #expect(await failure(post(to: server.port, limit: 5000)) == nil)
      #expect(await failure(post(to: server.port, limit: 4999)) == .tooLarge)
    }
  }

  @Test func `an interim answer is none, and the one after it is taken`() async throws {
    let server = try server("HTTP/1.1 102 Processing\r\n\r\n" + Self.answer)
    let reply = try await HTTPClientTransport.patient().send(post(to: server.port))
    #expect(reply.status == 200 && reply.body == [0x7b, 0x7d])
  }

  // MARK: The end

  @Test func `who stops waiting ends the transfer`() async throws {
    let (hungUp, hangUp) = AsyncStream.makeStream(of: Void.self)
    let (heard, hear) = AsyncStream.makeStream(of: Void.self)
    let server = try #require(
      LocalServer { connection in
        _ = connection.request()
        hear.finish()
        while connection.read() != nil {}
        hangUp.finish()
      })
    let waiting = Task { await failure(post(to: server.port, seconds: 3600)) }
    for await _ in heard {}
    waiting.cancel()
    #expect(await waiting.value == .timedOut)
    // The node is told as well, while the transport stays.
    for await _ in hungUp {}
    // And one that is cancelled before it begins does not begin to wait.
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(post(to: server.port, seconds: 3600))
    }
    #expect(await late.value == .timedOut)
  }

  @Test func `a transport that is let go carries what is on its way to its end`() async throws {
    let (heard, hear) = AsyncStream.makeStream(of: Void.self)
    let (told, tell) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let server = try #require(
      LocalServer { connection in
        _ = connection.request()
        hear.finish()
        gate.wait()
        connection.say(Self.answer)
        // The connection is not kept: its transport is gone.
        while connection.read() != nil {}
        tell.finish()
      })
    let thread = TransferThread(.patient())
    async let outcome = withCheckedContinuation { waiting in
      thread.carry(
        Order(request: post(to: server.port), cancellation: Cancellation(), waiting: waiting))
    }
    for await _ in heard {}
    thread.end()
    gate.signal()
    #expect(try await outcome.get().status == 200)
    for await _ in told {}
    // And nothing new is taken.
    let late = await withCheckedContinuation { waiting in
      thread.carry(
        Order(request: post(to: server.port), cancellation: Cancellation(), waiting: waiting))
    }
    #expect(throws: HTTPFailure.unreachable("libcurl could not be started")) { try late.get() }
  }

  @Test(arguments: [
    ("127.0.0.1:9050", "127.0.0.1:9050"), ("tor.lan:1", "tor.lan:1"), ("[::1]:9050", "[::1]:9050"),
    ("::1:9050", "[::1]:9050"),
  ])
  func `a proxy is a host and a port`(text: String, place: String) throws {
    let proxy = try #require(HTTPClientTransport.Proxy(parsing: text))
    #expect(proxy.place == place)
  }

  @Test(arguments: [
    "", "9050", ":9050", "host:", "host:0", "host:65536", "http://host:1", "socks4://host:1",
    "user:word@host:1", "user@host:1", "a b:1", "host/x:1", "[host]:1", "[::1:1", "h\u{F6}st:1",
    "host:1:1", "a\r\nb:1", "[]:1",
  ])
  func `what is no proxy is refused`(text: String) {
    #expect(HTTPClientTransport.Proxy(parsing: text) == nil)
  }
}
