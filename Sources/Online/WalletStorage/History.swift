public import BitcoinPrimitives
public import WalletTypes

/// A transaction from the wallet's point of view, or a coin that is gone without a known spender.
public struct HistoryEntry: Hashable, Sendable {
  /// What moved coins.
  public enum Cause: Hashable, Sendable {
    /// This transaction.
    case transaction(Txid)
    /// This coin was spent, at the latest in the block at this height: no node could tell so far by
    /// which transaction.
    case unknownSpend(of: OutPoint, by: Int)
  }

  /// What moved the coins.
  public let cause: Cause
  /// The block that confirms it; nil while it is in the mempool, and when it is not known.
  public let height: Int?
  /// When that block was made, in seconds since 1970, as its miner wrote it; nil without a block, and
  /// when no node told it so far.
  public let time: Int64?
  /// What came to the wallet, in satoshis.
  public let received: Int64
  /// What left it.
  public let spent: Int64
  /// The fee, when every coin spent was the wallet's.
  public let fee: Int64?
  /// The coins of the wallet that it made, change included.
  public let receipts: [Receipt]
  /// Whom the wallet paid, in the order of the outputs; empty when some of the coins spent were not the
  /// wallet's, since then nobody can tell who paid whom.
  public let recipients: [TxOut]
  /// The payment of this home that it is.
  public let payment: OwnPayment?
  /// Whether it may have spent coins of the wallet that no node named: what left is then not
  /// counted.
  public let mayMissSpends: Bool
  /// What the wallet owned after it, in satoshis: what is unspent after the newest entry.
  public package(set) var balance: Int64 = 0

  /// A payment of this home.
  public struct OwnPayment: Hashable, Sendable {
    /// Its number.
    public let number: Int64
    /// What it was called when it was built.
    public let summary: String
  }

  /// A coin and where the wallet derives its script.
  public struct Receipt: Hashable, Sendable {
    /// The coin.
    public let outPoint: OutPoint
    /// Where the wallet derives its script.
    public let place: ScriptPlace
  }

  /// The transaction; nil when it is not known.
  public var txid: Txid? {
    if case .transaction(let txid) = cause { txid } else { nil }
  }

  /// The height by which it is sorted.
  var order: Int {
    if case .unknownSpend(_, let height) = cause { height } else { height ?? .max }
  }

  /// What the wallet gained or lost, in satoshis.
  public var net: Int64 { received &- spent }
}
