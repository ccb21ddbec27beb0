import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Secp256k1

/// R20: a signature that is there already must parse, and verify with the right sighash.
///
/// One that does not is somebody's mistake or somebody's lie; nothing is signed on top of it.
enum R20ExistingSignatures {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    guard let signatures = facts.signatures else { return [] }
    guard signatures.count == facts.inputs.count else {
      return [refusal("signatures are there, but not every coin is known: they cannot be checked")]
    }
    return signatures.enumerated().flatMap { number, signatures in
      judged(number, signatures, facts)
    }
  }

  private static func judged(
    _ number: Int, _ signatures: InputSignatures, _ facts: ReviewFacts
  ) -> [Finding] {
    var findings: [Finding] = []
    let place = facts.inputs[number].place
    if signatures.finalRuns == false {
      findings.append(refusal("input \(number) is final, but its script does not verify"))
    } else if signatures.finalRuns == true, place != nil {
      findings.append(
        Finding(
          rule: "R20", severity: .show,
          message: "input \(number) is ours and already final; it is not signed again",
          mend: "nothing to do"))
    }
    if let excess = signatures.excess {
      return findings + [
        refusal("input \(number): \(excess) signatures are more than any script takes")
      ]
    }
    for signature in signatures.ecdsa where !signature.verifies {
      let key = Hex.encode(signature.publicKey)
      let whose = owner(of: place, facts) { $0.publicKey.encoded == signature.publicKey }
      findings.append(refusal("input \(number): the signature of \(key)\(whose) does not verify"))
    }
    if signatures.keyPath == false {
      findings.append(refusal("input \(number): its taproot signature does not verify"))
    }
    for signature in signatures.leaves where !signature.verifies {
      let whose = owner(of: place, facts) { $0.publicKey.xOnly.bytes == signature.key }
      findings.append(
        refusal(
          "input \(number): the signature of \(Hex.encode(signature.key.bytes))\(whose) for the "
            + "leaf \(Hex.encode(signature.leafHash.bytes)) does not verify"))
    }
    return findings
  }

  /// Names a key of a wallet of several: the person has to find the one who sent the signature.
  private static func owner(
    of place: WalletPlace?, _ facts: ReviewFacts, where isIt: (DerivedKey) -> Bool
  ) -> String {
    guard let place, place.derived.keys.count > 1 else { return "" }
    guard let position = place.derived.keys.firstIndex(where: isIt) else {
      return " (no key of this wallet)"
    }
    return " (\(facts.context.wallets[place.wallet].label(ofKey: position)))"
  }

  private static func refusal(_ message: String) -> Finding {
    Finding(
      rule: "R20", severity: .refuse, message: message,
      mend: "start again from the unsigned PSBT")
  }
}
