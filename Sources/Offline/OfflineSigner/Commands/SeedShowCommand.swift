internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import Refusals
internal import SecureMemory
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// `seed show`: shows a seed on the terminal, or writes a QR code of it.
struct SeedShowCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows the words of a seed on the terminal, until Enter is pressed.",
    discussion: """
      Whoever sees them can take the coins. They never go to standard output. A
      seed without words is shown as codex32, a master key as xprv, a single private
      key as WIF. Every form asks for the seed's name to be typed.

      Forms (--as): words, four-letters (of each word, as steel plates hold them;
      not in Japanese, Korean and Chinese), codex32, xprv, wif, bip38 (asks for a
      new passphrase) as text; seedqr, compact-seedqr, crypto-seed, crypto-bip39
      (ur-seed and ur-bip39 are their newer types) and recovery-qr as QR codes.
      --symbol shows a text as a QR code, too. With --out the QR code is written as
      a picture to be printed; the file holds the secret in the clear.

        offline-signer seed show savings
        offline-signer seed show savings --as seedqr
        offline-signer seed show savings --as crypto-seed --out seed.png

      --as recovery-qr is the Recovery QR of FullyNoded 2: the seed and one of its
      wallets in one QR code, to restore both at once.

        offline-signer seed show savings --as recovery-qr --wallet family

      For shares see `seed split`.
      """)

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to show it in; unless given, words if it has words.", valueName: "form"))
  var form: ShownForm?

  @Flag(help: "Show a text as a QR code.")
  var symbol = false

  @Option(
    help: ArgumentHelp(
      "The wallet in the Recovery QR; the seed's only one unless given.", valueName: "wallet"))
  var wallet: EntryName?

  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp("The block to restore from; 0 searches the whole chain.", valueName: "block")
  )
  var birthHeight: IndexArgument?

  @Option(
    help: ArgumentHelp("Write the QR code as a .png to be printed.", valueName: "output"))
  var out: String?

  @Option(
    name: .customLong("bip38-passphrase-file"),
    help: ArgumentHelp(
      "Read the new passphrase of an encrypted private key (BIP-38) from a file.",
      valueName: "path"))
  var bip38PassphraseFile: String?

  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    guard form == .recoveryQR || (wallet == nil && birthHeight == nil) else {
      throw ProgramError(
        "--wallet and --birth-height work only with --as recovery-qr", hint: "leave them out",
        exitCode: .wrongUsage)
    }
    let show = SecretShow(console: session.console, name: name.text, out: out)
    try show.requireTarget()
    let vault = try session.readVault()
    let stored = try vault.contents.requiredSeed(name)
    let form = form ?? ShownForm.standard(of: stored.kind)
    if form == .recoveryQR {
      try showRecovery(stored, vault, show)
    } else {
      try self.show(stored, as: form, vault, show)
    }
    guard let out else { return }
    session.console.result(
      sentences: "Wrote \(ForeignText.shown(out)).",
      json: [
        "seed": .string(name.text), "form": .string(form.rawValue), "out": .string(out),
      ])
  }

  private func show(
    _ known: StoredSeed, as form: ShownForm, _ vault: ReadVault, _ show: SecretShow
  ) throws(ProgramError) {
    let network = try vault.contents.knownNetwork()
    if known.usesPassphrase, form == .codex32 {
      throw ProgramError(
        "codex32 stores the seed computed from the words, so a BIP-39 passphrase cannot be added later",
        hint: "show the words, or the extended private key: --as xprv")
    }
    try show.requireConsent(known.kind == .mnemonic ? "words" : "secret")
    let stored = try vault.seeds.opened(known)
    let given = try GivenSeed(stored)
    let console = show.console
    let secret = try given.revealing(form) { () throws(ProgramError) in
      let passphrase = try console.newSecret(
        "New passphrase of the encrypted key (BIP-38)",
        from: bip38PassphraseFile.map { .file(path: $0) } ?? .terminal, option: "bip38-passphrase")
      PassphraseStrength(of: passphrase).warnIfWeak(
        "the passphrase of the key is", forWhoever: "finds the key", on: console)
      return passphrase
    } master: { () throws(ProgramError) in
      try stored.masterKey(on: network, seedPassphrase, console)
    }
    let language = given.language.map { ", \($0)" } ?? ""
    try show.show(
      secret,
      title: "\(form.title) \(name)\([.words, .fourLetters].contains(form) ? language : "")",
      asSymbol: symbol || form.isSymbol)
  }

  // MARK: Recovery QR

  private func showRecovery(
    _ seed: StoredSeed, _ vault: ReadVault, _ show: SecretShow
  ) throws(ProgramError) {
    let contents = vault.contents
    guard !seed.usesPassphrase else {
      throw ProgramError(
        RecoveryError.noPlace(for: "a BIP-39 passphrase, without which it restores another wallet"))
    }
    let mnemonic = try GivenSeed(vault.seeds.opened(seed)).mnemonic()
    let network = try contents.knownNetwork()
    let chosen = try chosenWallet(mnemonic, contents, on: network)
    let label = chosen.name
    let descriptor = try hinted { () throws(DescriptorError) in
      try Descriptor(parsing: chosen.descriptor, on: network)
    }
    let height = birthHeight?.value ?? 0
    let text = try hinted { () throws(RecoveryError) in
      try RecoveryQR.written(
        mnemonic, descriptor, on: network, birthdate: seed.created, blockHeight: height,
        label: label)
    }
    try show.requireConsent("key")
    try show.show(
      ShownSecret(text: nil, symbol: text, isBinary: true),
      title: "Recovery QR of \(name), wallet \(label)", asSymbol: true)
  }

  /// The wallet that was named, or the only one that the seed has a key of.
  private func chosenWallet(
    _ mnemonic: borrowing Mnemonic, _ contents: VaultContents, on network: Network
  ) throws(ProgramError) -> StoredWallet {
    if let wallet {
      guard let known = contents.wallet(named: wallet.text) else {
        throw ProgramError(
          "there is no wallet named \(wallet)", hint: "`wallet list` names the registered ones")
      }
      return known
    }
    let master = try MasterKeys.masterKey(
      of: mnemonic, passphrase: SecretBytes(count: 0), on: network)
    let own = contents.wallets.filter { wallet in
      guard let descriptor = try? Descriptor(parsing: wallet.descriptor, on: network) else {
        return false
      }
      return (try? RecoveryWallet.ownKeys(of: descriptor, master).isEmpty) == false
    }
    guard let only = own.first, own.count == 1 else {
      throw ProgramError(
        own.isEmpty
          ? "no registered wallet has a key of \(name)"
          : "\(name) has keys in several wallets: \(own.map(\.name).joined(separator: ", "))",
        hint: own.isEmpty
          ? "register it first: `wallet register NAME --from INPUT`" : "name one with --wallet")
    }
    return only
  }
}
