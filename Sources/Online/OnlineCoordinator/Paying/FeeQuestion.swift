internal import BitcoinPrimitives
internal import PaymentBuilding
internal import Refusals
internal import TransactionReview

/// The fee limits of the rules (R04), asked about here as the signer asks: before a payment is
/// built, so that a slip of the finger, or a node that lies about fees, is found where it can be
/// fixed.
///
/// What is refused, a fee above a quarter of the inputs unless the settings say another share, the builder
/// refuses.
struct FeeQuestion {
  /// Who says how high the rate is, in words; nil for the person.
  let source: String?
  /// Scripts that pay the wallet itself.
  let own: Set<Script>
  let limits: ReviewLimits

  /// The warnings about a payment that is about to be built.
  func warnings(about quote: PaymentQuote) -> [Finding] {
    var findings: [Finding] = []
    let leaving = quote.payments.filter { !own.contains($0.scriptPubKey) }
      .reduce(Int64(0)) { $0 + $1.rawValue }
    let (base, words) =
      leaving == 0
      ? (quote.inputTotal.satoshis, "of the inputs") : (leaving, "of the money leaving")
    if Int128(quote.fee.satoshis) * 100 > Int128(base) * Int128(limits.feeWarningPercent) {
      findings.append(
        warning("the fee of \(quote.fee) is more than \(limits.feeWarningPercent) % \(words)"))
    }
    let rate = FeeRate(fee: quote.fee, for: quote.weight)
    if rate.satoshisPerKvB > limits.feeRateWarning {
      findings.append(
        warning("the fee rate of \(rate) is above \(limits.feeRateWarning / 1000) sat/vB"))
    }
    return findings
  }

  private func warning(_ message: String) -> Finding {
    Finding(
      rule: .r04, severity: .warn, message: message + (source.map { " (\($0))" } ?? ""),
      mend: "give a lower --fee-rate")
  }
}
