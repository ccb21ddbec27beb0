internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Refusals
internal import Signing
package import TerminalUI
package import TransactionReview

/// The reviews of a fee ladder: one payment at several fees, shown once, and a row for each.
///
/// What holds the seeds finds out by its own reading that they are one payment; this only shows them.
package struct LadderReview {
  package let reviews: [Review]
  /// Whether the last takes the payment back.
  package let hasCancel: Bool
  /// The output that differs.
  private let change: Int?

  /// Takes the reviews, the lowest fee first.
  ///
  /// - Throws: `ProgramError` for the first that is another payment.
  package init(_ reviews: [Review]) throws(ProgramError) {
    self.reviews = reviews
    let transactions = reviews.map(\.facts.transaction)
    let first = transactions[0]
    let last = transactions[transactions.count - 1]
    hasCancel = last.outputs.count == 1 && first.outputs.count > 1
    var change: Int?
    for (position, transaction) in transactions.enumerated().dropFirst() {
      guard transaction.inputs == first.inputs, transaction.version == first.version else {
        throw Self.another(position, "it spends other coins")
      }
      if hasCancel, position == transactions.count - 1 { continue }
      let differing = first.outputs.indices.filter {
        !transaction.outputs.indices.contains($0) || transaction.outputs[$0] != first.outputs[$0]
      }
      guard transaction.outputs.count == first.outputs.count, differing.count == 1,
        change ?? differing[0] == differing[0], transaction.lockTime == first.lockTime
      else { throw Self.another(position, "more differs than the amount of one output") }
      change = differing[0]
    }
    self.change =
      change
      ?? first.outputs.firstIndex { $0.scriptPubKey == last.outputs.first?.scriptPubKey }
  }

  private static func another(_ position: Int, _ why: String) -> ProgramError {
    ProgramError(
      "payment \(position + 1) of this fee ladder is not the same payment at another fee: \(why)",
      rule: .r29,
      hint:
        "have each payment written by itself (`payments --payment NUMBER --out FILE`), and sign only what you "
        + "mean to sign")
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
      let back = isCancel ? 0 : change ?? 0
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
