internal import Refusals

/// R28: where a host has a say in the nonces (anti-exfil), both sides say what they say in the order that binds them,
/// for each signature that is made here.
enum R28Nonces {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    switch facts.nonces {
    case .success(.none): return []
    case .success(.first):
      return [
        Finding(
          rule: .r28, severity: .show,
          message:
            "round 1 of 2 of anti-exfil: nothing is signed yet, the answer holds this signer's openings",
          mend: "bring the answer to the coordinator; it writes round 2")
      ]
    case .success(.second):
      return [
        Finding(
          rule: .r28, severity: .show,
          message:
            "round 2 of 2 of anti-exfil: the coordinator sees that the nonces hold what it committed to",
          mend: "bring the signed payment to the coordinator")
      ]
    case .failure(let error):
      let (message, mend) = words(of: error.trouble)
      return [Finding(rule: .r28, severity: .refuse, message: message, mend: mend)]
    }
  }

  private static func words(of trouble: NonceTrouble) -> (message: String, mend: String) {
    let again =
      "have the coordinator write the payment again: `payments --payment NUMBER --out FILE`"
    switch trouble {
    case .malformed(let input):
      return ("input \(input): an anti-exfil field is malformed", again)
    case .taproot(let input):
      return (
        "input \(input) asks for anti-exfil, which is defined for ECDSA alone; this coin takes Schnorr signatures",
        "have the payment built without anti-exfil, and compare signatures with `sign --compare`"
      )
    case .unanswered(let input):
      return (
        "input \(input) holds an opening, but not the coordinator's entropy: this is an answer to round 1",
        "bring it to the coordinator (`collect`), and sign what that writes for round 2"
      )
    case .outOfOrder(let input):
      return ("input \(input): of the anti-exfil fields, one stands without those before it", again)
    case .otherEntropy(let input):
      return (
        "input \(input): the coordinator's entropy is not what it committed to in round 1",
        "do not sign it; have the payment built again by a coordinator that you trust"
      )
    case .mixed:
      return (
        "anti-exfil is asked for some of the signatures only, or they are in different rounds",
        again
      )
    }
  }
}
