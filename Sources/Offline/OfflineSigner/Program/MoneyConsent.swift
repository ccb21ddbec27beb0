import BitcoinPrimitives
import Descriptors
import EncryptedVault
import SecureMemory
import TerminalUI
import TransactionReview

/// Consent to what moves money or decides where it goes: characters of what is at stake, typed by a
/// person, or `--yes` where it may answer.
struct MoneyConsent {
  let console: Console
  let random: any RandomSource
  /// Whether `--yes` was given and may answer here.
  let isAgreed: Bool

  /// Takes `--yes` on test networks; on mainnet only where the vault's setting `unattended-signing`
  /// allows it, and never without a vault.
  ///
  /// - Throws: `ProgramError` when `--yes` was given and may not answer.
  init(
    _ consent: ConsentOptions, on network: Network, vault contents: VaultContents?,
    _ session: Session
  ) throws(ProgramError) {
    console = session.console
    random = session.environment.random
    isAgreed = consent.yes
    guard consent.yes, network.isMainnet else { return }
    guard let contents else {
      throw ProgramError(
        "--yes does not answer for real money without a vault",
        hint: "leave --yes out and answer on the terminal")
    }
    let setting = Setting.unattendedSigning
    guard contents.value(of: setting) == 1 else {
      throw ProgramError(
        "--yes does not answer for real money: the setting \(setting.rawValue) of this vault is off",
        hint: """
          leave --yes out and answer on the terminal; to let scripts answer: \
          `vault settings \(setting.rawValue) 1`
          """)
    }
  }

  // MARK: Payments

  /// Asks for groups of the address of an output, chosen at random among those that pay somebody, and
  /// with several payees for the amount that leaves us.
  func consents(to review: Review) throws(ProgramError) -> Bool {
    if isAgreed { return true }
    let facts = review.facts
    let payees = facts.outputs.indices.filter { number in
      facts.outputs[number].place.map { !facts.spentWallets.contains($0.wallet) } ?? true
    }
    // All of it may come back to us: then it is one of our own outputs that is looked at.
    let choices = payees.isEmpty ? Array(facts.outputs.indices) : payees
    guard !choices.isEmpty else { return false }
    let number = choices[try Console.index(below: choices.count, random)]
    let isReal = facts.couldSpendRealCoins
    let rehearsal = isReal ? "" : " (rehearsal on \(facts.context.network.name))"
    return try console.consents(
      to: "sign this payment\(rehearsal)", summary: summary(of: review, payees: payees.count),
      stake: Self.stake(ofOutput: number, facts),
      amount: payees.count > 1 ? facts.leavingUs?.btc : nil, random: random,
      orElse: isReal
        ? "sign on a terminal; --yes answers only where the setting unattended-signing is on"
        : "add --yes to answer in advance")
  }

  /// The totals again, for a review that has left the screen.
  private func summary(of review: Review, payees: Int) -> String {
    let facts = review.facts
    let names = facts.spentWallets.sorted().map { ForeignText.name(facts.context.wallets[$0].name) }
    let amount = { (amount: Amount?) in amount.map { "\($0)" } ?? "unknown" }
    let to = payees == 0 ? "all of it back to us" : payees == 1 ? "1 payee" : "\(payees) payees"
    return """

      From \(names.joined(separator: ", ")), \(to).
      Leaving us \(amount(facts.leavingUs)), fee \(amount(facts.fee)).
      """
  }

  private static func stake(ofOutput number: Int, _ facts: ReviewFacts) -> Stake {
    let output = facts.outputs[number]
    if let address = output.address?.string {
      // Bech32 is the same in both cases (BIP-173); Base58 is not.
      return Stake(
        name: "the address of output \(number)", text: address,
        ignoresCase: address == address.lowercased())
    }
    return Stake(
      name: "the script of output \(number)",
      text: String(output.output.scriptPubKey.hex.prefix(80)), ignoresCase: true)
  }

  // MARK: Wallets

  /// Asks for groups of a key that is not ours, of the first address where there is none.
  ///
  /// `action` is what is consented to, as in `register it`.
  func consents(
    to action: String, _ screen: WalletScreen, question: String
  ) throws(ProgramError) -> Bool {
    if isAgreed { return true }
    return try console.consents(
      to: action, summary: "\n\(screen.summary)\n\(question)", stake: screen.stake, random: random,
      orElse: "do it on a terminal; --yes answers in rehearsals, and where the setting "
        + "unattended-signing is on")
  }
}
