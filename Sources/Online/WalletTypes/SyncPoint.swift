public import BitcoinPrimitives

/// A block up to which a wallet was synced.
public struct SyncPoint: Hashable, Sendable {
  /// The height of the block.
  public let height: Int
  /// Its hash, by which a reorganisation is noticed.
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
