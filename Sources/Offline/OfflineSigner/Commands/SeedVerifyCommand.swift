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
    help: ArgumentHelp(
      "Where the words are: a file, `-`, `terminal`, a picture, `camera`, or a folder; several for shares.",
      valueName: "input"))
  var from: [String] = [SecretInput.terminal]

  @OptionGroup var forms: SeedFormOptions
  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let input = try SeedInput(from)
    var vault = try session.openVault()
    var contents = vault.contents
    let seed = try contents.requiredSeed(name)
    let text = try input.read("The words from the paper, in order", on: session.console)
    let network = try contents.knownNetwork()
    let reading = forms.reading(
      session.console, on: network,
      language: seed.language.flatMap { MnemonicLanguage(rawValue: $0) }, camera: input.camera)
    let written = try reading.read(text)
    guard try written.restores(seed, on: network) else {
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
