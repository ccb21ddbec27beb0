internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import Mnemonics
internal import SecureMemory
internal import SignerHome
internal import TerminalUI

/// `vault passphrase`: changes the passphrase of the vault, or that of the seeds alone.
struct VaultPassphraseCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "passphrase",
    abstract: "Changes the passphrase; no kept copy opens with the old one afterwards.",
    discussion: """
      Asks for the old passphrase, then twice for the new one. Recommended:
      \(PassphraseStrength.recommendation).
      Enter alone at the question draws them for you. For mainnet a passphrase is
      refused if it is estimated at fewer than \(PassphraseStrength.hopelessBelow) bits, and called
      weak below \(PassphraseStrength.weakBelow). --log-n makes each guess cost more: 17 is
      the least (128 MB and about half a second), each step doubles it, 20 is the
      most.

      A second passphrase, of the seeds
        By default the passphrase of the vault opens the seeds too.
        With --seeds you give them one of their own, or change it. The vault then
        opens without them, to review a payment, to look up an address or to read the
        log. The second passphrase is asked for when a seed is needed: in `sign`
        after you approved. If you lose it, only your backups bring the seeds back.
        To have one passphrase again, add --remove; Enter alone never does that.

          offline-signer vault passphrase --seeds
          offline-signer vault passphrase --seeds --remove
      """)

  @Flag(help: "Set or change a second passphrase, needed for the seeds only.")
  var seeds = false

  @Flag(help: "With --seeds: remove it, so that the vault's passphrase opens the seeds.")
  var remove = false

  @Option(
    name: .customLong("new-passphrase-file"),
    help: ArgumentHelp("Read the new passphrase from a file.", valueName: "path"))
  var newFile: String?

  @Option(
    name: .customLong("new-passphrase-fd"),
    help: ArgumentHelp("Read the new passphrase from an open file descriptor.", valueName: "n"))
  var newDescriptor: Int32?

  @Option(
    name: .customLong("log-n"),
    help: ArgumentHelp("scrypt's cost: 17 to 20.", valueName: "n"))
  var logN: Int?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try requireOptions()
    var vault = try session.openVault()
    if remove, !vault.contents.hasSeedsPassphrase {
      throw ProgramError(
        "the seeds have no passphrase of their own", hint: "leave --remove out to set one")
    }
    // Every seed is sealed again, whichever of the two changes.
    try session.seeds(of: vault).unlock()
    let sentence: String
    switch (seeds, remove) {
    case (true, true):
      try hinted { () throws(VaultError) in try vault.removeSeedsPassphrase() }
      sentence = "The passphrase of the vault opens the seeds again."
    case (true, false):
      let new = try asked("New passphrase of the seeds", for: vault.contents, session)
      let parameters = try parameters()
      try hinted { () throws(VaultError) in
        try vault.changeSeedsPassphrase(to: new, parameters: parameters)
      }
      sentence = "The seeds now have a passphrase of their own."
      session.console.talk(
        "note: nobody can recover a lost passphrase of the seeds; keep their backups")
    default:
      let new = try asked("New passphrase", for: vault.contents, session)
      let parameters = try parameters()
      try hinted { () throws(VaultError) in
        try vault.changePassphrase(to: new, parameters: parameters)
      }
      sentence = "Changed the passphrase."
    }
    session.console.talk("note: \(Vault.erasureLimit)")
    session.console.result(
      sentences: sentence,
      json: [
        "generation": .integer(vault.generation),
        "seedsPassphrase": .bool(vault.contents.hasSeedsPassphrase),
      ])
  }

  private func asked(
    _ text: String, for contents: VaultContents, _ session: SignerSession
  ) throws(ProgramError) -> SecretBytes {
    let source = try SecretSource(
      file: newFile, descriptor: newDescriptor, option: "new-passphrase")
    return try VaultPassphraseQuestion(
      text: text, option: "new-passphrase", network: contents.knownNetwork(),
      random: session.environment.random
    ).answer(from: source, on: session.console)
  }

  private func parameters() throws(ProgramError) -> KDFParameters? {
    guard let logN else { return nil }
    return try hinted { () throws(VaultError) in try KDFParameters(logN: logN) }
  }

  /// Refuses options that mean nothing together, before anything is asked.
  private func requireOptions() throws(ProgramError) {
    if remove, !seeds {
      throw ProgramError(
        "--remove works only with --seeds",
        hint: "leave --remove out: a vault always has a passphrase",
        exitCode: .wrongUsage)
    }
    guard !remove || (newFile == nil && newDescriptor == nil && logN == nil) else {
      throw ProgramError(
        "--remove takes no new passphrase",
        hint: "leave --new-passphrase-file, --new-passphrase-fd and --log-n out",
        exitCode: .wrongUsage)
    }
  }
}
