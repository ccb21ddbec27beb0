internal import BitcoinPrimitives
internal import PaymentBuilding
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage

/// Payments that may still confirm although nobody waits for them: the same amount to the same address
/// out of other coins could be paid twice (R33).
struct SamePaymentTwice {
  private let open: [PaymentRecord]

  init(of wallet: WalletRecord, in store: Store) throws(ProgramError) {
    open = try hinted { () throws(StorageError) in try store.payments(of: wallet) }
      .filter(\.mayStillConfirm)
  }

  /// The warnings about a payment that is about to be built.
  func warnings(about quote: PaymentQuote, replacing replacement: Replacement?) -> [Finding] {
    let coins = Set(quote.coins)
    return open.compactMap { payment in
      // With a coin in common only one of them can confirm.
      guard payment.number != replacement?.payment.number,
        !payment.unsigned.inputs.contains(where: { coins.contains($0.previousOutput) }),
        quote.payments.contains(where: payment.unsigned.outputs.contains)
      else { return nil }
      let why =
        payment.isUncertain
        ? "one of its coins is spent, and this node cannot tell by which transaction"
        : "it was sent before it was given up"
      return Finding(
        rule: "R33", severity: .warn,
        message: "payment \(payment.number) pays the same amount to the same address and may still "
          + "confirm: \(why)",
        mend: payment.isUncertain
          ? "sync with a node that has block filters, or sync --whole, before you pay again"
          : "pay --replace \(payment.number) instead, which spends its coins")
    }
  }
}
