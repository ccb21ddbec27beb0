public import BitcoinPrimitives

/// A transaction and where to look for it.
public struct TransactionPlace: Hashable, Sendable {
  /// The transaction.
  public let txid: Txid
  /// The block that confirms it; nil looks in the mempool.
  public let block: BlockHash?

  /// Takes the txid and the block; nil for the mempool.
  public init(txid: Txid, block: BlockHash?) {
    self.txid = txid
    self.block = block
  }
}
