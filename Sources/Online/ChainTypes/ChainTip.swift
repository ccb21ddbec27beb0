public import BitcoinPrimitives

/// The last block of the best chain.
public struct ChainTip: Hashable, Sendable {
  /// Blocks above the first one.
  public let height: Int
  /// Its hash.
  public let hash: BlockHash
  /// Its time in seconds since 1970, as its miner wrote it.
  public let time: Int64

  /// Takes the three; the time in seconds since 1970.
  public init(height: Int, hash: BlockHash, time: Int64) {
    self.height = height
    self.hash = hash
    self.time = time
  }
}

/// A place in the chain.
public struct BlockPosition: Hashable, Sendable {
  /// Blocks from the genesis block, which has height 0.
  public let height: Int
  /// The hash of the block.
  public let hash: BlockHash

  /// Takes the height and the hash.
  public init(height: Int, hash: BlockHash) {
    self.height = height
    self.hash = hash
  }
}
