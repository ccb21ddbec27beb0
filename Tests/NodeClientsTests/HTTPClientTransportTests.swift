import Foundation
import Testing

@testable import NodeClients

@Suite struct HTTPClientTransportTests {
  private static let hash = "\"\(String(repeating: "ab", count: 32))\""

  private func outcome(
    _ answer: String, hangsUp: Bool = true, proxied: Bool = false, seconds: Int = 3600
  ) async throws -> NodeError? {
    let server = try RawServer(saying: answer, hangsUp: hangsUp)
    return try await outcome(
      port: server.port,
      proxy: proxied ? HTTPClientTransport.Proxy(host: "127.0.0.1", port: server.port) : nil,
      seconds: seconds)
  }

  private func outcome(
    port: Int, proxy: HTTPClientTransport.Proxy? = nil, seconds: Int = 3600
  ) async throws -> NodeError? {
    var patience = RPCConnection.Patience()
    patience.seconds = seconds
    patience.pause = { _ in }
    let host = proxy == nil ? "127.0.0.1:\(port)" : "abcdefghij.onion:8332"
    let node = BitcoinCore(
      RPCConnection(
        url: try NodeURL(parsing: "http://\(host)"),
        credentials: .password(user: "u", password: "hunter2"),
        transport: HTTPClientTransport.patient(proxy: proxy), patience: patience))
    do {
      _ = try await node.blockHash(at: 1)
      return nil
    } catch {
      #expect(!error.description.contains("hunter2") && !error.hint.isEmpty)
      return error
    }
  }

  private func http(_ body: String, status: String = "200 OK", length: Int? = nil) -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(length ?? body.utf8.count)\r\n\r\n\(body)"
  }

  @Test func `a whole answer over a real connection is taken`() async throws {
    let body = #"{"jsonrpc":"2.0","result":\#(Self.hash),"id":1}"#
    #expect(try await outcome(http(body), hangsUp: false) == nil)
  }

  @Test func `no variable of the environment tells the resolver another name`() async {
    await #expect(processExitsWith: .success) {
      let names = ["HOSTALIASES", "LOCALDOMAIN", "RES_OPTIONS", "RESOLV_HOST_CONF"]
      for name in names { setenv(name, "/tmp/other-names", 1) }
      _ = try await HTTPClientTransportTests().outcome("")
      for name in names { #expect(getenv(name) == nil, "\(name)") }
    }
  }

  @Test func `half an answer, garbage and silence are told apart`() async throws {
    let body = #"{"jsonrpc":"2.0","result":\#(Self.hash),"id":1}"#
    #expect(
      try await outcome(http(String(body.prefix(20)), length: body.utf8.count))
        == .cutOff(method: "getblockhash"))
    #expect(try await outcome("") == .cutOff(method: "getblockhash"))
    #expect(try await outcome("HTTP/1.1 200 OK\r\nConte") == .cutOff(method: "getblockhash"))
    #expect(
      try await outcome("\u{0}\u{1}nothing like it\r\n\r\n")
        == .unexpected(method: "getblockhash", field: "it is not HTTP"))
    #expect(
      try await outcome("", hangsUp: false, seconds: 1)
        == .timedOut(method: "getblockhash", seconds: 1))
    #expect(
      try await outcome(http("x", length: 1 << 40), hangsUp: false)
        == .tooLarge(method: "getblockhash", limit: 16 << 20))
    #expect(
      try await outcome(http("", status: "401 Unauthorized"), hangsUp: false).map { "\($0)" }?
        .contains("401") == true)
    #expect(
      try await outcome(http("", status: "500 Internal Server Error"), hangsUp: false)
        == .httpStatus(code: 500, method: "getblockhash"))
  }

  @Test func `a node that is not there is said at once`() async throws {
    // Nothing listens on port 1.
    let error = try await outcome(port: 1)
    #expect(error == .unreachable(place: "127.0.0.1:1", reason: "connection refused"))
  }

  @Test func `an onion name goes to the proxy as a name, and the answer comes back`() async throws {
    let body = #"{"jsonrpc":"2.0","result":\#(Self.hash),"id":1}"#
    // SOCKS5 (RFC 1928): no authentication; connected; then the node speaks.
    let server = try RawServer(
      saying: [[5, 0], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0], Array(http(body).utf8)], hangsUp: false)
    let error = try await outcome(
      port: server.port, proxy: HTTPClientTransport.Proxy(host: "127.0.0.1", port: server.port))
    #expect(error == nil)
    let name = Array("abcdefghij.onion".utf8)
    let wanted: [UInt8] = [5, 1, 0, 5, 1, 0, 3, UInt8(name.count)] + name + [0x20, 0x8c]
    #expect(server.everything.starts(with: wanted), "asked by name, port 8332")
  }

  @Test func `an onion name goes to the proxy, whose refusal is said`() async throws {
    // SOCKS5: no authentication; then "general failure".
    let error = try await outcome("\u{5}\u{0}", hangsUp: true, proxied: true)
    guard case .unreachable(let place, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == "abcdefghij.onion:8332")
    #expect(
      reason.hasSuffix("it closed the connection") && reason.hasPrefix("the proxy 127.0.0.1:"))
  }
}
