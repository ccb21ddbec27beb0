internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import ExtendedKeys
internal import Mnemonics
internal import SecretKeys
internal import SecureMemory
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// `seed derive`: secrets that one seed leads to (BIP-85).
struct SeedDeriveCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "derive",
    abstract: "Derives other secrets from a seed (BIP-85): words, keys, passwords, dice.",
    discussion: """
      One backup is enough for all of them: the same seed, form and number give the
      same secret again. It leads neither back to the seed nor to its siblings. With
      --into words, xprv and wif become a seed of this vault, which remembers its
      parent; otherwise you type the seed's name, and the secret is shown.

        offline-signer seed derive savings --as words --words 12 --index 0
        offline-signer seed derive savings --as words --index 1 --into pocket
        offline-signer seed derive savings --as wif --index 3 --into paper
        offline-signer seed derive savings --as base85 --length 20 --index 7
        offline-signer seed derive savings --as dice --sides 6 --rolls 50

      To sign once as a child without a vault: sign --seed ... --bip85 words/12/0.
      """)

  /// The applications of BIP-85.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case words
    case xprv
    case wif
    case hex
    case base64
    case base85
    case dice
  }

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("words, xprv, wif, hex, base64, base85 or dice.", valueName: "form"))
  var form: Form = .words

  @Option(help: ArgumentHelp("The index of the secret, from 0.", valueName: "n"))
  var index: IndexArgument?

  @Option(help: ArgumentHelp("For words: how many; 12 unless given.", valueName: "words"))
  var words: WordCount?

  @Option(help: ArgumentHelp("For words: their language.", valueName: "language"))
  var language: MnemonicLanguage?

  @Option(
    help: ArgumentHelp(
      "For hex: 16 to 64 bytes; for base64: 20 to 86 characters; for base85: 10 to 80.",
      valueName: "count"))
  var length: Int?

  @Option(help: ArgumentHelp("For dice: sides of the die; 6 unless given.", valueName: "count"))
  var sides: Int?

  @Option(help: ArgumentHelp("For dice: how many rolls.", valueName: "count"))
  var rolls: Int?

  @Option(
    help: ArgumentHelp("Keep it as a seed of this name, and show nothing.", valueName: "seed"))
  var into: EntryName?

  @Flag(help: "Show it as a QR code.")
  var symbol = false

  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try requireOptions()
    var vault = try session.openVault()
    let contents = vault.contents
    let parent = try contents.requiredSeed(name)
    if let into { try NewSeed.requireFree(into, in: contents) }
    guard into == nil else { return try keep(childOf: parent, in: &vault, session) }
    let show = SecretShow(console: session.console, name: name.text, out: nil)
    try show.requireConsent("child \(number) (\(form.rawValue))")
    let network = try contents.knownNetwork()
    let master = try session.seeds(of: vault).opened(parent)
      .masterKey(on: network, seedPassphrase, session.console)
    let secret = try derived(from: master)
    try show.show(
      secret, title: "BIP-85 of \(name): \(form.rawValue), index \(number)", asSymbol: symbol)
  }

  private var number: UInt32 { index?.value ?? 0 }

  private func requireOptions() throws(ProgramError) {
    let wrong: String? =
      if form != .words, words != nil || language != nil {
        "--words and --language work only with --as words"
      } else if ![.hex, .base64, .base85].contains(form), length != nil {
        "--length works only with --as hex, base64 and base85"
      } else if form != .dice, sides != nil || rolls != nil {
        "--sides and --rolls work only with --as dice"
      } else if into != nil, ![.words, .xprv, .wif].contains(form) {
        "only words, xprv and wif can be kept as a seed"
      } else if into != nil, symbol {
        "--symbol works only when the secret is shown, not with --into"
      } else if [.hex, .base64, .base85].contains(form), length == nil {
        "--as \(form.rawValue) needs a --length"
      } else if form == .dice, rolls == nil {
        "--as dice needs the number of --rolls"
      } else { nil }
    if let wrong {
      throw ProgramError(
        wrong, hint: "run `seed derive --help` to see what each form takes", exitCode: .wrongUsage)
    }
  }

  /// The child as a seed or key of its own; nil for passwords and dice.
  private var child: ChildArgument? {
    switch form {
    case .words:
      ChildArgument(
        .words((words ?? .twelve).rawValue, language ?? .english), index: number)
    case .xprv: ChildArgument(.xprv, index: number)
    case .wif: ChildArgument(.wif, index: number)
    case .hex, .base64, .base85, .dice: nil
    }
  }

  private func derived(from master: borrowing Xpriv) throws(ProgramError) -> ShownSecret {
    let (index, length) = (number, length ?? 0)
    do throws(BIP85Error) {
      let source = try BIP85(master)
      switch form {
      case .words:
        let words = try source.mnemonic(
          wordCount: (words ?? .twelve).rawValue, language: language ?? .english, index: index)
        return ShownSecret(text: WordSheet.text(of: words), symbol: words.revealingSentence())
      case .xprv: return ShownSecret(try source.xpriv(index: index).revealingText())
      case .wif: return ShownSecret(try source.wif(index: index).revealingText())
      case .hex: return ShownSecret(try source.revealingHex(count: length, index: index))
      case .base64:
        return ShownSecret(try source.revealingBase64Password(length: length, index: index))
      case .base85:
        return ShownSecret(try source.revealingBase85Password(length: length, index: index))
      case .dice:
        return ShownSecret(
          try source.revealingDiceRolls(sides: sides ?? 6, rolls: rolls ?? 0, index: index))
      }
    } catch {
      throw ProgramError(error)
    }
  }

  /// Keeps the child as a seed with its parent.
  private func keep(
    childOf parent: StoredSeed, in vault: inout Vault, _ session: SignerSession
  ) throws(ProgramError) {
    guard let into, let child else { return }
    var contents = vault.contents
    let network = try contents.knownNetwork()
    let seeds = session.seeds(of: vault)
    let master = try seeds.opened(parent)
      .masterKey(on: network, seedPassphrase, session.console)
    let given = try child.child(of: master, on: network)
    let new = NewSeed(
      name: into, given: given, origin: "\(child.origin) of \(name)", usesPassphrase: false,
      parent: parent.name)
    let seed = try new.store(in: &contents, now: session.now, opening: seeds)
    try vault.keep(contents)
    if parent.usesPassphrase {
      session.console.talk(
        "note: it can be derived again only with the BIP-39 passphrase of \(name)")
    }
    session.console.talk(
      "The words of \(name) alone are not enough to find it again: write \"\(child.origin)\" "
        + "beside them, or print a new sheet of \(name), which names it.")
    session.console.result(
      sentences: """
        Derived \(seed.name) from \(name): \(child.origin), fingerprint \
        \(Hex.encode(seed.fingerprint)).
        """, json: seed.json)
  }
}
