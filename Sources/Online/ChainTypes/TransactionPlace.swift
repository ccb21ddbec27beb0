public import BitcoinPrimitives

/// A transaction and where to look for it.
public struct TransactionPlace: Hashable, Sendable {
  public let txid: Txid
  /// The block that confirms it; nil looks in the mempool.
  public let block: BlockHash?

  public init(txid: Txid, block: BlockHash?) {
    self.txid = txid
    self.block = block
  }
}
