internal import Bytes

/// A chain: a value that carries what is known of it.
///
/// Coins, keys and addresses of one never mix with another's. Two are equal when all of their
/// ``facts`` are.
public struct Network: Sendable {
  /// What is known of it.
  public var facts: NetworkFacts { shared.facts }

  // Every address holds its network: one reference, not a hundred bytes.
  private let shared: Shared

  private final class Shared: Sendable {
    let facts: NetworkFacts

    init(_ facts: NetworkFacts) {
      self.facts = facts
    }
  }

  /// A network of these facts.
  package init(_ facts: NetworkFacts) {
    shared = Shared(facts)
  }

  /// The network of this name, among those that are built in and the signets of one's own; nil when there is no such
  /// network or a challenge is not hexadecimal.
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

  /// The network of a node that says this of itself; nil for a chain that nothing is known of.
  ///
  /// A challenge is heeded on signets alone. A signet without one is the public one: nodes have named it since
  /// Bitcoin Core 0.21.
  public init?(chain: CoreChain, challenge: Script?) {
    let asked = chain == .signet ? challenge : nil
    let known = Self.standard.first {
      $0.chain == chain && (asked == nil || $0.challenge == asked)
    }
    guard let found = known ?? asked.map(Self.customSignet) else { return nil }
    self = found
  }

  // MARK: Facts

  /// The network's name: `mainnet`, `testnet3`, `testnet4`, `signet`, `regtest`, and
  /// `signet:HEX` with the challenge for a custom signet.
  public var name: String { shared.facts.name }

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

  // MARK: What follows from them

  /// Whether it has the blocks of Bitcoin's main chain, of which is known when they came and how hard they are.
  ///
  /// It says nothing of money: that is ``isWorthMoney``.
  public var isMainnet: Bool { chain == .main }

  /// Whether blocks come when the owner of the node wants them, and for days there may be none.
  public var hasBlocksAtWill: Bool { chain == .regtest }
}

extension Network: Hashable {
  public static func == (left: Network, right: Network) -> Bool {
    left.shared === right.shared || left.facts == right.facts
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
  }
}

extension Network: CustomStringConvertible {
  public var description: String { name }
}
