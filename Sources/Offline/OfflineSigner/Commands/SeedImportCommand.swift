import ArgumentParser
import Bytes
import EncryptedVault
import SecretKeys
import SecureMemory
import TerminalUI

/// `seed import`: takes a seed by its words.
struct SeedImportCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Takes a seed by its words.",
    discussion: """
      Words of 12, 15, 18, 21 or 24, in any of the ten languages of BIP-39; the
      language is found by itself. They are typed without echo, or read from a
      file; never given as an argument.

        offline-signer seed import savings --from terminal
        offline-signer seed import savings --from words.txt
      """)

  @Argument(help: "A name for the seed: letters, digits, dot, dash, underscore.")
  var name: EntryName

  @Option(
    help: ArgumentHelp("Where the words are: a file, `-`, or `terminal`.", valueName: "input"))
  var from: String = SecretInput.terminal

  @Option(
    name: .customLong("words-file"), help: ArgumentHelp("The same as --from.", valueName: "path"))
  var wordsFile: String?

  @Option(
    name: .customLong("words-fd"),
    help: ArgumentHelp("Read the words from an open descriptor.", valueName: "n"))
  var wordsDescriptor: Int32?

  @Option(help: ArgumentHelp("The language, where several would fit.", valueName: "language"))
  var language: MnemonicLanguage?

  @Flag(
    name: .customLong("with-bip39-passphrase"),
    help: "Ask for a BIP-39 passphrase at each use; it is never stored.")
  var withPassphrase = false

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    try SecretInput.requireNoSecret(in: from, "words")
    var vault = try session.openVault()
    var contents = vault.contents
    try NewSeed.requireFree(name, in: contents)
    let text = try words(session.console)
    let language = self.language
    let mnemonic = try hinted { () throws(MnemonicError) in
      try Mnemonic(parsing: text, language: language)
    }
    let new = NewSeed(
      name: name, mnemonic: mnemonic, origin: "imported words", usesPassphrase: withPassphrase)
    let seed = try new.store(in: &contents, now: session.now)
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error)
    }
    report(seed, on: session.console)
  }

  private func words(_ console: Console) throws(ProgramError) -> SecretBytes {
    let question = "The words, in order"
    if wordsFile != nil || wordsDescriptor != nil {
      let source = try SecretSource(file: wordsFile, descriptor: wordsDescriptor, option: "words")
      return try console.secret(question, from: source, option: "words")
    }
    return try SecretInput.read(from, "words", question: question, on: console)
  }

  private func report(_ seed: StoredSeed, on console: Console) {
    let plain = withPassphrase ? " (without its BIP-39 passphrase)" : ""
    console.result(
      text: """
        Imported the seed \(seed.name): \(seed.language ?? ""), \
        fingerprint \(Hex.encode(seed.fingerprint))\(plain).
        """, json: seed.json)
  }
}
