import NodeClients
import Testing

@Suite struct NodeURLTests {
  @Test func `the forms of a URL are read`() throws {
    let plain = try NodeURL(parsing: "http://127.0.0.1:18443")
    #expect(plain.kind == .bitcoinCore && plain.port == 18443 && plain.host == "127.0.0.1")
    #expect(plain.user == nil && !plain.isTLS)
    let login = try NodeURL(parsing: "https://al%69ce:p%40ss:word@Node.Example:8333/")
    #expect(login.user == "alice" && login.password == "p@ss:word")
    #expect(login.isTLS && login.host == "node.example")
    let link = try NodeURL(parsing: "btcstandup://u:p@abc.onion:1309/?label=My%20node")
    #expect(link.isOnion && link.port == 1309 && link.kind == .bitcoinCore)
    #expect(try NodeURL(parsing: "btcstandup://u:p@abc.onion:1309").isOnion)
    #expect(try NodeURL(parsing: "http://[::1]:8332").host == "[::1]")
    #expect(try NodeURL(parsing: "rehearsal://").kind == .rehearsal)
  }

  @Test func `a URL printed shows no password`() throws {
    let url = try NodeURL(parsing: "http://alice:hunter2@127.0.0.1:8332")
    #expect(url.redacted == "http://***@127.0.0.1:8332")
    #expect(!url.place.contains("hunter2") && !url.place.contains("alice"))
  }

  @Test(arguments: [
    "", "127.0.0.1:8332", "ftp://host:1", "http://", "http://:8332", "http://host:0",
    "http://host:65536", "http://host:8x", "http://user@host:1", "http://u:p%4@host:1",
    "http://u:p%0a@host:1", "http://host:1/wallet", "http://[::1", "http://[::1]x:1",
    "http://ho st:1", "http://h\u{F6}st:1", "rehearsal://x", "http://host:",
  ])
  func `a URL that is none is refused`(text: String) {
    #expect {
      try NodeURL(parsing: text)
    } throws: {
      guard let error = $0 as? NodeError, case .malformedURL = error else { return false }
      return !error.hint.isEmpty
    }
  }

  @Test func `a scheme without a client is named as such`() {
    #expect(throws: NodeError.unsupported(scheme: "electrum+tls://")) {
      try NodeURL(parsing: "electrum+tls://host:50002")
    }
  }
}
