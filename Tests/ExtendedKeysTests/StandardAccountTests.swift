import BitcoinPrimitives
import ExtendedKeys
import TestSupport
import Testing

@Suite struct StandardAccountTests {
  @Test(arguments: [
    (StandardAccount.pkh, "m/44h/0h/3h", "m/44h/1h/3h"),
    (.shWpkh, "m/49h/0h/3h", "m/49h/1h/3h"), (.wpkh, "m/84h/0h/3h", "m/84h/1h/3h"),
    (.tr, "m/86h/0h/3h", "m/86h/1h/3h"), (.wsh, "m/48h/0h/3h/2h", "m/48h/1h/3h/2h"),
    (.shWsh, "m/48h/0h/3h/1h", "m/48h/1h/3h/1h"),
  ])
  func `accounts lie where the standards put them`(
    script: StandardAccount, main: String, test: String
  ) throws {
    for (network, text) in [(KeyNetwork.mainnet, main), (.testnets, test)] {
      let path = try script.path(on: network, account: 3)
      #expect(path.description == text)
      #expect(StandardAccount(path: path, on: network) == script)
    }
    #expect(StandardAccount(path: try DerivationPath(parsing: main), on: .testnets) == nil)
  }

  @Test func `BIP-45 has neither coin nor account`() throws {
    #expect(try StandardAccount.sh.path(on: .testnets, account: 0).description == "m/45h")
    #expect(throws: ExtendedKeyError.indexTooLarge(1)) {
      try StandardAccount.sh.path(on: .mainnet, account: 1)
    }
  }

  @Test func `account numbers stay below two to the 31`() throws {
    #expect(throws: ExtendedKeyError.indexTooLarge(0x8000_0000)) {
      try StandardAccount.wpkh.path(on: .mainnet, account: 0x8000_0000)
    }
    #expect(StandardAccount(path: .master, on: .mainnet) == nil)
    #expect(try StandardAccount(path: .init(parsing: "m/84h/0h/0h/0"), on: .mainnet) == nil)
    #expect(try StandardAccount(path: .init(parsing: "m/84h/0h/0"), on: .mainnet) == nil)
  }

  @Test func `only mainnet has mainnet keys`() {
    for network in Network.standard {
      #expect(KeyNetwork(network) == (network == .mainnet ? .mainnet : .testnets))
      #expect(KeyNetwork(network).publicVersion == network.xpubVersion)
      #expect(KeyNetwork(network).privateVersion == (network.isMainnet ? 0x0488_ade4 : 0x0435_8394))
      #expect(KeyNetwork(network).coinType == network.coinType)
    }
  }

  @Test func `keys are of the network whose version they have, whatever its coins are worth`() {
    let main = Network.mainnet.facts
    for (version, expected) in [(main.xpubVersion, KeyNetwork.mainnet), (0x0435_87cf, .testnets)] {
      let network = Network(
        NetworkFacts(
          name: "made-up", chain: .signet, isWorthMoney: version != main.xpubVersion,
          prefixes: main.prefixes, xpubVersion: version, coinType: 7, firstBlock: main.firstBlock))
      #expect(KeyNetwork(network) == expected)
    }
  }

  // The account of BIP-84's example; fingerprint 73c5da0a is that of its words.
  @Test func `an account key survives the round trip`() throws {
    let text =
      "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
    let key = try AccountKey(parsing: text)
    #expect(key.description == text)
    #expect(key.script == .wpkh)
    #expect(key.network == .mainnet)
    for length in 0..<text.count {
      #expect(throws: ExtendedKeyError.self) { try AccountKey(parsing: text.prefix(length)) }
    }
  }

  @Test(arguments: ["73c5da0a", "73c5da0a/84h/0h", "73c5da0a/84h/0h/1h", "73c5da0a/84h/0h/0"])
  func `an origin that does not fit its key is told from one that does`(origin: String) throws {
    let xpub =
      "xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
    let key = try AccountKey(parsing: "[\(origin)]\(xpub)")
    #expect(!key.isWhereStated)
    #expect(throws: ExtendedKeyError.self) { try AccountKey(origin: key.origin, xpub: key.xpub) }
  }
}
