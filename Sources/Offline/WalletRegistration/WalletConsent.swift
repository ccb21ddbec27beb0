package import SignerHome
package import TerminalUI

// Consent to a wallet.
extension MoneyConsent {
  /// Asks for groups of a key that is not ours, any of them, or of the first address where there is none.
  ///
  /// `action` is what is consented to, as in `register it`.
  package func consents(
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
