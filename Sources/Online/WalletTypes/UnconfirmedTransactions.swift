public import BitcoinPrimitives

/// The transactions of a wallet that wait for a block, and how they build on each other.
///
/// Mempools limit chains of unconfirmed transactions. What strangers build on them is not known
/// here: the node has the last word when a payment is broadcast.
public struct UnconfirmedTransactions: Sendable {
  /// A transaction that waits, or a payment that will.
  public struct Entry: Hashable, Sendable {
    /// The transactions that made the coins it spends.
    public let parents: Set<Txid>
    /// Its size in virtual bytes, estimated while it is not signed.
    public let virtualSize: Int
    /// Whether it has version 3 (TRUC), which limits what may build on it.
    public let isTRUC: Bool

    /// Takes the transactions that it spends, its virtual size in bytes, and whether it has version 3.
    public init(parents: Set<Txid>, virtualSize: Int, isTRUC: Bool = false) {
      self.parents = parents
      self.virtualSize = virtualSize
      self.isTRUC = isTRUC
    }
  }

  /// A limit of mempools that a transaction would break, and how far.
  public enum Limit: Hashable, Sendable, CustomStringConvertible {
    /// It would be in a chain of this many; 25 are allowed.
    case ancestors(Int)
    /// This many would build on one of those it builds on; 25 are allowed.
    case descendants(Int)
    /// It would belong to a group of this many; nodes with cluster mempools allow 64.
    case cluster(Int)
    /// It and those it is linked with would have this many virtual bytes together; 101,000 are
    /// allowed.
    case virtualSize(Int)
    /// It would spend an unconfirmed output of a transaction of version 3 without having that version.
    case underTRUC(Txid)
    /// It has version 3 and would spend an unconfirmed output of a transaction that has not.
    case trucUnderOthers(Txid)
    /// It has version 3 and would build on this many unconfirmed transactions; 1 is allowed.
    case trucAncestors(Int)
    /// It has version 3, builds on an unconfirmed transaction and has this many virtual bytes; 1,000 are allowed.
    case trucSize(Int)
    /// Another transaction builds already on the unconfirmed one of version 3.
    case trucSibling(Txid)

    public var description: String {
      switch self {
      case .ancestors(let count):
        "it would be number \(count) in a chain of unconfirmed transactions; nodes accept "
          + "\(mostInChain)"
      case .descendants(let count):
        "\(count) transactions would build on an unconfirmed one; nodes accept \(mostInChain)"
      case .cluster(let count):
        "\(count) unconfirmed transactions would be linked; nodes accept \(mostInCluster)"
      case .virtualSize(let size):
        "the linked unconfirmed transactions would have \(size) virtual bytes; "
          + "nodes accept \(mostVirtualBytes)"
      case .underTRUC(let parent):
        "the transaction \(parent), which is not confirmed, has version 3 (TRUC): nodes accept nothing on it but "
          + "one other transaction of version 3, of \(mostVirtualBytesOfTRUC) virtual bytes at most"
      case .trucUnderOthers(let parent):
        "a transaction of version 3 (TRUC) would build on \(parent), which is not confirmed and has another "
          + "version: nodes accept none"
      case .trucAncestors(let count):
        "a transaction of version 3 (TRUC) would build on \(count) unconfirmed transactions; nodes accept 1"
      case .trucSize(let size):
        "a transaction of version 3 (TRUC) that builds on an unconfirmed one would have \(size) virtual bytes; "
          + "nodes accept \(mostVirtualBytesOfTRUC)"
      case .trucSibling(let other):
        "the transaction \(other) builds already on the unconfirmed one of version 3 (TRUC); nodes accept one"
      }
    }
  }

  /// Bitcoin Core's limits (`-limitancestorcount`, `-limitdescendantcount`, `-limitclustercount`, and
  /// the sizes beside them).
  static let mostInChain = 25
  static let mostInCluster = 64
  static let mostVirtualBytes = 101_000
  /// The limit of version 3 (BIP-431) for what builds on an unconfirmed transaction.
  static let mostVirtualBytesOfTRUC = 1000

  private let entries: [Txid: Entry]
  private let children: [Txid: Set<Txid>]

  /// Takes them by txid; parents that are not among them are confirmed.
  public init(_ entries: [Txid: Entry] = [:]) {
    self.entries = entries
    var children: [Txid: Set<Txid>] = [:]
    for (txid, entry) in entries {
      for parent in entry.parents where entries[parent] != nil {
        children[parent, default: []].insert(txid)
      }
    }
    self.children = children
  }

  /// How many have to be confirmed before the outputs of this one are, itself included.
  public func depth(of txid: Txid) -> Int {
    reach([txid]) { entries[$0]?.parents ?? [] }.count
  }

  /// Whether one that waits has version 3 (TRUC).
  public func isTRUC(_ txid: Txid) -> Bool { entries[txid]?.isTRUC ?? false }

  /// The limit that a transaction of this size would break which spends outputs of these; nil when
  /// mempools take it.
  public func limit(
    spending txids: Set<Txid>, virtualSize: Int, isTRUC: Bool = false
  ) -> Limit? {
    let ancestors = reach(txids) { entries[$0]?.parents ?? [] }
    guard !ancestors.isEmpty else { return nil }
    let parents = txids.filter { entries[$0] != nil }.sorted()
    if isTRUC {
      if let other = parents.first(where: { !self.isTRUC($0) }) { return .trucUnderOthers(other) }
      if ancestors.count > 1 { return .trucAncestors(ancestors.count) }
      if virtualSize > Self.mostVirtualBytesOfTRUC { return .trucSize(virtualSize) }
      if let sibling = parents.compactMap({ children[$0]?.min() }).first {
        return .trucSibling(sibling)
      }
      return nil
    }
    if let parent = parents.first(where: { self.isTRUC($0) }) { return .underTRUC(parent) }
    if ancestors.count + 1 > Self.mostInChain { return .ancestors(ancestors.count + 1) }
    let size = virtualSize + self.size(ancestors)
    if size > Self.mostVirtualBytes { return .virtualSize(size) }
    for ancestor in ancestors {
      let descendants = reach([ancestor]) { children[$0] ?? [] }
      if descendants.count + 1 > Self.mostInChain { return .descendants(descendants.count + 1) }
      let size = virtualSize + self.size(descendants)
      if size > Self.mostVirtualBytes { return .virtualSize(size) }
    }
    let cluster = reach(ancestors) { (entries[$0]?.parents ?? []).union(children[$0] ?? []) }
    if cluster.count + 1 > Self.mostInCluster { return .cluster(cluster.count + 1) }
    let together = virtualSize + self.size(cluster)
    return together > Self.mostVirtualBytes ? .virtualSize(together) : nil
  }

  private func size(_ txids: Set<Txid>) -> Int {
    txids.reduce(0) { $0 + (entries[$1]?.virtualSize ?? 0) }
  }

  /// These and all that can be reached from them, as far as they wait.
  private func reach(_ start: Set<Txid>, _ next: (Txid) -> Set<Txid>) -> Set<Txid> {
    var found = start.filter { entries[$0] != nil }
    var open = Array(found)
    while let txid = open.popLast() {
      for other in next(txid) where entries[other] != nil && found.insert(other).inserted {
        open.append(other)
      }
    }
    return found
  }
}
