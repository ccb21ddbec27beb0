internal import BitcoinPrimitives
internal import Refusals

/// R04: a fee has a ceiling that refuses and a lower one that warns.
///
/// A share alone would let 0.8 bitcoin on 150 pass, so the rate per virtual byte warns as well.
enum R04Fee {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    guard let fee = facts.fee, let inputs = facts.inputTotal, let rate = facts.feeRate else {
      return []
    }
    let limits = facts.context.limits
    if fee.satoshis > limits.feeRefusalFloor,
      isAbove(limits.feeRefusalPercent, percentOf: inputs, fee)
    {
      return [
        Finding(
          rule: .r04, severity: .refuse,
          message: "the fee of \(fee) is more than \(limits.feeRefusalPercent) % of the inputs",
          mend: "have the payment built with a lower fee")
      ]
    }
    var findings: [Finding] = []
    let leaving = facts.leaving ?? .zero
    let (base, words) =
      leaving == .zero ? (inputs, "of the inputs") : (leaving, "of the money leaving")
    if isAbove(limits.feeWarningPercent, percentOf: base, fee) {
      findings.append(
        warning("the fee of \(fee) is more than \(limits.feeWarningPercent) % \(words)"))
    } else if let loss = facts.ownLoss, isAbove(limits.feeWarningPercent, percentOf: loss, fee) {
      // A foreign coin that comes in and goes out again makes every share small, but not what we
      // lose.
      findings.append(
        warning(
          "the fee of \(fee) is more than \(limits.feeWarningPercent) % of the \(loss) that this "
            + "payment costs us"))
    }
    // Judged by the least the transaction may weigh: whoever signs the foreign inputs may do it
    // with a shorter script than they came with, and the rate is then higher than the one expected.
    if let highest = facts.highestFeeRate, highest.satoshisPerKvB > limits.feeRateWarning {
      let above = "is above \(limits.feeRateWarning / 1000) sat/vB"
      findings.append(
        warning(
          rate.satoshisPerKvB > limits.feeRateWarning
            ? "the fee rate of \(rate) \(above)"
            : "the fee rate may be as high as \(highest), which \(above): the inputs of others may "
              + "take fewer bytes once they are signed"))
    }
    return findings
  }

  /// Compares without dividing; the product fits, because an amount times 100 is below 2^63.
  private static func isAbove(_ percent: Int64, percentOf base: Amount, _ fee: Amount) -> Bool {
    Int128(fee.satoshis) * 100 > Int128(base.satoshis) * Int128(percent)
  }

  private static func warning(_ message: String) -> Finding {
    Finding(
      rule: .r04, severity: .warn, message: message,
      mend: "if that is not what you want to pay, have it built with a lower fee rate")
  }
}
