package import SeedForms
package import SignerHome

/// What one command line asks of what holds the seeds; the reviewer has no say in it.
package enum KeeperTask: Sendable {
  /// The contents of the vault, and nothing else.
  case reading
  /// A payment is signed.
  case sign(KeeperOptions)
  /// A payment is signed without a vault.
  case oneRun(OneRunOptions)
  /// A text is signed.
  case text(TextOptions)
  /// A wallet is registered.
  case register(RegisterOptions)
  /// A wallet is forgotten.
  case remove(RemoveOptions)
  /// A backup is read, or written as AEWB.
  case backup(BackupOptions)

  /// Whether the vault can be let go once its contents were handed over.
  var onlyReads: Bool {
    if case .reading = self { true } else { false }
  }
}

/// What the command line of `sign` says to what holds the seeds; the reviewer has no say in it.
package struct KeeperOptions: Sendable {
  /// Whether `--yes` was given.
  package let consent: SignerConsentOptions
  /// Where BIP-39 passphrases come from.
  package let seedPassphrase: SeedPassphraseOptions
  /// Whether nothing is kept: neither a vault nor a log.
  package let isForOneRun: Bool
  /// The one seed to sign with; nil for every seed that has a key.
  package let seed: EntryName?
  /// Whether Schnorr signatures take fresh randomness.
  package let freshRandomness: Bool
  /// What `--accept` names: consents in words are taken from here, and from nowhere else.
  package let accepted: [RuleArgument]
  /// Whether signatures are only compared: nothing is written, so nothing is remembered.
  package let comparesOnly: Bool

  package init(
    consent: SignerConsentOptions, seedPassphrase: SeedPassphraseOptions,
    isForOneRun: Bool = false, seed: EntryName?, freshRandomness: Bool,
    accepted: [RuleArgument] = [], comparesOnly: Bool
  ) {
    self.consent = consent
    self.seedPassphrase = seedPassphrase
    self.isForOneRun = isForOneRun
    self.seed = seed
    self.freshRandomness = freshRandomness
    self.accepted = accepted
    self.comparesOnly = comparesOnly
  }
}
