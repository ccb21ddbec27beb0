public import BitcoinPrimitives

/// A payment on its way, from the draft to its confirmation; its PSBT is asked for by itself.
public struct PaymentRecord: Hashable, Sendable {
  /// How far it is, by what was done with it and what the chain and the mempool say.
  public enum State: String, Hashable, Sendable {
    /// Built; signatures are missing.
    case draft
    /// Signed and verified; not sent.
    case complete
    /// About to be handed to a node, which may have it: the program ended before the node answered.
    case sending
    /// A node took it.
    case sent
    /// It is in a block.
    case confirmed
    /// It was given up, and holds no coins.
    case cancelled
    /// Another transaction, which is in a block, spent one of its coins.
    case conflicted
    /// A coin that it spends no longer exists: the transaction that made it is neither in the chain
    /// nor in the mempool. It comes back to life with that coin.
    case dead

    /// Whether its coins are held for it.
    public var holdsCoins: Bool {
      switch self {
      case .draft, .complete, .sending, .sent: true
      case .confirmed, .cancelled, .conflicted, .dead: false
      }
    }

    /// What is said of a payment in this state, as in `payment 4 still needs signatures`.
    public var words: String {
      switch self {
      case .draft: "still needs signatures"
      case .complete: "has all signatures and was not sent"
      case .sending: "was about to be sent, and it is not known whether a node has it"
      case .sent: "was sent"
      case .confirmed: "is confirmed"
      case .cancelled: "was cancelled"
      case .conflicted: "cannot confirm any more: another transaction spent one of its coins"
      case .dead: "is dead: a coin that it spends no longer exists"
      }
    }

    /// The same for a state by its name.
    public static func words(_ state: String) -> String {
      State(rawValue: state)?.words ?? "is \(state)"
    }

    /// Whether it can be given up.
    public var canBeGivenUp: Bool { holdsCoins || self == .dead }
  }

  /// Its number, by which commands name it.
  public let number: Int64
  package let wallet: Int64
  /// The name of the wallet whose coins it spends.
  public let walletName: String
  /// How far it is.
  public let state: State
  /// What was done with it, whatever became of it: draft, complete, sending, sent or cancelled.
  public let standing: State
  /// Whether a node may have it: it can confirm even when it was given up.
  public let wasHandedOver: Bool
  /// Whether the node that had it last refused it.
  public let wasRefused: Bool
  /// Whether a coin of it is gone and the node cannot tell where to: perhaps it is confirmed.
  public let isUncertain: Bool
  /// Whether it was sent and the last sync found it neither in a block nor in the mempool.
  public let isUnseen: Bool
  /// The payment that spends its coins instead, at a higher fee.
  public let replacedBy: Int64?
  /// Whether what spends its coins instead is a step of the same fee ladder.
  public let isReplacedByStep: Bool
  /// The transaction as it was built, without any signature.
  public let unsigned: Transaction
  /// The finished transaction.
  public let final: Transaction?
  /// What the inputs are worth more than the outputs.
  public let fee: Amount
  /// In words for the list, made by the coordinator.
  public let summary: String
  /// Seconds since 1970.
  public let created: Int64
  /// Where it stands in a fee ladder; nil for a payment by itself.
  public let ladder: LadderPlace?
  /// When it was last written to where signers get it from, in seconds since 1970; nil when this home never did.
  public let writtenAt: Int64?
  /// What another node than the one in use said last of it; nil where none did.
  public let secondSighting: SecondSighting?

  package init(
    number: Int64, wallet: Int64, walletName: String, state: State, standing: State,
    wasHandedOver: Bool, wasRefused: Bool, isUncertain: Bool, isUnseen: Bool, replacedBy: Int64?,
    unsigned: Transaction, final: Transaction?, fee: Amount, summary: String, created: Int64,
    ladder: LadderPlace? = nil, isReplacedByStep: Bool = false, writtenAt: Int64? = nil,
    secondSighting: SecondSighting? = nil
  ) {
    self.writtenAt = writtenAt
    self.secondSighting = secondSighting
    self.isReplacedByStep = isReplacedByStep
    self.ladder = ladder
    self.number = number
    self.wallet = wallet
    self.walletName = walletName
    self.state = state
    self.standing = standing
    self.wasHandedOver = wasHandedOver
    self.wasRefused = wasRefused
    self.isUncertain = isUncertain
    self.isUnseen = isUnseen
    self.replacedBy = replacedBy
    self.unsigned = unsigned
    self.final = final
    self.fee = fee
    self.summary = summary
    self.created = created
  }

  /// Whether it may still confirm although nobody here is waiting for it: this node cannot tell where
  /// its coins went, or a coin of it is gone and may come back, or it was given up after it was
  /// handed over or signed: whoever has a copy of what is signed can send it.
  public var mayStillConfirm: Bool {
    (wasHandedOver || final != nil) && state != .confirmed && state != .conflicted
      && (isUncertain || state == .dead || standing == .cancelled)
  }

  /// How a backup says how far it is: `draft`, `complete` or `sent`, whatever became of it; the chain
  /// says that again.
  public var stateInBackups: String {
    if wasHandedOver { return State.sent.rawValue }
    return (final == nil ? State.draft : State.complete).rawValue
  }
}
