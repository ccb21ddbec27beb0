/// The block that a payment is in.
public struct PaymentBlock: Hashable, Sendable {
  /// Its height.
  public let height: Int
  /// When it was made, in seconds since 1970, as its miner wrote it; nil where no node told it so far.
  public let time: Int64?

  package init(height: Int, time: Int64?) {
    self.height = height
    self.time = time
  }
}
