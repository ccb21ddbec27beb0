package import SeedForms
package import SignedMessages
package import SignerHome

/// What the command line of `message sign` says to what holds the seeds; the reviewer has no say in it.
package struct TextOptions: Sendable {
  /// The wallet whose address signs.
  package let wallet: EntryName
  /// How it is signed; nil where the request says so.
  package let form: MessageForm?
  /// Whether `--yes` was given.
  package let consent: SignerConsentOptions
  /// Where BIP-39 passphrases come from.
  package let seedPassphrase: SeedPassphraseOptions
  /// What `--accept` names.
  package let accepted: [RuleArgument]

  package init(
    wallet: EntryName, form: MessageForm?, consent: SignerConsentOptions,
    seedPassphrase: SeedPassphraseOptions, accepted: [RuleArgument]
  ) {
    self.wallet = wallet
    self.form = form
    self.consent = consent
    self.seedPassphrase = seedPassphrase
    self.accepted = accepted
  }
}
