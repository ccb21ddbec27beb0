public import BitcoinPrimitives

/// A block up to which a wallet was synced.
public struct SyncPoint: Hashable, Sendable {
  public let height: Int
  public let hash: BlockHash
  /// Seconds since 1970, as the block says.
  public let time: Int64

  package init(
    height: Int, hash: BlockHash, time: Int64
  ) {
    self.height = height
    self.hash = hash
    self.time = time
  }
}
