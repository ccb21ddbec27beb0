import BitcoinPrimitives
import Bytes
import Refusals
import Testing

@Suite struct `Entries of networks` {
  private static let block = String(repeating: "0", count: 24) + String(repeating: "a1", count: 20)

  private static let fork = """
    {"name": "mine", "kind": "fork", "forkHeight": 900000, "unit": "MINE", "replayLock": true}
    """

  private static let signet = """
    {"name": "lab", "kind": "signet", "challenge": "51"}
    """

  private func read(_ text: String) throws -> Network {
    try NetworkEntry(reading: Array(text.utf8)).network
  }

  /// An object with one member more, or another value of it.
  private func with(_ member: String, _ value: String, in text: String = fork) throws -> String {
    var object = try #require(try JSONReader.parse(text: text).objectValue)
    object[member] = try JSONReader.parse(text: value)
    return JSONWriter.encode(.object(object))
  }

  private func without(_ member: String, in text: String = fork) throws -> String {
    var object = try #require(try JSONReader.parse(text: text).objectValue)
    object[member] = nil
    return JSONWriter.encode(.object(object))
  }

  // MARK: What is read

  @Test func `a fork has the keys and addresses of bitcoin, and its coins are money`() throws {
    let fork = try read(Self.fork)
    #expect(fork.name == "mine" && fork.identity == "mine")
    #expect(fork.isWorthMoney && !fork.isMainnet && fork != .mainnet)
    #expect(fork.forkHeight == 900_000 && fork.hasReplayLock && !fork.hasDrivechains)
    #expect(fork.hrp == "bc" && fork.coinType == 0 && fork.xpubVersion == 0x0488_b21e)
    #expect(fork.chain == .main && fork.unit == "MINE" && fork.landmark == nil)
  }

  @Test func `a signet has those of the test networks, and its coins are practice`() throws {
    let signet = try read(Self.signet)
    #expect(signet == .customSignet(challenge: Script([0x51])))
    #expect(signet.name == "lab" && signet.identity == "signet:51")
    #expect(!signet.isWorthMoney && signet.hrp == "tb" && signet.coinType == 1)
    #expect(signet.forkHeight == nil && !signet.hasReplayLock)
    // BIP-325: SHA-256d of 01 51, computed with another program.
    #expect(signet.facts.magic == [0x54, 0xd2, 0x6f, 0xbd])
  }

  @Test func `what is written reads the same`() throws {
    let landmark = "{\"height\": 900001, \"block\": \"\(Self.block)\"}"
    for text in [
      Self.fork, Self.signet, try with("landmark", landmark), try with("magic", "\"eca5a104\""),
      try with("drivechains", "true", in: Self.signet),
      try with("replayLock", "true", in: Self.signet),
    ] {
      let entry = try NetworkEntry(reading: Array(text.utf8))
      let again = try NetworkEntry(reading: Array(entry.text.utf8))
      #expect(again.network.facts == entry.network.facts)
      #expect(again.text == entry.text)
    }
    let network = try read(try with("landmark", landmark))
    #expect(network.landmark?.height == 900_001)
    #expect(network.landmark.map { "\($0.block)" } == Self.block)
  }

