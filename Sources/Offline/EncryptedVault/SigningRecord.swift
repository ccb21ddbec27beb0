public import Bytes

/// One transaction that was signed, or one text.
public struct SigningRecord: Sendable, Equatable {
  /// Seconds since 1970.
  public let time: Int64
  /// The name of the wallet at that time.
  public let wallet: String
  /// The txid as it is hashed, in the byte order of transactions.
  public let txid: Bytes32
  /// What leaves the wallet without the fee, in satoshis.
  public let sent: Int64
  /// In satoshis.
  public let fee: Int64
  /// The lock time of the transaction.
  public let lockTime: UInt32
  /// What was acknowledged, and by which words.
  public let accepted: [LoggedAcceptance]
  /// The txid without signatures; nil where it was not kept.
  public let unsignedTxid: Bytes32?
  /// The coins that it spends; empty where they are not kept any more.
  public let spent: [CoinKey]
  /// Which of `spent` were ours when it was signed, in the same order (R12); empty where it was
  /// not kept.
  public let own: [Bool]
  /// Marks of whom it pays how much, 24 bytes each (R33); empty where they are not kept any more.
  public let payees: [UInt8]
  /// The text that was signed in place of a payment; nil for a payment.
  public let text: LoggedText?

  /// The bytes of one mark of a recipient.
  public static let payeeLength = 24

  /// Describes a signing.
  ///
  /// Of `payees` only whole marks of 24 bytes are kept, and `own` only with a value for each of `spent`.
  public init(
    time: Int64, wallet: String, txid: Bytes32, sent: Int64, fee: Int64, lockTime: UInt32,
    accepted: [LoggedAcceptance], unsignedTxid: Bytes32? = nil, spent: [CoinKey] = [],
    own: [Bool] = [], payees: [UInt8] = []
  ) {
    self.init(
      time: time, wallet: wallet, txid: txid, sent: sent, fee: fee, lockTime: lockTime,
      accepted: accepted, unsignedTxid: unsignedTxid, spent: spent, own: own, payees: payees,
      text: nil)
  }

  /// Describes the signing of a text, which moves nothing; `name` stands for what was signed.
  public init(
    text: LoggedText, name: Bytes32, time: Int64, wallet: String, accepted: [LoggedAcceptance]
  ) {
    self.init(
      time: time, wallet: wallet, txid: name, sent: 0, fee: 0, lockTime: 0, accepted: accepted,
      unsignedTxid: nil, spent: [], own: [], payees: [], text: text)
  }

  init(
    time: Int64, wallet: String, txid: Bytes32, sent: Int64, fee: Int64, lockTime: UInt32,
    accepted: [LoggedAcceptance], unsignedTxid: Bytes32?, spent: [CoinKey], own: [Bool],
    payees: [UInt8], text: LoggedText?
  ) {
    self.time = time
    self.wallet = wallet
    self.txid = txid
    self.sent = sent
    self.fee = fee
    self.lockTime = lockTime
    self.accepted = accepted
    self.unsignedTxid = unsignedTxid
    self.spent = spent
    self.own = own.count == spent.count ? own : []
    self.payees = Array(payees.prefix(payees.count / Self.payeeLength * Self.payeeLength))
    self.text = text
  }

  /// What stands for recipients that are not kept any more: a mark of zeros, which nobody's script
  /// gives.
  private static let forgottenPayees = [UInt8](repeating: 0, count: payeeLength)

  /// Whether its coins and recipients are remembered: every payment spends a coin, and a text none.
  public var hasDetails: Bool {
    text != nil || !spent.isEmpty && payees != Self.forgottenPayees
  }

  /// Whether the coins of it that were ours are remembered.
  public var hasOwnCoins: Bool { text != nil || !spent.isEmpty }

  /// The coins of it that were ours, or may have been.
  public var ownCoins: [CoinKey] { own.isEmpty ? spent : zip(spent, own).filter(\.1).map(\.0) }

  /// How many coins and recipients it remembers.
  var detailCount: Int { hasDetails ? spent.count + payees.count / Self.payeeLength : 0 }

  /// How many coins it remembers that were ours, or may have been.
  var ownCount: Int { own.isEmpty ? spent.count : own.count { $0 } }

  /// The same signing with its own coins alone; with all of them where it does not say which those are.
  var withOwnCoinsAlone: SigningRecord {
    guard hasDetails, text == nil else { return self }
    let kept = ownCoins
    return SigningRecord(
      time: time, wallet: wallet, txid: txid, sent: sent, fee: fee, lockTime: lockTime,
      accepted: accepted, unsignedTxid: unsignedTxid, spent: kept,
      own: own.isEmpty ? [] : kept.map { _ in true },
      payees: kept.isEmpty ? [] : Self.forgottenPayees)
  }

  /// The same signing without its coins and recipients.
  var withoutDetails: SigningRecord {
    guard text == nil else { return self }
    return SigningRecord(
      time: time, wallet: wallet, txid: txid, sent: sent, fee: fee, lockTime: lockTime,
      accepted: accepted, unsignedTxid: unsignedTxid)
  }
}
