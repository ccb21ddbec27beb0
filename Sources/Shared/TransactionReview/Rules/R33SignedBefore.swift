internal import BitcoinPrimitives
internal import Refusals

/// R33: nothing is paid twice unnoticed, whoever was paid before is named, and a coin that was
/// signed away is not signed away to somebody else unnoticed.
///
/// A coordinator that was lost, restored or taken over asks again for what was paid. The signer cannot
/// know whether a payment that it signed was ever sent, so each one counts.
enum R33SignedBefore {
  /// How a payment resembles an earlier one.
  enum Likeness: String {
    /// It pays somebody about what they were paid before, out of other coins.
    case samePayee = "same-payee"
    /// It pays somebody who was paid before, out of other coins, clearly more or less.
    case knownPayee = "known-payee"
    /// It spends a coin of an earlier payment and pays something else.
    case sameCoin = "same-coin"
    /// It spends a coin of an earlier payment and pays the same: fee and change alone differ.
    case replacement
  }

  /// A likeness to an earlier payment; `number` is an output's for the same recipient, else an
  /// input's.
  struct Match {
    let likeness: Likeness
    let number: Int
    let first: SignedPayment
    /// How many earlier payments are alike in the same way, the first among them.
    let count: Int
    /// The outputs to the same recipient, and what they pay and paid together, in satoshis; nothing
    /// where a coin is what is alike.
    var outputs: [Int] = []
    var amount: UInt64 = 0
    var amountBefore: UInt64 = 0
    /// What changed against the latest of them, where a coin is what is alike.
    var difference: ReplacementDifference?
  }

  /// Amounts are nearly equal where they differ by no more than a tenth of the larger: a payment asked
  /// for again is easily a satoshi more, or less by a fee.
  private static let nearness: UInt64 = 10

  static func isNear(_ one: UInt64, _ other: UInt64) -> Bool {
    let (larger, smaller) = (max(one, other), min(one, other))
    return larger - smaller <= larger / nearness
  }

  static func findings(in facts: ReviewFacts) -> [Finding] {
    // The gravest first: what cannot be undone before what a line entered twice may explain.
    gravestFirst(matches(in: facts)).map { finding(for: $0, in: facts) } + paidTwice(in: facts)
  }

  /// A coin that is signed away again, then who is paid again, the largest amounts first.
  private static func gravestFirst(_ matches: [Match]) -> [Match] {
    let weight = { (match: Match) in
      switch match.likeness {
      case .sameCoin: 0
      case .samePayee: 1
      case .knownPayee: 2
      case .replacement: 3
      }
    }
    return matches.enumerated().sorted { one, other in
      let (first, second) = (one.element, other.element)
      return (weight(first), UInt64.max - first.amount, one.offset)
        < (weight(second), UInt64.max - second.amount, other.offset)
    }.map(\.element)
  }

  private static func finding(for match: Match, in facts: ReviewFacts) -> Finding {
    // Where payments are only alike the latest is named, where they may be the same the first.
    let time = match.likeness == .knownPayee ? "earlier" : "later"
    let others = match.count == 2 ? "1 \(time) payment" : "\(match.count - 1) \(time) payments"
    let more = match.count > 1 ? ", and in \(others)" : ""
    let unit = facts.context.network.unit
    let first = "on \(match.first.date) in \(match.first.txid)\(more)"
    switch match.likeness {
    case .samePayee:
      let same =
        match.amount == match.amountBefore
        ? "the same amount" : "about the same amount (\(btc(match.amountBefore)) \(unit))"
      return Finding(
        rule: .r33, severity: .warn,
        message:
          "\(paying(match, unit)) to an address to which this signer already signed \(same), from other "
          + "coins: \(first)",
        mend:
          "sign only if you mean to pay twice; this signer cannot know whether the first payment "
          + "was sent")
    case .knownPayee:
      return Finding(
        rule: .r33, severity: .show,
        message:
          "\(paying(match, unit)) to an address to which this signer already signed "
          + "\(btc(match.amountBefore)) \(unit), from other coins: \(first)",
        mend: "continue only if you want to make both payments")
    case .sameCoin:
      return Finding(
        rule: .r33, severity: .warn,
        message:
          "input \(match.number) spends a coin that this signer already signed for, in a payment "
          + (match.first.remembersPayees
            ? "with other recipients or amounts: " : "whose recipients are no longer remembered: ")
          + first,
        details: details(of: match, in: facts),
        mend:
          "sign only if you mean to replace that payment: at most one of the two can confirm, and "
          + "the first may already have been sent",
        consent: .replace(match.first.date))
    case .replacement:
      return Finding(
        rule: .r33, severity: .show,
        message: replacing(match),
        mend: "continue only if you want this payment to replace that one")
    }
  }

