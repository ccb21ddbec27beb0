import Testing

@testable import NodeClients

/// Nodes that begin to answer and never end; each test has a second of patience.
@Suite(.timeLimit(.minutes(20))) struct TimeLimitTests {
  private static let headers =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n"
  private static let chunked =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func failure(
    _ manner: StallingServer.Manner, seconds: Int = 1, stallSeconds: Int = 60, limit: Int = 1 << 20,
    scheme: String = "http"
  ) async throws -> HTTPFailure? {
    let server = try StallingServer(manner)
    let transport = HTTPClientTransport(stallSeconds: stallSeconds)
    do {
      _ = try await transport.send(
        HTTPRequest(
          url: "\(scheme)://127.0.0.1:\(server.port)/", authorization: nil, body: [0x7b, 0x7d],
          limit: limit, seconds: seconds))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nConte", headers, headers + #"{"jsonrpc":"2.0","re"#,
    chunked, chunked + "5\r\n12345\r\n", chunked + "fff\r\n12345",
  ])
  func `an answer that stops anywhere is given up when its time is over`(
    start: String
  ) async throws {
    #expect(try await failure(.silence(after: start)) == .timedOut)
  }

  @Test func `an answer that comes byte by byte is given up when its time is over`() async throws {
    #expect(
      try await failure(.forever(after: Self.headers, again: "1", milliseconds: 50)) == .timedOut)
    #expect(
      try await failure(.forever(after: "HTTP/1.1 200 OK\r\nX: ", again: "y", milliseconds: 50))
        == .timedOut)
  }

  @Test func `a chunked answer without an end is given up by its time or by its size`() async throws
  {
    #expect(
      try await failure(.forever(after: Self.chunked, again: "1\r\n1\r\n", milliseconds: 50))
        == .timedOut)
    let much = "1000\r\n\(String(repeating: "1", count: 4096))\r\n"
    #expect(
      try await failure(
        .forever(after: Self.chunked, again: much, milliseconds: 0), seconds: 3600) == .tooLarge)
  }

  @Test func `silence instead of a TLS handshake is given up when the time is over`() async throws {
    #expect(try await failure(.silence(after: ""), scheme: "https") == .timedOut)
    // The start of a TLS record, and no more.
    #expect(try await failure(.silence(after: "\u{16}\u{03}\u{03}"), scheme: "https") == .timedOut)
  }

  @Test func `an answer that may take long is given up when it stops in its middle`() async throws {
    #expect(
      try await failure(
        .silence(after: Self.headers + "12345678901234567890"), seconds: 1800, stallSeconds: 1)
        == .timedOut)
    // What goes on is not a stall, however slow.
    #expect(
      try await failure(
        .forever(after: Self.headers, again: "1", milliseconds: 50), seconds: 2, stallSeconds: 1)
        == .timedOut)
  }
}
