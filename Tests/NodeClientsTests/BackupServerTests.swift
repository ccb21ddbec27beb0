import Bytes
import Foundation
import Testing

@testable import NodeClients

/// The upload of Automatic Encrypted Wallet Backups, call by call.
@Suite struct BackupServerTests {
  private static let id = [UInt8](0..<16)

  private static func server(
    _ transport: ScriptedTransport, _ url: String = "https://a.example/desk/"
  ) throws -> BackupServer {
    BackupServer(url: try BackupServerURL(parsing: url), transport: transport)
  }

  private static func error(
    _ body: () async throws(BackupServerError) -> Void
  ) async -> BackupServerError? {
    do {
      try await body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `the calls are those of the text`() async throws {
    let transport = ScriptedTransport([.reply(201, "thanks"), .reply(200, #"{"backup":"00ff"}"#)])
    let server = try Self.server(transport)
    try await server.upload([0, 255], as: Self.id, proof: .zero, seconds: 7)
    let found = try await server.backup(of: Self.id, limit: 2, seconds: 8)
    #expect(found == [0, 255])
    let (post, get) = (transport.asked[0], transport.asked[1])
    let url = "https://a.example:443/desk/wapi/wallet_backups/000102030405060708090a0b0c0d0e0f"
    #expect(post.url == url && get.url == url)
    #expect(post.method == .post(type: "application/json") && get.method == .get)
    #expect(
      String(decoding: post.body, as: UTF8.self)
        == #"{"backup":"00ff","pow1":"\#(String(repeating: "0", count: 64))"}"#)
    #expect(post.authorization == nil && get.authorization == nil && get.body.isEmpty)
    #expect(post.seconds == 7 && get.seconds == 8)
    #expect(post.limit == 65_536 && get.limit == 4_100)
  }

  @Test(arguments: [
    (301, "does not follow redirects"), (404, "check that this is the address"),
    (405, "the address"),
    (401, "asks for a password"), (403, "--rounds and --base-target"), (413, "of this size"),
    (429, "later"), (500, "later"), (503, "later"), (507, "no room"),
  ]) func `what to do about a refused upload goes with its status`(status: Int, words: String)
    async throws
  {
    let server = try Self.server(ScriptedTransport([.reply(status, "")]))
    let error = await Self.error { () async throws(BackupServerError) in
      try await server.upload([0], as: Self.id, proof: .zero, seconds: 1)
    }
    #expect(error?.hint.contains(words) == true, "\(String(describing: error?.hint))")
  }

  @Test(arguments: [
    (200, #"{"backup":"000102"}"#), (200, #"{"backup":"0"}"#), (200, #"{"backup":"0g"}"#),
    (200, #"{"backup":1}"#), (200, #"{"backup":"00","backup":"01"}"#), (200, #"{"pow1":"00"}"#),
    (200, ""), (200, "null"), (200, "[[[[[[]]]]]]"), (200, "{\"backup\":\"00\"} " + "x"),
  ]) func `what is no backup of its size is not taken`(status: Int, text: String) async throws {
    let server = try Self.server(ScriptedTransport([.reply(status, text)]))
    let error = await Self.error { () async throws(BackupServerError) in
      _ = try await server.backup(of: Self.id, limit: 2, seconds: 1)
    }
    guard case .malformed("a.example:443", _) = error else {
      Issue.record("\(text): \(String(describing: error))")
      return
    }
  }

  @Test func `a status and a lost connection are told apart, by call`() async throws {
    let place = "a.example:443"
    for (status, upload, download) in [
      (302, BackupServerError.status(place: place, status: 302), nil),
      (403, .refused(place: place, status: 403), nil),
      (
        404, .refused(place: place, status: 404),
        .nothing(place: place)
      ), (410, .refused(place: place, status: 410), .nothing(place: place)),
      (500, .status(place: place, status: 500), nil), (204, nil, nil),
    ] as [(Int, BackupServerError?, BackupServerError?)] {
      let server = try Self.server(ScriptedTransport([.reply(status, ""), .reply(status, "")]))
      #expect(
        await Self.error { () async throws(BackupServerError) in
          try await server.upload([1], as: Self.id, proof: .zero, seconds: 1)
        } == upload)
      #expect(
        await Self.error { () async throws(BackupServerError) in
          _ = try await server.backup(of: Self.id, limit: 2, seconds: 1)
        } == download ?? .status(place: place, status: status))
    }
    for (failure, told) in [
      (HTTPFailure.timedOut, BackupServerError.timedOut(place: place, seconds: 9)),
      (.cutOff, .cutOff(place: place)), (.tooLarge, .tooLarge(place: place, limit: 4_100)),
      (.untrusted("x"), .untrusted(place: place, reason: "x")),
      (.unreachable("x"), .unreachable(place: place, reason: "x")),
      (.malformed("x"), .malformed(place: place, what: "x")),
    ] {
      let server = try Self.server(ScriptedTransport([.failure(failure)]))
      #expect(
        await Self.error { () async throws(BackupServerError) in
          _ = try await server.backup(of: Self.id, limit: 2, seconds: 9)
        } == told)
      #expect(!told.description.isEmpty && !told.hint.isEmpty)
    }
  }

  @Test func `an address has TLS, or leads to this machine or through Tor`() throws {
    let onion = String(repeating: "a", count: 56) + ".onion"
    for (text, whole) in [
      ("https://A.example", "https://a.example:443"),
      ("HTTPS://a.example:8443/x/", "https://a.example:8443/x"),
      ("http://127.0.0.1:9", "http://127.0.0.1:9"), ("http://[::1]:9/a/b", "http://[::1]:9/a/b"),
      ("http://\(onion)", "http://\(onion):80"),
    ] {
      let url = try BackupServerURL(parsing: text)
      #expect(url.text == whole)
      #expect(try BackupServerURL(parsing: url.text) == url)
    }
    for text in [
      "http://a.example", "http://10.0.0.1", "http://nas.local", "https://",
      "https://u:p@a.example",
      "https://a.example/?x", "https://a.example/#x", "https://a.example/..", "esplora+https://a",
      "https://a.example:0", "//a.example", "",
    ] {
      let error = #expect(throws: BackupServerError.self) { try BackupServerURL(parsing: text) }
      guard case .badAddress = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
    }
  }
}
