public import BitcoinPrimitives

/// The last block of the best chain.
public struct ChainTip: Hashable, Sendable {
  /// Blocks above the first one.
  public let height: Int
  /// Its hash.
  public let hash: BlockHash
  /// Its time in seconds since 1970, as its miner wrote it.
  public let time: Int64

  public init(height: Int, hash: BlockHash, time: Int64) {
    self.height = height
    self.hash = hash
    self.time = time
  }
}

/// A place in the chain.
public struct BlockPosition: Hashable, Sendable {
  public let height: Int
  public let hash: BlockHash

  public init(height: Int, hash: BlockHash) {
    self.height = height
    self.hash = hash
  }
}
