import Descriptors

/// R07: own outputs lie where they will be found again.
///
/// Change at a scattered index is lost unless the attacker who chose the index names it: a ransom.
enum R07ChangePath {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    oddPlaces(in: facts)
  }

  /// Says for each other wallet of ours that is paid who signs there, when others have keys of it.
  private static func shared(in facts: ReviewFacts) -> [Finding] {
    var places: [Int: [Int]] = [:]
    for (number, output) in facts.outputs.enumerated() where output.kind == .otherWallet {
      guard let wallet = output.place?.wallet else { continue }
      places[wallet, default: []].append(number)
    }
    return places.sorted { $0.key < $1.key }.compactMap { number, outputs in
      let wallet = facts.context.wallets[number]
      guard wallet.hasKeysOfOthers, let first = outputs.first,
        let policy = WalletPolicy(wallet.descriptor)
      else { return nil }
      let what =
        outputs.count == 1
        ? "output \(first) goes" : "\(outputs.count) outputs go (output \(first) is the first)"
      let own = wallet.ownKeys
      let others = Set(wallet.descriptor.keys.indices).subtracting(own)
      let alone = policy.ways.contains { own.intersection($0.keys).count >= $0.threshold }
      let without = policy.ways.contains { others.intersection($0.keys).count >= $0.threshold }
      let ours = own.count == 1 ? "1 of them is ours" : "\(own.count) of them are ours"
      return Finding(
        rule: "R07", severity: .show,
        message: "\(what) to our wallet \(VisibleText.of(wallet.name)), of which others have keys: "
          + "\(policy) must sign there, \(ours)"
          + (alone ? "" : "; without the others it cannot be spent")
          + (without ? "; they can spend it without us" : ""),
        mend: "sign if you mean to put that money under the signatures of others")
    }
  }

  private static func oddPlaces(in facts: ReviewFacts) -> [Finding] {
    let limits = facts.context.limits
    var findings = shared(in: facts)
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
