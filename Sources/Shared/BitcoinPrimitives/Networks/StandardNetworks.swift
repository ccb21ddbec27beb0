internal import Bytes

// The networks that everybody knows. Their facts: chainparams.cpp of Bitcoin Core, SLIP-44, BIP-94 and BIP-325.
extension Network {
  /// The main chain; the only one of these whose coins are worth money.
  public static let mainnet = Network(
    NetworkFacts(
      name: "mainnet", chain: .main, isWorthMoney: true,
      prefixes: AddressPrefixes(p2pkh: 0x00, p2sh: 0x05, segwit: "bc"), xpubVersion: 0x0488_b21e,
      coinType: 0,
      firstBlock: BlockHash(
        printed: 0x0000_0000_0019_d668, 0x9c08_5ae1_6583_1e93, 0x4ff7_63ae_46a2_a6c1,
        0x72b3_f1b6_0a8c_e26f)))

  /// The third public test network, open to block storms and being retired.
  public static let testnet3 = Network(
    practice(
      name: "testnet3", chain: .test,
      firstBlock: BlockHash(
        printed: 0x0000_0000_0933_ea01, 0xad0e_e984_2097_79ba, 0xaec3_ced9_0fa3_f408,
        0x7195_26f8_d77f_4943)))

  /// The fourth public test network (BIP-94).
  public static let testnet4 = Network(
    practice(
      name: "testnet4", chain: .testnet4,
      firstBlock: BlockHash(
        printed: 0x0000_0000_da84_f2ba, 0xfbbc_53de_e25a_72ae, 0x507f_f491_4b86_7c56,
        0x5be3_50b0_da8b_f043)))

  /// The public signet, whose blocks are signed by its operators (BIP-325).
  public static let signet = Network(
    practice(
      name: "signet", chain: .signet, firstBlock: firstOfSignets, challenge: publicChallenge))

  /// A private chain of one's own node, where blocks are made at will.
  public static let regtest = Network(
    practice(
      name: "regtest", chain: .regtest, segwit: "bcrt",
      firstBlock: BlockHash(
        printed: 0x0f91_88f1_3cb7_b2c7, 0x1f2a_335e_3a4f_c328, 0xbf5b_eb43_6012_afca,
        0x590b_1a11_466e_2206)))

  /// The five networks everybody knows.
  public static let standard: [Network] = [.mainnet, .testnet3, .testnet4, .signet, .regtest]

  /// How segwit addresses of the ``standard`` networks begin, each once: `bc`, `tb`, `bcrt`.
  public static let segwitPrefixes: [String] = standard.reduce(into: []) { known, network in
    if !known.contains(network.hrp) { known.append(network.hrp) }
  }

  /// A signet with its own block challenge script (BIP-325).
  public static func customSignet(challenge: Script) -> Network {
    Network(
      practice(
        name: ownSignet + challenge.hex, chain: .signet, firstBlock: firstOfSignets,
        challenge: challenge))
  }

  /// How the name of a signet begins that is not the public one; its challenge follows in hexadecimal.
  static let ownSignet = "signet:"

  /// All signets begin with one block, whatever their challenge.
  static let firstOfSignets = BlockHash(
    printed: 0x0000_0008_8198_73e9, 0x2542_2c1f_f0f9_9f7c, 0xc9bb_b232_af63_a077,
    0xa480_a363_3bee_1ef6)

  /// The block challenge of the public signet: one of two keys (BIP-325).
  static let publicChallenge = Script(
    [
      0x51, 0x21,
      0x03, 0xad, 0x5e, 0x0e, 0xda, 0xd1, 0x8c, 0xb1, 0xf0, 0xfc, 0x0d,
      0x28, 0xa3, 0xd4, 0xf1, 0xf3, 0xe4, 0x45, 0x64, 0x03, 0x37, 0x48,
      0x9a, 0xbb, 0x10, 0x40, 0x4f, 0x2d, 0x1e, 0x08, 0x6b, 0xe4, 0x30,
      0x21,
      0x03, 0x59, 0xef, 0x50, 0x21, 0x96, 0x4f, 0xe2, 0x2d, 0x6f, 0x8e,
      0x05, 0xb2, 0x46, 0x3c, 0x95, 0x40, 0xce, 0x96, 0x88, 0x3f, 0xe3,
      0xb2, 0x78, 0x76, 0x0f, 0x04, 0x8f, 0x51, 0x89, 0xf2, 0xe6, 0xc4,
      0x52, 0xae,
    ])

  /// The facts of a test network: nobody pays for its coins, and its keys and addresses say so.
  private static func practice(
    name: String, chain: CoreChain, segwit: String = "tb", firstBlock: BlockHash,
    challenge: Script? = nil
  ) -> NetworkFacts {
    NetworkFacts(
      name: name, chain: chain, isWorthMoney: false,
      prefixes: AddressPrefixes(p2pkh: 0x6f, p2sh: 0xc4, segwit: segwit), xpubVersion: 0x0435_87cf,
      coinType: 1, firstBlock: firstBlock, challenge: challenge)
  }
}

extension BlockHash {
  /// A constant: the 64 digits that Bitcoin Core prints, in four words, the first one first.
  fileprivate init(printed word0: UInt64, _ word1: UInt64, _ word2: UInt64, _ word3: UInt64) {
    self.init(Bytes32(bigEndianWords: word0, word1, word2, word3).reversed)
  }
}
