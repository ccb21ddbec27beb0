package import SeedForms
package import SignerHome

/// What the command line of `sign --seed` says to what holds the seed: a seed and a wallet that exist for one run.
package struct OneRunOptions: Sendable {
  /// What it says of signing; of the seed's BIP-39 passphrase it says nothing, for that was used when the seed was read.
  package let signing: KeeperOptions
  /// Where the seed is, and which child of it is meant.
  package let carried: CarriedSeedOptions
  /// Where the seed's BIP-39 passphrase comes from.
  package let seedPassphrase: SeedPassphraseOptions
  /// Which warnings are acknowledged in advance, and whether the wallet is agreed to.
  package let accepted: [RuleArgument]

  package init(
    signing: KeeperOptions, carried: CarriedSeedOptions, seedPassphrase: SeedPassphraseOptions,
    accepted: [RuleArgument]
  ) {
    self.signing = signing
    self.carried = carried
    self.seedPassphrase = seedPassphrase
    self.accepted = accepted
  }
}
