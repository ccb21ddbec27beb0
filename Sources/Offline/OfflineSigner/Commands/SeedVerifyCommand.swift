internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import Mnemonics
internal import SecureMemory
internal import SeedForms
internal import SheetMaking
internal import SignerHome
internal import TerminalUI

/// `seed verify`: checks a backup against a seed.
struct SeedVerifyCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compares a backup with a seed, and records that it matched.",
    discussion: """
      Type the words from the paper, or give the backup in another form: a SeedQR,
      codex32, shares of SLIP-39 or SSKR, an xprv, an encrypted sheet. A backup that
      was never read back may not work. Words are compared with those in the vault:
      the number of a wrong one is shown. There are three ways, the strictest first:

      --drill   restores the seed from the paper alone, into memory, and derives its
                wallets again: the first five addresses are shown, compared with the
                registered wallets, and by you with the sheet
      (none)    every word
      --quiz    three words, chosen at random: shows that the paper is at hand, and
                postpones the next drill; it does not count as reading it back

        offline-signer seed verify savings --from camera
        offline-signer seed verify savings --quiz
        offline-signer seed verify savings --drill --from photos/

      The next drill is due after the setting drill-interval-days (a year).
      """)

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Option(
    help: ArgumentHelp(
      "Where the words are: a file, `-`, `terminal`, a picture, `camera`, or a folder; several for shares.",
      valueName: "input"))
  var from: [String] = [SecretInput.terminal]

  @Flag(help: "Ask for three words only, by their numbers.")
  var quiz = false

  @Flag(help: "Restore from the paper alone, into memory, and compare the first addresses.")
  var drill = false

  @OptionGroup var forms: SeedFormOptions
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    if quiz, drill {
      throw ProgramError(
        "--quiz and --drill were both given", hint: "give one of them", exitCode: .wrongUsage)
    }
    let input = try SeedInput(from)
    try forms.check()
    try session.requireVault()
    var reading = forms.reading(session.console, language: nil, camera: input.camera)
    // Bytes from outside are read before any key is in memory, further shares before the camera too;
    // what is typed comes from the person.
    var early: CollectedSeed?
    if !quiz, !input.isTyped {
      early = try reading.collected(input.read("", isXOR: forms.xor, on: session.console))
    }
    var vault = try session.openVault()
    var contents = vault.contents
    let seeds = session.seeds(of: vault)
    let known = try contents.requiredSeed(name)
    if quiz {
      guard known.kind == .mnemonic else {
        throw ProgramError(
          "\(name) has no words to ask for", hint: "leave --quiz out, and give the whole backup",
          exitCode: .wrongUsage)
      }
      try SeedQuiz.ask(
        about: GivenSeed(seeds.opened(known)).mnemonic(), named: name.text,
        session.environment.random,
        on: session.console)
      contents.noteDrill(seedNamed: name.text, now: session.now)
      try vault.keep(contents)
      return report(
        "The three words match the seed \(name).", in: contents, ["quiz": true],
        session.console)
    }
    let network = try contents.knownNetwork()
    // Words are compared while they are typed.
    let seed = try seeds.opened(known)
    let collected: CollectedSeed
    if let found = early.take() {
      collected = found
    } else {
      collected = try reading.collected(
        input.read(
          Self.question(seed), isXOR: forms.xor, on: session.console,
          complaint: complaint(about: seed)))
    }
    reading.language = seed.language.flatMap { MnemonicLanguage(rawValue: $0) }
    switch collected {
    case .text(let text): try requireNoWrongWord(text, of: seed)
    default: break
    }
    let written = try reading.read(collected, on: network)
    try forms.requireStatedParts(of: written)
    guard try written.seed.restores(seed, on: network, opening: seeds) else {
      throw try refusal(of: written.seed, seed, contents, seeds)
    }
    var members: JSONObject = [:]
    if drill { members["drill"] = try restore(written.seed, seed, contents, session.console) }
    contents.noteReadBack(seedNamed: name.text, now: session.now)
    try vault.keep(contents)
    report(
      written.form == "words"
        ? "The words match the seed \(name)."
        : "The backup matches the seed \(name): \(written.form).", in: contents, members,
      session.console)
  }

  // MARK: What does not match

  /// What is said while the words are typed: which of them are not those in the vault.
  private func complaint(about seed: StoredSeed) -> ((borrowing SecretBytes) -> [String])? {
    guard seed.kind == .mnemonic, !forms.xor else { return nil }
    let language = seed.language.flatMap { MnemonicLanguage(rawValue: $0) }
    return { text in
      // Words that are a seed by themselves are checked when all of them are typed.
      if Self.isWhole(text, language) { return [] }
      guard let comparison = seed.comparison(with: text) else {
        return WordHelp.complaint(about: text, language: language)
      }
      return comparison.sentence.map { ["Compared with the vault: \($0)."] } ?? []
    }
  }

  /// Whether a text is a seed by itself, be it this one or another.
  private static func isWhole(
    _ text: borrowing SecretBytes, _ language: MnemonicLanguage?
  ) -> Bool {
    if SecretForm(recognising: text) == .seedQR {
      return (try? Mnemonic(seedQR: text.duplicated())) != nil
    }
    return (try? Mnemonic(parsing: text, language: language)) != nil
      || (try? Mnemonic(parsing: text)) != nil
  }

  /// Refuses words with a slip before their checksum does: the vault knows which word is wrong.
  private func requireNoWrongWord(
    _ text: borrowing GivenText, of seed: StoredSeed
  ) throws(ProgramError) {
    let language = seed.language.flatMap { MnemonicLanguage(rawValue: $0) }
    guard !forms.xor, !text.isCompact,
      !Self.isWhole(text.bytes, language), let comparison = seed.comparison(with: text.bytes),
      !comparison.isSame
    else { return }
    throw comparison.refusal(of: name.text)
  }

  /// What is wrong with a backup that is whole and brings another seed back.
  private func refusal(
    of written: borrowing GivenSeed, _ seed: StoredSeed, _ contents: VaultContents,
    _ seeds: SeedOpener
  ) throws(ProgramError) -> ProgramError {
    let network = try contents.knownNetwork()
    for other in contents.seeds where other.name != name.text {
      guard try written.restores(other, on: network, opening: seeds) else { continue }
      return ProgramError(
        "this is the backup of the seed \(other.name) of this vault, not of \(name)",
        hint: "find the paper of \(name); to check this one: `seed verify \(other.name)`")
    }
    // One checksum in sixteen (of 12 words) is right by chance.
    if let comparison = seed.comparison(with: written), comparison.isNear {
      return comparison.refusal(of: name.text)
    }
    return ProgramError(
      "this backup is valid, but it is not the seed \(name)",
      hint: "check whether the paper belongs to another seed")
  }

  private static func question(_ seed: StoredSeed) -> String {
    seed.kind == .mnemonic
      ? "The words from the paper, in order" : "The backup, letter by letter from the paper"
  }

  /// Derives everything from what was read, and lets the person compare.
  private func restore(
    _ written: borrowing GivenSeed, _ seed: StoredSeed, _ contents: VaultContents,
    _ console: Console
  ) throws(ProgramError) -> JSONValue {
    let drill = try SeedDrill(written, of: seed, contents, seedPassphrase, console)
    // Where nobody can be asked, the addresses are printed for whoever compares them later.
    guard
      try console.agrees(
        to: "Are these the first addresses on the sheet?", showing: drill.text,
        isAnswered: consent.yes || !console.screen.canAsk)
    else {
      throw ProgramError(
        "declined: the sheet shows other addresses, so nothing was recorded",
        hint:
          "compare the sheet's descriptor with `wallet show`; print a new sheet when the wallet "
          + "was registered after this one was printed")
    }
    return drill.json
  }

  private func report(
    _ sentence: String, in contents: VaultContents, _ members: JSONObject,
    _ console: Console
  ) {
    let next = contents.seed(named: name.text)?.nextDrill
    var members = members
    members["verified"] = .string(name.text)
    members["nextDrill"] = next.map { .integer($0) } ?? .null
    console.result(
      sentences: sentence + (next.map { " Check the backup again by \(UTCTime($0).date)." } ?? ""),
      json: .object(members))
  }
}
