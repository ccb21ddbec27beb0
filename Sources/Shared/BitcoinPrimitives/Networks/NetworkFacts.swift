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
  /// Of a fork of Bitcoin's main chain its first block that is not Bitcoin's; nil for any other chain.
  ///
  /// A fork goes on with Bitcoin's keys, addresses and older coins: a coin in an earlier block is there on both.
  public let forkHeight: UInt32?
  /// Whether its nodes mine a transaction whose lock time is the replay lock (``LockTime/replayLock``), which nodes of
  /// Bitcoin take for a block that is thousands of years away.
  public let hasReplayLock: Bool
  /// A block that no other chain has, by which a server's chain is known; nil where none is known.
  public let landmark: ChainLandmark?
  /// The four bytes with which each message between its nodes begins, in their order on the wire; nil where unknown.
  ///
  /// Nothing is decided by them: they are there to be compared with a node's own settings.
  public let magic: [UInt8]?
  /// What one coin of 100,000,000 units is called, such as `BTC`.
  public let unit: String
  /// Whether deposits to sidechains are recognised by its rules (BIP-300): elsewhere anybody could take them.
  public let hasDrivechains: Bool

  /// The facts of a chain, which nothing here judges.
  package init(
    name: String, chain: CoreChain, isWorthMoney: Bool, prefixes: AddressPrefixes,
    xpubVersion: UInt32, coinType: UInt32, firstBlock: BlockHash, challenge: Script? = nil,
    forkHeight: UInt32? = nil, hasReplayLock: Bool = false,
    landmark: ChainLandmark? = nil, magic: [UInt8]? = nil,
    unit: String = "BTC", hasDrivechains: Bool = false
  ) {
    self.name = name
    self.chain = chain
    self.isWorthMoney = isWorthMoney
    self.prefixes = prefixes
    self.xpubVersion = xpubVersion
    self.coinType = coinType
    self.firstBlock = firstBlock
    self.challenge = challenge
    self.forkHeight = forkHeight
    self.hasReplayLock = hasReplayLock
    self.landmark = landmark
    self.magic = magic
    self.unit = unit
    self.hasDrivechains = hasDrivechains
  }
}

/// A block that one chain alone has.
public struct ChainLandmark: Hashable, Sendable {
  /// Its height.
  public let height: UInt32
  /// Its hash.
  public let block: BlockHash

  /// Takes the two.
  package init(height: UInt32, block: BlockHash) {
    self.height = height
    self.block = block
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
