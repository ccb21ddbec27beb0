public import BitcoinPrimitives
package import Bytes

/// What spent a coin.
public enum Spender: Hashable, Sendable {
  /// It is gone, and no node could tell so far by which transaction.
  case unknown
  /// This transaction.
  case known(Txid)

  package init(_ hash: Bytes32) { self = hash == .zero ? .unknown : .known(Txid(hash)) }

  /// The transaction; nil when it is not known.
  public var txid: Txid? {
    if case .known(let txid) = self { txid } else { nil }
  }
}

/// A coin of a wallet, spent or not.
public struct WalletCoin: Hashable, Sendable {
  /// The output that it is.
  public let outPoint: OutPoint
  /// The number that this home calls it by; nil for one that is not in its records.
  public let number: Int64?
  /// What it is worth.
  public let amount: Amount
  /// Where the wallet derives its script.
  public let branch: Int
  /// The index on the branch.
  public let index: UInt32
  /// The block that confirms it; nil while it is in the mempool.
  public let height: Int?
  /// Whether a coinbase made it, which may be spent after 100 blocks.
  public let isCoinbase: Bool
  /// What spends it; nil while it is unspent.
  public let spender: Spender?
  /// The unfinished payment that holds it.
  public package(set) var payment: Int64?
  /// Whether it is unconfirmed, but comes from coins of this wallet alone.
  public package(set) var isTrusted = false
  /// Whether the transaction that made it is missing although signers need it as proof of the amount:
  /// the node had pruned its block.
  public package(set) var isUnproved = false

  /// Whether a person has frozen it: no payment spends it until that is taken back.
  public package(set) var isFrozen = false

  /// The tag that fences it off from other coins; nil for none.
  public package(set) var tag: String?

  /// A coin as it was told.
  public init(
    outPoint: OutPoint, amount: Amount, branch: Int, index: UInt32, height: Int?,
    isCoinbase: Bool = false, spender: Spender? = nil, payment: Int64? = nil,
    isTrusted: Bool = false, isUnproved: Bool = false, isFrozen: Bool = false,
    number: Int64? = nil, tag: String? = nil
  ) {
    self.tag = tag
    self.number = number
    self.outPoint = outPoint
    self.amount = amount
    self.branch = branch
    self.index = index
    self.height = height
    self.isCoinbase = isCoinbase
    self.spender = spender
    self.payment = payment
    self.isTrusted = isTrusted
    self.isUnproved = isUnproved
    self.isFrozen = isFrozen
  }

  /// Blocks on top of it and its own; 0 in the mempool.
  public func confirmations(at tip: Int) -> Int { height.map { max(0, tip - $0 + 1) } ?? 0 }

  /// How many blocks a new coin of a block waits for, its own included, in consensus.
  package static let maturity = 100

  /// Whether it is a new coin of a block that may not be spent yet.
  public func isImmature(at tip: Int) -> Bool {
    isCoinbase && confirmations(at: tip) < Self.maturity
  }

  /// Whether it may be spent now, and if not, why.
  public func availability(at tip: Int) -> Availability {
    if spender != nil { return .spent }
    if let payment { return .locked(payment: payment) }
    if isFrozen { return .frozen }
    if isImmature(at: tip) { return .immature(blocks: Self.maturity - confirmations(at: tip)) }
    if isUnproved { return .unproved }
    // Bitcoin Core's rule: foreign coins have to be confirmed, one's own change need not be.
    return height != nil || isTrusted ? .spendable : .unconfirmed
  }

  /// Whether a coin may be spent, and if not, why.
  public enum Availability: Hashable, Sendable {
    /// Yes.
    case spendable
    /// A transaction spends it.
    case spent
    /// An unfinished payment holds it.
    case locked(payment: Int64)
    /// A person has frozen it.
    case frozen
    /// A coinbase made it, and this many blocks are still missing.
    case immature(blocks: Int)
    /// It waits in the mempool, and somebody else may replace its transaction.
    case unconfirmed
    /// The transaction that made it is missing, without which no signer knows the amount.
    case unproved
  }
}
