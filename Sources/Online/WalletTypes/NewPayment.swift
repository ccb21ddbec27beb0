public import BitcoinPrimitives
public import Bytes

/// A payment that is about to be recorded.
public struct NewPayment: Sendable {
  /// The transaction without signatures.
  public let unsigned: Transaction
  /// The unsigned PSBT with all that signers need.
  public let psbt: StoredPacket
  /// What the inputs are worth more than the outputs.
  public let fee: Amount
  /// The payment in words, for the list.
  public let summary: String
  /// When it was built, in seconds since 1970.
  public let created: Int64
  /// The address of its change, which is handed out with it; nil when it has none.
  public let change: ScriptPlace?
  /// Places of the wallet that its outputs pay and that somebody else chose: they are handed out to nobody
  /// else.
  public let ownPlaces: [ScriptPlace]
  /// What the coordinator's say in the nonces comes from (anti-exfil); nil where it has none.
  public let nonceSecret: Bytes32?

  /// Takes everything that is recorded of a payment.
  public init(
    unsigned: Transaction, psbt: StoredPacket, fee: Amount, summary: String, created: Int64,
    change: ScriptPlace? = nil, ownPlaces: [ScriptPlace] = [], nonceSecret: Bytes32? = nil
  ) {
    self.unsigned = unsigned
    self.psbt = psbt
    self.fee = fee
    self.summary = summary
    self.created = created
    self.change = change
    self.ownPlaces = ownPlaces
    self.nonceSecret = nonceSecret
  }
}
