internal import ArgumentParser
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import SecureMemory
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// `seed passphrase`: keeps a seed's BIP-39 passphrase in the vault, or takes it out again.
struct SeedPassphraseCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase",
    abstract: "Keeps a seed's BIP-39 passphrase in the vault, or takes it out again.",
    discussion: """
      A BIP-39 passphrase is asked for at each use and stored nowhere, unless you ask
      for it: whoever then opens the vault has the words and the passphrase. It is
      the passphrase of the seed, not that of the vault (`vault passphrase`).

        offline-signer seed passphrase savings --keep
        offline-signer seed passphrase savings --forget

      To keep one, it must be that of the seed's wallets here. To take it out you
      type it, which proves that you still know it: without it the words lead to no
      coins. No kept copy of the vault contains it afterwards; an SSD or a
      memory card may keep the old bytes until it is destroyed.
      """)

  /// What is done.
  enum Change: String, EnumerableFlag {
    case keep, forget
  }

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Flag(help: "Keep it in the vault, or take it out.")
  var change: Change

  @OptionGroup var source: SeedPassphraseOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    var vault = try session.openVault()
    var contents = vault.contents
    let known = try contents.requiredSeed(name)
    guard known.usesPassphrase else {
      throw ProgramError(
        "the seed \(name) has no BIP-39 passphrase",
        hint:
          "add one when you make or import the seed: --with-bip39-passphrase, or --keep-passphrase")
    }
    var seed = try session.seeds(of: vault).opened(known)
    switch change {
    case .keep: seed.storedPassphrase = try kept(for: seed, in: contents, session.console)
    case .forget: try requireKnown(seed, session.console)
    }
    if change == .forget { seed.storedPassphrase = nil }
    for index in contents.seeds.indices where contents.seeds[index].name == seed.name {
      contents.seeds[index] = seed
    }
    try vault.keep(contents)
    if change == .forget { session.console.talk("note: \(Vault.erasureLimit)") }
    session.console.result(
      sentences: change == .keep
        ? "The BIP-39 passphrase of \(name) is kept in the vault."
        : "The BIP-39 passphrase of \(name) was removed from the vault; it is asked for at each use.",
      json: seed.json)
  }

  private func kept(
    for seed: StoredSeed, in contents: VaultContents, _ console: Console
  ) throws(ProgramError) -> StoredSecret {
    guard seed.storedPassphrase == nil else {
      throw ProgramError(
        "the BIP-39 passphrase of \(name) is already kept", hint: "take it out with --forget")
    }
    let fingerprints = try contents.fingerprints(of: seed)
    return try KeptPassphrase.asked(
      for: GivenSeed(seed), named: name, from: source.source(), on: contents.knownNetwork(),
      consent, console
    ) { fingerprint throws(ProgramError) in
      guard fingerprints.isEmpty || fingerprints.contains(fingerprint) else {
        throw ProgramError(
          "with this passphrase the fingerprint is \(fingerprint), and the wallets of \(name) have "
            + fingerprints.map { "\($0)" }.sorted().joined(separator: ", "),
          hint: "type the passphrase that these wallets were made with")
      }
    }
  }

  /// Refuses to take out what the person cannot type.
  private func requireKnown(_ seed: StoredSeed, _ console: Console) throws(ProgramError) {
    let kept = try hinted { () throws(VaultError) in try seed.revealingPassphrase() }
    guard let kept else {
      throw ProgramError(
        "no BIP-39 passphrase of \(name) is kept",
        hint: "leave --forget out: the passphrase is already asked for at each use")
    }
    let typed = try console.secret(
      "BIP-39 passphrase of the seed \(name)", from: source.source(), option: "bip39-passphrase",
      mayBeEmpty: true)
    guard typed.constantTimeEquals(kept) else {
      throw ProgramError(
        "this is another passphrase than the one that is kept; nothing was changed",
        hint: "keep it in the vault until you know the right one: without it the coins are lost")
    }
  }
}
