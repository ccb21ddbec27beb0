import Bytes
import Foundation
import Testing

@testable import NodeClients

/// What the connection of an Electrum server does, whatever is said over it.
@Suite(.timeLimit(.minutes(20))) struct SocketLinesTests {
  /// Answers each line with itself, in capital letters, until the other side hangs up.
  private static func echo(_ connection: LocalServer.Connection) {
    while let said = connection.read(), connection.say(said.map { $0 >= 0x61 ? $0 & 0xdf : $0 }) {}
  }

  private func lines(_ server: LocalServer, tls: Bool = false, _ rules: TransferRules = .patient())
    -> SocketLines
  {
    SocketLines(url: "\(tls ? "https" : "http")://127.0.0.1:\(server.port)/", rules: rules)
  }

  /// Takes lines until there are so many.
  private final class Taker: Sendable {
    let lines = Guarded<[String]>([])
    let count: Int

    init(_ count: Int) { self.count = count }

    func take(_ line: [UInt8]) -> Bool {
      lines.change { $0.append(String(decoding: line, as: UTF8.self)) }
      return lines.value.count >= count
    }
  }

  private func exchange(
    _ text: String, on channel: any LineChannel, lines count: Int, limit: Int = 1 << 20,
    seconds: Int = 3600
  ) async throws(HTTPFailure) -> [String] {
    let taker = Taker(count)
    try await channel.exchange(
      LineOrder(request: Array(text.utf8), limit: limit, seconds: seconds) { taker.take($0) })
    return taker.lines.value
  }

  private func failure(
    _ body: () async throws(HTTPFailure) -> Void
  ) async -> HTTPFailure? {
    do {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `lines go there and back over one connection`() async throws {
    let server = try #require(LocalServer(serve: Self.echo))
    let channel = try await lines(server).connect()
    #expect(try await exchange("a\nb\n", on: channel, lines: 2) == ["A", "B"])
    #expect(try await exchange("c\r\nd\n", on: channel, lines: 2) == ["C", "D"])
    #expect(server.connections == 1)
    // Nothing of HTTP was said.
    #expect(server.everything == Array("a\nb\nc\r\nd\n".utf8))
  }

  @Test func `what is said after the last answer is no part of the next one`() async throws {
    let server = try #require(
      LocalServer { connection in
        while let said = connection.read() { connection.say(said + Array("news\nmore ne".utf8)) }
      })
    let channel = try await lines(server).connect()
    #expect(try await exchange("a\n", on: channel, lines: 1) == ["a"])
    // The line that was not whole comes to its end in the next answer.
    #expect(try await exchange("b\n", on: channel, lines: 2) == ["more neb", "news"])
  }

  @Test func `a server that holds an answer back is nudged, and not without end`() async throws {
    let server = try #require(
      LocalServer { connection in
        var nudges = 0
        while let said = connection.read() {
          nudges += said.count { $0 == 0x6e }
          if nudges == 3 { connection.say(Array("A\nN\n".utf8)) }
        }
      })
    let channel = try await lines(server).connect()
    let taker = Taker(1)
    try await channel.exchange(
      LineOrder(request: Array("a\n".utf8), limit: 100, seconds: 3600, nudge: Array("n\n".utf8)) {
        taker.take($0)
      })
    #expect(taker.lines.value == ["A"])
    #expect(server.everything == Array("a\nn\nn\nn\n".utf8))
  }

  @Test func `megabytes cross while the other side answers`() async throws {
    let server = try #require(LocalServer(serve: Self.echo))
    let channel = try await lines(server).connect()
    let line = String(repeating: "x", count: 99_999)
    let text = String(repeating: line + "\n", count: 80)
    let back = try await exchange(text, on: channel, lines: 80, limit: 10 << 20)
    #expect(back.count == 80 && back.allSatisfy { $0 == line.uppercased() })
  }

  @Test func `what could not be sent before the answers came is sent with the next question`()
    async throws
  {
    let isNext = DispatchSemaphore(value: 0)
    let server = try #require(
      LocalServer { connection in
        // Answers the first line, and reads no more until somebody asks again.
        guard connection.read() != nil else { return }
        connection.say("A\n")
        isNext.wait()
        var isAsked = false
        while let said = connection.read() {
          isAsked = isAsked || said.contains(0x62)
          if isAsked, said.last == 0x0a { connection.say("B\n") }
        }
      })
    let channel = try await lines(server).connect()
    // More than what lies between two programs of one machine.
    let long = "a\n" + String(repeating: "x", count: 64 << 20) + "\n"
    #expect(try await exchange(long, on: channel, lines: 1) == ["A"])
    isNext.signal()
    #expect(try await exchange("b\n", on: channel, lines: 1) == ["B"])
    #expect(server.everything.count == long.utf8.count + 2)
    #expect(server.everything.suffix(4) == Array("x\nb\n".utf8)[...])
  }

  @Test func `an answer that is too long is not taken`() async throws {
    let server = try #require(LocalServer(serve: Self.echo))
    let channel = try await lines(server).connect()
    let endless = String(repeating: "x", count: 100_000)
    #expect(
      await failure { () async throws(HTTPFailure) in
        _ = try await exchange(endless, on: channel, lines: 1, limit: 50_000)
      } == .tooLarge)
  }

  @Test func `whoever hangs up has cut the answer off`() async throws {
    let server = try #require(LocalServer { _ = $0.read() })
    let channel = try await lines(server).connect()
    #expect(
      await failure { () async throws(HTTPFailure) in
        _ = try await exchange("a\n", on: channel, lines: 1)
      } == .cutOff)
  }

  @Test func `a server that says nothing is waited for so long and no longer`() async throws {
    let server = try #require(LocalServer { while $0.read() != nil {} })
    let channel = try await lines(server).connect()
    #expect(
      await failure { () async throws(HTTPFailure) in
        _ = try await exchange("a\n", on: channel, lines: 1, seconds: 0)
      } == .timedOut)
  }

  @Test func `nobody at the port is said so`() async throws {
    let closed = try #require(LocalServer.ClosedPort())
    let nobody = SocketLines(url: "http://127.0.0.1:\(closed.number)/", rules: .patient())
    let refused = await failure { () async throws(HTTPFailure) in _ = try await nobody.connect() }
    #expect(refused == .unreachable("connection refused"))
    withExtendedLifetime(closed) {}
  }

  @Test func `a proxy that is not there is never gone around`() async throws {
    let server = try #require(LocalServer(serve: Self.echo))
    let closed = try #require(LocalServer.ClosedPort())
    let rules = TransferRules.patient(proxy: .init(host: "127.0.0.1", port: closed.number))
    let refused = await failure { () async throws(HTTPFailure) in
      _ = try await lines(server, rules).connect()
    }
    #expect(refused == .unreachable("the proxy 127.0.0.1:\(closed.number): connection refused"))
    #expect(server.connections == 0)
    withExtendedLifetime(closed) {}
  }

  // MARK: TLS

  @Test func `a certificate that nobody vouches for is not trusted`() async throws {
    let server = try #require(LocalServer(NodeCertificateTests.identity, serve: Self.echo))
    let refused = await failure { () async throws(HTTPFailure) in
      _ = try await lines(server, tls: true).connect()
    }
    guard case .untrusted = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  @Test func `a server is known by its key, whatever its certificate says`() async throws {
    // Its certificate names another host.
    let server = try #require(LocalServer(NodeCertificateTests.strangersIdentity, serve: Self.echo))
    let shown = try await lines(server, tls: true).certificate()
    #expect(server.everything.isEmpty)
    let key = try ServerKey(of: NodeCertificate(parsing: shown))
    #expect(
      key
        == (try ServerKey(
          of: NodeCertificate(parsing: NodeCertificateTests.strangersIdentity.certificate))))
    var rules = TransferRules.patient()
    rules.trust = .key(key)
    let channel = try await lines(server, tls: true, rules).connect()
    #expect(try await exchange("a\n", on: channel, lines: 1) == ["A"])
  }

  @Test func `another key than the pinned one is refused before a word is said`() async throws {
    let server = try #require(LocalServer(NodeCertificateTests.identity, serve: Self.echo))
    var rules = TransferRules.patient()
    rules.trust = .key(
      try ServerKey(
        of: NodeCertificate(parsing: NodeCertificateTests.strangersIdentity.certificate)))
    let refused = await failure { () async throws(HTTPFailure) in
      _ = try await lines(server, tls: true, rules).connect()
    }
    guard case .untrusted(let reason) = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    #expect(reason.contains("pinned") && server.everything.isEmpty)
  }

  @Test func `a server without TLS shows no certificate`() async throws {
    let server = try #require(
      LocalServer {
        $0.say("hello\n"); $0.hangUp()
      })
    #expect(
      await failure { () async throws(HTTPFailure) in
        _ = try await lines(server, tls: true).certificate()
      } != nil)
  }

  @Test func `a key is shown in groups`() throws {
    let key = try ServerKey(of: NodeCertificate(parsing: NodeCertificateTests.identity.certificate))
    #expect(key.fingerprint.split(separator: " ").count == 16)
    #expect(key.fingerprint.allSatisfy { $0.isHexDigit || $0 == " " })
  }
}

/// A value that threads share.
final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var held: Value

  init(_ value: Value) { held = value }

  var value: Value { lock.withLock { held } }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&held) } }
}
