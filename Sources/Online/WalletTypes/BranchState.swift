/// Where a branch of a wallet stands.
public struct BranchState: Hashable, Sendable {
  /// The number of the branch, counted from 0.
  public let branch: Int
  /// The first index to be handed out next: above all that were, and all that coins are at; coins that
  /// only the mempool has count up to ``IndexLimits/ahead`` above ``known``.
  public let next: UInt32
  /// The first index never handed out, by whichever wallet with these scripts.
  public let handedOut: UInt32
  /// The first index that was neither handed out nor paid in a block, whichever wallet with these scripts
  /// it was.
  public let known: UInt32
  /// The highest index that a coin is at, of the chain as it stands and of the mempool.
  public let lastUsed: UInt32?
  /// How many of its scripts a sync has looked for.
  package let scanned: UInt32
  /// What stands for this branch in every wallet that has it.
  package let firstScript: [UInt8]

  /// `lastPaid` is the highest index that was paid in a block, `lastSeen` the highest that counts.
  package init(
    branch: Int, handedOut: UInt32, lastUsed: UInt32?, lastPaid: UInt32?, lastSeen: UInt32?,
    scanned: UInt32, firstScript: [UInt8]
  ) {
    self.branch = branch
    self.handedOut = handedOut
    self.lastUsed = lastUsed
    known = max(handedOut, lastPaid.map { $0 + 1 } ?? 0)
    next = max(known, lastSeen.map { $0 + 1 } ?? 0)
    self.scanned = scanned
    self.firstScript = firstScript
  }
}