  /// `it replaces the payment signed on ... in ...; only the fee changed: +812 sat`.
  private static func replacing(_ match: Match) -> String {
    let latest = match.difference?.earlier ?? match.first
    let payment =
      match.count == 1
      ? "the payment signed on"
      : "\(match.count) payments with the same recipients, the latest of them signed on"
    let change = match.difference.map { "; \($0.summary)" } ?? ""
    return "it replaces \(payment) \(latest.date) in \(latest.txid)\(change)"
  }

  /// What differs, a line each; of several payments against the latest.
  private static func details(of match: Match, in facts: ReviewFacts) -> [String] {
    guard let difference = match.difference else { return [] }
    let lines = difference.lines(in: facts)
    guard match.count > 1, !lines.isEmpty else { return lines }
    let latest = difference.earlier
    return ["compared with the latest, signed on \(latest.date) in \(latest.txid):"] + lines
  }

  /// Recipients that get the same amount twice in this very transaction: one line entered twice.
  ///
  /// One finding for all of them: a warning for each pair would bury the others.
  private static func paidTwice(in facts: ReviewFacts) -> [Finding] {
    let unit = facts.context.network.unit
    var outputs: [PayeeMark: [Int]] = [:]
    for (output, mark) in facts.payeeMarks where mark.satoshis > 0 {
      outputs[mark, default: []].append(output)
    }
    let groups = outputs.filter { $0.value.count > 1 }.sorted { one, other in
      (other.key.satoshis, one.value[0]) < (one.key.satoshis, other.value[0])
    }
    guard let largest = groups.first else { return [] }
    var message =
      "outputs \(listed(largest.value)) pay the same amount, \(btc(largest.key.satoshis)) \(unit), to the "
      + "same address"
    if groups.count > 1 {
      let shown = groups.prefix(mostListed)
      message =
        "the same amount goes to the same address more than once: "
        + shown.map { "\(btc($0.key.satoshis)) \(unit) each in outputs \(listed($0.value))" }
        .joined(separator: "; ")
      if let least = shown.last, groups.count > shown.count {
        message +=
          "; and at most \(btc(least.key.satoshis)) \(unit) each in \(groups.count - shown.count) more "
          + "such groups"
      }
    }
    return [
      Finding(
        rule: .r33, severity: .warn, message: message,
        mend: groups.count > 1
          ? "sign only if you mean to pay these addresses more than once: one output could pay each "
            + "of them all of it"
          : "sign only if you mean to pay this address more than once: one output could pay it all")
    ]
  }

