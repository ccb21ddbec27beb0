/// What is known of a chain: everything that is a different one for each.
///
/// What is the same on all chains (scripts, transactions, how keys are derived) is not here. Nothing decides by
/// which chain it is: it asks for the fact that it is about.
public struct NetworkFacts: Hashable, Sendable {
  /// What a person types and reads; no two networks have the same.
  public let name: String
  /// What Bitcoin Core, and what descends from it, calls a chain that runs by such rules.
  public let chain: CoreChain
  /// Whether somebody would pay for its coins: then nothing that is done with its keys is practice.
  public let isWorthMoney: Bool
  /// How its addresses begin.
  public let prefixes: AddressPrefixes
  /// The version of serialized extended public keys (BIP-32).
  public let xpubVersion: UInt32
  /// The coin type of BIP-44 paths, not hardened (SLIP-44).
  public let coinType: UInt32
  /// The first block, which every node of the chain has.
  public let firstBlock: BlockHash
  /// The script that each block of a signet must satisfy (BIP-325); nil on other chains.
  public let challenge: Script?

  /// The facts of a chain, which nothing here judges.
  package init(
    name: String, chain: CoreChain, isWorthMoney: Bool, prefixes: AddressPrefixes,
    xpubVersion: UInt32, coinType: UInt32, firstBlock: BlockHash, challenge: Script? = nil
  ) {
    self.name = name
    self.chain = chain
    self.isWorthMoney = isWorthMoney
    self.prefixes = prefixes
    self.xpubVersion = xpubVersion
    self.coinType = coinType
    self.firstBlock = firstBlock
    self.challenge = challenge
  }
}

/// A chain as Bitcoin Core calls it: the word of its option `-chain`, and of `chain` in its answers.
public enum CoreChain: String, CaseIterable, Sendable {
  case main
  case test
  case testnet4
  case signet
  case regtest
}

/// How the addresses of a chain begin.
public struct AddressPrefixes: Hashable, Sendable {
  /// The version byte of P2PKH addresses.
  public let p2pkh: UInt8
  /// The version byte of P2SH addresses.
  public let p2sh: UInt8
  /// The human-readable part of segwit addresses (BIP-173), in lower case.
  public let segwit: String

  /// Takes the three.
  package init(p2pkh: UInt8, p2sh: UInt8, segwit: String) {
    self.p2pkh = p2pkh
    self.p2sh = p2sh
    self.segwit = segwit
  }
}
