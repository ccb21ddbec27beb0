import Foundation
import Testing

@testable import NodeClients

/// A node of one's own with a certificate that no authority signed.
@Suite struct NodeCertificateTests {
  // Made for these tests, for 127.0.0.1 and elsewhere.invalid, from 2020 to 2120; the keys open nothing.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBcTCCARagAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNkcmF3YnJp
    ZGdlIHRlc3Qgb25lMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAe
    MRwwGgYDVQQDDBNkcmF3YnJpZGdlIHRlc3Qgb25lMFkwEwYHKoZIzj0CAQYIKoZI
    zj0DAQcDQgAEwmVzXlCqCpYw03ZZh5a+4h8wsPd2j3XPrLf90wKK2bifn2O3UZTL
    wUwOhizCAyzy7e91KJnxARioT+G9wm8iKaNDMEEwDwYDVR0TAQH/BAUwAwEB/zAP
    BgNVHREECDAGhwR/AAABMB0GA1UdDgQWBBRL3K6qxQf5QE0XXGufJZvFUQ0v+DAK
    BggqhkjOPQQDAgNJADBGAiEA6Z2BzBV1+/a1i/KFC6X7fiQppyDUX7FMIaEl1FoC
    4nQCIQCIFxVbiF75htDKjHJnYrodB4lEymohEW9H7Il+4lgUHg==
    -----END CERTIFICATE-----
    """
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSJuu1bXzG0vf30HO
    ZOxhyhnyA+Mx1S57H1JYRaE3jeahRANCAATCZXNeUKoKljDTdlmHlr7iHzCw93aP
    dc+st/3TAorZuJ+fY7dRlMvBTA6GLMIDLPLt73UomfEBGKhP4b3CbyIp
    -----END PRIVATE KEY-----
    """
  private static let stranger = """
    -----BEGIN CERTIFICATE-----
    MIIBfjCCASOgAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNkcmF3YnJp
    ZGdlIHRlc3QgdHdvMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAe
    MRwwGgYDVQQDDBNkcmF3YnJpZGdlIHRlc3QgdHdvMFkwEwYHKoZIzj0CAQYIKoZI
    zj0DAQcDQgAEg8oEBSf+9HKEEjTcKmlv6f3jX6F6D4ZMA5PzSeRGecMIeKfhRzWg
    qW121HlZ+DPbTlG2dZoc+wzI4Sx10zmsMKNQME4wDwYDVR0TAQH/BAUwAwEB/zAc
    BgNVHREEFTATghFlbHNld2hlcmUuaW52YWxpZDAdBgNVHQ4EFgQUG/wgJB0mh4hi
    GZHenyWe5dyJTk0wCgYIKoZIzj0EAwIDSQAwRgIhAMqle47qPMV2FQS73XAni4Ql
    zag7R9p0CshsG6xkBLp6AiEA0Oov1GkVKXbvPUFZNEcg6aEWTFcZMLdJW5JjhmrG
    Isc=
    -----END CERTIFICATE-----
    """
  private static let strangersKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/QosGUNoMDrWculK
    v9tsPeX8Yzyj/0caIakC1tai+3OhRANCAASDygQFJ/70coQSNNwqaW/p/eNfoXoP
    hkwDk/NJ5EZ5wwh4p+FHNaCpbXbUeVn4M9tOUbZ1mhz7DMjhLHXTOaww
    -----END PRIVATE KEY-----
    """

  /// For 127.0.0.1, of January 2020 alone.
  private static let old = """
    -----BEGIN CERTIFICATE-----
    MIIBgDCCASagAwIBAgIBATAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNkcmF3YnJp
    ZGdlIHRlc3Qgb2xkMB4XDTIwMDEwMTAwMDAwMFoXDTIwMDIwMTAwMDAwMFowHjEc
    MBoGA1UEAwwTZHJhd2JyaWRnZSB0ZXN0IG9sZDBZMBMGByqGSM49AgEGCCqGSM49
    AwEHA0IABAntkKmTnlnZoOG0OfTlTAhPVTyuimKq/d+I1Q2DNHqC/8lRdStLdcAH
    /MJysVngPSrKrXmJrpL4cv92eVc2kbyjVTBTMA8GA1UdEwEB/wQFMAMBAf8wIQYD
    VR0RBBowGIcEfwAAAYcQAAAAAAAAAAAAAAAAAAAAATAdBgNVHQ4EFgQULTeocUro
    d4RPcWFiHtCUMdejZl0wCgYIKoZIzj0EAwIDSAAwRQIgNU/6+XltHrJ//CjdRCG7
    gXifXU3vJUK3FpM+wNtQpr4CIQDuSm3BRVhp8a78nVCdikANMeseS//c5eeoml2O
    spR02A==
    -----END CERTIFICATE-----
    """
  private static let oldKey = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzYRqPCh/MA8y+tUc
    7ni5STswUhIvexMJ1wqo80lpnIKhRANCAAQJ7ZCpk55Z2aDhtDn05UwIT1U8ropi
    qv3fiNUNgzR6gv/JUXUrS3XAB/zCcrFZ4D0qyq15ia6S+HL/dnlXNpG8
    -----END PRIVATE KEY-----
    """

  static let identity = LocalServer.Identity(certificate: certificate, key: key)
  static let strangersIdentity = LocalServer.Identity(certificate: stranger, key: strangersKey)

