public import BitcoinPrimitives

/// What happened to a set of scripts.
public struct ScriptActivity: Hashable, Sendable {
  /// An output that pays one of the scripts.
  public struct Receipt: Hashable, Sendable {
    /// The output.
    public let outPoint: OutPoint
    /// The script that it pays.
    public let script: Script
    /// What it is worth.
    public let amount: Amount
    /// Where it is confirmed; nil while it is in the mempool.
    public let block: BlockPosition?

    /// Takes the four; `block` is nil in the mempool.
    public init(outPoint: OutPoint, script: Script, amount: Amount, block: BlockPosition?) {
      self.outPoint = outPoint
      self.script = script
      self.amount = amount
      self.block = block
    }
  }

  /// A spend of such an output.
  public struct Spend: Hashable, Sendable {
    /// The output that is spent.
    public let outPoint: OutPoint
    /// The transaction that spends it.
    public let spender: Txid
    /// Where it is confirmed; nil while it is in the mempool.
    public let block: BlockPosition?

    /// Takes the three; `block` is nil in the mempool.
    public init(outPoint: OutPoint, spender: Txid, block: BlockPosition?) {
      self.outPoint = outPoint
      self.spender = spender
      self.block = block
    }
  }

  /// Outputs that pay the scripts, oldest first.
  public var receipts: [Receipt]
  /// Spends of such outputs, oldest first.
  public var spends: [Spend]
  /// Whether coins spent in the past are missing: then an output that is not listed is spent, or
  /// was never there.
  public var onlyUnspent: Bool

  /// Takes what was received and spent.
  public init(receipts: [Receipt] = [], spends: [Spend] = [], onlyUnspent: Bool = false) {
    self.receipts = receipts
    self.spends = spends
    self.onlyUnspent = onlyUnspent
  }

  /// Adds what happened to other scripts.
  public mutating func append(_ other: ScriptActivity) {
    receipts += other.receipts
    spends += other.spends
    onlyUnspent = onlyUnspent || other.onlyUnspent
  }
}
