internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Refusals

/// R18: checking the signatures and scripts of a PSBT, and signing it, takes a bounded amount of
/// work.
///
/// Before segwit every input hashes the whole transaction, and a script may ask for that again and
/// again: a PSBT of a few megabytes could keep the machine busy for hours. Counted is what is
/// hashed, not time: the same PSBT is refused everywhere.
enum R18Work {
  static func findings(in facts: ReviewFacts) -> [Finding] {
    let work = facts.work
    guard work.meter.isExceeded else { return [] }
    let limit = work.meter.limit
    if work.signing > limit {
      return [
        Finding(
          rule: .r18, severity: .refuse,
          message: "signing \(counted(work.signedInputs, "input")) of a transaction of "
            + "\(work.transactionBytes) bytes takes \(work.signing) bytes of hashing, more than "
            + "the limit of \(limit)",
          mend: "split it into several payments that spend fewer coins each")
      ]
    }
    let carrying = facts.psbt.inputs.indices.filter {
      let input = facts.psbt.inputs[$0]
      return input.isFinal || input.carriesSignatures
    }
    let place = carrying.first.map { ", from input \($0) on" } ?? ""
    return [
      Finding(
        rule: .r18, severity: .refuse,
        message: "checking the signatures and scripts already in the payment "
          + "(\(counted(carrying.count, "input"))\(place)) takes more than "
          + "\(limit) bytes of hashing",
        mend: "start again from the unsigned PSBT: sign it here first, then with the other signers")
    ]
  }
}
