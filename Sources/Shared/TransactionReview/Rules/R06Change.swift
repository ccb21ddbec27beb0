import BitcoinPrimitives
import Descriptors

/// R06: change is proved by deriving it, never claimed.
///
/// An output that names one of our fingerprints and is in no registered wallet is a fraud or a bug;
/// nobody makes one by accident.
enum R06Change {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    falseClaims(in: facts) + gains(in: facts)
  }

  /// Wallets of several people that get back more than they spend, out of other wallets of ours.
  ///
  /// A coordinator that mixes wallets would otherwise move money from one of ours to one that others
  /// can spend from, and it would read as change.
  private static func gains(in facts: ReviewFacts) -> [Finding] {
    let spent = facts.spentWallets
    guard spent.count > 1, facts.inputs.allSatisfy({ $0.amount != nil }) else { return [] }
    return spent.sorted().compactMap { number in
      let wallet = facts.context.wallets[number]
      guard wallet.hasKeysOfOthers else { return nil }
      let given = facts.inputs.lazy.filter { $0.place?.wallet == number }.compactMap(\.amount)
      let back = facts.outputs.lazy.filter { $0.place?.wallet == number }.compactMap(\.amount)
      guard let spends = try? Amount.sum(of: Array(given)),
        let gets = try? Amount.sum(of: Array(back)), gets > spends,
        let gain = try? gets.subtracting(spends)
      else { return nil }
      return Finding(
        rule: "R06", severity: .warn,
        message: "the wallet \(VisibleText.of(wallet.name)) gets \(gain) more than it spends, out "
          + "of other wallets: that is no change, and others have keys of it",
        mend: "sign only if you mean to put that money there; else have it built from one wallet")
    }
  }

  private static func falseClaims(in facts: ReviewFacts) -> [Finding] {
    facts.outputs.enumerated().compactMap { number, output in
      guard output.claimsFalsely else { return nil }
      guard output.place == nil else {
        return Finding(
          rule: "R06", severity: .refuse,
          message: "output \(number) is ours, but a derivation names our fingerprint with a key or "
            + "path that its script does not have",
          mend: "do not use the coordinator that made this PSBT")
      }
      return Finding(
        rule: "R06", severity: .refuse,
        message: "output \(number) claims one of our keys, but no registered wallet derives its "
          + "script at the path it names",
        mend: "register the wallet it belongs to, or do not use the coordinator that made this")
    }
  }
}
