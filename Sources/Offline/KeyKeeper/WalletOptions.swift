internal import EncryptedVault
internal import Refusals
package import SeedForms
package import SignerHome
internal import TerminalUI
internal import WalletRegistration

/// What the command line of `wallet register` says to what holds the seeds.
package struct RegisterOptions: Sendable {
  /// What the wallet shall be called.
  package let name: EntryName
  /// Which warnings are acknowledged in advance.
  package let accepted: [RuleArgument]
  /// Where BIP-39 passphrases come from.
  package let seedPassphrase: SeedPassphraseOptions
  /// Whether `--yes` was given.
  package let consent: SignerConsentOptions
  /// Whether the wallet is used for one payment and then forgotten: only `--accept wallet` agrees to that in advance.
  let isForOneRun: Bool

  package init(
    name: EntryName, accepted: [RuleArgument], seedPassphrase: SeedPassphraseOptions,
    consent: SignerConsentOptions
  ) {
    self.name = name
    self.accepted = accepted
    self.seedPassphrase = seedPassphrase
    self.consent = consent
    isForOneRun = false
  }

  /// The wallet of one payment without a vault.
  init(forOneRun accepted: [RuleArgument], consent: SignerConsentOptions) {
    name = .oneRun
    self.accepted = accepted
    seedPassphrase = SeedPassphraseOptions()
    self.consent = consent
    isForOneRun = true
  }
}

/// What the command line of `wallet remove` says to what holds the seeds.
package struct RemoveOptions: Sendable {
  /// The wallet to forget.
  package let name: EntryName
  /// Whether `--yes` was given.
  package let consent: SignerConsentOptions

  package init(name: EntryName, consent: SignerConsentOptions) {
    self.name = name
    self.consent = consent
  }

  /// What the vault holds without the wallet, once a person agreed to forget it.
  ///
  /// Nothing of the wallet's text is read: one that no reader takes can be removed, too.
  ///
  /// - Throws: `ProgramError` where the reviewer names another one, there is none, or nobody agrees.
  func remaining(
    in contents: VaultContents, without asked: String, _ session: SignerSession
  ) throws(ProgramError) -> VaultContents {
    try KeyKeeperError.requireSame("name", asked, name.text)
    _ = try contents.requiredWallet(name)
    if !consent.yes {
      session.beginOwnScreen()
      guard try session.console.agrees(to: "Forget the wallet \(name)?") else {
        throw ProgramError("declined: the wallet stays", hint: "run it again when you are sure")
      }
    }
    var contents = contents
    contents.wallets.removeAll { $0.name == name.text }
    if contents.seed(named: name.text) == nil {
      contents.sheets.removeAll { $0.name == name.text }
    }
    return contents
  }
}

extension KeyKeeperError {
  /// Refuses what the reviewer shows and is not what is read here.
  static func requireSame(
    _ what: String, _ shown: String, _ here: String
  ) throws(ProgramError) {
    guard shown != here else { return }
    throw ProgramError(
      KeyKeeperError.walletsDiffer(
        what, shown: ForeignText.shown(shown), here: ForeignText.shown(here)))
  }
}
