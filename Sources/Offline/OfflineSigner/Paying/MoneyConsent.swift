internal import BitcoinPrimitives
internal import Descriptors
internal import EncryptedVault
internal import Refusals
internal import SecureMemory
internal import TerminalUI
internal import TransactionReview

/// Consent to what moves money or decides where it goes: characters of what is at stake, typed by a
/// person, or `--yes` where it may answer.
struct MoneyConsent {
  let console: Console
  let random: any RandomSource
  /// Whether `--yes` was given and may answer here.
  let isAgreed: Bool
  /// Whether the vault's setting lets `--yes` answer for real money.
  private let answersForRealMoney: Bool

  /// Takes `--yes` on test networks; on mainnet only where the vault's setting `unattended-signing`
  /// allows it, and never without a vault.
  ///
  /// - Throws: `ProgramError` when `--yes` was given and may not answer.
  init(
    _ consent: SignerConsentOptions, on network: Network, vault contents: VaultContents?,
    _ session: SignerSession
  ) throws(ProgramError) {
    console = session.console
    random = session.environment.random
    isAgreed = consent.yes
    answersForRealMoney = contents?.value(of: .unattendedSigning) == 1
    guard consent.yes, network.isMainnet else { return }
    guard let contents else {
      throw ProgramError(
        "--yes cannot approve real money without a vault",
        hint: "leave --yes out and answer on the terminal")
    }
    let setting = SignerSetting.unattendedSigning
    guard contents.value(of: setting) == 1 else {
      throw ProgramError(
        "--yes cannot approve real money: the setting \(setting.rawValue) of this vault is off",
        hint: """
          leave --yes out and answer on the terminal; to let scripts answer: \
          `vault settings \(setting.rawValue) 1`
          """)
    }
  }

  // MARK: Payments

  /// Whether `--yes` answers for a payment: on a test network not where the keys could hold real coins.
  func isAgreed(to review: Review) -> Bool {
    isAgreed && (!review.facts.couldSpendRealCoins || answersForRealMoney)
  }

  /// Asks for groups of the address or the script of a payee (`Stake.ofPayment`), and with several payees
  /// for the amount that leaves us.
  func consents(to review: Review) throws(ProgramError) -> Bool {
    if isAgreed(to: review) { return true }
    let facts = review.facts
    let payees = facts.payees
    let isReal = facts.couldSpendRealCoins
    let rehearsal = isReal ? "" : " (rehearsal on \(facts.context.network.name))"
    return try console.consents(
      to: "sign this payment\(rehearsal)", summary: summary(of: review, payees: payees.count),
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
      ? "all of it back to us" : counted(payees, "recipient")
    return """

      From \(names.joined(separator: ", ")), \(to).
      Leaving us \(amount(facts.leavingUs)), fee \(amount(facts.fee)).
      """
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

  // MARK: Wallets

  /// Asks for groups of a key that is not ours, any of them, or of the first address where there is none.
  ///
  /// `action` is what is consented to, as in `register it`.
  func consents(
    to action: String, _ screen: WalletScreen, question: String
  ) throws(ProgramError) -> Bool {
    if isAgreed { return true }
    return try console.consents(
      to: action, summary: "\n\(screen.summary)\n\(question)", stake: screen.stake(random),
      random: random,
      orElse: "answer on a terminal; --yes works in rehearsals, and on mainnet only if the "
        + "setting unattended-signing is on")
  }
}