  @Test func `what everybody knows has no entry`() {
    for network in Network.standard { #expect(NetworkEntry(network) == nil) }
    #expect(NetworkEntry(.customSignet(challenge: Script([0x51]))) == nil)
  }

  // MARK: What is refused

  @Test(arguments: [
    ("name", "\"mainnet\""), ("name", "\"main\""), ("name", "\"signet\""), ("name", "\"x\""),
    ("name", "\"Mine\""), ("name", "\"a b\""), ("name", "\"signet:51\""), ("name", "\"mine-\""),
    ("name", "\"9mine\""), ("name", "\"signet-mine\""), ("name", "7"),
    ("name", "\"\(String(repeating: "a", count: 33))\""),
    ("kind", "\"main\""), ("kind", "null"),
    ("forkHeight", "0"), ("forkHeight", "-1"), ("forkHeight", "1e6"), ("forkHeight", "9.5"),
    ("forkHeight", "499999999"), ("forkHeight", "\"9\""),
    ("forkHeight", "123456789012345678901234567890"),
    ("unit", "\"BTC\""), ("unit", "\"btc\""), ("unit", "\"1.5\""), ("unit", "\"E\""),
    ("unit", "\"ECASHCOIN\""), ("unit", "\"E\u{430}SH\""),
    ("replayLock", "1"), ("replayLock", "\"yes\""), ("drivechains", "0"),
    ("magic", "\"eca5a1\""), ("magic", "\"ECA5A104\""), ("magic", "1"),
    ("challenge", "\"51\""), ("decimals", "18"), ("decimals", "8.0"),
    ("segwit", "\"tb\""), ("segwit", "\"BC\""), ("p2pkh", "111"), ("p2sh", "196"),
    ("coinType", "1"),
    ("xpub", "\"043587cf\""), ("genesis", "\"\(block)\""),
    ("landmark", "7"), ("landmark", "{}"),
    ("landmark", "{\"height\":899999,\"block\":\"\(block)\"}"),
    ("landmark", "{\"height\":900000,\"block\":\"00\"}"),
    ("landmark", "{\"height\":900000,\"block\":\"\(block)\",\"more\":1}"),
  ])
  func `a member of a fork that says something else is refused by its name`(
    member: String, value: String
  ) throws {
    let text = try with(member, value)
    let error = #expect(throws: NetworkEntryError.self) { try read(text) }
    #expect("\(try #require(error))".contains(member) || member == "landmark")
    #expect(error?.hint.isEmpty == false && error?.rule == .r11)
  }

  @Test(arguments: [
    // A push of two bytes, of which there is one.
    ("challenge", "\"02aa\""), ("challenge", "\"\""), ("challenge", "\"5\""),
    ("challenge", "\"5A\""),
    ("challenge", "\"\(String(repeating: "51", count: 7501))\""),
    ("magic", "\"13182df0\""), ("forkHeight", "900000"), ("segwit", "\"bc\""), ("coinType", "0"),
    ("xpub", "\"0488b21e\""), ("segwit", "\"bcrt\""),
  ])
  func `a member of a signet that says something else is refused by its name`(
    member: String, value: String
  ) throws {
    let text = try with(member, value, in: Self.signet)
    let error = #expect(throws: NetworkEntryError.self) { try read(text) }
    #expect("\(try #require(error))".contains(member))
  }

  @Test func `the public signet cannot be had under another name`() throws {
    let challenge = try #require(Network.signet.challenge).hex
    let text = try with("challenge", "\"\(challenge)\"", in: Self.signet)
    #expect(throws: NetworkEntryError.self) { try read(text) }
  }

  @Test func `missing, doubled and unknown members are refused`() throws {
    for member in ["name", "kind", "forkHeight", "unit", "replayLock"] {
      #expect(throws: NetworkEntryError.missing(member: member)) {
        try read(try without(member))
      }
    }
    #expect(throws: NetworkEntryError.missing(member: "challenge")) {
      try read(try without("challenge", in: Self.signet))
    }
    #expect(throws: NetworkEntryError.unknown(member: "server")) {
      try read(try with("server", "\"example.org\""))
    }
    let doubled = Self.fork.replacing("\"unit\"", with: "\"name\": \"mine\", \"unit\"")
    for text in [doubled, "[]", "", "{", "7", Self.fork + Self.fork, "\u{feff}" + Self.fork] {
      let error = #expect(throws: NetworkEntryError.self) { try read(text) }
      guard case .notJSON = error else {
        Issue.record("\(text): \(String(describing: error))")
        continue
      }
    }
    let long = try with("name", "\"\(String(repeating: "a", count: 20_000))\"")
    #expect(throws: NetworkEntryError.self) { try read(long) }
  }

  // MARK: Registries

  @Test func `names and identities lead to networks`() throws {
    let known = NetworkRegistry.builtIn
    for network in known.all {
      #expect(known.network(named: network.name) == network)
      #expect(known.network(identity: network.identity)?.name == network.name)
    }
    #expect(Set(known.all.map(\.name)).count == known.all.count)
    #expect(known.network(named: "signet:51") == .customSignet(challenge: Script([0x51])))
    #expect(known.network(named: "mine") == nil && known.network(identity: "mine") == nil)
    let own = try known.adding(NetworkEntry(reading: Array(Self.signet.utf8)))
    // A signet that was kept by its challenge has a name now.
    #expect(own.network(named: "signet:51")?.name == "lab")
    #expect(own.network(identity: "signet:51")?.name == "lab")
    #expect(own.network(chain: .signet, challenge: Script([0x51]))?.name == "lab")
    #expect(own.removing("lab").network(identity: "signet:51")?.name == "signet:51")
  }

  @Test func `what is worth nothing shares nothing with what is worth money`() throws {
    for practice in NetworkRegistry.builtIn.all where !practice.isWorthMoney {
      for real in NetworkRegistry.builtIn.all where real.isWorthMoney {
        #expect(practice.coinType != real.coinType && practice.hrp != real.hrp)
        #expect(practice.xpubVersion != real.xpubVersion)
      }
    }
  }

  @Test func `one's own entry takes the place of one that is built in, and of no other`() throws {
    let known = NetworkRegistry.builtIn
    let corrected = try with("name", "\"ecash\"")
    let own = try known.adding(NetworkEntry(reading: Array(corrected.utf8)))
    #expect(own.network(named: "ecash")?.forkHeight == 900_000)
    #expect(own.all.count == known.all.count)
    #expect(own.removing("ecash").network(named: "ecash")?.forkHeight == 964_000)
    // The same again, corrected once more.
    let again = try with("name", "\"ecash\"", in: try with("forkHeight", "900001"))
    let twice = try own.adding(NetworkEntry(reading: Array(again.utf8)))
    #expect(twice.own.count == 1 && twice.network(named: "ecash")?.forkHeight == 900_001)
  }

  @Test func `two names for one chain are refused`() throws {
    let lab = try NetworkEntry(reading: Array(Self.signet.utf8))
    let other = try NetworkEntry(reading: Array(try with("name", "\"lab2\"", in: Self.signet).utf8))
    #expect(throws: NetworkEntryError.sameChain("lab", "lab2")) {
      try NetworkRegistry(own: [lab, other])
    }
    #expect(throws: NetworkEntryError.nameTwice("lab")) { try NetworkRegistry(own: [lab, lab]) }
    let landmark = "{\"height\": 900001, \"block\": \"\(Self.block)\"}"
    let mine = try NetworkEntry(reading: Array(try with("landmark", landmark).utf8))
    let yours = try NetworkEntry(
      reading: Array(
        try with("name", "\"yours\"", in: try with("landmark", landmark)).utf8))
    #expect(throws: NetworkEntryError.sameChain("mine", "yours")) {
      try NetworkRegistry(own: [mine, yours])
    }
    // The signet that is built in.
    let l2l = try #require(NetworkRegistry.builtIn.network(named: "l2l-signet")?.challenge)
    let again = try NetworkEntry(
      reading: Array(try with("challenge", "\"\(l2l.hex)\"", in: Self.signet).utf8))
    #expect(throws: NetworkEntryError.sameChain("l2l-signet", "lab")) {
      try NetworkRegistry.builtIn.adding(again)
    }
    // What was kept is read all the same: the one that is built in gives way.
    let kept = try NetworkRegistry(own: [again])
    #expect(kept.network(named: "lab") != nil && kept.network(named: "l2l-signet") == nil)
  }

  @Test func `no order of adding and removing makes a registry that cannot be read`() throws {
    let l2l = try #require(NetworkRegistry.builtIn.network(named: "l2l-signet")?.challenge)
    let other = try with("name", "\"l2l-signet\"", in: Self.signet)
    let taken = try with("challenge", "\"\(l2l.hex)\"", in: Self.signet)
    let registry = try NetworkRegistry.builtIn.adding(NetworkEntry(reading: Array(other.utf8)))
      .adding(NetworkEntry(reading: Array(taken.utf8))).removing("l2l-signet")
    let again = try NetworkRegistry(reading: Array(registry.file.utf8))
    #expect(again.own.map(\.name) == ["lab"] && again.network(named: "l2l-signet") == nil)
    #expect(again.removing("lab").network(named: "l2l-signet")?.challenge == l2l)
  }

  @Test func `the file of one's own networks is read as it is written`() throws {
    let own = try NetworkRegistry.builtIn.adding(NetworkEntry(reading: Array(Self.signet.utf8)))
      .adding(NetworkEntry(reading: Array(Self.fork.utf8)))
    let again = try NetworkRegistry(reading: Array(own.file.utf8))
    #expect(again.own.map(\.facts) == own.own.map(\.facts))
    #expect(again.file == own.file)
    for text in [
      "[]", "{}", "{\"networks\": {}}", "{\"networks\": [], \"more\": 1}",
      "{\"networks\": [\(Self.signet), \(Self.signet)]}", "{\"networks\": [7]}",
      "{\"networks\": [], \"networks\": []}",
    ] {
      #expect(throws: NetworkEntryError.self) { try NetworkRegistry(reading: Array(text.utf8)) }
    }
  }

  // The parameters of LayerTwo Labs' signet: its magic is that of its challenge (BIP-325).
  @Test func `the magic of a signet that is built in is that of its challenge`() throws {
    let known = try #require(NetworkRegistry.builtIn.network(named: "l2l-signet"))
    let entry = try #require(NetworkEntry(known))
    #expect(try NetworkEntry(reading: Array(entry.text.utf8)).network.facts == known.facts)
    #expect(known.facts.magic == [0x13, 0x18, 0x2d, 0xf0])
  }
}
