internal import BitcoinPrimitives
internal import Refusals

/// What a payment changes about an earlier one with which it shares a coin (R33).
///
/// The log keeps of a recipient a mark, not the address: who got something and gets nothing now is known
/// by the amount alone.
struct ReplacementDifference: Sendable {
  /// What changed for a recipient.
  enum Change: String, Sendable {
    /// It got nothing before.
    case new
    /// It got another amount, or the same in other parts.
    case amount
    /// It gets nothing now.
    case gone
  }

  /// A recipient of one payment or both: all outputs to one script.
  struct Recipient: Sendable {
    let change: Change
    /// The outputs to it, by number; none where it is gone.
    let outputs: [Int]
    /// What it got and gets in all, in satoshis.
    let before: UInt64
    let now: UInt64
  }

  /// The earlier payment.
  let earlier: SignedPayment
  /// The fees in satoshis; nil where one is not known.
  let fee: (before: Int64, now: Int64)?
  /// The recipients that differ: in the order of the outputs, then those that are gone, the largest
  /// amounts first; nil where the earlier ones are not remembered.
  let recipients: [Recipient]?
  /// How many coins it spends that the earlier one did not; nil where not all of those are remembered.
  let addedCoins: Int?
  /// How many coins of the earlier one it does not spend.
  let droppedCoins: Int

  init(from earlier: SignedPayment, to facts: ReviewFacts) {
    self.earlier = earlier
    fee = earlier.fee.flatMap { before in facts.fee.map { (before, $0.satoshis) } }
    let coins = Set(facts.inputs.map(\.outPoint))
    let coinsBefore = Set(earlier.coins)
    addedCoins = earlier.remembersPayees ? coins.subtracting(coinsBefore).count : nil
    droppedCoins = coinsBefore.subtracting(coins).count
    recipients =
      earlier.remembersPayees
      ? Self.recipients(paying: facts.payeeMarks, after: earlier.payees) : nil
  }

  private static func recipients(
    paying now: [(output: Int, mark: PayeeMark)], after before: [PayeeMark]
  ) -> [Recipient] {
    var earlier: [ArraySlice<UInt8>: [UInt64]] = [:]
    for mark in before { earlier[mark.script, default: []].append(mark.satoshis) }
    var order: [ArraySlice<UInt8>] = []
    var outputs: [ArraySlice<UInt8>: [Int]] = [:]
    var amounts: [ArraySlice<UInt8>: [UInt64]] = [:]
    for (output, mark) in now {
      if outputs[mark.script] == nil { order.append(mark.script) }
      outputs[mark.script, default: []].append(output)
      amounts[mark.script, default: []].append(mark.satoshis)
    }
    var found: [Recipient] = []
    for script in order {
      let (paid, got) = (amounts[script] ?? [], earlier.removeValue(forKey: script))
      guard paid.sorted() != got?.sorted() else { continue }
      found.append(
        Recipient(
          change: got == nil ? .new : .amount, outputs: outputs[script] ?? [],
          before: (got ?? []).capped, now: paid.capped))
    }
    let gone = earlier.values.map(\.capped).sorted(by: >)
    return found + gone.map { Recipient(change: .gone, outputs: [], before: $0, now: 0) }
  }
}

extension [UInt64] {
  /// The sum; one beyond 64 bits, which no transaction has, stays at the largest number.
  fileprivate var capped: UInt64 {
    reduce(0) {
      let (sum, overflow) = $0.addingReportingOverflow($1)
      return overflow ? .max : sum
    }
  }
}

// MARK: - In words

extension ReplacementDifference {
  /// More than this many recipients are not listed.
  private static let mostListed = 5

  /// For a payment with the same recipients: what else differs, to follow a semicolon.
  var summary: String {
    let coins = coinWords
    guard let fee else {
      let same = "the recipients and their amounts are the same"
      return coins.isEmpty ? same : "\(same), the coins are not: \(coins.joined(separator: ", "))"
    }
    if fee.before == fee.now {
      return coins.isEmpty
        ? "the recipients, their amounts and the fee are the same"
        : "only the coins changed: \(coins.joined(separator: ", "))"
    }
    let amount = "\(fee.now > fee.before ? "+" : "")\(fee.now - fee.before) sat"
    return coins.isEmpty
      ? "only the fee changed: \(amount)"
      : "only the fee changed, \(amount), and the coins: \(coins.joined(separator: ", "))"
  }

  /// For a payment with other recipients or amounts: a line for each difference.
  func lines(in facts: ReviewFacts) -> [String] {
    var lines: [String] = []
    if let recipients {
      lines += recipients.prefix(Self.mostListed).map { Self.words($0, facts) }
      let more = recipients.count - Self.mostListed
      if more > 0 {
        lines.append("\(counted(more, "more recipient")) \(more == 1 ? "differs" : "differ")")
      }
    }
    if let fee {
      let change = fee.now - fee.before
      lines.append(
        change == 0
          ? "the fee is the same"
          : "the fee is \(change.magnitude) sat \(change > 0 ? "higher" : "lower")")
    }
    return lines + coinWords
  }

  private var coinWords: [String] {
    var words: [String] = []
    if let addedCoins, addedCoins > 0 {
      words.append("\(counted(addedCoins, "coin")) \(addedCoins == 1 ? "is" : "are") added")
    }
    if droppedCoins > 0 {
      words.append("\(counted(droppedCoins, "coin")) \(droppedCoins == 1 ? "is" : "are") left out")
    }
    return words
  }

  private static func words(_ recipient: Recipient, _ facts: ReviewFacts) -> String {
    let (before, now) = (btc(recipient.before), btc(recipient.now))
    let unit = facts.context.network.unit
    let outputs = recipient.outputs.prefix(mostListed).map(String.init).joined(separator: ", ")
    let isOne = recipient.outputs.count == 1
    let names = isOne ? "output \(outputs)" : "outputs \(outputs)"
    switch recipient.change {
    case .gone: return "a recipient of \(before) \(unit) now gets nothing"
    case .amount where recipient.before == recipient.now:
      return
        "\(names) \(isOne ? "pays" : "pay") the same \(now) \(unit) in all, divided differently"
    case .amount:
      return
        "\(names) \(isOne ? "pays" : "together pay") \(now) \(unit) instead of \(before) \(unit)"
    case .new:
      let first = recipient.outputs.first.map { facts.outputs[$0] }
      guard first?.kind != .data else { return "\(names) \(isOne ? "is" : "are") new: data" }
      let to = first?.address?.string ?? "a script without address"
      return "\(names) \(isOne ? "is" : "are") new: \(now) \(unit) to \(to)"
    }
  }

  private static func btc(_ satoshis: UInt64) -> String {
    Int64(exactly: satoshis).flatMap { try? Amount(satoshis: $0) }?.btc ?? "?"
  }
}
