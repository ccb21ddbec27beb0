public import BitcoinPrimitives

extension Network {
  /// A made-up chain with money of its own, the keys of mainnet, and none of its blocks.
  public static let otherMoney: Network = {
    let main = Network.mainnet.facts
    return Network(
      NetworkFacts(
        name: "othermoney", chain: .signet, isWorthMoney: true, prefixes: main.prefixes,
        xpubVersion: main.xpubVersion, coinType: main.coinType, firstBlock: main.firstBlock,
        challenge: Script([0x51])))
  }()

  /// A fork of Bitcoin with a replay lock, as an entry describes it.
  public static let fork: Network = {
    let main = Network.mainnet.facts
    return Network(
      NetworkFacts(
        name: "ours", chain: .main, isWorthMoney: true, prefixes: main.prefixes,
        xpubVersion: main.xpubVersion, coinType: main.coinType, firstBlock: main.firstBlock,
        forkHeight: 900_000, hasReplayLock: true, unit: "OURS"))
  }()
}
