internal import BitcoinPrimitives
internal import PaymentBuilding
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage

/// Payments that a node may have and that are in no block: the same amount to the same address out of other
/// coins could be paid twice (R33).
struct SamePaymentTwice {
  private let open: [PaymentRecord]
  private let wallet: WalletRecord

  /// Looks at the payments of every wallet of the network: one person may be paid out of several.
  init(of wallet: WalletRecord, in store: Store) throws(ProgramError) {
    self.wallet = wallet
    let names = Set(
      try hinted { () throws(StorageError) in try store.wallets() }
        .filter { $0.network == wallet.network }.map(\.name))
    open = try hinted { () throws(StorageError) in try store.payments() }
      .filter {
        $0.wasHandedOver && $0.state != .confirmed && $0.state != .conflicted
          && names.contains($0.walletName)
      }
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
      let owner = payment.walletName == wallet.name ? "" : " of \(payment.walletName)"
      return Finding(
        rule: "R33", severity: .warn,
        message: "payment \(payment.number)\(owner) pays the same amount to the same address and "
          + "may still confirm: \(Self.reason(payment))",
        mend: payment.isUncertain
          ? "sync with a node that has block filters, or sync --whole, before you pay again"
          : "pay \(payment.walletName) --replace \(payment.number) instead, which spends its coins")
    }
  }

  private static func reason(_ payment: PaymentRecord) -> String {
    if payment.isUncertain {
      return "one of its coins is spent, and this node cannot tell by which transaction"
    }
    return switch payment.state {
    case .dead: "it was sent, and the coin that it lacks may come back"
    case .complete: "a node refused it, but may have kept it"
    case .cancelled: "it was sent before it was given up"
    default: "it was sent and is not in a block"
    }
  }
}
