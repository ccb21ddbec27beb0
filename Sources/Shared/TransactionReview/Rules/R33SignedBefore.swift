import BitcoinPrimitives

/// R33: nothing is paid twice unawares, and a coin that was signed away is not signed away to
/// somebody else unawares.
///
/// A coordinator that was lost, restored or taken over asks again for what was paid. The signer cannot
/// know whether a payment that it signed was ever sent, so each one counts.
enum R33SignedBefore {
  /// How a payment resembles an earlier one.
  enum Likeness: String {
    /// It pays somebody an amount that they were paid before, out of other coins.
    case samePayee = "same-payee"
    /// It spends a coin of an earlier payment and pays something else.
    case sameCoin = "same-coin"
    /// It spends a coin of an earlier payment and pays the same: fee and change alone differ.
    case replacement
  }

  /// A likeness to an earlier payment; `number` is an output's for the same payee, else an input's.
  struct Match {
    let likeness: Likeness
    let number: Int
    let first: SignedPayment
    /// How many earlier payments are alike in the same way, the first among them.
    let count: Int
  }

  static func findings(in facts: ReviewFacts) -> [Finding] {
    matches(in: facts).map { match in
      let more = match.count > 1 ? ", and in \(match.count - 1) more since" : ""
      let first = "on \(match.first.date) in \(match.first.txid)\(more)"
      switch match.likeness {
      case .samePayee:
        let amount = facts.outputs[match.number].amount?.btc ?? "?"
        return Finding(
          rule: "R33", severity: .warn,
          message:
            "output \(match.number) pays \(amount) BTC to an address for which this signer already "
            + "signed the same amount, with other coins: \(first)",
          mend:
            "sign only if you mean to pay twice; this signer cannot know whether the first payment "
            + "was sent")
      case .sameCoin:
        return Finding(
          rule: "R33", severity: .warn,
          message:
            "input \(match.number) spends a coin that this signer already signed away in a payment "
            + "with other payees or amounts: \(first)",
          mend:
            "sign only if you mean to replace that payment: at most one of the two can confirm, and "
            + "the first may already have been sent")
      case .replacement:
        return Finding(
          rule: "R33", severity: .show,
          message: "it replaces a payment signed \(first), with the same payees and amounts",
          mend: "nothing to do")
      }
    }
  }

  /// The likenesses to earlier payments, one for each kind and for each output that is paid again.
  static func matches(in facts: ReviewFacts) -> [Match] {
    let history = facts.context.history
    guard !history.payments.isEmpty else { return [] }
    let unsigned = facts.transaction.txid
    let isOther = { (number: Int) in history.payments[number].unsignedTxid != unsigned }
    // The same transaction once more, with or without more signatures, is no second payment.
    let paid = facts.payeeMarks
    let payees = paid.map(\.mark).counted
    var replaced: Set<Int> = []
    var same: [(input: Int, payment: Int)] = []
    var different: [(input: Int, payment: Int)] = []
    for (input, fact) in facts.inputs.enumerated() {
      for payment in history.spending(fact.outPoint).filter(isOther)
      where replaced.insert(payment).inserted {
        if history.payments[payment].payees.counted == payees {
          same.append((input, payment))
        } else {
          different.append((input, payment))
        }
      }
    }
    var matches: [Match] = []
    for (likeness, found) in [(Likeness.replacement, same), (.sameCoin, different)] {
      guard let first = found.min(by: { $0.payment < $1.payment }) else { continue }
      matches.append(
        Match(
          likeness: likeness, number: first.input, first: history.payments[first.payment],
          count: found.count))
    }
    for (output, mark) in paid where mark.hasAmount {
      let before = history.paying(mark).filter { isOther($0) && !replaced.contains($0) }
      guard let first = before.first else { continue }
      matches.append(
        Match(
          likeness: .samePayee, number: output, first: history.payments[first],
          count: before.count))
    }
    return matches
  }
}

extension ReviewFacts {
  /// The outputs that do not stay with us, by number, with the marks of what they pay.
  public var payeeMarks: [(output: Int, mark: PayeeMark)] {
    outputs.enumerated().compactMap { number, output in
      isPayee(number) ? (number, PayeeMark(output.output)) : nil
    }
  }
}

extension [PayeeMark] {
  /// How often each mark stands here.
  fileprivate var counted: [PayeeMark: Int] {
    reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
