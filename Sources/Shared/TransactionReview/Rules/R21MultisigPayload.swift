internal import Refusals

/// R21: a `multisig:` payload says nothing of what its coins hold.
///
/// Its legacy signatures commit to no amount, and it has no place for the previous transactions, so
/// they come beside it, or the fee is whatever the coins hold beyond the outputs. That takes one
/// consent in words, and only for coins of a registered wallet: any amount that is given has to be
/// proved as always (R01 to R04).
enum R21MultisigPayload {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    guard facts.context.isFromPayload else { return [] }
    let unknown = facts.inputs.indices.filter {
      facts.inputs[$0].place != nil && facts.inputs[$0].proof == .unknown
    }
    guard let first = unknown.first else { return [] }
    let coins =
      unknown.count == facts.inputs.count
      ? "its coins hold"
      : unknown.count == 1
        ? "the coin of input \(first) holds"
        : "the coins of \(unknown.count) inputs hold (input \(first) is the first)"
    return [
      Finding(
        rule: .r21, severity: .warn,
        message:
          "the fee cannot be known: the multisig payload does not say what \(coins), and all "
          + "that the outputs do not pay goes to the miners",
        mend:
          "give the previous transactions as well, in hex, one on each line; or acknowledge this if "
          + "you know from elsewhere what the coins hold",
        consent: .unknownFee)
    ]
  }
}
