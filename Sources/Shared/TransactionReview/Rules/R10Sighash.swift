internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals

/// R10: only ALL is signed, and DEFAULT for taproot; no setting changes that.
///
/// NONE, SINGLE and ANYONECANPAY leave parts of the transaction to whoever finds the signature;
/// SINGLE without its output signs the number one, which spends every coin of the key.
enum R10Sighash {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    facts.psbt.inputs.enumerated().compactMap { number, input in
      guard let asked = input.sighashType else { return nil }
      let isTaproot = facts.inputs[number].output?.scriptPubKey.isP2TR == true
      if asked == SighashType.all.rawValue || (asked == 0 && isTaproot) { return nil }
      return Finding(
        rule: .r10, severity: .refuse,
        message: "input \(number) asks for sighash \(SighashType(rawValue: asked))",
        mend: "have the payment built with sighash ALL (or DEFAULT for taproot); "
          + "no other is signed")
    }
  }
}