  private func server(
    _ certificate: String = Self.certificate, _ key: String = Self.key
  ) throws -> RawServer {
    let body = "{\"jsonrpc\":\"2.0\",\"result\":\"\(String(repeating: "ab", count: 32))\",\"id\":1}"
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return try RawServer(
      saying: [Array(answer.utf8)], hangsUp: false,
      tls: LocalServer.Identity(certificate: certificate, key: key))
  }

  private func outcome(
    _ certificate: NodeCertificate?, authorities: String? = nil, server: RawServer
  ) async throws -> NodeError? {
    var patience = RPCConnection.Patience()
    patience.seconds = 3600
    patience.pause = { _ in }
    let node = BitcoinCore(
      RPCConnection(
        url: try NodeURL(parsing: "https://127.0.0.1:\(server.port)"),
        credentials: .password(user: "u", password: "hunter2"),
        transport: HTTPClientTransport(
          .patient(certificate: certificate, authorities: authorities)),
        patience: patience))
    do {
      _ = try await node.blockHash(at: 1)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a node is believed by its own certificate`() async throws {
    let server = try server()
    #expect(try await outcome(NodeCertificate(parsing: Self.certificate), server: server) == nil)
    #expect(String(decoding: server.everything, as: UTF8.self).contains("Authorization"))
  }

  @Test func `nobody else is, and the password stays here`() async throws {
    let server = try server()
    let other = try self.server(Self.stranger, Self.strangersKey)
    let attempts = [
      try await outcome(nil, server: server),
      try await outcome(NodeCertificate(parsing: Self.stranger), server: server),
      // Its own certificate, which names another host.
      try await outcome(NodeCertificate(parsing: Self.stranger), server: other),
    ]
    for error in attempts {
      guard case .untrusted? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.hint.contains("--certificate") == true)
    }
    #expect(server.everything.isEmpty && other.everything.isEmpty)
  }

  @Test func `a certificate that has expired is said to have`() async throws {
    let server = try server(Self.old, Self.oldKey)
    #expect(
      try await outcome(NodeCertificate(parsing: Self.old), server: server)
        == .untrusted(
          place: "127.0.0.1:\(server.port)", reason: "its certificate has expired"))
    #expect(server.everything.isEmpty)
  }

  /// A folder of authorities that holds the first certificate, as OpenSSL looks for it.
  private func authorities() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("authorities-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try Data((Self.certificate + "\n").utf8).write(to: folder.appendingPathComponent("c82484e9.0"))
    return folder
  }

  @Test func `the system's authorities are believed, until a certificate is given`() async throws {
    let folder = try authorities()
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server()
    #expect(try await outcome(nil, authorities: folder.path, server: server) == nil)
    let pinned = try self.server()
    let error = try await outcome(
      NodeCertificate(parsing: Self.stranger), authorities: folder.path, server: pinned)
    #expect(
      error
        == .untrusted(
          place: "127.0.0.1:\(pinned.port)",
          reason: "its certificate is not signed by an authority that this computer trusts"))
    #expect(pinned.everything.isEmpty)
  }

  @Test func `the keys of a connection are written into no file`() async {
    await #expect(processExitsWith: .success) {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(
        "keys-\(UUID().uuidString)"
      ).path
      defer { try? FileManager.default.removeItem(atPath: path) }
      setenv("SSLKEYLOGFILE", path, 1)
      let tests = NodeCertificateTests()
      let server = try tests.server()
      let certificate = try NodeCertificate(parsing: NodeCertificateTests.certificate)
      #expect(try await tests.outcome(certificate, server: server) == nil)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a certificate that wants a passphrase is refused, and nobody is asked for it`() throws
  {
    let lines = Self.certificate.split(separator: "\n")
    let locked =
      ([
        lines[0], "Proc-Type: 4,ENCRYPTED",
        "DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF", "",
      ]
      + lines.dropFirst()).joined(separator: "\n")
    #expect(throws: NodeError.badCertificate(reason: "there is no PEM certificate in it")) {
      try NodeCertificate(parsing: locked)
    }
    // Behind a good one as well.
    #expect(throws: NodeError.badCertificate(reason: "there is no PEM certificate in it")) {
      try NodeCertificate(parsing: Self.stranger + "\n" + locked)
    }
  }

  @Test func `what is written around a certificate does no harm and goes no further`() throws {
    let plain = try NodeCertificate(parsing: Self.certificate)
    let commented = try NodeCertificate(
      parsing: "subject: CN = node\nissuer: \u{1B}[2J\n\(Self.certificate)\nand so on\n")
    #expect(commented.authorities == plain.authorities && commented.pem != plain.pem)
    #expect(plain.authorities == Array((Self.certificate + "\n").utf8))
  }

  @Test func `what is no certificate is refused`() throws {
    for text in ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "a\u{0}b"] {
      #expect(throws: NodeError.badCertificate(reason: "there is no PEM certificate in it")) {
        try NodeCertificate(parsing: text)
      }
    }
    #expect(throws: NodeError.badCertificate(reason: "there is a private key in it")) {
      try NodeCertificate(parsing: Self.certificate + "\n" + Self.key)
    }
    #expect(throws: NodeError.badCertificate(reason: "more than 65536 bytes")) {
      try NodeCertificate(parsing: String(repeating: "a", count: NodeCertificate.limit + 1))
    }
    let both = try NodeCertificate(parsing: Self.certificate + "\n" + Self.stranger)
    #expect(both.count == 2)
  }
}
