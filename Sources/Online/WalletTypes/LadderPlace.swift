/// Where a payment stands in a fee ladder: the same payment at several fee rates, built and signed in one go.
public struct LadderPlace: Hashable, Sendable {
  /// The ladder, by the number of its first step.
  public let ladder: Int64
  /// Which step it is, from 1, the lowest fee first; nil for what takes the payment back.
  public let step: Int?

  package init(ladder: Int64, step: Int?) {
    self.ladder = ladder
    self.step = step
  }
}