  /// The likenesses to earlier payments, one for each kind and for each output that is paid again.
  static func matches(in facts: ReviewFacts) -> [Match] {
    let history = facts.context.history
    guard !history.payments.isEmpty else { return [] }
    let unsigned = facts.transaction.txid
    let isOther = { (number: Int) in history.payments[number].unsignedTxid != unsigned }
    // The same transaction once more, with or without more signatures, is not a second payment.
    let paid = facts.payeeMarks
    let payees = paid.map(\.mark).counted
    var replaced: Set<Int> = []
    var same: [(input: Int, payment: Int)] = []
    var different: [(input: Int, payment: Int)] = []
    for (input, fact) in facts.inputs.enumerated() {
      for payment in history.signing(fact.outPoint).filter(isOther)
      where replaced.insert(payment).inserted {
        let earlier = history.payments[payment]
        if earlier.remembersPayees, earlier.payees.counted == payees {
          same.append((input, payment))
        } else {
          different.append((input, payment))
        }
      }
    }
    var matches: [Match] = []
    for (likeness, found) in [(Likeness.replacement, same), (.sameCoin, different)] {
      guard let first = found.min(by: { $0.payment < $1.payment }),
        let latest = found.map(\.payment).max()
      else { continue }
      matches.append(
        Match(
          likeness: likeness, number: first.input, first: history.payments[first.payment],
          count: found.count,
          difference: ReplacementDifference(from: history.payments[latest], to: facts)))
    }
    return matches
      + knownPayees(paid, in: history) { isOther($0) && !replaced.contains($0) }
  }

  /// Who is paid that was paid before, once for each, in the order of the outputs.
  ///
  /// Amounts are held against each other recipient by recipient, so that an amount in two outputs
  /// is seen as well as an output that was paid before beside another one.
  private static func knownPayees(
    _ paid: [(output: Int, mark: PayeeMark)], in history: SigningHistory,
    where counts: (Int) -> Bool
  ) -> [Match] {
    var order: [ArraySlice<UInt8>] = []
    var outputs: [ArraySlice<UInt8>: [Int]] = [:]
    var amounts: [ArraySlice<UInt8>: [UInt64]] = [:]
    for (output, mark) in paid where mark.satoshis > 0 {
      if outputs[mark.script] == nil { order.append(mark.script) }
      outputs[mark.script, default: []].append(output)
      amounts[mark.script, default: []].append(mark.satoshis)
    }
    return order.compactMap { script in
      let before = history.paying(script).filter { counts($0.payment) }
      guard let outputs = outputs[script], let amounts = amounts[script], let last = before.last
      else { return nil }
      let now = AmountSearch(of: Paid(payment: -1, amounts: amounts))
      let alike = before.compactMap { earlier in
        now.nearest(to: earlier, isNear).map { (payment: earlier.payment, pair: $0) }
      }
      guard let first = alike.first else {
        return Match(
          likeness: .knownPayee, number: outputs[0], first: history.payments[last.payment],
          count: before.count, outputs: outputs, amount: now.sum, amountBefore: last.sum)
      }
      // An amount of one output where that is what was paid before, else all of it.
      let output = first.pair.now == now.sum ? nil : amounts.firstIndex(of: first.pair.now)
      let meant = output.map { [outputs[$0]] } ?? outputs
      return Match(
        likeness: .samePayee, number: meant[0], first: history.payments[first.payment],
        count: alike.count, outputs: meant, amount: first.pair.now,
        amountBefore: first.pair.before)
    }
  }

  /// `output 1 pays 0.5 BTC`, `outputs 1 and 3 pay 0.5 BTC together`.
  private static func paying(_ match: Match, _ unit: String) -> String {
    guard match.outputs.count > 1 else {
      return "output \(match.number) pays \(btc(match.amount)) \(unit)"
    }
    return "outputs \(listed(match.outputs)) pay \(btc(match.amount)) \(unit) together"
  }

  /// More than this many are not listed.
  private static let mostListed = 5

  /// `1 and 3`, `0, 1, 2, 3, ... and 9`.
  private static func listed(_ numbers: [Int]) -> String {
    guard numbers.count > 1, let last = numbers.last else { return "\(numbers.first ?? 0)" }
    let first = numbers.dropLast().prefix(mostListed - 1).map(String.init)
    let more = numbers.count > mostListed ? ", ..." : ""
    return "\(first.joined(separator: ", "))\(more) and \(last)"
  }

  private static func btc(_ satoshis: UInt64) -> String {
    Int64(exactly: satoshis).flatMap { try? Amount(satoshis: $0) }?.btc ?? "?"
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
