package import SignerHome
package import TerminalUI

// Consent to a wallet.
extension MoneyConsent {
  /// Asks for groups of the first address, and for the four Words of a wallet of several keys.
  ///
  /// `action` is what is consented to, as in `register it`.
  package func consents(
    to action: String, _ screen: WalletScreen, question: String
  ) throws(ProgramError) -> Bool {
    if isAgreed { return true }
    // The words do not stand in the question: here they are on a screen that is not left.
    try console.showBeforeQuestion(screen.summary)
    return try console.consents(
      to: action, summary: "\n\(screen.heading)\n\(question)", stake: screen.stake(random),
      words: screen.words, random: random,
      orElse: "answer on a terminal; --yes works in rehearsals, and on mainnet only if the "
        + "setting unattended-signing is on")
  }
}
