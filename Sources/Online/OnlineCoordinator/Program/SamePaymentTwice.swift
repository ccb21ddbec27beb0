internal import BitcoinPrimitives
internal import PaymentBuilding
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage

/// The same amount to the same address as another payment, or twice in one: it could be paid twice (R33).
struct SamePaymentTwice {
  private let others: [PaymentRecord]
  private let wallet: WalletRecord

  /// Looks at the payments of every wallet of the network: one person may be paid out of several.
  ///
  /// What was given up before any node had it, and what can no longer confirm, pays nobody.
  init(of wallet: WalletRecord, in store: Store) throws(ProgramError) {
    self.wallet = wallet
    let names = Set(
      try hinted { () throws(StorageError) in try store.wallets() }
        .filter { $0.network == wallet.network }.map(\.name))
    others = try hinted { () throws(StorageError) in try store.payments() }
      .filter {
        $0.state != .conflicted && ($0.state != .cancelled || $0.wasHandedOver)
          && names.contains($0.walletName)
      }
  }

  /// The warnings about a payment that is about to be built.
  func warnings(about quote: PaymentQuote, replacing replacement: Replacement?) -> [Finding] {
    let coins = Set(quote.coins)
    let twice = quote.payments.enumerated().contains { index, payment in
      quote.payments[..<index].contains(payment)
    }
    let inside = Finding(
      rule: "R33", severity: .warn,
      message: "this payment pays the same amount to the same address twice",
      mend: "give each recipient once: one --to ADDRESS=AMOUNT with the whole amount")
    return (twice ? [inside] : [])
      + others.compactMap { payment in
        // With a coin in common only one of them can confirm.
        guard payment.number != replacement?.payment.number,
          !payment.unsigned.inputs.contains(where: { coins.contains($0.previousOutput) }),
          quote.payments.contains(where: payment.unsigned.outputs.contains)
        else { return nil }
        let owner = payment.walletName == wallet.name ? "" : " of \(payment.walletName)"
        return Finding(
          rule: "R33", severity: .warn,
          message: "payment \(payment.number)\(owner) pays the same amount to the same address: "
            + Self.reason(payment),
          mend: Self.mend(payment))
      }
  }

  private static func reason(_ payment: PaymentRecord) -> String {
    if payment.isUncertain {
      return "one of its coins is spent, and this node cannot tell by which transaction: it may be "
        + "confirmed"
    }
    return switch payment.state {
    case .draft: "it waits for signatures"
    case .complete where !payment.wasHandedOver: "it is signed and can be sent"
    case .complete: "a node refused it, but may have kept it, and it may still confirm"
    case .confirmed: "it is confirmed"
    case .dead: "it was sent, and the coin that it lacks may come back"
    case .cancelled: "it was sent before it was cancelled, and may still confirm"
    default: "it was sent and is not in a block yet"
    }
  }

  private static func mend(_ payment: PaymentRecord) -> String {
    if payment.isUncertain {
      return "sync with a node that has block filters, or sync --whole, before you pay again"
    }
    if payment.state == .confirmed { return "continue only if you want to pay it a second time" }
    return payment.wasHandedOver
      ? "run pay \(payment.walletName) --replace \(payment.number) instead: it spends the same coins, so "
        + "only one of the two can confirm"
      : "if you do not want to pay both, run cancel \(payment.number) first"
  }
}
