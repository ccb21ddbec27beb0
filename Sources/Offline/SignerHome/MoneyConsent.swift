package import BitcoinPrimitives
package import EncryptedVault
package import SecureMemory
package import TerminalUI

/// Consent to what moves money or decides where it goes: characters of what is at stake, typed by a
/// person, or `--yes` where it may answer.
package struct MoneyConsent {
  package let console: Console
  package let random: any RandomSource
  /// Whether `--yes` was given and may answer here.
  package let isAgreed: Bool
  /// Whether the vault's setting lets `--yes` answer for real money.
  package let answersForRealMoney: Bool

  /// Takes `--yes` on test networks; on mainnet only where the vault's setting `unattended-signing`
  /// allows it, and never without a vault.
  ///
  /// - Throws: `ProgramError` when `--yes` was given and may not answer.
  package init(
    _ consent: SignerConsentOptions, on network: Network, vault contents: VaultContents?,
    _ session: SignerSession
  ) throws(ProgramError) {
    console = session.console
    random = session.environment.random
    isAgreed = consent.yes
    answersForRealMoney = contents?.value(of: .unattendedSigning) == 1
    guard consent.yes, network.isWorthMoney else { return }
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
}
