// What is built in beside Bitcoin's five: chains that people of this program use, young enough that what is known of
// them changes. No server's address is among it. A person's own entry of the same name takes its place.
extension Network {
  /// LayerTwo Labs' signet, the eCash fork of Bitcoin, and the fork that it was tried on.
  static let builtInBesides: [Network] = [l2lSignet, ecash, ecashAlphanet]

  /// LayerTwo Labs' signet with drivechains, by the challenge of its tenth configuration.
  private static let l2lSignet = Network(
    NetworkFacts(
      name: "l2l-signet", chain: .signet, isWorthMoney: false, prefixes: signet.facts.prefixes,
      xpubVersion: signet.xpubVersion, coinType: signet.coinType, firstBlock: firstOfSignets,
      challenge: Script([
        0x00, 0x14, 0x88, 0x35, 0x83, 0x2e, 0x28, 0xc8, 0x16, 0xb7, 0xac, 0xd8,
        0xfd, 0xb1, 0x97, 0x72, 0xab, 0x21, 0x99, 0x60, 0x3a, 0x56,
      ]),
      magic: [0x13, 0x18, 0x2d, 0xf0], unit: "sBTC", hasDrivechains: true))

  /// The eCash of LayerTwo Labs (not the XEC of another project), by its announced height.
  ///
  /// Nodes of it can be used
  /// once its first block is added as the landmark.
  private static let ecash = forkOfBitcoin("ecash", height: 964_000, unit: "ECASH", magic: nil)

  /// The test fork that ran before it.
  private static let ecashAlphanet = forkOfBitcoin(
    "ecash-alphanet", height: 963_648, unit: "ECX", magic: [0xec, 0xa5, 0xa1, 0x04])

  private static func forkOfBitcoin(
    _ name: String, height: UInt32, unit: String, magic: [UInt8]?
  ) -> Network {
    let like = mainnet.facts
    return Network(
      NetworkFacts(
        name: name, chain: like.chain, isWorthMoney: like.isWorthMoney, prefixes: like.prefixes,
        xpubVersion: like.xpubVersion, coinType: like.coinType, firstBlock: like.firstBlock,
        forkHeight: height, hasReplayLock: true, magic: magic, unit: unit,
        hasDrivechains: true))
  }
}
