internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import EncryptedVault
internal import ExtendedKeys
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// A BIP-39 passphrase of a new seed: asked for at each use, or kept because the person asks.
struct NewPassphraseOptions: ParsableArguments {
  @Flag(
    name: .customLong("with-bip39-passphrase"),
    help: "Ask for a BIP-39 passphrase at each use; it is not stored.")
  var isAsked = false

  @Flag(
    name: .customLong("keep-passphrase"),
    help: "Ask for a BIP-39 passphrase now and keep it in the vault with the seed.")
  var isKept = false

  @OptionGroup var source: SeedPassphraseOptions

  /// Whether the seed's keys need a passphrase.
  var isUsed: Bool { isAsked || isKept }

  /// Refuses a passphrase that would not be used, before anything else is asked.
  func check() throws(ProgramError) {
    guard isKept || (source.file == nil && source.descriptor == nil) else {
      throw ProgramError(
        "a passphrase was given, but not the option to keep it",
        hint: "add --keep-passphrase, or leave it out: it is asked for at each use",
        exitCode: .wrongUsage)
    }
  }

  /// The passphrase that is to be kept, after its fingerprint was seen and agreed to; nil for none.
  func kept(
    for given: borrowing GivenSeed, named name: EntryName, on network: Network,
    _ consent: SignerConsentOptions, _ console: Console
  ) throws(ProgramError) -> StoredSecret? {
    guard isKept else { return nil }
    guard given.kind == .mnemonic else {
      throw ProgramError(
        "only words have a BIP-39 passphrase, and this seed is of the kind \(given.kind.rawValue)",
        hint: "leave --keep-passphrase out", exitCode: .wrongUsage)
    }
    return try KeptPassphrase.asked(
      for: given, named: name, from: source.source(), on: network, consent, console)
  }
}

/// A BIP-39 passphrase that is about to be kept in the vault.
enum KeptPassphrase {
  /// Asks for it twice, says its fingerprint, and asks whether it is to be kept.
  ///
  /// `check` refuses a fingerprint before that last question.
  static func asked(
    for given: borrowing GivenSeed, named name: EntryName, from source: SecretSource,
    on network: Network, _ consent: SignerConsentOptions, _ console: Console,
    check: (Fingerprint) throws(ProgramError) -> Void = { _ throws(ProgramError) in }
  ) throws(ProgramError) -> StoredSecret {
    let passphrase = try console.newSecret(
      "BIP-39 passphrase of the seed \(name)", from: source, option: "bip39-passphrase")
    let master = try given.masterKey(passphrase: passphrase, on: network)
    try check(master.fingerprint)
    console.talk(
      "With this passphrase the fingerprint of the seed \(name) is \(master.fingerprint).")
    console.warn(
      "the passphrase is kept in the vault beside the words: whoever opens the vault has both")
    if !consent.yes {
      guard try console.agrees(to: "Keep this passphrase with \(name)?") else {
        throw ProgramError(
          "declined: nothing was kept",
          hint: """
            answer yes to keep it; a seed made or imported with --with-bip39-passphrase is asked for it at \
            each use
            """)
      }
    }
    return StoredSecret(passphrase)
  }
}

extension VaultContents {
  /// Keeps a passphrase with a seed that is there; gives the seed as it then is.
  mutating func keep(_ passphrase: StoredSecret?, with seed: StoredSeed) -> StoredSeed {
    guard let passphrase else { return seed }
    var seed = seed
    seed.storedPassphrase = passphrase
    for index in seeds.indices where seeds[index].name == seed.name { seeds[index] = seed }
    return seed
  }
}
