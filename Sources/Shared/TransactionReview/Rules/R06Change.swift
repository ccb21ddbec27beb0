internal import BitcoinPrimitives
internal import Descriptors
internal import Refusals

/// R06: change is proved by deriving it, never claimed.
///
/// An output that names one of our fingerprints and is in no registered wallet is a fraud or a bug;
/// nobody makes one by accident.
enum R06Change {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    falseClaims(in: facts) + gains(in: facts) + changeInReachOfOthers(in: facts)
  }

  /// Change of a wallet that should rather be emptied: whoever else has its key can take what comes
  /// back.
  private static func changeInReachOfOthers(in facts: ReviewFacts) -> [Finding] {
    facts.outputs.enumerated().compactMap { number, output in
      guard output.kind == .change || output.kind == .ownReceive, let place = output.place else {
        return nil
      }
      let wallet = facts.context.wallets[place.wallet]
      guard wallet.trust.isNeverPaid else { return nil }
      return Finding(
        rule: .r06, severity: wallet.trust == .sweep ? .warn : .show,
        message: "output \(number) goes back to the \(wallet.trust.word) wallet "
          + "\(ForeignText.ascii(wallet.name)): \(wallet.trust.meaning)",
        mend: "have all of it paid to a wallet that only you can spend from")
    }
  }

  /// Wallets that others can spend from, or must sign for, and that get back more than they spend,
  /// out of other wallets of ours.
  ///
  /// A coordinator that mixes wallets would otherwise move money from one of ours to one that others
  /// can spend from, and it would read as change.
  private static func gains(in facts: ReviewFacts) -> [Finding] {
    facts.staying.gains.sorted { $0.key < $1.key }.map { number, gain in
      let wallet = facts.context.wallets[number]
      return Finding(
        rule: .r06, severity: .warn,
        message:
          "the wallet \(ForeignText.ascii(wallet.name)) receives \(gain) more than it spends, "
          + "from our other wallets; that is not change: \(wallet.trust.meaning)",
        mend: "sign only if you want that money moved there; if not, have the payment built again "
          + "from one wallet",
        consent: wallet.trust.consent)
    }
  }

  private static func falseClaims(in facts: ReviewFacts) -> [Finding] {
    facts.outputs.enumerated().compactMap { number, output in
      guard output.claimsFalsely else { return nil }
      guard output.place == nil else {
        return Finding(
          rule: .r06, severity: .refuse,
          message: "output \(number) is ours, but a derivation names our fingerprint with a key or "
            + "path that its script does not have",
          mend: "do not use the coordinator that made this PSBT")
      }
      return Finding(
        rule: .r06, severity: .refuse,
        message: "output \(number) claims one of our keys, but no registered wallet has this "
          + "script at the path it names",
        mend:
          "if it belongs to a wallet of yours, register that wallet; if not, do not use this coordinator"
      )
    }
  }
}
