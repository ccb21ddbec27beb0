internal import BitcoinPSBT
internal import Refusals

/// R02: a proof that a coin is confirmed holds, or the payment is refused.
///
/// Nobody has to prove it; but a proof that does not hold is a lie, or damage.
enum R02Confirmations {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    guard let check = facts.confirmations else { return [] }
    var findings: [Finding] = []
    if let flaw = check.headersFlaw {
      findings.append(refusal("the proofs that coins are confirmed are wrong: \(flaw)"))
    }
    for (number, input) in check.inputs.enumerated() {
      guard case .failure(let flaw) = input else { continue }
      findings.append(
        refusal("input \(number): the proof that its coin is confirmed is wrong: \(flaw)"))
    }
    return findings
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: .r02, severity: .refuse, message: message,
      mend:
        "build the payment again without --prove; if your own coordinator made this proof, stop "
        + "using it until you know why")
  }
}
