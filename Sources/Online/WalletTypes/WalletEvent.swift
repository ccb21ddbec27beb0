public import BitcoinPrimitives

/// Something that changed for a wallet on the chain or in the mempool, as a sync found it.
///
/// It follows from what the records said before and what they say now (``WalletState``), and from nothing
/// else.
public struct WalletEvent: Hashable, Sendable {
  /// What happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A transaction that was not known before has paid the wallet.
    case arrived
    /// A transaction that was not known before has spent coins of the wallet.
    case left
    /// It is in a block now, or in another one than before.
    case confirmed
    /// The block that it was in is no longer part of the chain: it waits again.
    case unconfirmed
    /// It is neither in the chain nor in the mempool any more.
    case vanished
    /// Other coins of the wallet take part in it than was known.
    case corrected
  }

  /// What it happened to.
  public enum Subject: Hashable, Sendable {
    /// This transaction.
    case transaction(Txid)
    /// This coin, which is gone: no node could tell so far by which transaction.
    case unknownSpend(of: OutPoint)

    /// The transaction; nil when it is not known.
    public var txid: Txid? {
      if case .transaction(let txid) = self { txid } else { nil }
    }
  }

  /// What happened.
  public let kind: Kind
  /// What it happened to.
  public let subject: Subject
  /// What the wallet gets by it, in satoshis.
  public let received: Int64
  /// What of the wallet's it spends, in satoshis.
  public let spent: Int64
  /// The block that it is in; of a coin that is gone the block of the sync that missed it.
  ///
  /// Nil while it is in the mempool, and when it vanished.
  public let height: Int?
  /// The block that it was in before; nil for none.
  public let earlierHeight: Int?
  /// Of what vanished: what spends the same coins in its place, as far as that is known.
  public let replacedBy: Txid?

  /// Takes everything that is known of it.
  public init(
    kind: Kind, subject: Subject, received: Int64, spent: Int64, height: Int?,
    earlierHeight: Int? = nil, replacedBy: Txid? = nil
  ) {
    self.kind = kind
    self.subject = subject
    self.received = received
    self.spent = spent
    self.height = height
    self.earlierHeight = earlierHeight
    self.replacedBy = replacedBy
  }

  /// What the wallet gains or loses by it, in satoshis.
  public var net: Int64 { received &- spent }

  /// The transaction; nil when it is not known.
  public var txid: Txid? { subject.txid }
}

/// What the coins of a wallet say about the transactions that moved them, at one moment: what events follow
/// from.
public struct WalletState: Hashable, Sendable {
  /// What one transaction does to the wallet, and where it is.
  public struct Movement: Hashable, Sendable {
    /// What comes to the wallet, in satoshis.
    public var received: Int64 = 0
    /// What leaves it.
    public var spent: Int64 = 0
    /// Its block; nil while it is in the mempool.
    public var height: Int?

    /// Takes all three.
    public init(received: Int64 = 0, spent: Int64 = 0, height: Int? = nil) {
      (self.received, self.spent, self.height) = (received, spent, height)
    }
  }

  /// What moved coins.
  public private(set) var movements: [WalletEvent.Subject: Movement] = [:]

  /// A wallet to which nothing happened yet.
  public init() {}

  /// Adds a coin that a transaction made.
  public mutating func receive(_ satoshis: Int64, by txid: Txid, height: Int?) {
    var movement = movements[.transaction(txid)] ?? Movement()
    movement.received &+= satoshis
    movement.height = movement.height ?? height
    movements[.transaction(txid)] = movement
  }

  /// Adds a coin that was spent.
  public mutating func spend(
    _ satoshis: Int64, of coin: OutPoint, by spender: Spender, height: Int?
  ) {
    let subject =
      spender.txid.map { WalletEvent.Subject.transaction($0) } ?? .unknownSpend(of: coin)
    var movement = movements[subject] ?? Movement()
    movement.spent &+= satoshis
    movement.height = movement.height ?? height
    movements[subject] = movement
  }

  /// What happened between an earlier state and this one, the same whatever the order in which either was
  /// found: first what was taken back, then what came, by its block.
  ///
  /// `replacement` says what stands in the place of something that vanished.
  public func events(
    since before: WalletState, replacement: (WalletEvent.Subject) throws -> Txid?
  ) rethrows -> [WalletEvent] {
    var events: [WalletEvent] = []
    for (subject, then) in before.movements where movements[subject] == nil {
      events.append(
        WalletEvent(
          kind: .vanished, subject: subject, received: then.received, spent: then.spent,
          height: nil, earlierHeight: then.height, replacedBy: try replacement(subject)))
    }
    for (subject, now) in movements {
      let then = before.movements[subject]
      guard then != now else { continue }
      for kind in Self.kinds(of: subject, then, now) {
        events.append(
          WalletEvent(
            kind: kind, subject: subject, received: now.received, spent: now.spent,
            height: now.height, earlierHeight: then?.height))
      }
    }
    return events.sorted { $0.order < $1.order }
  }

  /// The same where nobody knows what stands in the place of what.
  public func events(since before: WalletState) -> [WalletEvent] {
    events(since: before) { _ in nil }
  }

  private static func kinds(
    of subject: WalletEvent.Subject, _ then: Movement?, _ now: Movement
  ) -> [WalletEvent.Kind] {
    let isTransaction = subject.txid != nil
    guard let then else {
      let isGain = now.spent == 0 || now.received > now.spent
      let came: WalletEvent.Kind = isGain ? .arrived : .left
      return isTransaction && now.height != nil ? [came, .confirmed] : [came]
    }
    let isCorrected = then.received != now.received || then.spent != now.spent
    guard then.height != now.height, isTransaction else { return [.corrected] }
    return (isCorrected ? [.corrected] : []) + [now.height == nil ? .unconfirmed : .confirmed]
  }
}

extension WalletEvent {
  /// What events are sorted by; no two of one change have the same.
  fileprivate var order: (Int, Int, String, Int) {
    let group =
      switch kind {
      case .vanished: 0
      case .unconfirmed: 1
      case .arrived, .left, .confirmed, .corrected: 2
      }
    let name =
      switch subject {
      case .transaction(let txid): "\(txid)"
      case .unknownSpend(let coin): "\(coin)"
      }
    return (group, height ?? .max, name, kind == .confirmed ? 1 : 0)
  }
}

/// An event as the records keep it.
public struct RecordedEvent: Hashable, Sendable {
  /// Its number; a later one has a higher number, and none is given twice.
  public let number: Int64
  /// The name of the wallet.
  public let wallet: String
  /// What happened.
  public let event: WalletEvent
  /// The last block of the sync that found it.
  public let tip: Int

  package init(number: Int64, wallet: String, event: WalletEvent, tip: Int) {
    self.number = number
    self.wallet = wallet
    self.event = event
    self.tip = tip
  }
}
