internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Refusals
internal import Signing
package import TerminalUI
package import TransactionReview

/// The reviews of a fee ladder: one payment at several fees, shown once, and a row for each.
///
/// What is said of all of them is found out here before it is shown. What holds the seeds finds it out once more, by its
/// own reading, before it signs.
package struct LadderReview {
  package let reviews: [Review]
  /// Whether the last takes the payment back.
  package let hasCancel: Bool
  /// The output that differs.
  private let change: Int

  /// Takes the reviews, the lowest fee first.
  ///
  /// What ``text(columns:)`` says of all of them is found out here, from what the reviews derived.
  /// - Throws: `ProgramError` for the first that is another payment.
  package init(_ reviews: [Review]) throws(ProgramError) {
    self.reviews = reviews
    let all = reviews.map(\.facts)
    let (first, last) = (all[0], all[all.count - 1])
    hasCancel = last.outputs.count == 1 && first.outputs.count > 1
    for (position, facts) in all.enumerated() {
      guard facts.inputs.allSatisfy({ $0.place != nil }) else {
        throw Self.another(position, "it spends coins that no wallet registered here has")
      }
      guard facts.transaction.inputs == first.transaction.inputs,
        facts.transaction.version == first.transaction.version
      else { throw Self.another(position, "it spends other coins") }
    }
    var found: Int?
    for (position, facts) in all.enumerated().dropFirst()
    where !Self.isCancel(position, hasCancel, all) {
      let place = try Self.differing(facts, from: first, position)
      guard found ?? place == place else {
        throw Self.another(position, "other outputs than that of the change differ")
      }
      found = place
      if let fee = facts.fee, let before = all[position - 1].fee, fee <= before {
        throw Self.another(position, "its fee is not higher than the one before")
      }
    }
    if hasCancel {
      // With one step alone it is the output of which the cancel takes the place.
      found =
        found
        ?? first.outputs.indices.first {
          Self.returns($0, in: first)
            && first.outputs[$0].output.scriptPubKey == last.outputs[0].output.scriptPubKey
        }
      guard let change = found, Self.returns(0, in: last), last.payees.isEmpty,
        last.outputs[0].output.scriptPubKey == first.outputs[change].output.scriptPubKey
      else {
        throw Self.another(
          all.count - 1,
          "it takes the place of a cancel, and pays \(Self.name(last.outputs[0])) instead of our change address"
        )
      }
    }
    guard let change = found else { throw Self.another(all.count - 1, "nothing differs") }
    self.change = change
  }

  private static func isCancel(_ position: Int, _ hasCancel: Bool, _ all: [ReviewFacts]) -> Bool {
    hasCancel && position == all.count - 1
  }

  /// Whether an output comes back to a wallet that is spent, and nobody else gets any of it.
  private static func returns(_ output: Int, in facts: ReviewFacts) -> Bool {
    [.change, .ownReceive].contains(facts.outputs[output].kind) && !facts.payees.contains(output)
  }

  /// The one output that differs, which comes back to the same address of ours.
  private static func differing(
    _ facts: ReviewFacts, from first: ReviewFacts, _ position: Int
  ) throws(ProgramError) -> Int {
    guard facts.transaction.lockTime == first.transaction.lockTime else {
      throw another(position, "it has another lock time")
    }
    guard facts.outputs.count == first.outputs.count else {
      throw another(position, "it has other outputs")
    }
    let differing = facts.outputs.indices.filter {
      facts.outputs[$0].output != first.outputs[$0].output
    }
    guard differing.count == 1, let place = differing.first else {
      throw another(position, "more differs than the amount of one output")
    }
    let (output, before) = (facts.outputs[place], first.outputs[place])
    guard output.output.scriptPubKey == before.output.scriptPubKey else {
      throw another(position, "output \(place) pays \(name(output)) instead of \(name(before))")
    }
    guard returns(place, in: facts), returns(place, in: first) else {
      throw another(
        position, "another amount goes to \(name(output)), which is no change of ours")
    }
    guard facts.payees == first.payees, facts.leavingUs == first.leavingUs else {
      throw another(position, "another amount leaves us")
    }
    return place
  }

  private static func name(_ output: OutputFacts) -> String {
    output.address.map { "\($0)" } ?? "a script without an address"
  }

  private static func another(_ position: Int, _ why: String) -> ProgramError {
    ProgramError(
      "payment \(position + 1) of this fee ladder is not the same payment at another fee: \(why)",
      rule: .r29,
      hint:
        "sign nothing of it: have each payment written by itself (`payments --payment NUMBER --out FILE`), review "
        + "it, and sign only what you mean to sign")
  }

  /// What a payment of it is called: `step 2`, `the cancel`.
  package func name(_ position: Int) -> String {
    hasCancel && position == reviews.count - 1 ? "the cancel" : "step \(position + 1)"
  }

  /// The first whole, then a row for each, and what was found of the others alone.
  package func text(columns: Int) -> String {
    var lines = [
      ReviewText(reviews[0], columns: columns).trimmedText, "",
      "FEE LADDER: that is step 1 of \(counted(reviews.count, "payment")), signed together.",
      "They spend the same coins, so only one of them can confirm. The steps differ in",
      "fee and change alone.",
    ]
    if hasCancel { lines.append("The cancel pays nobody: all but its fee comes back to us.") }
    lines.append(table.text(columns: columns))
    if let highest = reviews.compactMap(\.facts.fee).max() {
      lines.append("Highest fee: \(highest.satoshis) sat, \(highest.btc) BTC.")
    }
    var said = Set(reviews[0].findings)
    for (position, review) in reviews.enumerated().dropFirst() {
      for finding in review.findings where said.insert(finding).inserted {
        let weight =
          switch finding.severity {
          case .warn: "WARNING "
          case .refuse: "REFUSED "
          case .show: ""
          }
        lines.append("\(weight)\(finding), of \(name(position)).")
      }
    }
    return lines.joined(separator: "\n")
  }

  private var table: Table {
    var table = Table(
      "step", .init("fee sat", .right), .init("sat/vB", .right), .init("back BTC", .right), "words")
    for (position, review) in reviews.enumerated() {
      let facts = review.facts
      let isCancel = hasCancel && position == reviews.count - 1
      let back = isCancel ? 0 : change
      let outputs = facts.transaction.outputs
      table.add([
        isCancel ? "cancel" : "\(position + 1)", facts.fee.map { "\($0.satoshis)" } ?? "unknown",
        facts.feeRate?.satPerVByte ?? "",
        outputs.indices.contains(back) ? outputs[back].amount?.btc ?? "" : "",
        "\(facts.transaction.checkWords)",
      ])
    }
    return table
  }
}

/// The person at the terminal for a fee ladder: it is shown once, and a warning that says the same of each step is
/// acknowledged once.
package struct LadderScreen: ReviewScreen {
  /// Everything but what is shown.
  package private(set) var screen: SigningScreen
  private let ladder: LadderReview
  private let console: Console
  private var isShown = false
  private var acknowledged: Set<Finding> = []
  /// Which step is looked at now.
  package var position = 0

  /// Shows the ladder on a screen.
  package init(_ ladder: LadderReview, on console: Console, asking screen: SigningScreen) {
    self.ladder = ladder
    self.console = console
    self.screen = screen
  }

  package mutating func show(_ review: Review) {
    guard !isShown else { return }
    isShown = true
    screen.show(ladder.text(columns: console.columns), of: ladder.reviews)
  }

  package mutating func acknowledges(_ warning: Finding) -> Bool {
    if acknowledged.contains(warning) { return true }
    if position > 0, warning.consent == nil { console.talk("Of \(ladder.name(position)):") }
    guard screen.acknowledges(warning) else { return false }
    acknowledged.insert(warning)
    return true
  }

  package mutating func consents(to review: Review) -> Bool { screen.consents(to: review) }
}
