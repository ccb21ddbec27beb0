public import BitcoinPrimitives
public import WalletTypes

/// Who gets how much.
public struct Recipient: Hashable, Sendable {
  /// An amount, or all that is left.
  public enum Share: Hashable, Sendable {
    /// This amount.
    case exactly(Amount)
    /// All that is left after the other recipients and the fee.
    case everything
  }

  /// Where it goes.
  public let address: Address
  /// How much it gets.
  public let share: Share

  /// Takes the address and the share.
  public init(address: Address, share: Share) {
    self.address = address
    self.share = share
  }
}

/// A payment somebody wants to make.
public struct PaymentRequest: Sendable {
  /// Who gets how much; the outputs stand in this order in a payload, and in any order otherwise.
  public var recipients: [Recipient]
  /// The fee rate of the transaction.
  public var feeRate: FeeRate
  /// The fee rate at which coins left over are expected to be spent one day.
  public var longTermFeeRate: FeeRate
  /// Exactly these coins, all of them; nil lets the coordinator choose.
  public var coins: [OutPoint]?
  /// Which of the coins may be spent, by their tags.
  public var fence = TagFence.closed
  /// The last block that is known.
  public var tipHeight: Int
  /// Its time, and the time now, in seconds since 1970.
  public var tipTime: Int64
  /// The time now, in seconds since 1970.
  public var now: Int64

  /// A fee above this share of the inputs is refused, in percent, when it is above 100,000 sat too (R04).
  public var feeRefusalPercent: Int64 = 25

  /// Whether the cheapest choice of coins is taken at every fee rate, and no coins are drawn.
  public var takesCheapest = false

  /// The positions of the recipients whose amounts the fee is taken from, in equal parts; none where the wallet
  /// pays it.
  public var feePayers: Set<Int> = []

  /// What an output that pays nobody carries (`OP_RETURN`), at most ``dataLimit`` bytes; nil for none.
  public var data: [UInt8]?

  /// The most bytes of data that every node relays (Bitcoin Core's `-datacarriersize` up to version 29, less
  /// three for the script).
  public static let dataLimit = 80

  /// The earliest block or time at which it may be mined; nil for the next block.
  public var notBefore: LockTime?

  /// The output with the data.
  var dataOutput: TxOut? {
    data.map { TxOut(amount: .zero, scriptPubKey: .opReturn($0)) }
  }

  /// How the transaction is laid out.
  public var form = Form.ordinary

  /// Whether it pays nobody: all that its coins are worth, less the fee, goes back to the wallet as change.
  ///
  /// Its coins are named then.
  public var returnsAll = false

  /// Whether something has to come back to the wallet: coins that are chosen reach for a change output as well.
  public var keepsChange = false

  /// Whether it has the replay lock of its chain (`Network.hasReplayLock`) in place of one against fee sniping.
  public var hasReplayLock = false

  /// Whether it is built with version 3 (TRUC, BIP-431), as what spends an unconfirmed output of such a transaction has to
  /// be.
  public var isTRUC = false

  /// How the transaction looks beside its inputs and outputs.
  public enum Form: Sendable {
    /// Version 2, replaceable, a lock time against fee sniping, and the outputs in any order.
    case ordinary
    /// As the Chance wallet makes its own: version 1, final, no lock time, and the change last; what
    /// that wallet shows as the payment is the first output.
    case payload
  }

  /// The most recipients of one payment.
  public static let recipientLimit = 2500

  /// Takes what has no default; the tip as the last sync saw it.
  public init(
    recipients: [Recipient], feeRate: FeeRate, longTermFeeRate: FeeRate, coins: [OutPoint]?,
    tipHeight: Int, tipTime: Int64, now: Int64
  ) {
    self.recipients = recipients
    self.feeRate = feeRate
    self.longTermFeeRate = longTermFeeRate
    self.coins = coins
    self.tipHeight = tipHeight
    self.tipTime = tipTime
    self.now = now
  }

  /// The lock time against fee sniping, as Bitcoin Core sets it.
  ///
  /// The payment cannot be mined before the next block, so that nobody gains by mining the last one
  /// again; one in ten goes back up to 99 blocks, so that payments signed late do not stand out.
  /// None when the tip is older than eight hours: it would reveal that this node is behind.
  func lockTime(using random: inout some RandomNumberGenerator) -> LockTime {
    if let notBefore { return notBefore }
    if hasReplayLock { return .replayLock }
    guard now - tipTime < 8 * 3600, let tip = UInt32(exactly: tipHeight) else { return .none }
    var height = tip
    if Int.random(in: 0..<10, using: &random) == 0 {
      height -= min(height, UInt32.random(in: 0..<100, using: &random))
    }
    return LockTime(height: height) ?? .none
  }
}
