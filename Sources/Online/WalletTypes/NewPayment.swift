public import BitcoinPrimitives

/// A payment that is about to be recorded.
public struct NewPayment: Sendable {
  public let unsigned: Transaction
  public let psbt: StoredPacket
  public let fee: Amount
  public let summary: String
  public let created: Int64
  /// The address of its change, which is handed out with it; nil when it has none.
  public let change: ScriptPlace?
  /// Places of the wallet that its outputs pay and that somebody else chose: they are handed out to nobody
  /// else.
  public let ownPlaces: [ScriptPlace]

  public init(
    unsigned: Transaction, psbt: StoredPacket, fee: Amount, summary: String, created: Int64,
    change: ScriptPlace? = nil, ownPlaces: [ScriptPlace] = []
  ) {
    self.unsigned = unsigned
    self.psbt = psbt
    self.fee = fee
    self.summary = summary
    self.created = created
    self.change = change
    self.ownPlaces = ownPlaces
  }
}
