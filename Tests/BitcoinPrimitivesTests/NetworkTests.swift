import BitcoinPrimitives
import Bytes
import Testing

@Suite struct `Networks` {
  private static let own = Network.customSignet(challenge: Script([0x51]))
  private static let all = Network.standard + [own]

  @Test func `networks read the names they print`() throws {
    for network in Self.all { #expect(Network(name: network.name) == network) }
    for name in ["", "main", "testnet", "signet:", "signet:zz", "signet:5", "Mainnet"] {
      #expect(Network(name: name) == nil)
    }
    #expect(Self.own != .signet)
  }

  // chainparams.cpp of Bitcoin Core.
  @Test func `their first blocks and challenge are those of Bitcoin Core`() throws {
    let first = [
      "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
      "000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943",
      "00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043",
      "00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6",
      "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    ]
    #expect(Network.standard.map { "\($0.firstBlock)" } == first)
    #expect(
      Network.signet.challenge?.hex
        == "512103ad5e0edad18cb1f0fc0d28a3d4f1f3e445640337489abb10404f2d1e086be430"
        + "210359ef5021964fe22d6f8e05b2463c9540ce96883fe3b278760f048f5189f2e6c452ae")
    #expect(Self.all.filter { $0.challenge != nil }.map(\.chain) == [.signet, .signet])
    #expect(Self.own.firstBlock == Network.signet.firstBlock)
  }

  @Test func `a node is on the network that its words for itself name`() throws {
    let known = NetworkRegistry.builtIn
    for network in Self.all {
      #expect(known.network(chain: network.chain, challenge: network.challenge) == network)
    }
    // A signet that names no challenge is the public one; what another chain says of one counts nothing.
    #expect(known.network(chain: .signet, challenge: nil) == .signet)
    #expect(known.network(chain: .main, challenge: Script([0x51])) == .mainnet)
    #expect(known.network(chain: .regtest, challenge: Network.signet.challenge) == .regtest)
    // A fork calls itself as Bitcoin does.
    #expect(known.all.contains { $0.forkHeight != nil && $0.chain == .main })
  }

  @Test func `what is worth nothing has no coin type, version or prefix of what is worth money`() {
    #expect(Self.all.filter(\.isWorthMoney) == [.mainnet])
    for practice in Self.all where !practice.isWorthMoney {
      for real in Self.all where real.isWorthMoney {
        #expect(practice.coinType != real.coinType)
        #expect(practice.xpubVersion != real.xpubVersion)
        #expect(practice.hrp != real.hrp)
        let versions = [practice.p2pkhVersion, practice.p2shVersion]
        #expect(!versions.contains(real.p2pkhVersion) && !versions.contains(real.p2shVersion))
      }
    }
  }

  @Test func `two networks are equal when they are one chain, whatever else is known of them`() {
    let main = Network.mainnet.facts
    #expect(Network(main) == .mainnet)
    #expect(Network(main).hashValue == Network.mainnet.hashValue)
    #expect(Network(facts(name: "other")) != .mainnet)
    // A signet is its challenge, by whatever name.
    let challenge = Script([0x51])
    let named = Network(
      facts(name: "practice", chain: .signet, isWorthMoney: false, challenge: challenge))
    #expect(named == .customSignet(challenge: challenge))
    #expect(named.hashValue == Network.customSignet(challenge: challenge).hashValue)
    #expect(named.identity == "signet:51" && named.name == "practice")
    #expect(named != .signet)
    #expect(Network.signet.identity == "signet")
    // What a fork is called is which one it is: its first block may be learned later.
    let fork = Network(facts(name: "fork", forkHeight: 9))
    #expect(fork == Network(facts(name: "fork", forkHeight: 10)) && fork != .mainnet)
    #expect(fork.isWorthMoney && !fork.isMainnet)
  }

  @Test func `a long challenge makes a short tag`() {
    let long = Network.customSignet(challenge: Script([UInt8](repeating: 0x51, count: 7000)))
    #expect(long.tag.utf8.count == 71 && long.tag.hasPrefix("sha256:"))
    #expect(Network.mainnet.tag == "mainnet")
    #expect(Self.own.tag == "signet:51")
  }

  @Test func `money and blocks are two questions`() {
    let fork = Network(facts(name: "fork", chain: .signet))
    #expect(fork.isWorthMoney && !fork.isMainnet)
    let idle = Network(facts(name: "idle", isWorthMoney: false))
    #expect(!idle.isWorthMoney && idle.isMainnet)
    #expect(Self.all.filter(\.hasBlocksAtWill) == [.regtest])
  }

  /// The facts of mainnet with one of them changed.
  private func facts(
    name: String = "mainnet", chain: CoreChain = .main, isWorthMoney: Bool = true,
    p2pkh: UInt8 = 0, p2sh: UInt8 = 5, segwit: String = "bc", xpubVersion: UInt32 = 0x0488_b21e,
    coinType: UInt32 = 0, firstBlock: BlockHash = Network.mainnet.firstBlock,
    challenge: Script? = nil, forkHeight: UInt32? = nil
  ) -> NetworkFacts {
    NetworkFacts(
      name: name, chain: chain, isWorthMoney: isWorthMoney,
      prefixes: AddressPrefixes(p2pkh: p2pkh, p2sh: p2sh, segwit: segwit), xpubVersion: xpubVersion,
      coinType: coinType, firstBlock: firstBlock, challenge: challenge, forkHeight: forkHeight)
  }
}
