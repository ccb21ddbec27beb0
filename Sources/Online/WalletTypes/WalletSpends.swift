public import BitcoinPrimitives

/// What spent coins of a wallet, and which coins it has and had, as of the last sync.
public struct WalletSpends: Hashable, Sendable {
  /// What spent one coin or several.
  public struct Spend: Hashable, Sendable {
    /// The transaction; unknown where no node could tell by which one a coin is gone.
    public let spender: Spender
    /// Its txid before anybody signed it; nil where its bytes are not at hand.
    public let unsignedTxid: Txid?
    /// The block that confirms it, for an unknown one the block by which the coin was gone; nil in the
    /// mempool.
    public let height: Int?
    /// The coins of the wallet that it spends.
    public let coins: [OutPoint]
    /// What the wallet lost by it, in satoshis: what its coins were worth, less what came back.
    public let loss: Int64

    package init(
      spender: Spender, unsignedTxid: Txid?, height: Int?, coins: [OutPoint], loss: Int64
    ) {
      self.spender = spender
      self.unsignedTxid = unsignedTxid
      self.height = height
      self.coins = coins
      self.loss = loss
    }
  }

  /// The spends, oldest first; those of the mempool last.
  public let spends: [Spend]
  /// Every coin that the wallet has or had.
  public let coins: Set<OutPoint>
  /// Blocks up to which the wallet was synced, lowest first.
  public let points: [SyncPoint]
  /// From where on spends may be missing, since the node listed unspent coins alone; nil where none are.
  public let gap: Int?

  package init(spends: [Spend], coins: Set<OutPoint>, points: [SyncPoint], gap: Int?) {
    self.spends = spends
    self.coins = coins
    self.points = points
    self.gap = gap
  }
}
