import Descriptors

/// R07: own outputs lie where they will be found again.
///
/// Change at a scattered index is lost unless the attacker who chose the index names it: a ransom.
enum R07ChangePath {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let limits = facts.context.limits
    var findings: [Finding] = []
    for (number, output) in facts.outputs.enumerated() {
      guard let place = output.place else { continue }
      let wallet = facts.context.wallets[place.wallet]
      guard wallet.descriptor.isRange else { continue }
      let index = Int64(place.index)
      let highest = wallet.highest(onBranch: place.branch)
      if index >= limits.indexRefusal {
        findings.append(
          Finding(
            rule: "R07", severity: .refuse,
            message: "output \(number) goes to our own index \(index), where no wallet would look",
            mend: "have the payment built with change at the next free index"))
      } else if index > highest + limits.indexWarningGap {
        findings.append(
          Finding(
            rule: "R07", severity: .warn,
            message: "output \(number) goes to our own index \(index); the highest known is "
              + (highest < 0 ? "none" : "\(highest)"),
            mend: "make sure that you know this index, or have the payment built anew"))
      }
    }
    // On whatever branch: a wallet of a single branch, or one that is asked to, has its change
    // there.
    let back = facts.outputs.count { $0.kind == .change || $0.kind == .ownReceive }
    if back > limits.changeOutputs {
      findings.append(
        Finding(
          rule: "R07", severity: .warn,
          message: "\(back) outputs go back to the wallet that pays; more than "
            + "\(limits.changeOutputs) are unusual",
          mend: "make sure that you asked for this"))
    }
    return findings
  }
}
