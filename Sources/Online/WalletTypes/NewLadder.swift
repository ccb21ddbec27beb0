/// A fee ladder that is about to be recorded: one payment at several fee rates, all out of the same coins.
public struct NewLadder: Sendable {
  /// The steps, the lowest fee first; at least one.
  public let steps: [NewPayment]
  /// What takes the payment back; nil for none.
  public let cancel: NewPayment?

  /// Takes the steps and what takes them back.
  public init(steps: [NewPayment], cancel: NewPayment?) {
    self.steps = steps
    self.cancel = cancel
  }

  /// All of them, what takes the payment back last.
  public var all: [NewPayment] { steps + (cancel.map { [$0] } ?? []) }
}

/// A fee ladder that was just recorded.
public struct RecordedLadder: Hashable, Sendable {
  /// Its payments, what takes it back last.
  public let payments: [PaymentRecord]
  /// The address of the change of them all, handed out with them; nil when their wallet has a single address.
  public let change: IssuedAddress?

  package init(payments: [PaymentRecord], change: IssuedAddress?) {
    self.payments = payments
    self.change = change
  }
}
