import Testing

@testable import NodeClients

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

  @Test func `an Esplora server has a scheme and a path of its own, and nobody logs in there`()
    throws
  {
    let tls = try NodeURL(parsing: "Esplora+HTTPS://Server.lan/testnet4/api/")
    #expect(tls.kind == .esplora && tls.isTLS && tls.port == 443 && tls.path == "/testnet4/api")
    #expect(tls.redacted == "esplora+https://server.lan:443/testnet4/api")
    #expect(tls.withoutLogin == tls.redacted && tls.place == "server.lan:443")
    #expect(try NodeURL(parsing: tls.withoutLogin) == tls)
    let plain = try NodeURL(parsing: "esplora+http://[::1]:3000")
    #expect(!plain.isTLS && plain.path.isEmpty && plain.redacted == "esplora+http://[::1]:3000")
    #expect(plain.requestURL == "http://[::1]:3000/" && plain.reach == .loopback)
    #expect(tls.requestURL == "https://server.lan:443/testnet4/api/")
    #expect(try NodeURL(parsing: "esplora+http://h").port == 80)
    for text in [
      "esplora+https://a:b@host", "esplora+https://host:0", "esplora+https://",
      "esplora+https://host/a?b", "esplora+https://host/a#b", "esplora+https://host/../a",
      "esplora+https://host/a/./b", "esplora+https://host/a%2fb", "esplora+https://host/a b",
      "esplora+https://host/\(String(repeating: "a", count: 200))", "esplora://host",
      "http://host/api", "electrum://host/api",
    ] {
      #expect(throws: NodeError.self, "\(text)") { try NodeURL(parsing: text) }
    }
  }

  @Test func `an Electrum server has a scheme of its own, and nobody logs in there`() throws {
    let tls = try NodeURL(parsing: "Electrum+TLS://Server.lan/")
    #expect(tls.kind == .electrum && tls.isTLS && tls.port == 50_002)
    #expect(tls.redacted == "electrum+tls://server.lan:50002" && tls.withoutLogin == tls.redacted)
    let plain = try NodeURL(parsing: "electrum://[::1]")
    #expect(!plain.isTLS && plain.port == 50_001 && plain.redacted == "electrum://[::1]:50001")
    #expect(plain.place == "[::1]:50001" && plain.reach == .loopback)
    for text in ["electrum://a:b@host", "electrum://host/path", "electrum://host:0", "electrum://"]
    {
      #expect(throws: NodeError.self, "\(text)") { try NodeURL(parsing: text) }
    }
  }

  /// A host of the length that version 3 onion addresses have.
  static let onion = String(repeating: "kshcahsaihslalsi", count: 3) + "chs78ybx.onion"

  @Test(arguments: [
    // Quick-Connect-API.md: with a label, with an empty query, with nothing.
    "btcstandup://rpcuser:rpcpassword@\(onion):8332/?label=My%20node",
    "btcrpc://rpcuser:rpcpassword@\(onion):8332?label=My%20node",
    "BTCSTANDUP://rpcuser:rpcpassword@\(onion):8332/?other=1&label=My%20node",
    // The older form of FullyNoded 2, its label hung on the password.
    "btcstandup://\(onion):8332/?user=rpcuser&password=rpcpassword?label=My%20node",
    "btcstandup://\(onion):8332?user=rpcuser&password=rpcpassword&label=My%20node",
  ])
  func `a QuickConnect link says node, password and label`(text: String) throws {
    let link = try NodeURL(parsing: text)
    #expect(link.isLink && link.isOnion && link.reach == .onion && !link.isTLS)
    #expect(link.host == Self.onion && link.port == 8332)
    #expect(link.user == "rpcuser" && link.password == "rpcpassword")
    #expect(link.label == "My node")
    #expect(!link.redacted.contains("rpc") && !link.place.contains("rpc"))
  }

  @Test func `a QuickConnect link may end with nothing, a slash or a question mark`() throws {
    for end in ["", "/", "/?", "?"] {
      let link = try NodeURL(parsing: "btcstandup://u:p%2Fw%3f@[fd00::1]:18443\(end)")
      #expect(link.password == "p/w?" && link.label == nil && link.host == "[fd00::1]")
    }
    #expect(try !NodeURL(parsing: "http://u:p@127.0.0.1:1").isLink)
  }

  @Test(arguments: [
    "btcstandup://host:8332/?", "btcstandup://user@host:8332/?", "btcstandup://:p@host:8332/?",
    "btcstandup://u:@host:8332/?", "btcstandup://u:p@host/?", "btcstandup://u:p@host:8332/wallet",
    "btcstandup://u:p@host:8332/?label=a&label=b", "btcstandup://u:p@host:8332/?password=q",
    "btcstandup://host:8332/?user=u", "btcstandup://host:8332/?user=u&password=p&password=q",
    "btcstandup://u:p@host:8332/?label=%0a", "btcstandup://u:p@host:8332/#x",
    "btcstandup://u:p@host:8332/?\(String(repeating: "a=1&", count: 20))",
  ])
  func `a QuickConnect link that lacks or repeats something is refused`(text: String) {
    #expect {
      try NodeURL(parsing: text)
    } throws: {
      guard let error = $0 as? NodeError, case .malformedURL = error else { return false }
      return true
    }
  }

  @Test(arguments: [
    ("127.0.0.1", NodeURL.Reach.loopback), ("127.8.8.8", .loopback), ("localhost", .loopback),
    ("[::1]", .loopback), ("x.onion", .onion), ("10.1.2.3", .localNetwork),
    ("172.16.0.1", .localNetwork), ("172.31.0.1", .localNetwork), ("172.32.0.1", .internet),
    ("192.168.1.1", .localNetwork), ("192.169.1.1", .internet), ("100.64.0.1", .localNetwork),
    ("umbrel.local", .localNetwork), ("node", .localNetwork), ("[fd12::1]", .localNetwork),
    ("[fe80::1]", .localNetwork), ("[2001:db8::1]", .internet), ("node.example", .internet),
    ("8.8.8.8", .internet), ("127.0.0.1.example", .internet), ("127.0.0", .internet),
    ("[fd::1]", .internet), ("local.example", .internet),
  ])
  func `a host is near or far by its address`(host: String, reach: NodeURL.Reach) throws {
    #expect(try NodeURL(parsing: "http://\(host):8332").reach == reach)
  }

  @Test func `every prefix of a QuickConnect link is refused or read, and nothing breaks`() {
    let text = "btcstandup://rpcuser:rpc%70assword@\(Self.onion):8332/?label=My%20node"
    for end in text.indices { _ = try? NodeURL(parsing: text[..<end].description) }
  }

  @Test(
    arguments: [
      ("http://127.0.0.1:8332", ".cookie"), ("http://127.0.0.1", ".cookie"),
      ("http://localhost:18332", "testnet3/.cookie"), ("http://[::1]:48332", "testnet4/.cookie"),
      ("http://127.0.0.1:38332", "signet/.cookie"), ("http://127.0.0.1:18443", "regtest/.cookie"),
      ("http://127.0.0.1:8333", nil), ("http://192.168.1.7:8332", nil),
      ("https://127.0.0.1:8332", nil), ("http://user:password@127.0.0.1:8332", nil),
      ("electrum://127.0.0.1:8332", nil), ("rehearsal://", nil),
    ] as [(String, String?)])
  func `the cookie of Bitcoin Core is looked for in its usual folder on this computer alone`(
    text: String, file: String?
  ) throws {
    let path = UsualCookie.path(for: try NodeURL(parsing: text), inHomeFolder: "/home/anna")
    #expect(path == file.map { "/home/anna/.bitcoin/\($0)" })
  }
}
