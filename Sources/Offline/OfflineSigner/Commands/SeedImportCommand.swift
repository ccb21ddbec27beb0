internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import RecoverySheets
internal import Refusals
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
internal import SheetMaking
internal import SignerHome
internal import TerminalUI
internal import WalletFiles

/// `seed import`: takes a seed by its words, or in another form.
struct SeedImportCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Imports a seed from its words or another form, or a single private key.",
    discussion: """
      12, 15, 18, 21 or 24 words, in any of the ten languages of BIP-39; the
      language is detected, and words may be cut after four letters. Type them (only
      the word that you are typing is shown), or name a file or a picture of a QR
      code; never give them as an argument.

        offline-signer seed import savings --from terminal
        offline-signer seed import savings --from words.txt
        offline-signer seed import savings --from seedqr.png

      Other forms are recognised by their content: SeedQR and CompactSeedQR,
      crypto-seed and crypto-bip39, codex32 (a seed or its shares), shares of SLIP-39
      and SSKR, an xprv, and what is named below.

      A word that is wrong or missing
        With --fingerprint, one wrong or one missing word, or two words in each
        other's place, are found by the fingerprint that was printed with them, and
        you are asked before the change is made. It is the fingerprint without a
        BIP-39 passphrase; with --with-bip39-passphrase it may be the other one.

          offline-signer seed import savings --fingerprint 73c5da0a

        Parts of Seed XOR are put right in the same way, one word of one part. Shares
        need no fingerprint for it: the checksum of each share of SLIP-39, SSKR and
        codex32 says what one wrong or missing word was, or which characters.

      Shares
        Put one share on each line of a file, or give several files, pictures, or a
        folder of them. On the terminal and with a camera you are asked for the
        missing ones, one after the other.

          offline-signer seed import savings --from share1.png --from share3.png
          offline-signer seed import savings --from camera

      Parts of Seed XOR
        They need --xor. Any number of parts joins to a valid seed. So every place
        that is named must be readable, and before the seed is kept you compare its
        fingerprint, or say with --xor-parts how many parts there are:

          offline-signer seed import savings --xor --xor-parts 3 --from photos/

      A single private key
        A key in WIF or BIP-38 (whose passphrase is asked for) has no accounts: its
        wallet is the combo of its public key, registered as NAME-combo. To sweep it,
        hand that to the coordinator:

          offline-signer seed import paper --from camera
          offline-signer account export paper --out paper.png

      An encrypted sheet
        It is read from photographs of its QR codes, or by typing the letters below
        them, and its sheet words (`sheet print --kind encrypted` makes one). You are
        then asked about each of its wallets.

      A Recovery QR of FullyNoded 2
        It holds the seed and its wallet. The wallet's key is derived again from the
        seed, and its first addresses are shown before anything is kept.
        --account-map writes the public part for the coordinator.

          offline-signer seed import savings --from recovery.png \\
              --account-map map.json
      """)

  @Argument(help: "A name for the seed: letters, digits, dot, dash, underscore.")
  var name: EntryName

  @Option(
    help: ArgumentHelp(
      "Where the words are: a file, `-`, `terminal`, a picture of a QR code, `camera`, or a folder; several for shares.",
      valueName: "input"))
  var from: [String] = [SecretInput.terminal]

  @Option(
    name: .customLong("words-file"), help: ArgumentHelp("The same as --from.", valueName: "path"))
  var wordsFile: String?

  @Option(
    name: .customLong("words-fd"),
    help: ArgumentHelp("Read the words from an open file descriptor.", valueName: "n"))
  var wordsDescriptor: Int32?

  @Option(help: ArgumentHelp("The language, where several would fit.", valueName: "language"))
  var language: MnemonicLanguage?

  @Option(
    help: ArgumentHelp(
      "The seed's fingerprint, as printed on its sheet. With it, one wrong or missing word is repaired; of several parts, in one of them.",
      valueName: "hex"))
  var fingerprint: String?

  @Option(
    name: .customLong("account-map"),
    help: ArgumentHelp(
      "Where to write the public part of a Recovery QR, as an Account Map.", valueName: "output"))
  var accountMap: String?

  @OptionGroup var birthHeight: BirthHeightOption
  @OptionGroup var newPassphrase: NewPassphraseOptions
  @OptionGroup var forms: SeedFormOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let input = try SeedInput(from)
    try newPassphrase.check()
    try forms.check()
    try session.requireVault()
    var reading = forms.reading(session.console, language: language, camera: input.camera)
    reading.fingerprint = try knownFingerprint()
    if newPassphrase.isUsed, newPassphrase.source.descriptor == nil {
      reading.passphraseOfFingerprint = try newPassphrase.source.source()
    }
    // Bytes from outside are read before any key is in memory, further shares before the camera too;
    // what is typed comes from the person.
    let isTyped = input.isTyped && wordsFile == nil && wordsDescriptor == nil
    var early: CollectedSeed?
    if !isTyped { early = try reading.collected(words(input, session.console)) }
    var vault = try session.openVault()
    var contents = vault.contents
    try NewSeed.requireFree(name, in: contents)
    let seeds = session.seeds(of: vault)
    try seeds.unlock()
    let collected: CollectedSeed
    if let found = early.take() {
      collected = found
    } else {
      collected = try reading.collected(words(input, session.console))
    }
    if let text = collected.recoveryQR() { return try recover(text, into: &vault, session) }
    guard accountMap == nil else {
      throw ProgramError(
        "there is no Account Map to write: words contain no wallet",
        hint: "leave --account-map out; account export writes an account of the seed",
        exitCode: .wrongUsage)
    }
    let given = try reading.read(collected, on: contents.knownNetwork())
    if reading.fingerprint != nil {
      // The parts of Seed XOR join to the fingerprint that was given: nothing is left to ask.
      try forms.requireStatedParts(of: given)
    } else {
      try forms.requireEveryPart(of: given, on: contents.knownNetwork(), session.console)
    }
    let (origin, sheet) = ("imported \(given.form)", given.sheet)
    let passphrase = try newPassphrase.kept(
      for: given.seed, named: name, on: contents.knownNetwork(), consent, session.console)
    let new = NewSeed(
      name: name, given: given.taken(), origin: origin,
      usesPassphrase: newPassphrase.isUsed || sheet?.usesPassphrase == true, isRestored: true,
      birthHeight: birthHeight.value ?? sheet?.birthHeight)
    let seed = contents.keep(
      passphrase, with: try new.store(in: &contents, now: session.now, opening: seeds))
    if let sheet {
      let network = try contents.knownNetwork().name
      if let stated = sheet.facts["network"], stated != network {
        session.console.warn(
          "the sheet was printed on \(ForeignText.name(stated)), and this home is on \(network): its "
            + "coins are not found here")
      }
      let names = try registered(sheet, in: &contents, opening: seeds, session)
      if !names.isEmpty {
        session.console.talk("Registered the sheet's wallets: \(names.joined(separator: ", ")).")
      }
      sayChildren(of: sheet, on: session.console)
    }
    try vault.keep(contents)
    report(seed, in: session)
  }

  private func knownFingerprint() throws(ProgramError) -> Fingerprint? {
    guard let fingerprint else { return nil }
    do throws(ExtendedKeyError) {
      return try Fingerprint(parsing: fingerprint.filter { $0 != " " })
    } catch {
      throw ProgramError(
        "--fingerprint is eight digits and letters from a to f", hint: "copy it from the sheet",
        exitCode: .wrongUsage)
    }
  }

  /// Registers the wallets of a sheet; what is refused here does not undo the import of the seed.
  private func registered(
    _ sheet: SheetRest, in contents: inout VaultContents, opening seeds: SeedOpener,
    _ session: SignerSession
  ) throws(ProgramError) -> [String] {
    guard !sheet.wallets.isEmpty else { return [] }
    let money: MoneyConsent
    do throws(ProgramError) {
      money = try MoneyConsent(
        consent, on: contents.knownNetwork(), vault: contents, session)
    } catch {
      session.console.talk("The sheet's wallets were not registered: \(error.message)")
      session.console.talk("hint: \(error.hint), or register each with `wallet register`")
      return []
    }
    return try SheetWallets(wallets: sheet.wallets).register(
      in: &contents, now: session.now, money, newPassphrase.source, opening: seeds)
  }

  /// Says which seeds the sheet names as children (BIP-85), and how each is derived again.
  private func sayChildren(of sheet: SheetRest, on console: Console) {
    for child in sheet.children {
      let parent = child.parent == sheet.facts["name"] ? name.text : ForeignText.name(child.parent)
      let own = ForeignText.name(child.name)
      guard let path = child.path, ChildArgument(argument: path) != nil,
        let derivation = child.derivation
      else {
        console.talk("The sheet names a child of this seed, \(own), but not how it is derived.")
        continue
      }
      console.talk(
        "The sheet names a child of this seed, with the fingerprint \(ForeignText.name(child.fingerprint)): seed "
          + "derive \(parent) \(derivation) --into \(own)")
    }
  }

  private func words(
    _ input: SeedInput, _ console: Console
  ) throws(ProgramError) -> GivenText {
    // Parts, and what has a passphrase, are words; anything else is told by itself.
    let question =
      "The words, in order"
      + (forms.xor || newPassphrase.isUsed
        ? "" : " (or a share, a private key, or the letters of an encrypted sheet)")
    guard wordsFile != nil || wordsDescriptor != nil else {
      return try input.read(question, isXOR: forms.xor, on: console)
    }
    let source = try SecretSource(file: wordsFile, descriptor: wordsDescriptor, option: "words")
    return GivenText(
      bytes: try console.secret(question, from: source, option: "words"), isSymbol: false)
  }

  /// Takes a Recovery QR: shows what it is, asks, and keeps the seed.
  private func recover(
    _ text: consuming SecretBytes, into vault: inout Vault, _ session: SignerSession
  ) throws(ProgramError) {
    guard language == nil, !newPassphrase.isUsed else {
      throw ProgramError(
        "a Recovery QR has English words and no BIP-39 passphrase",
        hint: "leave out --language and the passphrase options", exitCode: .wrongUsage)
    }
    let target = try accountMap.map { path throws(ProgramError) in
      let target = try MessageOutput(path)
      try target.requireFree()
      return target
    }
    var contents = vault.contents
    let network = try contents.knownNetwork()
    let recovery: RecoveryQR
    do throws(RecoveryError) {
      recovery = try RecoveryQR(parsing: text, on: network)
    } catch {
      throw ProgramError(error)
    }
    let master = try MasterKeys.masterKey(
      of: recovery.mnemonic, passphrase: SecretBytes(count: 0), on: network)
    if let known = try knownFingerprint(), known != master.fingerprint {
      throw ProgramError(
        "this seed has the fingerprint \(master.fingerprint), not \(known)",
        hint: "check that this is the backup you meant")
    }
    let wallet = RecoveredSeed(recovery, master.fingerprint, on: network)
    let screen = try wallet.screen()
    if recovery.lacksChecksum {
      session.console.warn(
        "its descriptor has no checksum: a misread letter of another key would not be noticed (R23)"
      )
    }
    if recovery.foreignPrivateKeys > 0 {
      session.console.warn(
        """
        it also holds \(counted(recovery.foreignPrivateKeys, "private key")) of others, not kept here: \
        whoever saw this QR code may have them
        """)
    }
    guard
      try session.console.agrees(
        to: "Import the seed \(master.fingerprint) as \(name)?", showing: screen,
        isAnswered: consent.yes)
    else {
      throw ProgramError("declined: nothing was kept", hint: "answer yes to import it")
    }
    let new = NewSeed(
      name: name, given: GivenSeed(recovery.mnemonic), origin: "Recovery QR of FullyNoded 2",
      usesPassphrase: false, isRestored: true,
      birthHeight: birthHeight.value ?? wallet.blockHeight)
    let seed = try new.store(
      in: &contents, now: min(wallet.birthdate, session.now), opening: session.seeds(of: vault))
    try vault.keep(contents)
    try target?.write(.wallet(wallet.publicPart), as: .accountMap, on: session.console)
    session.console.talk(
      session.environment.action == nil
        ? "Register its wallet next: `wallet register NAME --from MAP` (or the coordinator's export)."
        : "Register its wallet next: \u{201c}Register a wallet\u{201d} on the page Wallets, from the Account Map "
          + "or the coordinator's export.")
    report(seed, in: session)
  }

  private func report(_ seed: StoredSeed, in session: SignerSession) {
    let console = session.console
    if seed.kind == .wif {
      let sweep =
        session.environment.action == nil
        ? "To sweep it: account export \(seed.name) --out key.png, and wallet import on the coordinator."
        : "To sweep it, choose \u{201c}Hand its wallet over\u{201d} on the page \(seed.name) of your seeds, and "
          + "import what it writes on the coordinator."
      console.talk("Registered its wallet \(seed.name)-combo. \(sweep)")
    }
    let plain = newPassphrase.isUsed ? " (without its BIP-39 passphrase)" : ""
    let words = seed.wordCount.map { "\($0) words, " } ?? ""
    let language = seed.language.map { "\($0), " } ?? ""
    let form = seed.origin.split(separator: " ", maxSplits: 1)
    let origin = form.count == 2 && form[0] == "imported" ? String(form[1]) : seed.origin
    console.result(
      sentences: """
        Imported the \(seed.kind == .wif ? "private key" : "seed") \(seed.name): \(words)\(language)fingerprint \
        \(Hex.encode(seed.fingerprint))\(plain), read from \(origin).
        """, json: seed.json)
  }
}
