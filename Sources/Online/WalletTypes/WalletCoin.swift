public import BitcoinPrimitives
package import Bytes

/// What spent a coin.
public enum Spender: Hashable, Sendable {
  /// It is gone, and no node could tell so far by which transaction.
  case unknown
  /// This transaction.
  ///
  /// It lies apart, as most coins have none: a hundred thousand unspent ones hold no room for it.
  indirect case known(Txid)

  package init(_ hash: Bytes32) { self = hash == .zero ? .unknown : .known(Txid(hash)) }

  /// The transaction; nil when it is not known.
  public var txid: Txid? {
    if case .known(let txid) = self { txid } else { nil }
  }
}

/// A coin of a wallet, spent or not.
///
/// A wallet may have a hundred thousand of them, so what may be missing has a value that stands for that, and
/// a coin takes 96 bytes.
public struct WalletCoin: Hashable, Sendable {
  /// The output that it is.
  public let outPoint: OutPoint
  /// The index on the branch.
  public let index: UInt32
  /// What it is worth.
  public let amount: Amount
  /// The number; 0 for none.
  private let knownNumber: Int64
  /// The payment; 0 for none.
  private var holder: Int64
  /// The block, up to 499,999,999; `UInt32.max` for the mempool.
  private let block: UInt32
  private let derivation: UInt16
  private var marks: Marks
  /// The tag that fences it off from other coins; nil for none.
  public package(set) var tag: String?
  /// What spends it; nil while it is unspent.
  public let spender: Spender?

  /// What is true of a coin or not.
  private struct Marks: OptionSet, Hashable {
    let rawValue: UInt8
    static let coinbase = Marks(rawValue: 1)
    static let trusted = Marks(rawValue: 2)
    static let unproved = Marks(rawValue: 4)
    static let frozen = Marks(rawValue: 8)

    subscript(mark: Marks) -> Bool {
      get { contains(mark) }
      set { if newValue { insert(mark) } else { remove(mark) } }
    }
  }

  /// The number that this home calls it by, from 1 on; nil for one that is not in its records.
  public var number: Int64? { knownNumber == 0 ? nil : knownNumber }
  /// Where the wallet derives its script: a branch from 0 to 65,535.
  public var branch: Int { Int(derivation) }
  /// The block that confirms it; nil while it is in the mempool.
  public var height: Int? { block == .max ? nil : Int(block) }
  /// Whether a coinbase made it, which may be spent after 100 blocks.
  public var isCoinbase: Bool { marks[.coinbase] }

  /// The unfinished payment that holds it, by its number from 1 on.
  public package(set) var payment: Int64? {
    get { holder == 0 ? nil : holder }
    set { holder = newValue ?? 0 }
  }
  /// Whether it is unconfirmed, but comes from coins of this wallet alone.
  public package(set) var isTrusted: Bool {
    get { marks[.trusted] }
    set { marks[.trusted] = newValue }
  }
  /// Whether the transaction that made it is missing although signers need it as proof of the amount:
  /// the node had pruned its block.
  public package(set) var isUnproved: Bool {
    get { marks[.unproved] }
    set { marks[.unproved] = newValue }
  }
  /// Whether a person has frozen it: no payment spends it until that is taken back.
  public package(set) var isFrozen: Bool {
    get { marks[.frozen] }
    set { marks[.frozen] = newValue }
  }

  /// A coin as it was told; a branch above 65,535 and a height above 4,294,967,294 count as these.
  public init(
    outPoint: OutPoint, amount: Amount, branch: Int, index: UInt32, height: Int?,
    isCoinbase: Bool = false, spender: Spender? = nil, payment: Int64? = nil,
    isTrusted: Bool = false, isUnproved: Bool = false, isFrozen: Bool = false,
    number: Int64? = nil, tag: String? = nil
  ) {
    self.outPoint = outPoint
    self.index = index
    self.amount = amount
    knownNumber = number ?? 0
    holder = payment ?? 0
    block = height.map { min(UInt32(clamping: $0), .max - 1) } ?? .max
    derivation = UInt16(clamping: branch)
    var marks: Marks = []
    marks[.coinbase] = isCoinbase
    marks[.trusted] = isTrusted
    marks[.unproved] = isUnproved
    marks[.frozen] = isFrozen
    self.marks = marks
    self.tag = tag
    self.spender = spender
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
