import ArgumentParser
import Bytes
import EncryptedVault
import SecretKeys
import SecureMemory
import TerminalUI

/// `seed verify`: checks written words against a seed.
struct SeedVerifyCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks written words against a seed, and remembers that they were right.",
    discussion: """
      Type the words from the paper, or give what else the backup is: a SeedQR,
      codex32, shares of SLIP-39 or SSKR, an xprv. A backup that nobody has read
      back is a hope.
      """)

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Option(
    help: ArgumentHelp("Where the words are: a file, `-`, or `terminal`.", valueName: "input"))
  var from: String = SecretInput.terminal

  @OptionGroup var forms: SeedFormOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    try SecretInput.requireNoSecret(in: from, "words")
    var vault = try session.openVault()
    var contents = vault.contents
    let seed = try contents.requiredSeed(name)
    let text = try SecretInput.read(
      from, "words", question: "The words from the paper, in order", on: session.console)
    let reading = try forms.reading(
      session.console, on: contents.knownNetwork(),
      language: seed.language.flatMap { MnemonicLanguage(rawValue: $0) })
    let written = try reading.read(text)
    guard written.kind == seed.kind,
      StoredSecret(written.secret.duplicated()).constantTimeEquals(seed.secret)
    else {
      throw ProgramError(
        "these are the words of another seed than \(name)",
        hint: "what is written is whole: look whether the paper belongs to another seed")
    }
    for index in contents.seeds.indices where contents.seeds[index].name == name.text {
      contents.seeds[index].verifiedOn.append(session.now)
    }
    do {
      try vault.save(contents)
    } catch {
      throw ProgramError(error)
    }
    session.console.result(
      text: written.form == "words"
        ? "The words are those of \(name)."
        : "The backup is that of \(name): \(written.form).", json: ["verified": .string(name.text)])
  }
}
