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

/// What a source says about itself.
public struct NodeStatus: Hashable, Sendable {
  /// Its chain.
  public let network: Network
  /// Its last block.
  public let tip: ChainTip
  /// What it calls itself; foreign text.
  public let software: String
  /// Whether it is still catching up with the chain.
  public let isCatchingUp: Bool
  /// The first block it still has; 0 unless it prunes.
  public let firstBlock: Int
  /// How it finds a wallet's coins, in words.
  public let scanning: Scanning
  /// From this block on it tells the whole history by itself, and soon; above its tip when it only
  /// lists what is unspent.
  public let historyFrom: Int
  /// Below this it relays nothing now.
  public let minimumFeeRate: FeeRate

  /// How a source finds coins.
  public enum Scanning: String, Hashable, Sendable {
    /// By block filters: the whole history.
    case blockFilters = "block filters"
    /// Through the set of unspent outputs: what is there now, not what was.
    case unspentOutputs = "unspent outputs"
    /// The chain is at hand.
    case wholeChain = "whole chain"
  }

  public init(
    network: Network, tip: ChainTip, software: String, isCatchingUp: Bool, firstBlock: Int,
    scanning: Scanning, minimumFeeRate: FeeRate, historyFrom: Int? = nil
  ) {
    self.network = network
    self.tip = tip
    self.software = software
    self.isCatchingUp = isCatchingUp
    self.firstBlock = firstBlock
    self.scanning = scanning
    self.minimumFeeRate = minimumFeeRate
    self.historyFrom = historyFrom ?? (scanning == .unspentOutputs ? tip.height + 1 : firstBlock)
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

/// How a source reads what happened to scripts.
public enum ChainReading: Hashable, Sendable {
  /// As much of the history as it can tell soon; else what is unspent now.
  case automatic
  /// The whole history, however long it takes.
  case wholeHistory
}

/// An output that is unspent in the blocks, whatever waits in the mempool.
public struct UnspentOutput: Hashable, Sendable {
  public let output: TxOut
  /// The block that made it.
  public let height: Int
  public let isCoinbase: Bool

  public init(output: TxOut, height: Int, isCoinbase: Bool) {
    self.output = output
    self.height = height
    self.isCoinbase = isCoinbase
  }
}

/// What happened to a set of scripts.
public struct ScriptActivity: Hashable, Sendable {
  /// An output that pays one of the scripts.
  public struct Receipt: Hashable, Sendable {
    public let outPoint: OutPoint
    public let script: Script
    public let amount: Amount
    /// Where it is confirmed; nil while it is in the mempool.
    public let block: BlockPosition?

    public init(outPoint: OutPoint, script: Script, amount: Amount, block: BlockPosition?) {
      self.outPoint = outPoint
      self.script = script
      self.amount = amount
      self.block = block
    }
  }

  /// A spend of such an output.
  public struct Spend: Hashable, Sendable {
    public let outPoint: OutPoint
    public let spender: Txid
    /// Where it is confirmed; nil while it is in the mempool.
    public let block: BlockPosition?

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

/// What a mempool says to a transaction before it is sent.
public enum MempoolVerdict: Hashable, Sendable {
  /// It would be taken; the fee it pays as the source counts it.
  case accepted(fee: Amount?)
  /// Exactly this transaction is in the mempool already.
  case alreadyInMempool
  /// It is confirmed already.
  case alreadyConfirmed
  /// It would be refused; the source's own word for it, foreign text.
  case refused(reason: String)
}
