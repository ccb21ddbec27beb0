internal import BitcoinPrimitives
internal import Refusals
internal import SignerHome
internal import TerminalUI
internal import TransactionReview

// Consent to a payment.
extension MoneyConsent {
  /// Whether `--yes` answers for a payment: on a test network not where the keys could hold real coins.
  func isAgreed(to review: Review) -> Bool {
    isAgreed && (!review.facts.couldSpendRealCoins || answersForRealMoney)
  }

  /// Asks for groups of the address or the script of a recipient (`Stake.ofPayment`), and with
  /// several recipients for the amount that leaves us.
  func consents(to review: Review) throws(ProgramError) -> Bool {
    if isAgreed(to: review) { return true }
    let facts = review.facts
    let payees = facts.payees
    let isReal = facts.couldSpendRealCoins
    let rehearsal = isReal ? "" : " (rehearsal on \(facts.context.network.name))"
    return try console.consents(
      to: "\(facts.nonceRound == .first ? "answer round 1 of" : "sign") this payment\(rehearsal)",
      summary: summary(of: review, payees: payees.count),
      stake: try stake(facts, payees),
      amount: payees.count > 1 ? facts.leavingUs?.btc : nil, random: random,
      orElse: isReal
        ? "sign on a terminal; --yes works only if the setting unattended-signing is on"
        : "add --yes to answer in advance")
  }

  /// The totals again, for a review that has left the screen.
  private func summary(of review: Review, payees: Int) -> String {
    let facts = review.facts
    let names = facts.spentWallets.sorted().map { ForeignText.name(facts.context.wallets[$0].name) }
    let amount = { (amount: Amount?) in amount.map { "\($0)" } ?? "unknown" }
    let to =
      payees == 0
      ? "all of it comes back to us" : counted(payees, "recipient")
    return """

      From \(names.joined(separator: ", ")), \(to).
      Leaving us \(amount(facts.leavingUs)), fee \(amount(facts.fee)).\(round(facts))
      Words: \(facts.transaction.checkWords) (compare with the coordinator)
      """
  }

  /// Which round of anti-exfil this is, where a host has a say in the nonces (R28).
  private func round(_ facts: ReviewFacts) -> String {
    switch facts.nonceRound {
    case .none: ""
    case .first: "\nAnti-exfil, round 1 of 2: nothing is signed yet."
    case .second: "\nAnti-exfil, round 2 of 2: this signs the payment."
    }
  }

  private func stake(_ facts: ReviewFacts, _ payees: [Int]) throws(ProgramError) -> Stake {
    let outputs = facts.outputs.enumerated().map { number, output in
      StakeOutput(
        name: "of output \(number)", address: output.address?.string,
        script: output.output.scriptPubKey.hex, amount: output.output.rawValue,
        isPayee: payees.contains(number))
    }
    let txid = "\(facts.txid ?? facts.transaction.txid)"
    return try Stake.ofPayment(outputs, txid: txid, random: random)
  }
}
