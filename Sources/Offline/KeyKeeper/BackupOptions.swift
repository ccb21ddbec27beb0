package import BitcoinPrimitives
package import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
package import SecretKeys
internal import SecureMemory
package import SeedForms
package import SignerHome
package import TerminalUI
internal import WalletBackups

/// What the command line of `backup read` and `backup write` says to what holds the seeds.
package struct BackupOptions: Sendable {
  /// The seed whose backups these are.
  package let seed: EntryName
  /// Whether the keys are those that Mycelium's own wallet derives.
  package let isMycelium: Bool
  /// Whether a backup is signed, too.
  package let writes: Bool
  /// Where a BIP-39 passphrase comes from.
  package let seedPassphrase: SeedPassphraseOptions

  package init(
    seed: EntryName, isMycelium: Bool = false, writes: Bool,
    seedPassphrase: SeedPassphraseOptions
  ) {
    self.seed = seed
    self.isMycelium = isMycelium
    self.writes = writes
    self.seedPassphrase = seedPassphrase
  }

  /// The keys of the seed's backups; opens the seed.
  func keyring(
    in contents: VaultContents, opening seeds: SeedOpener, _ console: Console
  ) throws(ProgramError) -> BackupKeyring {
    let network = try contents.knownNetwork()
    let stored = try seeds.opened(contents.requiredSeed(seed))
    return isMycelium
      ? try stored.myceliumKeyring(on: network)
      : try stored.backupKeyring(on: network, seedPassphrase, console)
  }
}

extension StoredSeed {
  /// The keys of this seed's metadata backups; asks for its BIP-39 passphrase where it has one.
  ///
  /// The seed was opened.
  package func backupKeyring(
    on network: Network, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> BackupKeyring {
    let master = try masterKey(on: network, options, console)
    do {
      return try BackupKeyring(master, on: network)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The keys with which Mycelium's own wallet of these words made its backups; the seed was opened.
  fileprivate func myceliumKeyring(on network: Network) throws(ProgramError) -> BackupKeyring {
    guard !usesPassphrase else {
      throw ProgramError(
        "a Mycelium backup opens with the words alone, but \(name) has a BIP-39 passphrase",
        hint: "import the words under another name, without the passphrase")
    }
    let given = try GivenSeed(self)
    let words = try given.mnemonic()
    let master = try MasterKeys.masterKey(
      of: words, passphrase: SecretBytes(count: 0), on: network)
    let seed = try hinted { () throws(MnemonicError) in try words.seed() }
    return BackupKeyring(mycelium: seed, fingerprint: master.fingerprint, on: network)
  }
}
