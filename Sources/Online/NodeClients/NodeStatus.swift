public import BitcoinPrimitives
public import ChainTypes

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
  /// The fee rate below which it relays nothing now.
  public let minimumFeeRate: FeeRate

  /// How much of the chain it has checked, 0 to 1; nil where it does not say.
  public let progress: Double?
  /// The indexes that it keeps, by name; empty of a source that does not say.
  public let indexes: [NodeIndex]

  /// What it cannot do, each as a sentence without its full stop, such as "it cannot ...".
  public let limits: [String]

  /// Of servers that can only be handed a transaction.
  static let cannotJudge =
    "it cannot say beforehand whether it would take a payment: `broadcast` sends without asking first"

  /// How a source finds coins.
  public enum Scanning: String, Hashable, Sendable {
    /// By block filters: the whole history.
    case blockFilters = "block filters"
    /// Through the set of unspent outputs: what is there now, not what was.
    case unspentOutputs = "unspent outputs"
    /// By an index of scripts: the whole history.
    case scriptIndex = "index of scripts"
    /// The whole chain is in a file of this home.
    case wholeChain = "whole chain"
  }

  /// Takes everything that a source says about itself.
  public init(
    network: Network, tip: ChainTip, software: String, isCatchingUp: Bool, firstBlock: Int,
    scanning: Scanning, minimumFeeRate: FeeRate, historyFrom: Int? = nil, limits: [String] = [],
    progress: Double? = nil, indexes: [NodeIndex] = []
  ) {
    self.progress = progress
    self.indexes = indexes
    self.network = network
    self.tip = tip
    self.software = software
    self.isCatchingUp = isCatchingUp
    self.firstBlock = firstBlock
    self.scanning = scanning
    self.minimumFeeRate = minimumFeeRate
    self.limits = limits
    self.historyFrom = historyFrom ?? (scanning == .unspentOutputs ? tip.height + 1 : firstBlock)
  }
}

/// An index that a Bitcoin Core node keeps.
public struct NodeIndex: Hashable, Sendable {
  /// What the node calls it, such as `txindex`; foreign text.
  public let name: String
  /// The last block that is in it.
  public let height: Int
  /// Whether the node says that it has caught up.
  public let isSynced: Bool

  /// Takes the three.
  public init(name: String, height: Int, isSynced: Bool) {
    self.name = name
    self.height = height
    self.isSynced = isSynced
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
  /// The output itself: amount and script.
  public let output: TxOut
  /// The block that made it.
  public let height: Int
  /// Whether a coinbase made it, which may be spent after 100 blocks.
  public let isCoinbase: Bool

  /// Takes the three.
  public init(output: TxOut, height: Int, isCoinbase: Bool) {
    self.output = output
    self.height = height
    self.isCoinbase = isCoinbase
  }
}

/// What a mempool says about a transaction before it is sent.
public enum MempoolVerdict: Hashable, Sendable {
  /// It would be taken; the fee it pays as the source counts it.
  case accepted(fee: Amount?)
  /// Exactly this transaction is in the mempool already.
  case alreadyInMempool
  /// It is confirmed already.
  case alreadyConfirmed
  /// The source cannot be asked, and has not seen it yet.
  case untold
  /// It would be refused; the source's own word for it, foreign text.
  case refused(reason: String)
}
