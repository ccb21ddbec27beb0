internal import Descriptors
internal import Refusals

/// R07: our outputs lie where they will be found again.
///
/// Change at a scattered index is lost unless the attacker who chose the index names it: a ransom.
enum R07ChangePath {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    oddPlaces(in: facts)
  }

  /// Says for each other wallet of ours that is paid who else can spend there.
  ///
  /// Sole ones are ours as much as the one that pays. Paying one that is shared or joint puts the
  /// money into the hands of others; paying a key that came from outside, or was handed out, nearly
  /// always loses it, and is refused unless it is consented to in words.
  private static func otherWallets(in facts: ReviewFacts) -> [Finding] {
    var places: [Int: [Int]] = [:]
    for (number, output) in facts.outputs.enumerated() where output.kind == .otherWallet {
      guard let wallet = output.place?.wallet else { continue }
      places[wallet, default: []].append(number)
    }
    return places.sorted { $0.key < $1.key }.compactMap { number, outputs in
      let wallet = facts.context.wallets[number]
      guard wallet.trust != .sole, let first = outputs.first else { return nil }
      let what =
        outputs.count == 1
        ? "output \(first) goes" : "\(outputs.count) outputs (the first is output \(first)) go"
      return Finding(
        rule: .r07, severity: .warn,
        message: "\(what) to \(ForeignText.ascii(wallet.name)), a \(wallet.trust.word) wallet: "
          + "\(wallet.trust.meaning)\(keys(of: wallet))",
        mend: wallet.trust.isNeverPaid
          ? "have it paid to a wallet that only you can spend from; this one should only be emptied"
          : "sign only if you want other people to have a say over this money",
        consent: wallet.trust.consent)
    }
  }

  /// How many keys must sign for a wallet of several, and how many of them are ours.
  private static func keys(of wallet: RegisteredWallet) -> String {
    guard wallet.descriptor.keys.count > 1, let policy = WalletPolicy(wallet.descriptor) else {
      return ""
    }
    let own = wallet.ownKeys.count
    return "; \(policy) must sign there, \(own) of them \(own == 1 ? "is" : "are") ours"
  }

  private static func oddPlaces(in facts: ReviewFacts) -> [Finding] {
    let limits = facts.context.limits
    var findings = otherWallets(in: facts)
    for (number, output) in facts.outputs.enumerated() {
      guard let place = output.place else { continue }
      let wallet = facts.context.wallets[place.wallet]
      guard wallet.descriptor.isRange else { continue }
      let index = Int64(place.index)
      let highest = wallet.highest(onBranch: place.branch)
      if index >= limits.indexRefusal {
        findings.append(
          Finding(
            rule: .r07, severity: .refuse,
            message:
              "output \(number) goes to index \(index) of our own wallet, where no wallet would look for it",
            mend: "have the payment built with change at the next free index"))
      } else if index > highest + limits.indexWarningGap {
        findings.append(
          Finding(
            rule: .r07, severity: .warn,
            message: "output \(number) goes to our own index \(index); the highest known is "
              + (highest < 0 ? "none" : "\(highest)"),
            mend: "make sure that you know this index, or have the payment built again"))
      }
    }
    // On whatever branch: a wallet of a single branch, or one that is asked to, has its change
    // there.
    let back = facts.outputs.count { $0.kind == .change || $0.kind == .ownReceive }
    if back > limits.changeOutputs {
      findings.append(
        Finding(
          rule: .r07, severity: .warn,
          message: "\(back) outputs go back to the wallet that pays; more than "
            + "\(limits.changeOutputs) are unusual",
          mend: "make sure that you asked for this"))
    }
    return findings
  }
}
