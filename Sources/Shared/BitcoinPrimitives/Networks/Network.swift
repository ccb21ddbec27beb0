internal import Bytes
internal import Hashes

/// A chain: a value that carries what is known of it.
///
/// Coins, keys and addresses of one never mix with another's. Two are equal when they are the same chain, by
/// their ``identity``: what else is known of it may be corrected, and it may be called by another name.
public struct Network: Sendable {
  /// What is known of it.
  public var facts: NetworkFacts { shared.facts }

  // Every address holds its network: one reference, not a hundred bytes.
  private let shared: Shared

  private final class Shared: Sendable {
    let facts: NetworkFacts
    let identity: String

    init(_ facts: NetworkFacts) {
      self.facts = facts
      identity =
        facts.challenge.flatMap { Network.publicChallenge == $0 ? nil : Network.ownSignet + $0.hex }
        ?? facts.name
    }
  }

  /// A network of these facts.
  package init(_ facts: NetworkFacts) {
    shared = Shared(facts)
  }

  /// The network of this name, among those that everybody knows and the signets that are named by their
  /// challenge; nil when there is no such network or a challenge is not hexadecimal.
  ///
  /// Others have their names from a ``NetworkRegistry``.
  public init?(name: some StringProtocol) {
    let text = String(name)
    if let network = Self.standard.first(where: { $0.name == text }) {
      self = network
      return
    }
    guard text.hasPrefix(Self.ownSignet), text.utf8.count > Self.ownSignet.utf8.count,
      text.utf8.count <= Self.ownSignet.utf8.count + 20_000,
      let challenge = try? Script(hex: text.dropFirst(Self.ownSignet.utf8.count))
    else { return nil }
    self = .customSignet(challenge: challenge)
  }

  // MARK: Facts

  /// What a person reads and types: `mainnet`, `testnet3`, `testnet4`, `signet`, `regtest`, the name that a
  /// registry gives another chain, or `signet:HEX` with the challenge for a signet without a name.
  public var name: String { shared.facts.name }

  /// What stands for it wherever something is kept, and stays the same whatever it is called: the name, and of
  /// every signet but the public one `signet:HEX` with its challenge.
  public var identity: String { shared.identity }

  /// What Bitcoin Core calls it.
  public var chain: CoreChain { shared.facts.chain }

  /// Whether its coins are worth money: then what is done with its keys is no practice, and every gate before real
  /// money stands.
  public var isWorthMoney: Bool { shared.facts.isWorthMoney }

  /// The version byte of P2PKH addresses.
  public var p2pkhVersion: UInt8 { shared.facts.prefixes.p2pkh }

  /// The version byte of P2SH addresses.
  public var p2shVersion: UInt8 { shared.facts.prefixes.p2sh }

  /// The prefix of segwit addresses (BIP-173).
  public var hrp: String { shared.facts.prefixes.segwit }

  /// The version of serialized extended public keys (BIP-32), `xpub` or `tpub`.
  public var xpubVersion: UInt32 { shared.facts.xpubVersion }

  /// The coin type of BIP-44 paths, not hardened: 0, or 1 for every test network (SLIP-44).
  public var coinType: UInt32 { shared.facts.coinType }

  /// The first block, which every node of the chain has; that of all signets is the same.
  public var firstBlock: BlockHash { shared.facts.firstBlock }

  /// The script that each block of a signet must satisfy (BIP-325); nil on other chains.
  public var challenge: Script? { shared.facts.challenge }

  /// Of a fork of Bitcoin's main chain its first block that is not Bitcoin's; nil for a chain that begins with a block
  /// of its own.
  public var forkHeight: UInt32? { shared.facts.forkHeight }

  /// Whether its nodes take the replay lock for no delay (``LockTime/replayLock``).
  public var hasReplayLock: Bool { shared.facts.hasReplayLock }

  /// A block that no other chain has; nil where none is known.
  public var landmark: ChainLandmark? { shared.facts.landmark }

  /// What one coin of 100,000,000 units is called.
  public var unit: String { shared.facts.unit }

  /// Whether deposits to sidechains are recognised by its rules (BIP-300).
  public var hasDrivechains: Bool { shared.facts.hasDrivechains }

  /// What a request names this chain by: the ``identity``, or of a long one its SHA-256.
  public var tag: String {
    identity.utf8.count <= 64
      ? identity : "sha256:" + SHA256.hash(Array(identity.utf8)).hex
  }

  // MARK: What follows from them

  /// Whether it has the blocks of Bitcoin's main chain, of which is known when they came and how hard they are.
  ///
  /// It says nothing of money: that is ``isWorthMoney``. A fork has other blocks.
  public var isMainnet: Bool { chain == .main && forkHeight == nil }

  /// Whether blocks come when the owner of the node wants them, and for days there may be none.
  public var hasBlocksAtWill: Bool { chain == .regtest }
}

extension Network: Hashable {
  public static func == (left: Network, right: Network) -> Bool {
    left.shared === right.shared || left.identity == right.identity
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
  }
}

extension Network: CustomStringConvertible {
  public var description: String { name }
}
