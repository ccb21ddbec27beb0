/// R06: change is proved by deriving it, never claimed.
///
/// An output that names one of our fingerprints and is in no registered wallet is a fraud or a bug;
/// nobody makes one by accident.
enum R06Change {
  static func findings(in facts: ReviewFacts) -> [Finding] {
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
