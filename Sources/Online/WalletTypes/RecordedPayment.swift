/// A payment that was just recorded.
public struct RecordedPayment: Hashable, Sendable {
  /// The payment, with its number.
  public let payment: PaymentRecord
  /// The address of its change, handed out with it; nil when it has none, or when its wallet has a single
  /// address.
  public let change: IssuedAddress?

  package init(payment: PaymentRecord, change: IssuedAddress?) {
    self.payment = payment
    self.change = change
  }
}
